/** The facts of payments beyond a mandate, read from the records of a court and the papers of their matter. */
import { describe, expect, it } from "vitest"
import { drawUp } from "../account/index.ts"
import { notarise, reviewDealing } from "../dealings/index.ts"
import { artifact, signer } from "../evidence/testing/Artifacts.ts"
import { published } from "../kernel/Schedule.ts"
import { fileDefence } from "../matters/index.ts"
import { ProvenKey } from "../proofs/index.ts"
import { till, txid, usdc } from "./testing/Accepted.ts"
import { paying, type Terms } from "./testing/Paid.ts"

const mandate = "aa".repeat(32)
const receipt = "bb".repeat(32)
const unknown = { facts: [], rules: [], authorities: [] }

/** A court in which the buyer paid 450 USDC from its wallet to the seller's till, where its mandate allowed 100. */
const court = async () => {
  const made = await paying(35_000)
  const { now, advance } = made
  await made.proves("buyer", "jwk:owner")
  await made.proves("seller", "jwk:shop")
  await made.proves("seller", ProvenKey.fingerprintOf({ address: till }), till)
  advance(1000)
  const grantedAt = now()
  advance(60_000)
  const terms = {
    kind: "mandate",
    by: "issuer",
    grantedBy: "owner",
    mandate,
    receipt,
    signed: "cc".repeat(32),
    transaction: txid,
    grantedAt,
    takenAt: now(),
    currency: "USDC",
    limit: "100000000",
    taken: "450000000",
    forbids: false,
  } as const satisfies Terms
  const paper = (over: Partial<Extract<Terms, { kind: "mandate" }>> = {}, owner = "jwk:owner") =>
    artifact({
      format: "dispute_jwt",
      signers: [
        signer({ role: "owner", fingerprint: owner, signedAt: null }),
        signer({ role: "issuer", fingerprint: "jwk:shop", signedAt: null }),
      ],
      statement: [],
      terms: [{ ...terms, ...over }],
    })
  const response = (status = 500): string =>
    artifact({
      format: "http_message",
      signers: [signer({ fingerprint: "jwk:shop", signedAt: null })],
      terms: [
        { kind: "response", by: "seller", url: "https://x.example", status, payment: "h", transaction: txid },
      ],
    })
  const lodge = (more: object = {}) => made.lodge("mandate", mandate, more)
  const pays = (ref: string, more: object = {}, by = made.agents.buyer) =>
    made.pays(ref, { valueCents: 45_000, sha256: receipt, ...more }, by)
  const sees = () => made.sees("450000000")
  const files = (
    on: string,
    contents: ReadonlyArray<string>,
    cause: Parameters<typeof made.files>[2] = "mandate",
  ) => made.files(on, contents, cause)
  const balance = async (id: string) => {
    const found = await made.deal(id)
    return found === null ? null : drawUp(found, now(), published.at(now())).balance
  }
  /** The balance once these papers are filed on a payment that its chain has shown. */
  const claimed = async (...contents: ReadonlyArray<string>) => {
    const { id } = await lodge()
    await pays(id, { txid })
    await sees()
    advance(1000)
    await files(id, contents)
    advance(1000)
    return balance(id)
  }
  return { ...made, paper, response, lodge, pays, sees, files, balance, claimed }
}

