/** The transfers of a payment that a chain shows: which of them count, how much of them, and that no transfer counts twice. */
import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { pay } from "../bench/testing/Cases.ts"
import { Transfer } from "../chains/index.ts"
import { confirmCompliance, Entry, proveByTransfer } from "../compliance/index.ts"
import { type Escrow, Payout, readPayout } from "../holds/index.ts"
import { buyer, hold, holding, seller } from "../holds/testing/Court.ts"
import { addresses, registrar } from "../holds/testing/Given.ts"
import * as Changed from "../kernel/Change.ts"
import { needPresent } from "../kernel/Defect.ts"
import { days, hours } from "../kernel/Time.ts"
import { requestPayout } from "./Instruct.ts"
import { reportPaidOut, sharesPaid } from "./ReportPaidOut.ts"

const { id, chain, asset } = hold()
const other = hold({ id: "01900000-0000-7000-8000-000000000009", holdRef: `0x${"2".repeat(64)}` })
const final = hours(73)
const txid = `0x${"a".repeat(64)}`
const toPayee = (units: string, index = 3): Escrow.Transfer => ({ index, to: "payee", units })
const paid = (...transfers: ReadonlyArray<Escrow.Transfer>): Escrow.Payment => ({
  txid,
  height: 7,
  blockHash: "0xb",
  at: hold().since + final + days(2),
  transfers,
  toPayeeUnits: "0",
  toPayerUnits: "0",
  movedUnits: null,
  holds: false,
  confirmations: 1_000,
})
const toSeller = { against: "buyer", inFavourOf: "seller", hours: 8760 }
const five = "5000000"

/** A court that reads a chain, with two holds and a final judgment that orders the buyer to pay the seller 5 dollars. */
const opened = async (payment: Escrow.Payment) => {
  const court = await holding([hold(), other], { payment: () => Effect.succeed(payment) })
  const { citation, entries } = await court.judged(pay(500, toSeller))
  court.advance(final)
  return {
    ...court,
    citation,
    entry: needPresent(entries[0], "its entry"),
    pays: (of = id) => court.does(requestPayout, { id: of, citation }, seller),
    reports: (of = id) => court.does(reportPaidOut, { id: of }, seller),
    refused: (of = id) => court.refuses(reportPaidOut, { id: of }, seller),
  }
}

/** The same transfer, as a reader of its chain reports it. */
const seen = (units: string) => ({
  network: chain,
  asset,
  to: addresses.seller,
  txid,
  index: 3,
  units,
  height: 7,
  blockHash: "0xb",
  blockAt: hold().since + final + days(2),
})

describe("a transfer counts once", () => {
  it("PD2 §6H given one transaction, then it closes one hold and not two", async () => {
    const court = await opened(paid(toPayee(five)))
    await court.reports()
    expect(await court.refused(other.id)).toBe("not_paid_out")
  })

  it("PD2 §6H given one transaction that pays two holds by transfers of their own, then it closes both, and each counts its own", async () => {
    // given two judgments, and an instruction by each from a hold of its own
    let index = 3
    const court = await holding([hold(), other], {
      payment: () => Effect.sync(() => paid(toPayee(five, index))),
    })
    const orders = pay(500, toSeller)
    const citations: Array<string> = []
    for (const matter of ["matter-1", "matter-2"]) {
      citations.push((await court.judgedIn({ id: matter }, orders)).citation)
      court.advance(1_000)
    }
    const [first = "", second = ""] = citations
    court.advance(final)
    await court.does(requestPayout, { id, citation: first }, seller)
    await court.does(requestPayout, { id: other.id, citation: second }, seller)
    court.advance(days(3))
    // when the transaction pays both, then each report meets the order of its own instruction
    const reports = (of: string) => court.does(reportPaidOut, { id: of }, seller)
    expect(await reports(id)).toMatchObject({ satisfiedFromHold: [{ citation: first, n: 1 }] })
    expect(await court.refuses(reportPaidOut, { id: other.id }, seller)).toBe("not_paid_out")
    index = 4
    expect(await reports(other.id)).toMatchObject({ satisfiedFromHold: [{ citation: second, n: 1 }] })
  })

  it("PD2 §6H given a transfer that proved an order, then it does not count as a payment out of a hold, unless the chain lost it", async () => {
    const court = await opened(paid(toPayee(five)))
    const towards = { kind: "entry", id: court.entry } as const
    const record = Transfer.count(seen(five), { towards, cents: 500, at: court.now() })
    await court.kept([Changed.put(Transfer.CountedTransfers, record)])
    expect(await court.refused()).toBe("not_paid_out")
    await court.kept([Changed.put(Transfer.CountedTransfers, { ...record, reversedAt: court.now() })])
    expect(await court.refused()).toBeNull()
  })

  it("PD11 §11 given a transfer that was paid out of a hold, then it proves no order", async () => {
    const court = await opened(paid(toPayee(five)))
    await court.reports()
    const found = await court.read((reader) =>
      reader.findAll(Transfer.CountedTransfers, [Transfer.idOf(seen(five))]),
    )
    expect(found).toMatchObject([{ value: { towards: { kind: "hold", id }, cents: 500 } }])
    const transfer = { ...seen(five), confirmations: 1_000, confirmedAt: court.now() }
    expect(await court.does(proveByTransfer, transfer, { role: "chain" })).toEqual({ reception: "known" })
  })
})

