import { Effect, Either, Option } from "effect"
import { command } from "../Command.ts"
import { Invoices } from "./Invoice.ts"
import { openOf, recorded } from "./InvoiceRecord.ts"

/** The time of an invoice has passed (its task's body is the input): where nothing was paid it has expired and is open no more. */
export const expireInvoice = command({
  name: "expireInvoice",
  sections: ["PD2 §9"],
  gather: ({ invoiceId }: { readonly invoiceId: string }, _context, reader) =>
    Effect.gen(function* () {
      const invoice = Option.getOrNull(yield* reader.find(Invoices, invoiceId))
      return invoice === null ? null : { invoice, open: yield* openOf(reader, invoice.agentId) }
    }),
  decide: (facts, _input, { now }) =>
    Either.right({
      changes:
        facts === null || facts.invoice.status !== "open" || now < facts.invoice.expiresAt
          ? []
          : recorded(facts.invoice, facts.invoice, facts.open, now).changes,
      reply: null,
    }),
})
