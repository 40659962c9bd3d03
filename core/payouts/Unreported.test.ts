/** Instructions that ended unreported where no chain is read: whoever is silent, lies or objects is paid once, and nothing waits for ever. */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { Notice } from "../agents/index.ts"
import type { Judge } from "../bench/index.ts"
import { pay } from "../bench/testing/Cases.ts"
import { decideUnspent, type Escrow, type Hold, objectUnspent, sayUnspent } from "../holds/index.ts"
import { buyer, type Chain, funded, hold, holding, seller } from "../holds/testing/Court.ts"
import { registrar, stranger } from "../holds/testing/Given.ts"
import type { Actor } from "../kernel/Actor.ts"
import { days, hours } from "../kernel/Time.ts"
import { requestPayout } from "./Instruct.ts"
import { passHold } from "./Lapse.ts"
import { readHold } from "./Queries.ts"
import { reportPaidOut } from "./ReportPaidOut.ts"

const first = hold()
const second = hold({ id: "01900000-0000-7000-8000-000000000009", holdRef: `0x${"2".repeat(64)}` })
const toSeller = { against: "buyer", inFavourOf: "seller" }
const toBuyer = { against: "seller", inFavourOf: "buyer" }
const txid = `0x${"a".repeat(64)}`
const reasons = "The transaction is there."

/** A court with two holds, and a final judgment by which the first was instructed. It expired, and nobody reported anything. */
const expired = async (
  orders: ReadonlyArray<Judge.DraftOrder> = [pay(30_000, toSeller)],
  { chain = {} }: { readonly chain?: Chain } = {},
) => {
  const court = await holding([first, second], chain)
  const { citation } = await court.judged(...orders)
  court.advance(hours(73))
  const { payout } = await court.does(requestPayout, { id: first.id, citation }, seller)
  court.advance(days(8) + 1)
  const payoutId = payout.id
  return {
    ...court,
    citation,
    asks: ({ id }: Hold.Hold) => court.does(requestPayout, { id, citation }, seller),
    asksNot: ({ id }: Hold.Hold, by: Actor = seller) => court.refuses(requestPayout, { id, citation }, by),
    says: (by: Actor = seller) => court.does(sayUnspent, { id: first.id, payoutId }, by),
    saysNot: (by: Actor = seller, of = payoutId) =>
      court.refuses(sayUnspent, { id: first.id, payoutId: of }, by),
    objects: () => court.does(objectUnspent, { id: first.id, txid }, buyer),
    objectsNot: (by: Actor = buyer) => court.refuses(objectUnspent, { id: first.id, txid }, by),
    decides: (unspent: boolean) => court.does(decideUnspent, { id: first.id, unspent, reasons }, registrar),
    decidesNot: (by: Actor = registrar) =>
      court.refuses(decideUnspent, { id: first.id, unspent: true, reasons }, by),
    next: async () => {
      const found = await court.answers(readHold, { id: first.id }, seller)
      const acts = typeof found === "string" ? [] : found.hold.next
      return acts.filter(({ act }) => ["unspent", "object"].includes(act)).map(({ who, act }) => [who, act])
    },
  }
}

