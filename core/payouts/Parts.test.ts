/** Payouts of a part of a hold, while something else on its quote may still take the rest. */
import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import type { Determination } from "../account/index.ts"
import type { Judge } from "../bench/index.ts"
import { pay } from "../bench/testing/Cases.ts"
import { type Escrow, type Hold, records as holdRecords, sayUnspent } from "../holds/index.ts"
import { buyer, type Chain, funded, hold, holding, quoteId, seller } from "../holds/testing/Court.ts"
import { Judgment } from "../judgments/index.ts"
import type { Actor } from "../kernel/Actor.ts"
import * as Changed from "../kernel/Change.ts"
import { needPresent } from "../kernel/Defect.ts"
import { days, hours } from "../kernel/Time.ts"
import { Matter, records as matterRecords, Suits } from "../matters/index.ts"
import { start } from "../testing/Context.ts"
import { requestPayout } from "./Instruct.ts"
import { passHold } from "./Lapse.ts"
import { readHold } from "./Queries.ts"
import { reportPaidOut } from "./ReportPaidOut.ts"

const { id } = hold()
const { Holds } = holdRecords
const none: Suits.Between = { id: "buyer/seller", suits: [], past: [] }
const second = hold({ id: "01900000-0000-7000-8000-000000000009", holdRef: `0x${"2".repeat(64)}` })
const toSeller = { against: "buyer", inFavourOf: "seller" }
const dismissed: Judge.DraftOrder = { kind: "dismiss", text: "The rest is dismissed." }
const determined = (sums: Partial<Determination.Determination>): Determination.Determination => ({
  deal: { kind: "quote", id: quoteId },
  price: 100_000,
  owed: 0,
  paid: 0,
  refunded: 0,
  balance: 0,
  undecided: null,
  ...sums,
})
/** An account of which 30,000 to 35,000 cents are owed. */
const open = determined({
  owed: { min: 30_000, max: 35_000 },
  balance: { min: 30_000, max: 35_000 },
  undecided: 5_000,
})

/** A court with a hold of 40,000 cents, or with these holds. */
const opened = async (holds: ReadonlyArray<Hold.Hold> = [hold()], chain: Chain = {}) => {
  const court = await holding(holds, chain)
  let matters = 0
  return {
    ...court,
    /** A judgment on the quote in a matter of its own, which determines this and is final. Gives its citation. */
    final: async (
      account: Determination.Determination | null,
      ...orders: ReadonlyArray<Judge.DraftOrder>
    ) => {
      matters += 1
      const judgment = await court.judgedIn({ id: `matter-${matters}` }, ...orders)
      if (account !== null)
        await court.kept([Changed.put(Judgment.Judgments, { ...judgment, determined: [account] })])
      court.advance(hours(73))
      return judgment.citation
    },
    asks: async (citation: string, of = id) => {
      const { payout } = await court.does(requestPayout, { id: of, citation }, seller)
      return [payout.amountToPayeeCents, payout.amountToPayerCents]
    },
    asksNot: (citation: string, by: Actor = buyer, of = id) =>
      court.refuses(requestPayout, { id: of, citation }, by),
    reports: (of = id, by: Actor = seller) => court.does(reportPaidOut, { id: of }, by),
    reportsNot: (by: Actor = seller, of = id) => court.refuses(reportPaidOut, { id: of }, by),
    holds: async () => (await court.read((reader) => reader.findAll(Holds, [id]))).flatMap(Option.toArray),
    /** The judgments stand on the quote, so that each is seen from the other. */
    standing: async (...citations: ReadonlyArray<string>) => {
      const about = await Promise.all(citations.map((_, i) => court.matter(`matter-${i + 1}`)))
      const suits = about.reduce<Suits.Between>(
        (given, one) => Suits.add(given, one, [`quote/${quoteId}`], []),
        none,
      )
      await court.kept([Changed.put(matterRecords.Suits, suits)])
    },
    /** The judgment is vacated. */
    falls: async (citation: string) => {
      const judgment = Option.getOrThrow(
        await court.read((reader) => reader.find(Judgment.Judgments, citation)),
      )
      const vacated = { ...judgment, finality: { status: "vacated", until: null } as const }
      const matter = await court.matter(judgment.matterId)
      const { review } = matter
      await court.kept([
        Changed.put(Judgment.Judgments, vacated),
        ...(review === undefined
          ? []
          : [Changed.put(Matter.Matters, { ...matter, review: { ...review, inForce: [] } })]),
      ])
    },
    shown: async (of = id) => {
      const found = await court.answers(readHold, { id: of }, seller)
      if (typeof found === "string") throw new Error(found)
      return found.hold
    },
  }
}

