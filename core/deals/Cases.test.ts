/** The cases of a claimant on the deals of its claim, and what its orders ask. */
import { describe, expect, it } from "vitest"
import { notarise, reviewDealing } from "../dealings/index.ts"
import { published } from "../kernel/Schedule.ts"
import type { Pleading } from "../matters/index.ts"
import { dealt } from "../matters/testing/Dealt.ts"
import { claim } from "../testing/Matters.ts"
import { askedIn, casesOf } from "./Cases.ts"

const order = (on: string): Pleading.OrderSought => ({
  kind: "pay",
  text: "Pay.",
  against: "buyer",
  inFavourOf: "seller",
  restsOn: [],
  cause: "debt",
  on,
})

const court = async () => {
  const made = await dealt()
  const { act, agents, enrolled, read, now } = made
  const stranger = await enrolled("stranger", "op-9")
  const invoice = async (counterparty: "buyer" | "stranger") => {
    const sha256 = counterparty === "buyer" ? "0a".repeat(32) : "0b".repeat(32)
    const { id } = await act(
      notarise,
      { sha256, kind: "invoice", counterparty, valueCents: 700 },
      agents.seller,
    )
    await act(reviewDealing, { id, outcome: "confirmed" }, counterparty === "buyer" ? agents.buyer : stranger)
    return id
  }
  const cases = (orders: ReadonlyArray<Pleading.OrderSought> | undefined) => {
    const { orders: _, ...pleading } = claim()
    const filing = { claim: orders === undefined ? pleading : { ...pleading, orders } }
    const { buyer: respondent, seller: claimant } = agents
    const claiming = { filing, claimant, respondent, quote: null, suits: null }
    return read((reader) => casesOf(reader, claiming, { now: now(), terms: published.at(now()) }))
  }
  return { invoice, cases }
}

describe("the cases of a claimant", () => {
  it("PD15 §3 given a debt of the respondent, then there is a case on it, and no case on a debt of somebody else or on no deal", async () => {
    const { invoice, cases } = await court()
    const told = await cases([order(await invoice("buyer"))])
    expect(told).toMatchObject([{ held: { heldCents: 0, escrows: [] }, told: { side: "supplier" } }])
    expect(await cases([order(await invoice("stranger"))])).toEqual([])
    expect(await cases(undefined)).toEqual([])
  })

  it.each<
    readonly [string, ReadonlyArray<Pick<Pleading.OrderSought, "kind" | "amountCents">>, number | null]
  >([
    ["no payment", [{ kind: "declaration" }], null],
    [
      "two payments",
      [
        { kind: "pay", amountCents: 300 },
        { kind: "pay", amountCents: 400 },
      ],
      700,
    ],
    ["a payment without a sum, which is refused elsewhere", [{ kind: "pay" }], 0],
  ])("PD15 §3 given orders that ask for %s, then that is what they ask", (_, orders, asked) => {
    expect(askedIn(orders)).toBe(asked)
  })
})