describe("two holds and one order, where no chain is read", () => {
  it("PD2 §6I given a payee that was paid from one hold and reports nothing, when it asks for another, then nothing is instructed", async () => {
    // given an instruction that was spent, as nobody but the two can see
    const court = await expired()
    // when either asks for another instruction on the judgment, from either hold
    for (const of of [first, second])
      for (const by of [seller, buyer]) expect(await court.asksNot(of, by)).toBe("payout_unreported")
    // then the payee is asked for its word, and the payer may say so against itself
    expect(await court.next()).toEqual([
      ["seller", "unspent"],
      ["buyer", "unspent"],
    ])
  })

  it("PD2 §6I given a payee that reports late, then the order is met and no other hold pays it", async () => {
    const court = await expired()
    const report = await court.does(reportPaidOut, { id: first.id }, seller)
    expect(report.satisfiedFromHold).toEqual([{ citation: court.citation, n: 1 }])
    const { payout } = await court.asks(second)
    expect([payout.amountToPayeeCents, payout.amountToPayerCents]).toEqual([0, 40_000])
  })

  it("PD2 §6I given an instruction that was revoked after it took effect, since an order was met otherwise, then it counts as paid too", async () => {
    // given two orders, the second of which a second hold that secured it has met
    const secures = { citation: "[2026] MC 1", n: 2 }
    const securing = hold({
      id: "01900000-0000-7000-8000-000000000008",
      holdRef: `0x${"3".repeat(64)}`,
      secures,
    })
    const court = await holding([first, second, securing])
    const { citation } = await court.judged(pay(10_000, toSeller), pay(20_000, toSeller))
    court.advance(hours(73))
    await court.does(requestPayout, { id: first.id, citation }, seller)
    court.advance(days(2))
    await court.does(reportPaidOut, { id: securing.id }, seller)
    // when another is asked for the rest
    const refused = await court.refuses(requestPayout, { id: second.id, citation }, seller)
    // then nobody knows whether the first was spent before
    expect(refused).toBe("payout_unreported")
  })

  it("PD2 §6IA given a stranger, the wrong side or another instruction, then nothing is said", async () => {
    const court = await expired()
    expect(await court.saysNot(stranger)).toBe("not_a_party")
    expect(await court.saysNot(registrar)).toBe("not_a_party")
    expect(await court.saysNot(seller, second.id)).toBe("unknown_payout")
    expect(await court.objectsNot()).toBe("unspent_closed")
    expect(await court.objectsNot(seller)).toBe("not_objecting")
    expect(await court.decidesNot()).toBe("unspent_closed")
    expect(await court.decidesNot(buyer)).toBe("registrar_only")
    expect(await court.refuses(sayUnspent, { id: second.id, payoutId: first.id }, seller)).toBe(
      "unknown_payout",
    )
  })

  it("PD2 §6IA given an instruction that can still be spent, or was reported, then nothing is said of it", async () => {
    const court = await holding([first])
    const { citation } = await court.judged(pay(30_000, toSeller))
    court.advance(hours(73))
    const { payout } = await court.does(requestPayout, { id: first.id, citation }, seller)
    const says = () => court.refuses(sayUnspent, { id: first.id, payoutId: payout.id }, seller)
    expect(await says()).toBe("unspent_closed")
    court.advance(days(8))
    await court.does(reportPaidOut, { id: first.id }, seller)
    expect(await says()).toBe("unspent_closed")
  })
})