/** The hold has paid 30,000 cents by a judgment that has fallen since. */
const paidOnFallen = async (court: Awaited<ReturnType<typeof opened>>): Promise<void> => {
  const first = await court.final(open, pay(30_000, toSeller))
  await court.asks(first)
  court.advance(days(2))
  await court.reports()
  await court.falls(first)
}

describe("a judgment that leaves a part of the account undecided", () => {
  it("PD2 §6FC given what it orders, then the payee is paid that, and the rest stays until another judgment decides it", async () => {
    // given a judgment that orders what is owed in any case
    const court = await opened()
    const first = await court.final(open, pay(30_000, toSeller))
    // when the payee has it paid
    expect(await court.asks(first)).toEqual([30_000, 0])
    expect(await court.shown()).toMatchObject({ status: "instructed", restCents: 40_000 })
    court.advance(days(2))
    expect(await court.reports()).toMatchObject({ satisfiedFromHold: [{ citation: first, n: 1 }] })
    // then the hold goes on for the rest
    expect(await court.shown()).toMatchObject({
      status: "confirmed",
      amountCents: 40_000,
      restCents: 10_000,
      paidOut: null,
      parts: [{ citation: first, cents: 30_000, toPayeeCents: 30_000, satisfiedFromHold: [{ n: 1 }] }],
      payout: { status: "spent" },
      next: [{ who: "clock", act: "lapse" }],
    })
    expect(await court.asksNot(first)).toBe("payout_pending_matter")
    // and a judgment that decides the rest divides it
    const second = await court.final(
      determined({ owed: 32_000, paid: 30_000, balance: 2_000 }),
      pay(2_000, toSeller),
    )
    expect(await court.asks(second)).toEqual([2_000, 8_000])
    court.advance(days(2))
    await court.reports()
    expect(await court.shown()).toMatchObject({ status: "paid_out", restCents: 0, next: [] })
  })

  it("PD2 §6FC given a rest that is decided for the payer, then all of the rest goes back, and no more", async () => {
    const court = await opened()
    await court.asks(await court.final(open, pay(30_000, toSeller)))
    court.advance(days(2))
    await court.reports()
    const second = await court.final(determined({ owed: 30_000, paid: 30_000 }), dismissed)
    expect(await court.asks(second)).toEqual([0, 10_000])
  })

  it("PD2 §6FB given an escrow that pays all to one side, then a part is refused, and a hold that the order takes is paid", async () => {
    for (const escrowKind of ["erc8183", "kleros"] as const) {
      const court = await opened([hold({ escrowKind })])
      expect(await court.asksNot(await court.final(open, pay(30_000, toSeller)))).toBe("payout_inexpressible")
      const whole = await opened([hold({ escrowKind, amountCents: 30_000 })])
      expect(await whole.asks(await whole.final(open, pay(30_000, toSeller)))).toEqual([30_000, 0])
    }
  })

  it("PD2 §6FB given a hold that was paid in as many parts as a hold may be, then another part is refused", async () => {
    const court = await opened()
    const first = await court.final(open, pay(30_000, toSeller))
    await court.asks(first)
    court.advance(days(2))
    await court.reports()
    const [stored] = await court.holds()
    const one = { ...needPresent(stored?.parts?.[0], "the part"), cents: 1 }
    await court.kept([
      Changed.put(Holds, { ...needPresent(stored, "the hold"), parts: Array(100).fill(one) }),
    ])
    const second = await court.final(open, pay(500, toSeller))
    expect(await court.asksNot(second)).toBe("payout_inexpressible")
  })

  it("PD2 §6FC given a second request while the part is live, or after it was paid, then nothing is signed twice", async () => {
    const court = await opened()
    const first = await court.final(open, pay(30_000, toSeller))
    await court.asks(first)
    expect(await court.asksNot(first, seller)).toBe("hold_status")
    court.advance(days(2))
    await court.reports()
    for (const by of [buyer, seller]) expect(await court.asksNot(first, by)).toBe("payout_pending_matter")
  })

  it("PD2 §6F given two holds on the quote, then the second pays nothing that the first has paid", async () => {
    const court = await opened([hold(), second])
    const first = await court.final(open, pay(30_000, toSeller))
    await court.asks(first)
    court.advance(days(2))
    await court.reports()
    expect(await court.asksNot(first, seller, second.id)).toBe("payout_pending_matter")
  })

  it("PD2 §6F given a judgment on the rest that did not know of the part, then both together pay no more than is owed", async () => {
    // given two judgments, of which the second determines all of the account, and its stake lets it order little
    const court = await opened()
    const first = await court.final(open, pay(30_000, toSeller))
    const later = await court.final(determined({ owed: 35_000, balance: 35_000 }), pay(2_000, toSeller))
    await court.standing(first, later)
    // when both are paid, in either order
    expect(await court.asks(later)).toEqual([5_000, 0])
    court.advance(days(2))
    await court.reports()
    expect(await court.asks(first)).toEqual([30_000, 0])
    court.advance(days(2))
    await court.reports()
    // then the rest goes back
    expect(await court.asks(later)).toEqual([0, 5_000])
  })

  it("PD2 §6F given other matters on the quote of which one orders no sum and one is undecided, then they take nothing off", async () => {
    const court = await opened()
    const first = await court.final(open, pay(30_000, toSeller))
    const later = await court.final(determined({ owed: 35_000, balance: 35_000 }), pay(2_000, toSeller))
    const judgment = Option.getOrThrow(await court.read((reader) => reader.find(Judgment.Judgments, first)))
    const orders = judgment.orders.map((order) => ({ ...order, amountCents: null }))
    const { review, ...undecided } = await court.matter("matter-1")
    await court.kept([
      Changed.put(Judgment.Judgments, { ...judgment, orders }),
      Changed.put(Matter.Matters, { ...undecided, id: "matter-3", number: 3 }),
    ])
    await court.standing(first, later, "undecided")
    expect(await court.asks(later)).toEqual([35_000, 0])
  })

  it("PD2 §6F given a part paid on a judgment that then falls, when another orders less, then the payee is paid no more", async () => {
    const court = await opened()
    await paidOnFallen(court)
    expect(await court.asks(await court.final(null, pay(20_000, toSeller)))).toEqual([0, 10_000])
  })

  it("PD2 §6F given a part paid on a judgment that then falls, when another orders more, then the payee is paid the difference once", async () => {
    const court = await opened([hold({ amountCents: 31_000 }), second])
    await paidOnFallen(court)
    const later = await court.final(null, pay(33_000, toSeller))
    expect(await court.asks(later)).toEqual([1_000, 0])
    court.advance(days(2))
    expect(await court.reports()).toMatchObject({ notMetInFull: [{ n: 1, shortCents: 2_000 }] })
    expect(await court.asks(later, second.id)).toEqual([2_000, 38_000])
  })

  it("PD2 §6F given a payee that was paid on a judgment that fell, when a claim against it is dismissed, then it keeps that and gets the rest", async () => {
    const court = await opened()
    await paidOnFallen(court)
    expect(await court.asks(await court.final(null, dismissed))).toEqual([10_000, 0])
  })

  it("PD2 §6DA given a part that was paid after the long stop, then the hold waits for what it secures as any other", async () => {
    const court = await opened([hold({ longStopAt: start + days(4) })])
    const first = await court.final(open, pay(30_000, toSeller))
    await court.asks(first)
    court.advance(days(2))
    await court.reports()
    await court.act(passHold, { holdId: id }, { role: "scheduler" })
    expect(await court.shown()).toMatchObject({ status: "lapsed", restCents: 10_000 })
  })
})

