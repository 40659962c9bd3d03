/** The records that the parties of a quote signed of its delivery, and the deals that they name. */
import { Option } from "effect"
import { describe, expect, it } from "vitest"
import type { Verified } from "../evidence/index.ts"
import * as Changed from "../kernel/Change.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { published } from "../kernel/Schedule.ts"
import { textOf } from "../kernel/Text.ts"
import { hours } from "../kernel/Time.ts"
import { type Dealt, dealt, quotes } from "../matters/testing/Dealt.ts"
import { Quote } from "../quotes/index.ts"
import { start } from "../testing/Context.ts"
import { put } from "../testing/Put.ts"
import { dealOfQuote } from "./Quoted.ts"

type Terms = NonNullable<Verified.Verified["terms"]>[number]
type Delivery = Extract<Terms, { readonly kind: "delivery" }>
const document = textOf({
  version: "court.criteria/1",
  artifact: { bytesMax: 9 },
  checks: [{ id: "a", kind: "json" }],
})
const criteria = document.sha256
const said: Delivery = {
  kind: "delivery",
  by: "signer",
  deal: "task-1",
  says: "accepted",
  millionths: 0,
  sha256: null,
  criteria: null,
  signedAt: 7,
}
const offer: Terms = {
  kind: "offer",
  by: "signer",
  resourceUrl: "https://seller.example",
  network: "eip155:8453",
  asset: "0x1",
  payTo: "0x2",
  amount: "1",
  validUntil: null,
}

/** The records of a quote with the reference `task-1`, in a claim that is about to be filed with such pieces. */
const signedIn = async (
  pieces: ReadonlyArray<readonly [agent: string, terms: Terms] | null>,
  owed = false,
  prepare: (court: Dealt) => Promise<unknown> = async () => undefined,
  ref = "task-1",
  replaces: string | null = null,
) => {
  const court = await dealt()
  await prepare(court)
  const remedies = null
  await court.act(put, [Changed.blob(document.sha256, document.text)], { role: "public" })
  await court.quoted(quotes.other, {
    ref,
    replaces,
    ...(owed ? { owed: { criteriaSha256: criteria, delivery: "court", remedies } } : {}),
  })
  const evidence = pieces.map((piece, i) => {
    const verified: Verified.Verified | null = piece && {
      format: "jws",
      signers: [{ role: "signer", key: "k", agent: piece[0] }],
      checks: [{ check: "authority", holds: true, why: "It is the key of the agent." }],
      statement: [],
      terms: [piece[1]],
      asOf: court.now(),
    }
    return { content: `piece ${i}`, verified }
  })
  const filing = { claimant: court.agents.buyer.id, paper: { at: 9, evidence } }
  const context = { now: court.now(), terms: published.at(court.now()) }
  const quote = Option.getOrThrow(await court.read((reader) => reader.find(Quote.Quotes, quotes.other)))
  const deal = await court.read((reader) => dealOfQuote(reader, quote, context, null, null, filing))
  return deal?.signed
}

describe("the signed records of a quote", () => {
  it("PD15 §5A given records that name the quote by its reference or its id, then each counts for the side whose key signed it", async () => {
    const undelivered = { ...said, deal: quotes.other, says: "undelivered", millionths: 5 } as const
    expect(
      await signedIn([
        ["buyer", said],
        ["seller", undelivered],
      ]),
    ).toEqual([
      {
        id: sha256Hex("piece 0"),
        by: "buyer",
        at: 9,
        signedAt: 7,
        says: "accepted",
        millionths: 0,
        sha256: null,
      },
      {
        id: sha256Hex("piece 1"),
        by: "supplier",
        at: 9,
        signedAt: 7,
        says: "undelivered",
        millionths: 5,
        sha256: null,
      },
    ])
  })

  it("PD15 §5A given another deal, another agent, other terms or a letter, then the quote has no such record", async () => {
    expect(
      await signedIn([["buyer", { ...said, deal: "task-2" }], ["stranger", said], ["seller", offer], null]),
    ).toBeUndefined()
  })

  it("PD15 §5A given a record that names criteria, then it is only of a quote with these criteria", async () => {
    const named: readonly [string, Terms] = ["buyer", { ...said, criteria }]
    expect(await signedIn([named], true)).toHaveLength(1)
    expect(await signedIn([named])).toBeUndefined()
    expect(await signedIn([["buyer", said]], true)).toHaveLength(1)
  })

  /** Another quote of the two with the same reference. */
  const second =
    (changes: Partial<Quote.Quote> = {}, id: string = quotes.dong) =>
    (court: Dealt) =>
      court.quoted(id, { ref: "task-1", ...changes })
  const later = { ...said, signedAt: start + hours(1) }
  const counts = async (terms: Delivery, prepare: (court: Dealt) => Promise<unknown>, by = "buyer") =>
    (await signedIn([[by, terms]], false, prepare)) !== undefined

  it("PD15 §5B given two quotes of the pair with one reference, then an acceptance that names it counts for neither of them", async () => {
    expect(await counts(later, async () => undefined)).toBe(true)
    expect(await counts(later, second())).toBe(false)
    expect(await counts(later, second({ acceptedAt: later.signedAt }))).toBe(false)
    // It does not matter that the other was closed or settled before: the acceptance may be of what it delivered.
    expect(await counts(later, second({ status: "settled", endedAt: start }))).toBe(false)
  })

  it("PD15 §5B given a quote that was accepted later, was never accepted, has another reference, or is of another pair, then the acceptance counts", async () => {
    expect(await counts(later, second({ acceptedAt: later.signedAt + 1 }))).toBe(true)
    expect(await counts(later, second({ status: "offered", acceptedAt: null }))).toBe(true)
    expect(await counts(later, second({ ref: "task-2" }))).toBe(true)
    const third = async (court: Dealt) => {
      const { id } = await court.enrolled("third", "op-3")
      return second({ supplier: { id, handle: "third", operatorId: "op-3" } })(court)
    }
    expect(await counts(later, third)).toBe(true)
  })

  it("PD15 §5B given an acceptance that names a quote by its id, then it is of no other quote, whatever reference that one has", async () => {
    expect(await counts({ ...later, deal: quotes.other }, second())).toBe(true)
    expect(await counts({ ...later, deal: quotes.other }, second({ ref: quotes.other }))).toBe(true)
    const taken = await signedIn([["buyer", { ...later, deal: quotes.q }]], false, second(), quotes.q)
    expect(taken).toBeUndefined()
  })

  it("PD15 §5B given a quote that this one replaced, then the two are one deal", async () => {
    const before = second({ status: "replaced", replacedBy: quotes.other })
    expect(await signedIn([["buyer", later]], false, before, "task-1", quotes.dong)).toHaveLength(1)
  })

  it("PD15 §5B given two quotes with one reference, then what their supplier says that it did not deliver counts on both", async () => {
    const undelivered = { ...later, says: "undelivered", millionths: 5 } as const
    expect(await counts(undelivered, second(), "seller")).toBe(true)
  })
})