describe("the word that an instruction was not spent", () => {
  it("PD2 §6IA given that word, when the payer is told and does not object for 72 hours, then the rest may be instructed from any hold", async () => {
    // given the word of the payee
    const court = await expired()
    await court.says()
    expect(await court.inbox(buyer.id)).toContain("hold.unspent_said")
    expect(await court.next()).toEqual([
      ["buyer", "object"],
      ["buyer", "unspent"],
    ])
    expect(await court.saysNot()).toBe("unspent_closed")
    // when the time to object is over, and not before
    court.advance(hours(72) - 1)
    expect(await court.asksNot(second)).toBe("payout_unreported")
    court.advance(1)
    expect(await court.objectsNot()).toBe("unspent_closed")
    // then it may be asked for again
    expect((await court.asks(second)).payout.amountToPayeeCents).toBe(30_000)
    expect(await court.next()).toEqual([])
  })

  it("PD2 §6IA given an instruction that was found unspent, when the parties settle it themselves, then the report is not of that instruction", async () => {
    const court = await expired()
    await court.says(buyer)
    const report = await court.does(reportPaidOut, { id: first.id }, seller)
    expect(report.satisfiedFromHold).toEqual([])
  })

  it("PD2 §6IA given that the payer says so itself, then the hold is instructed again at once, whatever it said before", async () => {
    const court = await expired()
    await court.says()
    await court.objects()
    await court.says(buyer)
    expect(await court.inbox(seller.id)).toContain("hold.unspent_admitted")
    expect((await court.asks(first)).payout.amountToPayeeCents).toBe(30_000)
  })

  it("PD2 §6IA given that nothing went to the payee, then the payer is the party that would receive", async () => {
    const court = await expired([pay(30_000, toBuyer)])
    await court.says(buyer)
    expect(await court.inbox(seller.id)).toContain("hold.unspent_said")
    expect(await court.next()).toEqual([
      ["seller", "object"],
      ["seller", "unspent"],
    ])
    expect(await court.objectsNot()).toBe("not_objecting")
  })

  it("PD2 §6IA given an objection, when the Registrar decides, then the instruction counts as it finds", async () => {
    for (const unspent of [true, false]) {
      const court = await expired()
      await court.says()
      await court.objects()
      expect(await court.inbox(seller.id)).toContain("hold.unspent_objected")
      expect(await court.inbox(Notice.registrarInbox)).toContain("hold.unspent_objected")
      expect(await court.next()).toEqual([
        ["registrar", "unspent"],
        ["buyer", "unspent"],
      ])
      expect(await court.objectsNot()).toBe("unspent_closed")
      await court.decides(unspent)
      expect(await court.inbox(buyer.id)).toContain("hold.unspent_decided")
      expect(await court.decidesNot()).toBe("unspent_closed")
      expect(await court.asksNot(second)).toBe(unspent ? null : "payout_unreported")
    }
  })

  it("PD2 §6IA given an objection that nobody decides for 14 days, then the instruction counts as paid for good", async () => {
    const court = await expired()
    await court.says()
    await court.objects()
    court.advance(days(14) - 1)
    expect(await court.decidesNot()).toBe(null)
    const other = await expired()
    await other.says()
    await other.objects()
    other.advance(days(14))
    expect(await other.decidesNot()).toBe("unspent_closed")
    expect(await other.saysNot()).toBe("unspent_closed")
    expect(await other.asksNot(second)).toBe("payout_unreported")
    // The payee has its judgment still, and the payer may say against itself that it was not paid.
    expect(await other.next()).toEqual([["buyer", "unspent"]])
    await other.says(buyer)
    expect(await other.asksNot(second)).toBe(null)
  })

  it("PD2 §6DA given a word that is awaited past the long stop, then the hold lapses 72 hours after the end of its time, and not before", async () => {
    // given an instruction that expires an hour before the long stop, and the word of the payee
    const court = await holding([hold(), second])
    const { citation } = await court.judged(pay(30_000, toSeller))
    court.advance(first.longStopAt - court.now() - days(8) - hours(1))
    const { payout } = await court.does(requestPayout, { id: first.id, citation }, seller)
    court.advance(days(8))
    await court.does(sayUnspent, { id: first.id, payoutId: payout.id }, seller)
    const lapses = async () => {
      await court.does(passHold, { holdId: first.id }, { role: "scheduler" })
      const found = await court.answers(readHold, { id: first.id }, seller)
      return typeof found === "string" ? found : found.hold.status
    }
    // when the time to object is over, then 72 hours are left to ask again
    court.advance(hours(144) - 1)
    expect(await lapses()).toBe("confirmed")
    court.advance(1)
    expect(await lapses()).toBe("lapsed")
  })

  it("PD2 §6IA given a hold that lapsed when its instruction expired, then the word still frees the other hold", async () => {
    const court = await holding([hold({ longStopAt: first.createdAt + days(5) }), second])
    const { citation } = await court.judged(pay(30_000, toSeller))
    court.advance(hours(73))
    const { payout } = await court.does(requestPayout, { id: first.id, citation }, seller)
    court.advance(days(8) + 1)
    await court.does(passHold, { holdId: first.id }, { role: "scheduler" })
    const said = await court.does(sayUnspent, { id: first.id, payoutId: payout.id }, seller)
    expect(said.hold.status).toBe("lapsed")
    court.advance(hours(72))
    expect(await court.refuses(requestPayout, { id: second.id, citation }, seller)).toBe(null)
  })
})

describe("an instruction that ended unreported, where the chain is read", () => {
  it.each([
    ["holds the whole sum", funded(), null],
    ["holds a part of it", funded({ amountUnits: "100000000" }), "payout_unreported"],
    ["is spent", funded({ state: "spent" }), "payout_unreported"],
    ["can't be read", "unreadable", "payout_unreported"],
  ] as const)(
    "PD2 §6I given that the first escrow %s, then the chain decides about the second, whatever was said",
    async (_, found, refused) => {
      // given a chain that shows the first escrow so, once its instruction has expired
      const shows = new Map<string, Escrow.Reading | "unreadable">()
      const court = await expired(undefined, {
        chain: { read: ({ holdRef }) => Effect.succeed(shows.get(holdRef) ?? funded()) },
      })
      shows.set(first.holdRef, found)
      // when the payee's word has ripened
      await court.says()
      court.advance(hours(72))
      // then the chain decides
      expect(await court.asksNot(second)).toBe(refused)
    },
  )

  it("PD2 §6IA given that the escrow holds the whole sum, then the same hold is instructed again at once", async () => {
    const court = await expired(undefined, { chain: { read: () => Effect.succeed(funded()) } })
    expect((await court.asks(first)).payout.amountToPayeeCents).toBe(30_000)
  })
})
