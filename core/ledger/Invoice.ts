import { Schema } from "effect"
import { Units } from "../chains/Transfer.ts"
import * as Kind from "../Kind.ts"
import { Cents } from "../Money.ts"
import { rule } from "../Rule.ts"
import { Instant } from "../Time.ts"

export const InvoiceStatus = Schema.Literal("open", "part_paid", "paid", "overpaid", "expired")
export type InvoiceStatus = typeof InvoiceStatus.Type

/** What an agent asked to pay, where, and what has come. Its credits are the transfers counted towards it. */
export const Invoice = Schema.Struct({
  id: Schema.String,
  agentId: Schema.String,
  /** CAIP-2 and CAIP-19. */
  network: Schema.String,
  asset: Schema.String,
  family: Schema.Literal("evm", "bitcoin", "cardano"),
  /** Which address of its family it is. */
  index: Schema.NonNegativeInt,
  address: Schema.String,
  amountCents: Cents,
  /** In base units of the asset. */
  amountDue: Units,
  /** Millionths of a US dollar for one whole coin, until `rateUntil`. */
  rate: Schema.String,
  createdAt: Instant,
  rateUntil: Instant,
  /** When it expires if nothing has come. */
  expiresAt: Instant,
  /** The newest block when it was made: what was there before is not paid towards it. */
  sinceHeight: Schema.NonNegativeInt,
  paidUnits: Units,
  status: InvoiceStatus,
})
export type Invoice = typeof Invoice.Type

/** All invoices of a family of networks in the order of their addresses, which is the order in which they were made. */
export const familyIndex = "invoices.family"
const sortableIndex = (index: number): string => String(index).padStart(10, "0")
export const Invoices = Kind.make<Invoice>({
  name: "invoice",
  schema: Invoice,
  id: ({ id }) => id,
  index: ({ id, family, index }) => [{ index: familyIndex, key: `${family}/${sortableIndex(index)}/${id}` }],
})

/** How many invoices of an agent are open: nothing has been paid towards them, and they have not expired. */
export const OpenInvoices = Schema.Struct({ agentId: Schema.String, open: Schema.NonNegativeInt })
export type OpenInvoices = typeof OpenInvoices.Type
export const OpenInvoiceCounts = Kind.make<OpenInvoices>({
  name: "open-invoices",
  schema: OpenInvoices,
  id: ({ agentId }) => agentId,
})

export const expiryKind = "invoice-expiry"
export const expiryTask = (id: string): string => `invoice-expiry/${id}`
export const subjectOf = (id: string): string => `invoice/${id}`

/** The status of an invoice by what has come and by the time: it expires at its instant where nothing has come. */
export const statusAt = rule(
  ["PD2 §9"],
  (
    { paidUnits, amountDue, expiresAt }: Pick<Invoice, "paidUnits" | "amountDue" | "expiresAt">,
    now: Instant,
  ): InvoiceStatus => {
    const paid = BigInt(paidUnits)
    const due = BigInt(amountDue)
    if (paid === 0n) return now >= expiresAt ? "expired" : "open"
    if (paid < due) return "part_paid"
    return paid === due ? "paid" : "overpaid"
  },
)
