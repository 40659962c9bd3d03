import { describe, expect, it } from "vitest"
import type { Verified } from "../../../core/evidence/index.ts"
import { examine, recognise } from "../Formats.ts"
import samples from "../testing/Ap2.json" with { type: "json" }
import {
  didDocument,
  documents,
  ed25519,
  encode,
  es256,
  now,
  type Pair,
  sdJwt,
  seconds,
  sha256,
  token,
} from "../testing/Artifacts.ts"

const read = (value: unknown, texts = {}) => examine(JSON.stringify(value), documents(texts), now)
const failed = (found: { readonly checks: ReadonlyArray<Verified.Check> } | null) =>
  found?.checks.filter(({ check, holds }) => !holds && check !== "not_made").map(({ check }) => check)
const notMade = (found: { readonly checks: ReadonlyArray<Verified.Check> } | null) =>
  found?.checks.filter(({ check, holds }) => !holds && check === "not_made").map(({ why }) => why)

const places = { user: "user.example", shop: "shop.example", bank: "bank.example" } as const
const kid = (who: keyof typeof places) => `did:web:${places[who]}#key-1`
const textsOf = (keys: { readonly [who in keyof typeof places]: Pair }) =>
  Object.fromEntries(
    Object.entries(places).map(([who, host]) => {
      const { jwk } = keys[who === "user" ? "user" : who === "shop" ? "shop" : "bank"]
      return [`https://${host}/.well-known/did.json`, didDocument(`did:web:${host}`, jwk)]
    }),
  )

const order = {
  id: "order-1",
  merchant: { id: "m1", name: "Shop" },
  line_items: [{ item: { id: "sku-1", title: "Gold shoes" }, quantity: 1 }],
  currency: "USD",
  totals: [{ type: "total", amount: 19900 }],
}
const payment = (transaction_id: string) => ({
  vct: "mandate.payment.1",
  transaction_id,
  payee: { id: "m1", name: "Shop" },
  payment_amount: { amount: 19900, currency: "USD" },
  payment_instrument: { id: "card-1", type: "card" },
})

interface Made {
  readonly bundle: { readonly [name: string]: string }
  readonly texts: { readonly [url: string]: string }
}

/** A purchase that the user signed itself, with both receipts. */
const direct = async (shop?: Pair, checkoutText: unknown = order): Promise<Made> => {
  const keys = { user: await es256(), shop: shop ?? (await es256()), bank: await es256() }
  const jwt = await token(keys.shop, checkoutText, { kid: kid("shop") })
  const checkout = await sdJwt(
    keys.user,
    { vct: "mandate.checkout.1", checkout_hash: sha256(jwt), iat: seconds },
    { checkout_jwt: jwt },
    { kid: kid("user") },
  )
  const paid = await sdJwt(
    keys.user,
    { ...payment(sha256(jwt)), iat: seconds, exp: seconds + 60 },
    {},
    { kid: kid("user") },
  )
  const receipt = (by: Pair, who: "shop" | "bank", mandate: string, more: object) =>
    token(
      by,
      { status: "Success", iss: places[who], iat: seconds, reference: sha256(mandate), ...more },
      { kid: kid(who) },
    )
  return {
    bundle: {
      checkoutMandate: checkout,
      paymentMandate: paid,
      checkoutReceipt: await receipt(keys.shop, "shop", checkout, { order_id: "order-1" }),
      paymentReceipt: await receipt(keys.bank, "bank", paid.split("~")[0] ?? "", { payment_id: "p-1" }),
    },
    texts: textsOf(keys),
  }
}

