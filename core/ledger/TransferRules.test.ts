/** The credit of a transfer to an invoice, and its reversal when the chain no longer has the transfer. */
import { describe, expect, it } from "vitest"
import { CountedTransfers, counted, type Transfer } from "../chains/Transfer.ts"
import { Proofs } from "../compliance/Proof.ts"
import * as Changed from "../kernel/Change.ts"
import { bounds } from "../kernel/Schedule.ts"
import { hours, minutes } from "../kernel/Time.ts"
import { contextFor, start } from "../testing/Context.ts"
import { codeOf, putsOf } from "../testing/Decisions.ts"
import { allowed, factsOf } from "../testing/Facts.ts"
import { Balances, LedgerEntries } from "./Account.ts"
import { type Invoice, Invoices, OpenInvoiceCounts } from "./Invoice.ts"
import { rateFor } from "./Law.ts"
import { creditTransfer, reverseTransfer } from "./Payment.ts"
import { addressClaim } from "./Rails.ts"
import { bitcoin, btc, buyer, chain, invoice, priced, registrar, transfer, usdt } from "./testing/Rails.ts"

const towards = { kind: "invoice", id: "invoice-1" } as const
const given = (one: Invoice = invoice()) => [
  Changed.put(Invoices, one),
  Changed.claim(addressClaim(one.family, one.address), one.id),
  Changed.put(OpenInvoiceCounts, { agentId: buyer.id, open: 1 }),
]
const credit = (facts: ReturnType<typeof factsOf>, one: Transfer = transfer(), now = start) =>
  allowed(facts.decide(creditTransfer, one, contextFor(chain, now)))
const reception = (one: Transfer, facts = factsOf(...given()), now = start) =>
  credit(facts, one, now).reply.reception

describe("a transfer to an invoice", () => {
  it("PD2 §9 a transfer is recorded, counted as paid towards the invoice, and credited at its worth", () => {
    const { changes, reply } = credit(factsOf(...given()))
    expect(reply).toEqual({ reception: "counted" })
    expect(putsOf(CountedTransfers, changes)).toEqual([
      counted(transfer(), { towards, cents: 500, at: start }),
    ])
    expect(putsOf(Invoices, changes)).toEqual([invoice({ paidUnits: "5000000", status: "paid" })])
    expect(putsOf(OpenInvoiceCounts, changes)).toEqual([{ agentId: buyer.id, open: 0 }])
    expect(putsOf(LedgerEntries, changes)).toEqual([
      {
        id: contextFor(chain).fresh("credit"),
        agentId: buyer.id,
        kind: "credit",
        cents: 500,
        reason: "payment",
        rule: "PD2 §9",
        subject: "invoice/invoice-1",
        at: start,
      },
    ])
    expect(putsOf(Balances, changes)).toEqual([{ agentId: buyer.id, chargedCents: 0, creditedCents: 500 }])
  })

  it("PD2 §9 several transfers add up, and each is credited once, however often it is read", () => {
    const facts = factsOf(...given())
    credit(facts, transfer({ units: "3000000" }))
    expect(credit(facts, transfer({ units: "3000000" }))).toEqual({
      changes: [],
      reply: { reception: "known" },
    })
    const { changes } = credit(facts, transfer({ units: "2000000", index: 1 }))
    expect(putsOf(Invoices, changes)).toMatchObject([{ paidUnits: "5000000", status: "paid" }])
    expect(putsOf(Balances, changes)).toEqual([{ agentId: buyer.id, chargedCents: 0, creditedCents: 500 }])
  })

  it("PD2 §9 a transfer is credited only if it is worth at least a cent", () => {
    expect(reception(transfer({ units: "9999" }))).toBe("passed_by")
    expect(reception(transfer({ units: "10000" }))).toBe("counted")
  })

  it("PD2 §9 a transfer counts only in a block after the newest one at the time of the invoice", () => {
    expect([100, 101].map((height) => reception(transfer({ height })))).toEqual(["passed_by", "counted"])
  })

  it("PD2 §9 a transfer waits for the confirmations of its network", () => {
    const confirmed = (confirmations: number) => reception(transfer({ confirmations }))
    expect(confirmed(bounds.baseConfirmations - 1)).toBe("waiting")
    expect(confirmed(bounds.baseConfirmations)).toBe("counted")
    const inBitcoin = invoice({ network: bitcoin, asset: btc, family: "bitcoin", rate: "50000000000" })
    const onBitcoin = (confirmations: number) =>
      reception(
        transfer({ network: bitcoin, asset: btc, units: "20000", confirmations }),
        factsOf(...given(inBitcoin)),
      )
    expect(bounds.bitcoinConfirmations).toBeLessThan(bounds.baseConfirmations)
    expect(onBitcoin(bounds.bitcoinConfirmations)).toBe("counted")
    expect(onBitcoin(bounds.bitcoinConfirmations - 1)).toBe("waiting")
  })

  it("PD2 §9 a transfer of another listed asset is recorded for the Registrar, and credits nothing", () => {
    const other = transfer({ asset: usdt })
    expect(credit(factsOf(...given()), other)).toEqual({
      changes: [
        Changed.put(
          CountedTransfers,
          counted(other, { towards, cents: 0, at: start, attention: "other_asset" }),
        ),
      ],
      reply: { reception: "counted" },
    })
  })

  it.each([
    ["to an address that serves no invoice", { to: "evm-8" }],
    ["of an asset that is not listed", { asset: "eip155:8453/slip44:60" }],
    ["on a network that is not read", { network: "eip155:5" }],
  ])("PD2 §9 a transfer %s is passed by", (_what, changes) => {
    expect(credit(factsOf(...given()), transfer(changes))).toEqual({
      changes: [],
      reply: { reception: "passed_by" },
    })
  })

  it("PD2 §9 no invoice is found at an address of another family, or at one that something else holds", () => {
    const facts = factsOf(
      ...given(),
      Changed.claim("address/bitcoin/evm-7", "invoice-1"),
      Changed.claim("address/evm/evm-9", "an order"),
    )
    expect(reception(transfer({ network: "cip34:1-764824073" }), facts)).toBe("passed_by")
    expect(reception(transfer({ to: "evm-9" }), facts)).toBe("passed_by")
  })

  it("PD2 §9 a transfer is reported by the court's own readers, and by nobody else", () => {
    const refused = factsOf(...given()).decide(creditTransfer, transfer(), contextFor(registrar))
    expect(codeOf(refused)).toBe("registrar_only")
  })
})

