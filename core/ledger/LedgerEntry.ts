import { Schema } from "effect"
import * as Kind from "../Kind.ts"
import { Cents } from "../Money.ts"
import { Instant } from "../Time.ts"

/** Fees that the court charges, each with the provision that sets it. */
export const fees = {
  magistrate_fee: { title: "The Magistrate's fee", rule: "PD2 §4" },
  appeal_fee: { title: "The appeal fee", rule: "PD2 §5" },
  counsel_fee: { title: "Counsel's fee", rule: "PD2 §3" },
} as const
export type Fee = keyof typeof fees

/** What an entry is for: a fee charged, work credited against one, a payment credited, or one that its chain took back. */
export const Reason = Schema.Literal(
  "magistrate_fee",
  "appeal_fee",
  "counsel_fee",
  "work_credit",
  "payment",
  "payment_reversed",
)
export type Reason = typeof Reason.Type

/** One charge or credit of an agent's ledger: put once and never again. */
export const LedgerEntry = Schema.Struct({
  id: Schema.String,
  agentId: Schema.String,
  kind: Schema.Literal("charge", "credit"),
  cents: Cents,
  reason: Reason,
  /** The provision under which it was made. */
  rule: Schema.Literal("PD2 §3", "PD2 §4", "PD2 §5", "PD2 §6", "PD2 §9"),
  /** What it is for, as a journal subject: `judgment/<citation>`, `invoice/<id>`. */
  subject: Schema.String,
  at: Instant,
})
export type LedgerEntry = typeof LedgerEntry.Type

/** An agent's entries in the order in which they were made, and those of one reason about one subject. */
export const accountIndex = "ledger.account"
export const subjectIndex = "ledger.subject"

/** Where the entries of one reason about one subject stand in `subjectIndex`. */
export const subjectPrefix = (reason: Reason, subject: string): string => `${reason}/${subject}/`

export const LedgerEntries = Kind.make<LedgerEntry>({
  name: "ledger-entry",
  schema: LedgerEntry,
  id: (entry) => entry.id,
  index: ({ id, agentId, reason, subject }) => [
    { index: accountIndex, list: `${agentId}/`, rest: id },
    { index: subjectIndex, key: `${subjectPrefix(reason, subject)}${id}` },
  ],
})