describe("a purchase of AP2", () => {
  it("Rule 4.2 holds at a dispute with both mandates and both receipts", async () => {
    const { bundle, texts } = await direct()
    const fetched = recognise(JSON.stringify(bundle))?.needs.filter((url) => !url.startsWith("court:"))
    expect(new Set(fetched)).toEqual(new Set(Object.keys(texts)))
    const found = read(bundle, texts)
    expect(failed(found)).toEqual([])
    expect(found?.signers.map(({ role, valid }) => [role, valid])).toEqual([
      ["user", true],
      ["merchant", true],
      ["merchant", true],
      ["processor", true],
    ])
    expect(found?.statement.map(({ by, text }) => `${by}: ${text}`)).toEqual([
      `user: Checkout mandate: it accepts the checkout ${sha256String(bundle)}.`,
      `user: Payment mandate: 199.00 USD to Shop by card, for the checkout ${sha256String(bundle)}.`,
      "merchant: Checkout: order-1 at Shop, for 199.00 USD.",
      "merchant: Checkout: 1 of “Gold shoes”.",
      "merchant: Checkout receipt: status Success, order_id order-1, by shop.example at 2026-11-24T12:00:00.000Z.",
      "processor: Payment receipt: status Success, payment_id p-1, by bank.example at 2026-11-24T12:00:00.000Z.",
    ])
  })

  it("Rule 4.2 whose checkout is signed by Ed25519 says that its hash could be guessed", async () => {
    const { bundle, texts } = await direct(await ed25519())
    expect(failed(read(bundle, texts))).toEqual(["checkout_jwt: signature", "checkout_jwt: algorithm"])
  })

  it.each([
    ["9007199254740993", "for 90071992547409.93 USD"],
    ["1e400", "for 1e400 USD"],
    ["1.10", "for 1.10 USD"],
  ])("Rule 4.11 given a total of %s, then it is shown digit for digit: %s", async (digits, words) => {
    const text = JSON.stringify(order).replace("19900", digits)
    const { bundle, texts } = await direct(undefined, text)
    expect(read(bundle, texts)?.statement.map((one) => one.text)).toContainEqual(
      expect.stringContaining(words),
    )
  })

  it("Rule 4.2 with mandates of two purchases, or receipts of other mandates, says so", async () => {
    const [one, other] = [await direct(), await direct()]
    const mixed = read({ ...one.bundle, paymentMandate: other.bundle.paymentMandate }, one.texts)
    expect(failed(mixed)).toContain("transaction_id")
    expect(failed(mixed)).toContain("payment receipt: reference")
    // The second user key speaks under a role of its own.
    expect(mixed?.signers.map(({ role }) => role)).toContain("user 2")
    expect(failed(read({ checkoutReceipt: one.bundle.checkoutReceipt }, one.texts))).toEqual([
      "checkout receipt: reference",
    ])
    expect(failed(read({ paymentMandate: one.bundle.paymentMandate }, one.texts))).toEqual([])
    expect(failed(read({ checkoutMandate: "x", paymentReceipt: "y" }))).toEqual([
      "checkoutMandate",
      "paymentReceipt",
    ])
  })

  it("Rule 4.2 with a changed, a foreign or a hidden disclosure says so", async () => {
    const keys = await es256()
    const made = await sdJwt(
      keys,
      { vct: "mandate.checkout.1", checkout_hash: "h" },
      { checkout_jwt: "j" },
      { jwk: keys.jwk },
    )
    const [jwt = "", disclosure = ""] = made.split("~")
    const mandate = (...parts: ReadonlyArray<string>) =>
      failed(read({ checkoutMandate: `${[jwt, ...parts].join("~")}~` }))
    expect(mandate(disclosure)).not.toContain("checkout mandate: disclosures")
    expect(mandate(disclosure, encode(["salt", "more", 1]))).toContain("checkout mandate: disclosures")
    for (const wrong of ["AAAA", encode(["salt", "_sd", 1]), encode([1])])
      expect(mandate(wrong)).toContain("checkout mandate: disclosures")
    expect(mandate()).toContain("checkout_hash")
    const strange = await token(keys, { vct: "mandate.checkout.1", _sd_alg: "md5" }, { jwk: keys.jwk })
    expect(failed(read({ checkoutMandate: `${strange}~` }))).toContain("checkout mandate: disclosures")
    const digest = sha256(disclosure)
    for (const payload of [
      { _sd: [digest, digest] },
      { _sd: [digest], checkout_jwt: 1 },
      { _sd: [5], a: [{ "...": 5 }, { "...": digest }] },
    ]) {
      const text = await token(keys, payload, { jwk: keys.jwk })
      expect(failed(read({ checkoutMandate: `${text}~${disclosure}~` }))?.length).toBeGreaterThan(2)
    }
    expect(failed(read({ checkoutMandate: Array.from({ length: 5 }, () => `${jwt}~`).join("~") }))).toEqual([
      "checkoutMandate",
    ])
  })

  it("Rule 4.11 without one of its four members says which checks were therefore not made", async () => {
    const { bundle, texts } = await direct()
    expect(notMade(read(bundle, texts))).toEqual([])
    for (const name of Object.keys(bundle)) {
      const { [name]: _, ...rest } = bundle
      expect(notMade(read(rest, texts))).toEqual([
        expect.stringMatching(new RegExp(`^${name} is not presented\\. Not checked: \\w`)),
      ])
    }
    expect(notMade(read({ paymentMandate: bundle.paymentMandate }, texts))).toHaveLength(3)
  })

  it("Rule 4.2 disclosures inside disclosures end, however deep they nest", async () => {
    const keys = await es256()
    let inner = encode(["s", "end"])
    const all = [inner]
    for (let i = 0; i < 120; i++) {
      inner = encode(["s", [{ "...": sha256(inner) }]])
      all.push(inner)
    }
    const text = await token(keys, { a: [{ "...": sha256(inner) }] }, { jwk: keys.jwk })
    const found = read({ checkoutMandate: `${[text, ...all].join("~")}~` })
    expect(failed(found)).toContain("checkout mandate: disclosures")
  })
})

