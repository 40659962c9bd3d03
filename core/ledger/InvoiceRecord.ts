/** An invoice in a new state: it, the count of its agent's open ones, and the task that ends it where nothing comes. */
import { Effect, Option } from "effect"
import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import type { Reader } from "../Reader.ts"
import type { Instant } from "../Time.ts"
import {
  expiryKind,
  expiryTask,
  type Invoice,
  Invoices,
  OpenInvoiceCounts,
  type OpenInvoices,
  statusAt,
} from "./Invoice.ts"

/** How many invoices of an agent are open. */
export const openOf = (reader: Reader, agentId: string) =>
  Effect.map(
    reader.find(OpenInvoiceCounts, agentId),
    Option.getOrElse((): OpenInvoices => ({ agentId, open: 0 })),
  )

const isOpen = (invoice: Invoice | null): number => (invoice?.status === "open" ? 1 : 0)

/** What changes from an invoice (null: there was none) to the same with `paidUnits` as given. It is their only writer. */
export const recorded = (
  before: Invoice | null,
  given: Invoice,
  counts: OpenInvoices,
  now: Instant,
): { readonly invoice: Invoice; readonly changes: ReadonlyArray<Change> } => {
  const invoice: Invoice = { ...given, status: statusAt(given, now) }
  const delta = isOpen(invoice) - isOpen(before)
  const task =
    delta > 0
      ? [Changed.task(expiryTask(invoice.id), expiryKind, invoice.expiresAt, { invoiceId: invoice.id })]
      : delta < 0
        ? [Changed.cancel(expiryTask(invoice.id))]
        : []
  return {
    invoice,
    changes: [
      Changed.put(Invoices, invoice),
      ...(delta === 0 ? [] : [Changed.put(OpenInvoiceCounts, { ...counts, open: counts.open + delta })]),
      ...task,
    ],
  }
}
