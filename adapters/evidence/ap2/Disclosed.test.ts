import { describe, expect, it } from "vitest"
import { examine } from "../Formats.ts"
import { documents, encode, es256, now, sdJwt, seconds, sha256, token } from "../testing/Artifacts.ts"

const read = (value: unknown) => examine(JSON.stringify(value), documents(), now)
const failed = (found: ReturnType<typeof read>) =>
  found?.checks.filter(({ check, holds }) => !holds && check !== "not_made").map(({ check }) => check)

const payment = {
  vct: "mandate.payment.1",
  transaction_id: "order",
  payee: { id: "m1", name: "Shop" },
  payment_amount: { amount: 19900, currency: "USD" },
}

describe("a mandate", () => {
  it("Rule 4.11 of which the presenter keeps a constraint or an element back is not disclosed", async () => {
    const keys = { user: await es256(), agent: await es256() }
    const hide = (value: unknown) => {
      const text = encode(["salt", value])
      return { text, place: { "...": sha256(text) } }
    }
    const strict = hide({ type: "payment.amount_range", currency: "USD", max: 5 })
    const payee = hide({ id: "m1" })
    const content = {
      vct: "mandate.payment.open.1",
      constraints: [{ type: "payment.allowed_payees", allowed: [payee.place] }, strict.place],
      cnf: { jwk: keys.agent.jwk },
    }
    const open = await token(keys.user, { delegate_payload: [content], iat: seconds }, { jwk: keys.user.jwk })
    const presented = async (content: object, ...disclosed: ReadonlyArray<string>) => {
      const before = `${[open, ...disclosed].join("~")}~`
      const delegate_payload = [payment, content].slice(0, "vct" in content ? 2 : 1)
      const closed = await sdJwt(keys.agent, { delegate_payload, iat: seconds, sd_hash: sha256(before) })
      return read({ paymentMandate: `${before}~${closed}` })
    }
    const found = await presented({}, payee.text)
    expect(failed(found)).toEqual(["key_published", "payment mandate, token 1: disclosed"])
    expect(found?.checks.find(({ check }) => check.endsWith("1: disclosed"))?.why).toContain(
      "1 digest without a text",
    )
    expect(failed(await presented({}, payee.text, strict.text))).toEqual([
      "key_published",
      "constraint payment.amount_range",
    ])
    expect(failed(await presented({ vct: "x" }, payee.text, strict.text))).toContain(
      "payment mandate, token 2: delegate_payload",
    )
  })
})
