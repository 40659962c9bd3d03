/** An invoice: its record, what every act on it writes, and how its agent reads it (PD2 §9). */

import { Effect, Option, Schema } from "effect"
import { Transfer } from "../chains/index.ts"
import type { Actor } from "../kernel/Actor.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { moveDeadline } from "../kernel/Deadline.ts"
import { listOf, oneOf } from "../kernel/Json.ts"
import * as Kind from "../kernel/Kind.ts"
import { Cents } from "../kernel/Money.ts"
import type { Reader } from "../kernel/Reader.ts"
import { type Refusal, refusal } from "../kernel/Refusal.ts"
import { rule } from "../kernel/Section.ts"
import { Instant, Stamp } from "../kernel/Time.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import { statusAt } from "./Law.ts"
import { railNames } from "./Rails.ts"

export const InvoiceStatus = Schema.Literal("open", "part_paid", "paid", "overpaid", "expired")
export type InvoiceStatus = typeof InvoiceStatus.Type

/**
 * The sum that an agent asked to pay (due in base units of the asset), the address (`index` within its family), and what has arrived. The
 * credits of an invoice are the transfers counted towards it. Network and asset are CAIP-2 and CAIP-19 ids.
 */
export const Invoice = Schema.Struct({
  id: Schema.String,
  agentId: Schema.String,
  network: Schema.String,
  asset: Schema.String,
  family: Schema.Literal("evm", "bitcoin", "cardano"),
  index: Schema.NonNegativeInt,
  address: Schema.String,
  amountCents: Cents,
  amountDue: Transfer.Units,
  /** The price of one whole coin in millionths of a US dollar, in force until `rateUntil`. */
  rate: Schema.String,
  createdAt: Instant,
  rateUntil: Instant,
  expiresAt: Instant,
  /** The height of the newest block when the invoice was made. A transfer in that block or before it doesn't count towards it. */
  sinceHeight: Schema.NonNegativeInt,
  paidUnits: Transfer.Units,
  status: InvoiceStatus,
})
export interface Invoice extends Schema.Schema.Type<typeof Invoice> {}

/** All invoices of a family of networks in the order of their addresses, which is the order in which they were made. */
export const familyIndex = "invoices.family"
const sortableIndex = (index: number): string => String(index).padStart(10, "0")
/** Invoices by their ids, listed by the family of their addresses; their status is computed when they are read. */
export const Invoices = Kind.make<Invoice>({
  name: "invoice",
  schema: Invoice,
  id: ({ id }) => id,
  index: ({ id, family, index }) => [{ index: familyIndex, key: `${family}/${sortableIndex(index)}/${id}` }],
})

/** How many invoices of an agent are open, that is, neither paid in part nor expired. */
const OpenInvoices = Schema.Struct({ agentId: Schema.String, open: Schema.NonNegativeInt })
type OpenInvoices = typeof OpenInvoices.Type
export const OpenInvoiceCounts = Kind.make<OpenInvoices>({
  name: "open-invoices",
  schema: OpenInvoices,
  id: ({ agentId }) => agentId,
})

export const expiryKind = "invoice-expiry"
export const expiryTask = (id: string): string => `invoice-expiry/${id}`
export const subjectOf = (id: string): string => `invoice/${id}`

export const openOf = (reader: Reader, agentId: string) =>
  Effect.map(
    reader.find(OpenInvoiceCounts, agentId),
    Option.getOrElse((): OpenInvoices => ({ agentId, open: 0 })),
  )

/** Time lets an invoice expire while nothing has arrived. */
const due = {
  kind: expiryKind,
  task: expiryTask,
  body: "invoiceId",
  at: ({ status, expiresAt }: Invoice) => (status === "open" ? expiresAt : null),
}

const isOpen = (invoice: Invoice | null): number => (invoice?.status === "open" ? 1 : 0)

/**
 * The changes from an invoice (null for a new one) to `given`, with its status at `now`. Nothing else writes invoices and their
 * counts.
 */
export const recordInvoice = (
  before: Invoice | null,
  given: Invoice,
  counts: OpenInvoices,
  now: Instant,
): { readonly invoice: Invoice; readonly changes: ReadonlyArray<Change> } => {
  const invoice: Invoice = { ...given, status: statusAt(given, now) }
  const delta = isOpen(invoice) - isOpen(before)
  return {
    invoice,
    changes: [
      Changed.put(Invoices, invoice),
      ...(delta === 0 ? [] : [Changed.put(OpenInvoiceCounts, { ...counts, open: counts.open + delta })]),
      ...moveDeadline(due, before, invoice),
    ],
  }
}

/** How many credits of an invoice are shown. The ledger has all of them. */
const creditsShown = 100

const ShownUnits = Schema.String.annotations({ description: "Base units of the asset, a decimal string" })
const Shown = Schema.Struct({
  id: Schema.String,
  asset: Schema.String,
  network: Schema.String,
  address: Schema.String.annotations({ description: "Serves this invoice alone" }),
  amountDue: ShownUnits,
  amountCents: Schema.Int,
  rate: Schema.String.annotations({ description: "Millionths of a US dollar for one whole coin" }),
  rateUntil: Stamp,
  status: oneOf(...InvoiceStatus.literals),
  credits: listOf(
    Schema.Struct({
      txid: Schema.String,
      index: Schema.Int,
      units: ShownUnits,
      cents: Schema.Int,
      at: Stamp,
    }),
    creditsShown,
  ),
})
const invoiceViewSchema = Schema.encodedBoundSchema(Shown).annotations({ identifier: "Invoice" })

export interface InvoiceView extends Schema.Schema.Type<typeof invoiceViewSchema> {}

/** An invoice as its agent and the Registrar read it. */
export const InvoiceView: Schema.Schema<InvoiceView> = invoiceViewSchema

const encodeShown = Schema.encodeSync(Shown)

export const invoiceView = (
  invoice: Invoice,
  credits: ReadonlyArray<Transfer.Counted>,
  now: Instant,
): InvoiceView => encodeShown({ ...invoice, ...railNames(invoice), status: statusAt(invoice, now), credits })

/** An invoice with the first of its credits. Its agent and the Registrar read it. */
export const readInvoice = rule(
  ["PD2 §9"],
  (
    reader: Reader,
    { id, actor, now }: { readonly id: string; readonly actor: Actor; readonly now: Instant },
  ): Effect.Effect<InvoiceView, Refusal | StoreUnavailable> =>
    Effect.gen(function* () {
      const invoice = yield* reader.need(Invoices, id, () => refusal("unknown_invoice", { id }))
      if (actor.role !== "registrar" && !(actor.role === "agent" && actor.id === invoice.agentId))
        return yield* Effect.fail(refusal("not_own", {}))
      const items = yield* Transfer.countedTowards(reader, { kind: "invoice", id }, creditsShown)
      const credits = items.filter(({ reversedAt, cents }) => reversedAt === null && cents > 0)
      return invoiceView(invoice, credits, now)
    }),
)