describe("the report of a part, where no chain is read", () => {
  const instructed = async () => {
    const court = await opened()
    const first = await court.final(open, pay(30_000, toSeller))
    await court.asks(first)
    return { ...court, first }
  }

  it("PD2 §6H given a report that comes twice, then the second does not end the hold", async () => {
    const court = await instructed()
    expect(await court.reportsNot()).toBe("not_paid_out")
    court.advance(days(2))
    await court.reports()
    expect(await court.reportsNot()).toBe("not_paid_out")
    expect(await court.shown()).toMatchObject({ status: "confirmed", restCents: 10_000 })
  })

  it("PD2 §6H given a payer, then it can't say that the part was paid", async () => {
    const court = await instructed()
    court.advance(days(2))
    expect(await court.reportsNot(buyer)).toBe("not_receiver")
  })

  it("PD2 §6I given a part that nobody reported in time, then it counts as paid until the payee reports it or says that it was not", async () => {
    const court = await instructed()
    court.advance(days(9))
    expect(await court.asksNot(court.first, seller)).toBe("payout_unreported")
    await court.reports()
    expect(await court.shown()).toMatchObject({ status: "confirmed", restCents: 10_000 })
    const other = await instructed()
    other.advance(days(9))
    const { payout } = await other.shown()
    const payoutId = needPresent(payout, "the instruction").id
    await other.does(sayUnspent, { id, payoutId }, seller)
    other.advance(days(4))
    expect(await other.asks(other.first)).toEqual([30_000, 0])
  })
})

