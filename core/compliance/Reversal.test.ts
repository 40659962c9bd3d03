/** The reversal of a transfer, to an invoice or towards an order, when its chain no longer has it. */
import { describe, expect, it } from "vitest"
import { Transfer } from "../chains/index.ts"
import * as Changed from "../kernel/Change.ts"
import { hours } from "../kernel/Time.ts"
import { Account, Invoices, records as ledgerRecords } from "../ledger/index.ts"
import {
  buyer,
  chain,
  credit,
  given,
  invoice,
  registrar,
  towards,
  transfer,
  usdt,
} from "../ledger/testing/Rails.ts"
import { contextFor, start } from "../testing/Context.ts"
import { codeOf, putsOf } from "../testing/Decisions.ts"
import { allowed, factsOf } from "../testing/Facts.ts"
import { Proofs, reverseTransfer } from "./Proof.ts"

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

  it("PD2 §9A the credit is reversed by a new entry, the invoice is open again, and the transfer is marked for the Registrar", () => {
    const { changes, reply } = reverse(credited(), "0xother")
    expect(reply).toEqual({ reversed: true })
    expect(putsOf(Transfer.CountedTransfers, changes)).toEqual([
      {
        ...Transfer.count(transfer(), { towards, cents: 500, at: start }),
        reversedAt: later,
        attention: "reorganised",
      },
    ])
    expect(putsOf(Invoices, changes)).toEqual([invoice()])
    expect(putsOf(ledgerRecords.LedgerEntries, changes)).toEqual([
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
    expect(putsOf(Account.Balances, changes)).toEqual([
      { agentId: buyer.id, chargedCents: 500, creditedCents: 500 },
    ])
    expect(putsOf(ledgerRecords.OpenInvoiceCounts, changes)).toEqual([{ agentId: buyer.id, open: 1 }])
  })

  it("PD2 §9A a transfer is reversed once, and not while the chain has its block, nor if the transfer is not known", () => {
    const nothing = { changes: [], reply: { reversed: false } }
    expect(reverse(credited(), "0x101")).toEqual(nothing)
    const facts = credited()
    reverse(facts, "0xother")
    expect(reverse(facts, "0xother")).toEqual(nothing)
    expect(reverse(factsOf(...given()), "0xother")).toEqual(nothing)
  })

  it("PD2 §9A a transfer counts again if it comes again, and keeps its mark for the Registrar", () => {
    const facts = credited()
    reverse(facts, "0xother")
    const { changes, reply } = credit(facts, transfer({ blockHash: "0xother" }), later + 1)
    expect(reply).toEqual({ reception: "counted" })
    expect(putsOf(Transfer.CountedTransfers, changes)).toMatchObject([
      { cents: 500, reversedAt: null, attention: "reorganised" },
    ])
    expect(putsOf(Account.Balances, changes)).toEqual([
      { agentId: buyer.id, chargedCents: 500, creditedCents: 1000 },
    ])
  })

  it("PD2 §9A a transfer of another asset reverses no credit, since it credited nothing", () => {
    const facts = factsOf(...given())
    credit(facts, transfer({ asset: usdt }))
    const { changes } = reverse(facts, "0xother")
    expect(changes).toHaveLength(1)
    expect(putsOf(Transfer.CountedTransfers, changes)).toMatchObject([
      { reversedAt: later, attention: "reorganised" },
    ])
  })

  it("PD2 §9A a reversal begins a balance if there is no balance, and is a defect if the invoice is missing", () => {
    const put = Changed.put(
      Transfer.CountedTransfers,
      Transfer.count(transfer(), { towards, cents: 500, at: start }),
    )
    const { changes } = reverse(
      factsOf(put, Changed.put(Invoices, invoice({ paidUnits: "5000000" }))),
      "0xother",
    )
    expect(putsOf(Account.Balances, changes)).toEqual([
      { agentId: buyer.id, chargedCents: 500, creditedCents: 0 },
    ])
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
      Changed.put(
        Transfer.CountedTransfers,
        Transfer.count(transfer(), { towards: order, cents: 500, at: start }),
      ),
      Changed.put(Proofs, proof),
    )
    const { changes } = reverse(facts, "0xother")
    expect(changes).toHaveLength(2)
    expect(putsOf(Proofs, changes)).toEqual([{ entryId: order.id, parts: [after] }])
    const without = factsOf(
      Changed.put(
        Transfer.CountedTransfers,
        Transfer.count(transfer(), { towards: order, cents: 500, at: start }),
      ),
      ...given(invoice({ id: order.id })),
    )
    expect(reverse(without, "0xother").changes).toHaveLength(1)
  })

  it("PD2 §9A the loss of a transfer is reported by the court's own readers, and by nobody else", () => {
    const refused = credited().decide(reverseTransfer, { id, hash: "0xother" }, contextFor(registrar))
    expect(codeOf(refused)).toBe("registrar_only")
  })
})