const sha256String = (bundle: { readonly [name: string]: string }): string => {
  const [jwt = ""] = (bundle.checkoutMandate ?? "").split("~")
  return JSON.parse(Buffer.from(jwt.split(".")[1] ?? "", "base64url").toString()).checkout_hash
}

const autonomous = async (
  constraints: { checkout?: ReadonlyArray<unknown>; payment?: ReadonlyArray<unknown> } = {},
  bound = true,
) => {
  const keys = { user: await es256(), shop: await es256(), bank: await es256() }
  const agent = await es256()
  const jwt = await token(keys.shop, order, { kid: kid("shop") })
  const cnf = bound ? { cnf: { jwk: agent.jwk } } : {}
  const open = (purpose: string, list: ReadonlyArray<unknown>) =>
    sdJwt(
      keys.user,
      { delegate_payload: [{ vct: `mandate.${purpose}.open.1`, constraints: list, ...cnf }], iat: seconds },
      {},
      { kid: kid("user") },
    )
  const openCheckout = await open("checkout", constraints.checkout ?? [])
  const reference = { type: "payment.reference", conditional_transaction_id: sha256(openCheckout) }
  const openPayment = await open("payment", constraints.payment ?? [reference])
  const close = async (before: string, payload: object, mode = "sd_hash") => {
    const hash = mode === "sd_hash" ? sha256(before) : sha256(before.split("~")[0] ?? "")
    return `${before}~${await sdJwt(agent, { delegate_payload: [payload], iat: seconds, [mode]: hash })}`
  }
  return {
    bundle: {
      checkoutMandate: await close(openCheckout, {
        vct: "mandate.checkout.1",
        checkout_hash: sha256(jwt),
        checkout_jwt: jwt,
      }),
      paymentMandate: await close(openPayment, payment(sha256(jwt)), "issuer_jwt_hash"),
    },
    texts: textsOf(keys),
  }
}

describe("a purchase of AP2 by an agent", () => {
  it("Rule 4.2 within its open mandates holds, and each constraint is a check", async () => {
    const { bundle, texts } = await autonomous()
    const found = read(bundle, texts)
    expect(failed(found)).toEqual([])
    expect(found?.signers.map(({ role }) => role)).toContain("agent")
    expect(found?.checks.map(({ check }) => check)).toContain("constraint payment.reference")
    expect(found?.statement.map(({ by }) => by)).toContain("user")
  })

  it("Rule 4.2 whose constraint is unknown fails by its name", async () => {
    const { bundle, texts } = await autonomous({ checkout: [{ type: "checkout.moon_phase" }, 5] })
    expect(failed(read(bundle, texts))).toEqual(["constraint checkout.moon_phase", "constraint “”"])
  })

  it("Rule 4.2 by an agent to which nobody passed the mandate on, or with another hash, is not valid", async () => {
    const { bundle, texts } = await autonomous({}, false)
    const found = read(bundle, texts)
    expect(failed(found)).toContain("checkout mandate, token 2: cnf")
    expect(found?.signers.filter(({ role }) => role.startsWith("agent")).every(({ valid }) => !valid)).toBe(
      true,
    )
    const [one, other] = [await autonomous(), await autonomous()]
    const [open] = one.bundle.checkoutMandate.split("~~")
    const [, closed] = other.bundle.checkoutMandate.split("~~")
    const mixed = read({ checkoutMandate: `${open}~~${closed}` }, one.texts)
    expect(failed(mixed)).toContain("checkout mandate, token 2: sd_hash")
    expect(failed(mixed)).toContain("checkout mandate, token 2: signature")
  })

  it("Rule 4.2 the examples of the specification are read: the agent's token is by the key that the user named", () => {
    const found = examine(
      JSON.stringify({ checkoutMandate: samples.checkout, paymentMandate: samples.payment }),
      documents(),
      now,
    )
    const held = found?.checks.filter(({ holds }) => holds).map(({ check }) => check)
    for (const purpose of ["checkout", "payment"])
      for (const check of ["signature", "sd_hash", "disclosures", "vct"])
        expect(held).toContain(`${purpose} mandate, token 2: ${check}`)
    expect(held).toContain("checkout_hash")
    expect(held).toContain("transaction_id")
    expect(held).toContain("constraint payment.amount_range")
    expect(held).toContain("constraint payment.allowed_payees")
    expect(found?.statement.map(({ text }) => text)).toContain(
      "Payment mandate: 199.00 USD to “Demo Merchant” by card, for the checkout NivWhuqfzcvZNapvIEJ2-3tsdQLkiuIcye2g46WVgX8.",
    )
  })
})
