/** Which instant is that of the dealing, and whose stake counts there. */
import { describe, expect, it } from "vitest"
import { acceptConsent } from "../bench/index.ts"
import { reviewDealing } from "../dealings/index.ts"
import { readDisposition } from "../judgments/index.ts"
import { hours } from "../kernel/Time.ts"
import { offered } from "../quotes/testing/Given.ts"
import { agent } from "../testing/Agents.ts"
import { start } from "../testing/Context.ts"
import { offerConsent } from "./Consent.ts"
import { fileMatter } from "./FileMatter.ts"
import { Matters } from "./Matter.ts"
import type { Filing } from "./Pleading.ts"
import { dealingOf } from "./Suits.ts"
import { type Dealt, dealt, quotes, staked } from "./testing/Dealt.ts"

/** The sum that may be ordered against the seller in a matter of the buyer, of a million cents sought. */
const capOf = async (court: Dealt, changes: Partial<Filing>): Promise<number> => {
  const matterId = await court.file("buyer", changes)
  const citation = await court.settle(matterId, 1_000_000)
  const { orders } = await court.ask(readDisposition, { citation })
  return orders[0]?.amountCents ?? 0
}

describe("the instant of the dealing", () => {
  it("Rule 5.3B the acceptance of the quote counts, whatever the claim states", async () => {
    const court = await dealt()
    await court.stake("seller", 10 * staked)
    court.advance(hours(1))
    expect(await capOf(court, { quoteId: quotes.q, dealingAt: court.now() })).toBe(staked)
  })

  it("Rule 5.3B an early instant that the claim states finds no older stake where a quote shows the dealing", async () => {
    const court = await dealt()
    await court.stake("seller", 0)
    court.advance(1)
    await court.quoted(quotes.other)
    court.advance(1)
    expect(await capOf(court, { quoteId: quotes.other, dealingAt: start + 1 })).toBe(0)
  })

  it("Rule 5.3B else the lodgement of the earliest entry counts that names both parties and that the respondent lodged", async () => {
    const court = await dealt()
    const strange = await court.lodge("buyer", "somebody")
    await court.stake("seller", 2 * staked)
    court.advance(1)
    const late = await court.lodge("seller", "buyer")
    const dealings = [late, strange]
    court.advance(1)
    await court.stake("seller", 3 * staked)
    court.advance(1)
    expect(await capOf(court, { dealings, dealingAt: court.now() })).toBe(2 * staked)
    const [theirs, own] = [court.dealings.first, court.dealings.second]
    expect(await capOf(court, { dealings: [theirs, own], dealingAt: court.now() })).toBe(staked)
  })

  it("Rule 5.3B given an entry of the claimant, when the respondent confirms it, then its lodgement counts alone", async () => {
    // given a stake that has been lowered since the claimant lodged its entry
    const court = await dealt()
    await court.stake("seller", 100)
    court.advance(1)
    // when the respondent has confirmed the entry
    await court.act(
      reviewDealing,
      { id: court.dealings.second, outcome: "confirmed" as const },
      court.agents.seller,
    )
    // then the stake at its lodgement counts
    expect(await capOf(court, { dealings: [court.dealings.second] })).toBe(staked)
  })

  it.each(["contested", null] as const)(
    "Rule 5.3B given an entry that the claimant alone lodged, when its review is %s, then it chooses no higher stake than that at filing",
    async (outcome) => {
      // given an entry that the claimant lodged while the stake of the respondent was higher
      const court = await dealt()
      await court.stake("seller", 100)
      court.advance(1)
      const { seller } = court.agents
      if (outcome !== null) await court.act(reviewDealing, { id: court.dealings.second, outcome }, seller)
      // when it claims on that entry, then the lower stake counts
      expect(await capOf(court, { dealings: [court.dealings.second] })).toBe(100)
    },
  )

  it("Rule 5.3B given an entry that the claimant alone lodged, when the stake was lower then than at filing, then that lower stake counts", async () => {
    const court = await dealt()
    await court.stake("seller", 5 * staked)
    court.advance(1)
    expect(await capOf(court, { dealings: [court.dealings.second], dealingAt: court.now() })).toBe(staked)
  })

  it.each([
    ["before it was raised and lowered again", 0, 100],
    ["while it was low", 1, 100],
    ["at filing", 2, 5 * staked],
  ])(
    "Rule 5.3 else the lower of the stakes at the instant stated and at filing counts: %s",
    async (_, stated, cap) => {
      const court = await dealt()
      await court.stake("seller", stated === 0 ? 5 * staked : 100)
      court.advance(hours(1))
      const before = court.now()
      await court.stake("seller", stated === 0 ? 100 : 5 * staked)
      court.advance(hours(1))
      expect(await capOf(court, { dealingAt: stated === 2 ? court.now() : before - 1 })).toBe(cap)
    },
  )

  it("Rule 5.3A a stake counts from its own instant", async () => {
    const court = await dealt()
    const lodged = await court.lodge("seller", "buyer")
    await court.stake("seller", 7)
    expect(await capOf(court, { dealings: [lodged] })).toBe(7)
  })

  it("Rule 4.1 a dealing before 2020 or in the future is refused, so that no claim reads a stake of another time", async () => {
    const court = await dealt()
    const first = Date.UTC(2020, 0)
    for (const dealingAt of [first - 1, 0, -1, Date.UTC(1969, 6, 20), court.now() + 1])
      expect(await court.fileCode("buyer", { dealingAt })).toBe("dealing_instant")
    expect(await court.fileCode("buyer", { dealingAt: first })).toBeNull()
    expect(await court.fileCode("buyer", { dealingAt: court.now() })).toBeNull()
  })

  it("Rule 5.3B an entry shows the dealing only if it named the agent itself at lodgement, and no entry names a respondent that nobody holds", () => {
    const [claimant, respondent] = [agent("buyer"), agent("seller")]
    const dealing = {
      id: "d",
      sha256: "ab".repeat(32),
      kind: null,
      label: null,
      lodger: "buyer",
      lodgedAt: start - 9,
      dealingAt: null,
      ref: null,
      counterparty: "seller",
      counterpartyId: null,
      valueCents: null,
      review: null,
    }
    const given = { quote: null, dealings: [dealing], claimant, respondent }
    const byStatement = { dealingAt: start - 5, stakeAt: [start - 5, start] }
    expect(dealingOf(given, start - 5, start)).toEqual(byStatement)
    expect(dealingOf({ ...given, respondent: null }, start - 5, start)).toEqual(byStatement)
    const named = { ...given, dealings: [{ ...dealing, counterpartyId: respondent.id }] }
    const byLodgement = { dealingAt: start - 9, stakeAt: [start - 9, start] }
    expect(dealingOf(named, start - 5, start)).toEqual(byLodgement)
    const quote = offered({ acceptedAt: null })
    expect(dealingOf({ ...named, quote }, start - 5, start)).toEqual(byLodgement)
  })
})