describe("the report of a part, where the chain is read", () => {
  const units = (cents: number) => String(BigInt(cents) * 10_000n)
  const paid = (changes: Partial<Escrow.Payment> = {}): Escrow.Payment => ({
    txid: "0x1",
    height: 7,
    blockHash: "0xb",
    at: start + hours(73) + days(2),
    transfers: [{ index: 0, to: "payee", units: units(30_000) }],
    toPayeeUnits: units(30_000),
    toPayerUnits: "0",
    movedUnits: units(30_000),
    holds: true,
    confirmations: 1_000,
    ...changes,
  })
  /** A court that reads a chain on which this was paid, with a live instruction of a part. */
  const reading = async (payment: Escrow.Payment, left = 10_000) => {
    let seen = funded()
    const court = await opened([hold({ read: { at: start, state: "funded" } })], {
      read: () => Effect.sync(() => seen),
      payment: () => Effect.succeed(payment),
    })
    const first = await court.final(open, pay(30_000, toSeller))
    await court.asks(first)
    court.advance(days(2))
    seen = funded({ amountUnits: units(left) })
    return { ...court, first }
  }

  it("PD2 §6H given the transaction of the part, then either side reports it, once, and the escrow is read for the rest from then on", async () => {
    const court = await reading(paid())
    await court.reports(id, buyer)
    expect(await court.shown()).toMatchObject({ restCents: 10_000, parts: [{ txid: "0x1", cents: 30_000 }] })
    expect(await court.reportsNot()).toBe("not_paid_out")
    const later = await court.final(determined({ owed: 30_000, paid: 30_000 }), dismissed)
    expect(await court.asks(later)).toEqual([0, 10_000])
    expect(await court.reportsNot()).toBe("not_paid_out")
  })

  it("PD2 §6H given a transaction that moved another sum while the escrow holds some, then it is not the part", async () => {
    for (const movedUnits of [units(29_999), units(30_001), null])
      expect(await (await reading(paid({ movedUnits }))).reportsNot()).toBe("not_paid_out")
  })

  it("PD2 §6H given an escrow that holds nothing any more, then the hold has ended, and the payee has what went to it", async () => {
    const court = await reading(paid({ movedUnits: units(40_000), holds: false }))
    expect(await court.reports()).toMatchObject({ satisfiedFromHold: [{ n: 1 }] })
    expect(await court.shown()).toMatchObject({ status: "paid_out", restCents: 0 })
  })

  it("PD2 §6H given an instruction that gives all away, then a transaction that left some in the escrow does not count", async () => {
    const court = await reading(paid())
    await court.reports()
    const whole = await opened([hold({ read: { at: start, state: "funded" } })], {
      read: () => Effect.succeed(funded()),
      payment: () => Effect.succeed(paid({ at: start + days(6) })),
    })
    await whole.asks(await whole.final(null, pay(30_000, toSeller)))
    whole.advance(days(3))
    expect(await whole.reportsNot()).toBe("not_paid_out")
  })

  it("PD2 §6H given a fee of the escrow, then the order is met by what the payee received, and the whole part has left the hold", async () => {
    const court = await reading(paid({ transfers: [{ index: 0, to: "payee", units: units(29_250) }] }))
    expect(await court.reports()).toMatchObject({ notMetInFull: [{ n: 1, shortCents: 750 }] })
    expect(await court.shown()).toMatchObject({
      restCents: 10_000,
      parts: [{ cents: 30_000, toPayeeCents: 29_250 }],
    })
  })

  it("PD2 §6H given parties that settled the rest without an instruction, then the report ends the hold and pays no judgment again", async () => {
    let payment = paid()
    const court = await opened([hold({ read: { at: start, state: "funded" } }), second], {
      read: () => Effect.succeed(funded()),
      payment: () => Effect.sync(() => payment),
    })
    const first = await court.final(open, pay(30_000, toSeller))
    await court.asks(first)
    court.advance(days(2))
    await court.reports()
    payment = paid({
      txid: "0x2",
      height: 8,
      transfers: [{ index: 0, to: "payer", units: units(10_000) }],
      movedUnits: units(10_000),
      holds: false,
    })
    expect(await court.reports()).toMatchObject({ satisfiedFromHold: [], notMetInFull: [] })
    expect(await court.shown()).toMatchObject({ status: "paid_out", parts: [{ cents: 30_000 }] })
    const later = await court.final(
      determined({ owed: 31_000, paid: 30_000, balance: 1_000 }),
      pay(1_000, toSeller),
    )
    expect(await court.asks(later, second.id)).toEqual([1_000, 39_000])
  })
})
