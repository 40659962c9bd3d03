/** The records that the parties of a quote signed of its delivery, and the deals that they name. */
import { Option } from "effect"
import { describe, expect, it } from "vitest"
import type { Verified } from "../evidence/index.ts"
import * as Changed from "../kernel/Change.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { published } from "../kernel/Schedule.ts"
import { textOf } from "../kernel/Text.ts"
import { dealt, quotes } from "../matters/testing/Dealt.ts"
import { Quote } from "../quotes/index.ts"
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
) => {
  const court = await dealt()
  const remedies = null
  await court.act(put, [Changed.blob(document.sha256, document.text)], { role: "public" })
  await court.quoted(quotes.other, {
    ref: "task-1",
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
})