describe("the rate of a transfer", () => {
  const inBitcoin = invoice({ network: bitcoin, asset: btc, family: "bitcoin", rate: "50000000000" })
  const paid = transfer({ network: bitcoin, asset: btc, units: "20000" })
  const until = inBitcoin.rateUntil

  it("PD2 §9 the invoice's rate applies to a transfer confirmed before that rate ended, and otherwise today's price, if there is one", () => {
    const rate = (confirmedAt: number, price: bigint | null) => rateFor(inBitcoin, { confirmedAt }, price)
    expect([rate(until - 1, 7n), rate(until, 7n), rate(until, null)]).toEqual([50_000_000_000n, 7n, null])
  })

  it("PD2 §9 a transfer confirmed after the invoice's rate has ended waits for a price, and counts at that price", () => {
    const facts = factsOf(...given(inBitcoin))
    const late = { ...paid, confirmedAt: until }
    expect(credit(facts, late, until)).toEqual({ changes: [], reply: { reception: "waiting" } })
    facts.take([priced("25000000000", until - minutes(1))])
    expect(putsOf(LedgerEntries, credit(facts, late, until).changes)).toMatchObject([{ cents: 500 }])
  })

  it("PD2 §9 a transfer confirmed before the invoice's rate has ended needs no price", () => {
    const { changes } = credit(factsOf(...given(inBitcoin)), { ...paid, confirmedAt: until - 1 }, until)
    expect(putsOf(LedgerEntries, changes)).toMatchObject([{ cents: 1000 }])
  })
})

