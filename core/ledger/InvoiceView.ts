import { Effect } from "effect"
import type { Actor } from "../Actor.ts"
import { type Counted, CountedTransfers, towardsIndex, towardsPrefix } from "../chains/Transfer.ts"
import type { Reader } from "../Reader.ts"
import { type Refusal, refusal } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import { format, type Instant } from "../Time.ts"
import { type Invoice, Invoices, statusAt } from "./Invoice.ts"
import { railNames } from "./Rails.ts"

const creditView = ({ txid, index, units, cents, at }: Counted) => ({
  txid,
  index,
  units,
  cents,
  at: format(at),
})

/** An invoice as its agent reads it: `amountDue` in base units of the asset, `rate` in millionths of a US dollar for one whole coin. */
export const invoiceView = (invoice: Invoice, credits: ReadonlyArray<Counted>, now: Instant) => ({
  id: invoice.id,
  ...railNames(invoice),
  address: invoice.address,
  amountDue: invoice.amountDue,
  amountCents: invoice.amountCents,
  rate: invoice.rate,
  rateUntil: format(invoice.rateUntil),
  status: statusAt(invoice, now),
  credits: credits.map(creditView),
})
export type InvoiceView = ReturnType<typeof invoiceView>

/** An invoice with the first hundred of its credits. Its agent and the Registrar read it. */
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
      const { items } = yield* reader.list(CountedTransfers, {
        index: towardsIndex,
        prefix: towardsPrefix({ kind: "invoice", id }),
        after: null,
        limit: 100,
      })
      const credits = items.filter(({ reversedAt, cents }) => reversedAt === null && cents > 0)
      return invoiceView(invoice, credits, now)
    }),
)