describe("which payment counts, and how much of it", () => {
  it("PD2 §6H given a payment that was mined as the hold was confirmed or before, then it is not one out of the hold", async () => {
    const court = await opened({ ...paid(toPayee(five)), at: needPresent(hold().confirmedAt, "it") })
    expect(await court.refused()).toBe("not_paid_out")
  })

  it("PD2 §6H given more than was instructed, then no more than that meets orders", async () => {
    const court = await opened(paid(toPayee("400000000")))
    await court.pays()
    court.advance(days(2))
    expect(await court.reports()).toMatchObject({ satisfiedFromHold: [{ citation: court.citation, n: 1 }] })
    const { payout } = await court.does(requestPayout, { id: other.id, citation: court.citation }, buyer)
    expect(payout).toMatchObject({ amountToPayeeCents: 0 })
  })

  it.each([
    ["instructed", { amountToPayeeCents: 500, amountToPayerCents: 39_500 }, [500, 39_500]],
    ["settled by the parties", null, [40_000, 0]],
  ] as const)(
    "PD2 §6H if it was %s, the sums are at most those, and together at most the hold",
    async (_, sums, shares) => {
      const court = await opened(paid())
      const { payout } = await court.pays()
      const found = sharesPaid({
        hold: hold(),
        payout: sums === null ? null : { ...(await stored(court, payout.id)), ...sums },
        judged: null,
        payment: paid(toPayee("300000000"), toPayee("300000000", 4), {
          index: 5,
          to: "payer",
          units: "600000000",
        }),
      })
      expect([found.toPayeeCents, found.toPayerCents]).toEqual(shares)
    },
  )

  it("PD2 §6H given less than was instructed, then the order is not met in full", async () => {
    const court = await opened(paid(toPayee("4000000")))
    await court.pays()
    court.advance(days(2))
    expect(await court.reports()).toMatchObject({
      satisfiedFromHold: [],
      notMetInFull: [{ citation: court.citation, n: 1, shortCents: 100 }],
    })
  })

  it("PD2 §6H given an instruction that was spent before it was revoked, then its payment still meets the order", async () => {
    const court = await opened(paid(toPayee(five)))
    await court.pays()
    court.advance(days(3))
    const entry = needPresent((await court.entries([court.entry]))[0], "the entry")
    await court.does(confirmCompliance, { id: entry.id }, seller)
    expect(await court.answers(readPayout, { id }, registrar)).toMatchObject({
      payout: { status: "revoked" },
    })
    await court.kept([Changed.put<Entry.Entry>(Entry.Entries, { ...entry, status: "open" })])
    expect(await court.reports()).toMatchObject({ satisfiedFromHold: [{ citation: court.citation, n: 1 }] })
    expect(await court.answers(readPayout, { id }, registrar)).toMatchObject({ payout: { status: "spent" } })
  })

  it("PD11 §12 given an entry that is disputed as the escrow pays, then the answer does not call it satisfied", async () => {
    const court = await opened(paid(toPayee(five)))
    await court.pays()
    court.advance(days(2))
    const entry = needPresent((await court.entries([court.entry]))[0], "the entry")
    await court.kept([Changed.put<Entry.Entry>(Entry.Entries, { ...entry, status: "disputed" })])
    expect(await court.reports()).toMatchObject({ satisfiedFromHold: [], notMetInFull: [] })
    expect(await court.entries([court.entry])).toMatchObject([{ status: "disputed" }])
  })
})

const stored = async (court: Awaited<ReturnType<typeof opened>>, payoutId: string) =>
  needPresent(
    (await court.read((reader) => reader.findAll(Payout.Payouts, [payoutId]))).flatMap(Option.toArray)[0],
    "the instruction",
  )