describe("a transfer that its chain no longer has", () => {
  const later = start + hours(1)
  const id = "eip155:8453/0xaa/0"
  const reverse = (facts: ReturnType<typeof factsOf>, hash: string, now = later) =>
    allowed(facts.decide(reverseTransfer, { id, hash }, contextFor(chain, now)))
  const credited = () => {
    const facts = factsOf(...given())
    credit(facts)
    return facts
  }

  it("PD2 §9 the credit is reversed by a new entry, the invoice is open again, and the transfer is marked for the Registrar", () => {
    const { changes, reply } = reverse(credited(), "0xother")
    expect(reply).toEqual({ reversed: true })
    expect(putsOf(CountedTransfers, changes)).toEqual([
      {
        ...counted(transfer(), { towards, cents: 500, at: start }),
        reversedAt: later,
        attention: "reorganised",
      },
    ])
    expect(putsOf(Invoices, changes)).toEqual([invoice()])
    expect(putsOf(LedgerEntries, changes)).toEqual([
      {
        id: contextFor(chain, later).fresh("charge"),
        agentId: buyer.id,
        kind: "charge",
        cents: 500,
        reason: "payment_reversed",
        rule: "PD2 §9",
        subject: "invoice/invoice-1",
        at: later,
      },
    ])
    expect(putsOf(Balances, changes)).toEqual([{ agentId: buyer.id, chargedCents: 500, creditedCents: 500 }])
    expect(putsOf(OpenInvoiceCounts, changes)).toEqual([{ agentId: buyer.id, open: 1 }])
  })

  it("PD2 §9 a transfer is reversed once, and not while the chain has its block, nor where the transfer is not known", () => {
    const nothing = { changes: [], reply: { reversed: false } }
    expect(reverse(credited(), "0x101")).toEqual(nothing)
    const facts = credited()
    reverse(facts, "0xother")
    expect(reverse(facts, "0xother")).toEqual(nothing)
    expect(reverse(factsOf(...given()), "0xother")).toEqual(nothing)
  })

  it("PD2 §9 a transfer counts again if it comes again, and keeps its mark for the Registrar", () => {
    const facts = credited()
    reverse(facts, "0xother")
    const { changes, reply } = credit(facts, transfer({ blockHash: "0xother" }), later + 1)
    expect(reply).toEqual({ reception: "counted" })
    expect(putsOf(CountedTransfers, changes)).toMatchObject([
      { cents: 500, reversedAt: null, attention: "reorganised" },
    ])
    expect(putsOf(Balances, changes)).toEqual([{ agentId: buyer.id, chargedCents: 500, creditedCents: 1000 }])
  })

  it("PD2 §9 a transfer of another asset reverses no credit, since it credited nothing", () => {
    const facts = factsOf(...given())
    credit(facts, transfer({ asset: usdt }))
    const { changes } = reverse(facts, "0xother")
    expect(changes).toHaveLength(1)
    expect(putsOf(CountedTransfers, changes)).toMatchObject([{ reversedAt: later, attention: "reorganised" }])
  })

  it("PD2 §9 a reversal begins a balance where there is none, and is a defect where the invoice is missing", () => {
    const put = Changed.put(CountedTransfers, counted(transfer(), { towards, cents: 500, at: start }))
    const { changes } = reverse(
      factsOf(put, Changed.put(Invoices, invoice({ paidUnits: "5000000" }))),
      "0xother",
    )
    expect(putsOf(Balances, changes)).toEqual([{ agentId: buyer.id, chargedCents: 500, creditedCents: 0 }])
    expect(() => reverse(factsOf(put), "0xother")).toThrow("invoice invoice-1 is missing")
  })

  it("PD11 §11 a transfer towards an invoice never changes the proof of an order, whatever its id", () => {
    const facts = credited()
    facts.take([Changed.put(Proofs, { entryId: "invoice-1", parts: [{ cents: 500, at: start }] })])
    expect(putsOf(Proofs, reverse(facts, "0xother").changes)).toEqual([])
  })

  it("PD11 §11 a transfer towards an order leaves the order as it is, and its proof without the transfer", () => {
    const order = { kind: "entry", id: "entry-1" } as const
    const after = { cents: 700, at: start + 1 }
    const proof = { entryId: order.id, parts: [{ cents: 500, at: start }, after] }
    const facts = factsOf(
      Changed.put(CountedTransfers, counted(transfer(), { towards: order, cents: 500, at: start })),
      Changed.put(Proofs, proof),
    )
    const { changes } = reverse(facts, "0xother")
    expect(changes).toHaveLength(2)
    expect(putsOf(Proofs, changes)).toEqual([{ entryId: order.id, parts: [after] }])
    const without = factsOf(
      Changed.put(CountedTransfers, counted(transfer(), { towards: order, cents: 500, at: start })),
      ...given(invoice({ id: order.id })),
    )
    expect(reverse(without, "0xother").changes).toHaveLength(1)
  })

  it("PD2 §9 the loss of a transfer is reported by the court's own readers, and by nobody else", () => {
    const refused = credited().decide(reverseTransfer, { id, hash: "0xother" }, contextFor(registrar))
    expect(codeOf(refused)).toBe("registrar_only")
  })
})
