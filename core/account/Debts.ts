/** Which entries of the Register of Dealings are debts, and which belong to a quote. */
import { enforced, rule } from "../kernel/Section.ts"
import type { Instant } from "../kernel/Time.ts"
import type { AgentId, QuoteDeal } from "./Deal.ts"

/** PD15 §1: the two kinds of deal that have an account, a quote that was accepted and a debt. */
export const deals = enforced(
  "PD15 §1",
  "Deals",
  () =>
    "Two kinds of deal have an account: a quote that was accepted, and a debt in the Register of Dealings, of which a purchase by x402 is one (PD15 §1B). An invoice is a debt of the agent that it names once this agent has confirmed it. A refund that names neither a deal nor a transaction says that its lodger owes it. The sum is the value of the entry; without a value there is no debt. Entries of one hash, lodger and kind are one debt: the first that was confirmed counts, and a payment that names any of them counts on it. Sums are in US dollars. Nothing else makes two agents parties to a deal: no offer that nobody took up, no card, no paper for somebody else, and no silence.",
)

export const invoicesOfAQuote = enforced(
  "PD15 §1A",
  "Invoices of a quote",
  () =>
    "An invoice from the supplier to the buyer, lodged after the acceptance and before the account of the quote was decided or came to zero, belongs to the quote if it names the quote. It also belongs to it if its sum is the quote's price or charge and it names no other dealing that both recorded.",
)

/** An entry of the Register of Dealings that could be a debt. */
export interface Entry {
  readonly id: string
  readonly kind: string
  readonly sha256: string
  readonly lodger: AgentId
  readonly counterparty: AgentId | null
  readonly lodgedAt: Instant
  readonly valueCents: number | null
  readonly ref: string | null
  readonly txid: string | null
  readonly confirmedAt: Instant | null
}

/** A debt that an entry makes: who owes it to whom, and since when. */
export interface Debt {
  readonly id: string
  readonly from: "invoice" | "refund"
  readonly owes: AgentId
  readonly owedTo: AgentId
  readonly cents: number
  readonly madeAt: Instant
}

/** The debt that an entry is; null if it is not a debt. */
export const debtOf = rule(["PD15 §1"], (entry: Entry): Debt | null => {
  const { id, lodger, counterparty, valueCents, confirmedAt } = entry
  if (counterparty === null || valueCents === null || valueCents === 0) return null
  if (entry.kind === "invoice")
    return confirmedAt === null
      ? null
      : { id, from: "invoice", owes: counterparty, owedTo: lodger, cents: valueCents, madeAt: confirmedAt }
  return entry.kind === "refund" && entry.ref === null && entry.txid === null
    ? { id, from: "refund", owes: lodger, owedTo: counterparty, cents: valueCents, madeAt: entry.lodgedAt }
    : null
})

/** The entry that is the debt, among the entries of one hash, lodger and kind: the first that was confirmed, or else lodged. */
export const firstOfThem = rule(["PD15 §1"], (entries: ReadonlyArray<Entry>): Entry | null => {
  const timeOf = ({ confirmedAt, kind, lodgedAt }: Entry) => (kind === "invoice" ? confirmedAt : lodgedAt)
  return entries.reduce<Entry | null>((first, one) => {
    const at = timeOf(one)
    if (at === null) return first
    const before = first === null ? null : timeOf(first)
    return before === null || at < before ? one : first
  }, null)
})

/** The facts of a quote that decide whether an invoice belongs to it. */
export interface Quoted {
  readonly quote: Pick<QuoteDeal, "id" | "parties" | "cents" | "acceptedAt" | "closes">
  /** When its account was decided or came to zero; null while it has not. */
  readonly settledAt: Instant | null
}

/** Whether an invoice belongs to a quote, so that it is not a debt. `refIsOfBoth`: its `ref` names a dealing that both recorded. */
export const belongsTo = rule(
  ["PD15 §1A"],
  (entry: Entry, { quote, settledAt }: Quoted, refIsOfBoth: boolean): boolean => {
    const { parties, acceptedAt, cents, closes } = quote
    const between =
      entry.kind === "invoice" && entry.lodger === parties.supplier && entry.counterparty === parties.buyer
    const inTime = entry.lodgedAt >= acceptedAt && (settledAt === null || entry.lodgedAt < settledAt)
    const sums = [cents, closes.supplier?.cents]
    const charged = entry.valueCents !== null && sums.includes(entry.valueCents)
    return between && inTime && (entry.ref === quote.id || (charged && !refIsOfBoth))
  },
)