describe("the facts of payments beyond a mandate", () => {
  it("PD15 §16 given a mandate that was lodged, a payment that its chain has shown, and the papers, then the part over the limit is owed", async () => {
    const { lodge, pays, sees, deal, files, balance, paper, response, act, agents, advance } = await court()
    const { id } = await lodge()
    expect(await deal(id)).toBeNull()
    await pays(id, { txid })
    expect(await deal(id)).toBeNull()
    await sees()
    advance(1000)
    expect(await deal(id)).toMatchObject({
      kind: "debt",
      id,
      from: "mandate",
      parties: { supplier: agents.buyer.id, buyer: agents.seller.id },
      mandate: { named: [], payments: [{ txid, cents: 45_000, confirmedAt: null }], transfers: [{ txid }] },
    })
    const { matter } = await files(id, [paper(), "Not a paper that is signed."])
    advance(1000)
    expect((await deal(id))?.mandate?.named).toMatchObject([
      {
        by: "supplier",
        receipt,
        signed: "cc".repeat(32),
        transaction: txid,
        limitCents: 10_000,
        takenCents: 45_000,
      },
    ])
    expect(await balance(id)).toBe(35_000)
    const defence = {
      id: matter.id,
      ...unknown,
      responses: [{ n: 1, plea: "deny" as const }],
      evidence: [{ label: "r", kind: "signature" as const, content: response(200) }],
    }
    await act(fileDefence, defence, agents.seller)
    advance(1000)
    expect((await deal(id))?.mandate?.responses).toMatchObject([{ status: 200 }])
    expect(await balance(id)).toEqual({ min: 0, max: 35_000 })
  })

  it("PD15 §16A given the word of the seller, then no chain is needed; a payment that the seller states does not count, and a refund comes off", async () => {
    const { lodge, pays, files, balance, paper, act, agents, advance } = await court()
    const { id } = await lodge()
    const { id: paid } = await pays(id)
    await pays(id, { counterparty: "buyer" }, agents.seller)
    await pays(id, { kind: "refund", valueCents: 5_000 })
    await act(reviewDealing, { id: paid, outcome: "confirmed" }, agents.seller)
    advance(1000)
    await files(id, [paper({ transaction: null })])
    advance(1000)
    expect(await balance(id)).toBe(30_000)
  })

  it("PD15 §16A given the same mandate lodged thrice, then it is one debt, and payments on each count that name the seller", async () => {
    const { lodge, pays, sees, deal, advance } = await court()
    const made = [await lodge(), await lodge()].map(({ id }) => id).sort()
    advance(1000)
    const { id: third } = await lodge()
    const [first = "", second = ""] = made
    await pays(third, { txid })
    await pays(second, { valueCents: undefined, txid: undefined })
    await pays(second, { counterparty: "third", txid: undefined })
    await sees()
    advance(1000)
    for (const id of [first, second, third]) {
      const found = await deal(id)
      expect(found).toMatchObject({ id: first, mandate: { payments: expect.any(Array) } })
      expect(found?.mandate?.payments.map(({ cents }) => cents).sort()).toEqual([0, 45_000])
    }
  })

  it("PD15 §16 a mandate that somebody else signed, another mandate, or a receipt of nobody's: nothing is owed", async () => {
    for (const papers of [
      (await court()).paper({}, "jwk:stranger"),
      (await court()).paper({ mandate: "cc".repeat(32) }),
      (await court()).paper({ by: "somebody" }),
    ])
      expect(await (await court()).claimed(papers)).toBe(0)
  })

  it("PD15 §16B sums in units of another kind: dollars are cents, a token has its own decimals, and others are not reckoned", async () => {
    const of = async (over: object) => {
      const made = await court()
      return made.claimed(made.paper(over))
    }
    expect(await of({ currency: "USD", limit: "10000", taken: "45000" })).toBe(35_000)
    expect(await of({ currency: usdc })).toBe(35_000)
    // The limit is rounded up to the cent.
    expect(await of({ limit: "100000001" })).toBe(34_999)
    expect(await of({ limit: "0" })).toBe(45_000)
    for (const currency of ["EUR", "BTC", ""]) expect(await of({ currency })).toBe(0)
    expect(await of({ limit: "1e3" })).toBe(0)
    expect(await of({ currency: "USD", limit: "99999999999999999" })).toBe(0)
    expect(await of({ currency: "EUR", forbids: true })).toBe(45_000)
    expect(await of({ limit: null, taken: null })).toBe(0)
  })

  it("PD15 §10 given an entry of another kind, or a mandate under the cause debt, then the claim is refused", async () => {
    const { lodge, pays, sees, files, advance, act, agents } = await court()
    const { id } = await lodge()
    await expect(files(id, [])).rejects.toThrow("deal_wanted")
    await pays(id, { txid })
    await sees()
    advance(1000)
    await expect(files(id, [], "debt")).rejects.toThrow("deal_wanted")
    const refund = { kind: "refund", counterparty: "seller", sha256: mandate, valueCents: 5 } as const
    const { id: debt } = await act(notarise, refund, agents.buyer)
    await expect(files(debt, [])).rejects.toThrow("deal_wanted")
    expect(await lodge({ counterparty: undefined })).toBeDefined()
  })

  it("PD15 §16 an entry that names nobody is not a debt", async () => {
    const { lodge, deal } = await court()
    const { id } = await lodge({ counterparty: undefined })
    expect(await deal(id)).toBeNull()
  })
})
