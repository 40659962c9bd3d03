/** The status of an invoice at each instant, who reads it, and when it expires. */
import { Effect, Either } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Transfer } from "../chains/index.ts"
import * as Changed from "../kernel/Change.ts"
import { refusal } from "../kernel/Refusal.ts"
import { format, hours } from "../kernel/Time.ts"
import { contextFor, start } from "../testing/Context.ts"
import { codeOf } from "../testing/Decisions.ts"
import { allowed, factsOf } from "../testing/Facts.ts"
import {
  type Invoice,
  Invoices,
  OpenInvoiceCounts,
  openOf,
  readInvoice,
  recordInvoice,
  subjectOf,
} from "./Invoice.ts"
import { expireInvoice } from "./Invoicing.ts"
import { statusAt } from "./Law.ts"
import { addressClaim } from "./Rails.ts"
import { buyer, chain, invoice, registrar, seller, transfer } from "./testing/Rails.ts"

const one = invoice()
const count = (open: number) => ({ agentId: buyer.id, open })
const putOpen = (open: number) => Changed.put(OpenInvoiceCounts, count(open))
const task = Changed.task("invoice-expiry/invoice-1", "invoice-expiry", one.expiresAt, {
  invoiceId: "invoice-1",
})

describe("the status of an invoice", () => {
  it("PD2 §9 an unpaid invoice is open until its instant, and expired from then on", () => {
    expect(statusAt(one, one.expiresAt - 1)).toBe("open")
    expect(statusAt(one, one.expiresAt)).toBe("expired")
  })

  it("PD2 §9 a payment decides the status, whenever it came: a part, all, or more than was due", () => {
    const units = fc.bigInt({ min: 1n, max: 10n ** 17n })
    fc.assert(
      fc.property(units, units, fc.integer({ min: 0, max: hours(100) }), (paid, due, later) => {
        const status = statusAt({ ...one, paidUnits: String(paid), amountDue: String(due) }, start + later)
        expect(status).toBe(paid < due ? "part_paid" : paid > due ? "overpaid" : "paid")
      }),
    )
    expect(statusAt({ ...one, paidUnits: one.amountDue }, start)).toBe("paid")
  })
})

describe("an invoice in a new state", () => {
  it("PD2 §9 a new invoice is counted as open, and a task is set for its instant", () => {
    expect(recordInvoice(null, one, count(2), start)).toEqual({
      invoice: one,
      changes: [Changed.put(Invoices, one), putOpen(3), task],
    })
  })

  it("PD2 §9 a paid invoice is no longer open, and its task is cancelled", () => {
    const { changes } = recordInvoice(one, { ...one, paidUnits: "1" }, count(3), start)
    expect(changes).toEqual([
      Changed.put(Invoices, invoice({ paidUnits: "1", status: "part_paid" })),
      putOpen(2),
      Changed.cancel("invoice-expiry/invoice-1"),
    ])
  })

  it("PD2 §9 a later payment changes neither the count nor the task", () => {
    const part: Invoice = { ...one, paidUnits: "1", status: "part_paid" }
    const whole: Invoice = { ...one, paidUnits: one.amountDue, status: "paid" }
    expect(recordInvoice(part, { ...part, paidUnits: one.amountDue }, count(2), start).changes).toEqual([
      Changed.put(Invoices, whole),
    ])
  })

  it("PD2 §9 an agent without a recorded count has no open invoice", () => {
    const open = (agentId: string) => Effect.runSync(openOf(factsOf(putOpen(2)).reader, agentId))
    expect([open(buyer.id), open(seller.id)]).toEqual([count(2), { agentId: seller.id, open: 0 }])
  })

  it("PD2 §9 invoices of one family are listed in the order of their addresses", () => {
    const keys = [9, 10].map((index) => Invoices.index({ ...one, index }))
    expect(keys[0]).toEqual([{ index: "invoices.family", key: "evm/0000000009/invoice-1" }])
    expect(keys[1]).toEqual([{ index: "invoices.family", key: "evm/0000000010/invoice-1" }])
  })

  it("PD2 §9 the stored names of invoices do not change, since rows have them", () => {
    expect([Invoices.name, Invoices.id(one)]).toEqual(["invoice", "invoice-1"])
    expect([OpenInvoiceCounts.name, OpenInvoiceCounts.id(count(1))]).toEqual(["open-invoices", buyer.id])
    expect(subjectOf(one.id)).toBe("invoice/invoice-1")
    expect(addressClaim("evm", "evm-7")).toBe("address/evm/evm-7")
  })
})

describe("the end of an invoice", () => {
  const facts = (given: Invoice = one) => factsOf(Changed.put(Invoices, given), putOpen(1))
  const expire = (given: Invoice, now: number) =>
    allowed(facts(given).decide(expireInvoice, { invoiceId: one.id }, contextFor(chain, now)))

  it("PD2 §9 at its instant an unpaid invoice has expired, and makes room for another", () => {
    expect(expire(one, one.expiresAt)).toEqual({
      changes: [
        Changed.put(Invoices, invoice({ status: "expired" })),
        putOpen(0),
        Changed.cancel("invoice-expiry/invoice-1"),
      ],
      reply: null,
    })
  })

  it("PD2 §9 nothing changes before that instant, for an invoice that was paid towards, and for an unknown one", () => {
    expect(expire(one, one.expiresAt - 1).changes).toEqual([])
    const part: Invoice = { ...one, paidUnits: "1", status: "part_paid" }
    expect(expire(part, one.expiresAt).changes).toEqual([])
    const none = factsOf().decide(expireInvoice, { invoiceId: "x" }, contextFor(chain, one.expiresAt))
    expect(allowed(none)).toEqual({ changes: [], reply: null })
  })
})

describe("an invoice as it is read", () => {
  const towards = { kind: "invoice", id: one.id } as const
  const put = (txid: string, cents: number, reversedAt: number | null = null) =>
    Changed.put(Transfer.CountedTransfers, {
      ...Transfer.count(transfer({ txid }), { towards, cents, at: start }),
      reversedAt,
    })
  const facts = factsOf(
    Changed.put(Invoices, one),
    put("0x1", 300),
    put("0x2", 0),
    put("0x3", 200, start),
    put("0x4", 1),
  )
  const read = (actor: Parameters<typeof readInvoice>[1]["actor"], id = one.id) =>
    Effect.runSync(
      Effect.either(
        Effect.catchTag(readInvoice(facts.reader, { id, actor, now: start }), "StoreUnavailable", Effect.die),
      ),
    )

  it("PD2 §9 the invoice has the address, the sum, and the credits that are in force and above 0", () => {
    const credit = (txid: string, cents: number) => ({
      txid,
      index: 0,
      units: "5000000",
      cents,
      at: format(start),
    })
    expect(read(buyer)).toEqual(
      Either.right({
        id: one.id,
        network: "base",
        asset: "USDC",
        address: "evm-7",
        amountDue: "5000000",
        amountCents: 500,
        rate: "1000000",
        rateUntil: format(start + hours(24)),
        status: "open",
        credits: [credit("0x1", 300), credit("0x4", 1)],
      }),
    )
  })

  it("PD2 §9 an invoice is read by its agent and the Registrar, and by nobody else", () => {
    expect(read(registrar)).toEqual(read(buyer))
    expect(codeOf(read(seller))).toBe("not_own")
    expect(codeOf(read({ role: "public" }))).toBe("not_own")
    expect(codeOf(read({ role: "judge" }))).toBe("not_own")
    expect(read(buyer, "another")).toEqual(Either.left(refusal("unknown_invoice", { id: "another" })))
  })
})