describe("the currency of a matter", () => {
  it("Rule 4.1 a claim in another currency than USD is refused, and a claim that states USD is received in USD", async () => {
    const court = await dealt()
    for (const currency of ["VND", "KWD", "XAU"])
      expect(await court.fileCode("buyer", { currency })).toBe("currency_unsupported")
    const { matter } = await court.act(
      fileMatter,
      court.against("buyer", { currency: "USD" }),
      court.agents.buyer,
    )
    expect(matter.currency).toBe("USD")
  })

  it("Rule 5.3A a quote in another currency founds a matter whose sums are in USD, capped by the stake in USD", async () => {
    const court = await dealt()
    await court.quoted(quotes.dong, { currency: "VND", priceCents: 50_000_000 })
    const matterId = await court.file("buyer", { quoteId: quotes.dong })
    const orders = [
      {
        kind: "pay",
        text: "Pay.",
        amountCents: 50_000_000,
        against: "seller",
        inFavourOf: "buyer",
        restsOn: [],
      },
    ] as const
    const { offerId } = await court.act(offerConsent, { id: matterId, orders }, court.agents.buyer)
    const { citation } = await court.act(acceptConsent, { id: matterId, offerId }, court.agents.seller)
    const { orders: made } = await court.ask(readDisposition, { citation })
    expect(made).toMatchObject([{ currency: "USD", amountCents: staked }])
    const stored = await court.read((reader) => reader.find(Matters, matterId))
    expect(stored).toMatchObject({ value: { currency: "USD" } })
  })
})
