/** An agent that closes a mandate otherwise than its user settled it, or when its term has ended. */
import { describe, expect, it } from "vitest"
import type { Verified } from "../../../core/evidence/index.ts"
import { examine } from "../Formats.ts"
import { parseMembers } from "../Read.ts"
import { documents, es256, now, sdJwt, seconds, sha256, token } from "../testing/Artifacts.ts"
import { checkSettled } from "./Settled.ts"

const payment = {
  vct: "mandate.payment.1",
  transaction_id: "order",
  payee: { id: "m1", name: "Shop" },
  payment_amount: { amount: 19900, currency: "USD" },
  payment_instrument: { id: "c1", type: "card" },
}

const failed = (checks: ReadonlyArray<Verified.Check> | undefined) =>
  checks?.filter(({ check, holds }) => !holds && check !== "not_made").map(({ check }) => check)

/** A payment that an agent closed by a mandate with these members, and what fails of it. */
const paid = async (
  open: object,
  closed: object = {},
  times: { readonly exp?: number; readonly iat?: number | undefined } = {},
) => {
  const keys = { user: await es256(), agent: await es256() }
  const content = {
    vct: "mandate.payment.open.1",
    constraints: [{ type: "payment.allowed_payees", allowed: [{ id: "m1" }] }],
    cnf: { jwk: keys.agent.jwk },
    ...open,
  }
  const { exp, iat } = times
  const first = { delegate_payload: [content], iat: seconds - 60, ...(exp === undefined ? {} : { exp }) }
  const before = `${await token(keys.user, first, { jwk: keys.user.jwk })}~`
  const last = await sdJwt(keys.agent, {
    delegate_payload: [{ ...payment, ...closed }],
    ...("iat" in times && iat === undefined ? {} : { iat: iat ?? seconds }),
    sd_hash: sha256(before),
  })
  const found = examine(JSON.stringify({ paymentMandate: `${before}~${last}` }), documents(), now)
  return failed(found?.checks)?.filter((check) => !check.endsWith("key_published"))
}

describe("a payment mandate that its agent closed", () => {
  it("Rule 4.11 has what its user settled beforehand, or a check by the name of the member fails", async () => {
    const { payee, payment_amount: amount } = payment
    expect(await paid({ payee, payment_amount: amount })).toEqual([])
    expect(await paid({ payment_amount: { currency: "USD", amount: 500 } })).toEqual([
      "settled payment_amount",
    ])
    expect(await paid({ execution_date: "2026-12-01" })).toEqual(["settled execution_date"])
    expect(await paid({ execution_date: "2026-12-01" }, { execution_date: "2026-12-01" })).toEqual([])
  })

  it("Rule 4.11 is signed within the term of the mandate that its user signed, or a check fails", async () => {
    expect(await paid({}, {}, { exp: seconds })).toEqual([])
    expect(await paid({}, {}, { exp: seconds - 1 })).toEqual([
      "not_expired",
      "payment mandate, token 2: in_term",
    ])
    expect(await paid({}, {}, { exp: seconds + 60, iat: undefined })).toEqual([
      "payment mandate, token 2: in_term",
    ])
  })
})

describe("what an open mandate settles", () => {
  const of = (text: string) => parseMembers(text) ?? {}
  it.each([
    ['{"a":5}', '{"a":5.0}', true],
    ['{"a":9007199254740993}', '{"a":9007199254740993}', true],
    ['{"a":9007199254740993}', '{"a":9007199254740992}', false],
    ['{"a":[1,{"b":"c"}]}', '{"a":[1,{"b":"c"}]}', true],
    ['{"a":[1,2]}', '{"a":[2,1]}', false],
    ['{"a":[1]}', '{"a":[1,2]}', false],
    ['{"a":{"b":1}}', '{"a":{"b":1,"c":2}}', false],
    ['{"a":{"b":1}}', '{"a":{"c":1}}', false],
    ['{"a":1}', '{"a":"1"}', false],
    ['{"a":null}', "{}", false],
  ])("Rule 4.11 %s against %s is held exactly: %s", (open, closed, holds) => {
    expect(checkSettled(of(open), of(closed))).toMatchObject([{ check: "settled a", holds }])
  })

  it("Rule 4.11 given more members than are read, then a check says so", () => {
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`m${i}`, i]))
    expect(failed(checkSettled(many, many))).toEqual(["settled"])
  })
})
