/**
 * An agent's account (PD2): its entries, which are never changed, the balance that is their sum, the questions about both, and what each
 * agent has been charged in a matter.
 */

import { Array as Arr, Effect, Option, Schema } from "effect"
import type { Actor } from "../kernel/Actor.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { oneOf } from "../kernel/Json.ts"
import * as Kind from "../kernel/Kind.ts"
import { Cents, defaultCurrency } from "../kernel/Money.ts"
import type { Named } from "../kernel/Named.ts"
import { type Paged, type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { type Refusal, refusal } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"
import { Instant, Stamp } from "../kernel/Time.ts"
import type { Page, StoreUnavailable } from "../store/Store.ts"
import { readInvoice as invoiceOf } from "./Invoice.ts"
import { withinCredit } from "./Law.ts"
import { Addresses, railsView } from "./Rails.ts"

/** The fees that the court charges, each with the provision that sets it. */
export const fees = {
  magistrate_fee: { title: "The Magistrate's fee", rule: "PD2 §4" },
  appeal_fee: { title: "The appeal fee", rule: "PD2 §5" },
  counsel_fee: { title: "Counsel's fee", rule: "PD2 §3" },
} as const

/** The reason for an entry: a fee, work credited against a fee, a payment, or a payment that its chain has reversed. */
const Reason = Schema.Literal(
  "magistrate_fee",
  "appeal_fee",
  "counsel_fee",
  "work_credit",
  "payment",
  "payment_reversed",
)
type Reason = typeof Reason.Type

/** One charge or credit of an agent's ledger. It is put once and never changed. */
export const LedgerEntry = Schema.Struct({
  id: Schema.String,
  agentId: Schema.String,
  kind: Schema.Literal("charge", "credit"),
  cents: Cents,
  reason: Reason,
  rule: Schema.Literal("PD2 §3", "PD2 §4", "PD2 §5", "PD2 §6", "PD2 §9"),
  /** The subject of the entry, as in the journal: `judgment/<citation>`, `invoice/<id>`. */
  subject: Schema.String,
  at: Instant,
})
export interface LedgerEntry extends Schema.Schema.Type<typeof LedgerEntry> {}

/** The entries of each agent, in the order in which they were made. */
export const accountIndex = "ledger.account"
const subjectIndex = "ledger.subject"

/** The prefix of the entries of one reason about one subject in `subjectIndex`. */
const subjectPrefix = (reason: Reason, subject: string): string => `${reason}/${subject}/`

export const LedgerEntries = Kind.make<LedgerEntry>({
  name: "ledger-entry",
  schema: LedgerEntry,
  id: (entry) => entry.id,
  index: ({ id, agentId, reason, subject }) => [
    { index: accountIndex, list: `${agentId}/`, rest: id },
    { index: subjectIndex, key: `${subjectPrefix(reason, subject)}${id}` },
  ],
})

/** The first entries of one reason about one subject. */
export const entriesAbout = (reader: Reader, reason: Reason, subject: string, limit: number) =>
  Effect.map(
    reader.list(LedgerEntries, {
      index: subjectIndex,
      prefix: subjectPrefix(reason, subject),
      after: null,
      limit,
    }),
    ({ items }) => items,
  )

/** The sums of an agent's ledger. Every charge and credit puts them (`post`). An agent without a balance owes nothing. */
export const Balance = Schema.Struct({ agentId: Schema.String, chargedCents: Cents, creditedCents: Cents })
export interface Balance extends Schema.Schema.Type<typeof Balance> {}
/** The sums that each agent was charged and credited, in cents of USD, by the id of the agent. */
export const Balances = Kind.make<Balance>({
  name: "balance",
  schema: Balance,
  id: (balance) => balance.agentId,
})

/** The balance of an agent that was neither charged nor credited. */
export const makeBalance = (agentId: string): Balance => ({ agentId, chargedCents: 0, creditedCents: 0 })

/** The balance of an agent, which is new if nothing is recorded yet. */
export const balanceOf = (reader: Reader, agentId: string): Effect.Effect<Balance, StoreUnavailable> =>
  Effect.map(
    reader.find(Balances, agentId),
    Option.getOrElse(() => makeBalance(agentId)),
  )

/** Charges less credits, in cents: negative if more was credited than charged. */
export const balanceCents = (balance: Balance): number => balance.chargedCents - balance.creditedCents

/** The debt of an agent to the court in cents: 0 if its credits exceed its charges, or without a balance. */
export const owedCents = (balance: Balance | null): number =>
  balance === null ? 0 : Math.max(0, balanceCents(balance))

/** The balance after one more entry: a charge is added to the charges, and any other kind to the credits, in cents. */
export const addEntry = (balance: Balance, { kind, cents }: Pick<LedgerEntry, "kind" | "cents">): Balance =>
  kind === "charge"
    ? { ...balance, chargedCents: balance.chargedCents + cents }
    : { ...balance, creditedCents: balance.creditedCents + cents }

/**
 * Enters a charge or a credit. Nothing else writes either record, so the balance is always the sum of the entries. A sum of 0 makes
 * no entry.
 */
export const post = (balance: Balance, entry: Omit<LedgerEntry, "agentId">): ReadonlyArray<Change> =>
  entry.cents === 0
    ? []
    : [
        Changed.put(LedgerEntries, { ...entry, agentId: balance.agentId }),
        Changed.put(Balances, addEntry(balance, entry)),
      ]

/** The id of the agent whose account an actor may read: an agent reads its own only. Refused `agents_only`. */
export const holderOf = (actor: Actor): Effect.Effect<string, Refusal> =>
  actor.role === "agent" ? Effect.succeed(actor.id) : Effect.fail(refusal("agents_only", {}))

const Shown = Schema.Struct({
  id: Schema.String,
  kind: oneOf(...LedgerEntry.fields.kind.literals),
  cents: Schema.Int,
  reason: oneOf(...Reason.literals),
  rule: Schema.String,
  subject: Schema.String,
  at: Stamp,
})
const ledgerEntryViewSchema = Schema.encodedBoundSchema(Shown).annotations({ identifier: "LedgerEntry" })

export type LedgerEntryView = Named<typeof ledgerEntryViewSchema.Type>

/** A charge or a credit, which `kind` tells apart, as its agent reads it, in cents of USD. */
export const LedgerEntryView: Schema.Schema<LedgerEntryView> = ledgerEntryViewSchema

const entryView: (entry: LedgerEntry) => LedgerEntryView = Schema.encodeSync(Shown)

/** The balance that an agent owes (negative if it is in credit), how much it may owe, and whether it owes more than that (PD2 §7). */
export const head = rule(["PD2 §7"], (reader: Reader, agentId: string, terms: Terms) =>
  Effect.map(balanceOf(reader, agentId), (balance) => ({
    currency: defaultCurrency,
    balanceCents: balanceCents(balance),
    creditLimitCents: terms.creditCentsMax,
    overLimit: withinCredit(owedCents(balance), terms) !== null,
  })),
)

/** The entries of an agent's ledger, oldest first. `after` is the `next` of the page before. */
export const accountPage = (
  reader: Reader,
  agentId: string,
  page: { readonly after: string | null; readonly limit: number },
): Effect.Effect<Page<LedgerEntryView>, StoreUnavailable> =>
  Effect.map(
    reader.list(LedgerEntries, { index: accountIndex, prefix: `${agentId}/`, ...page }),
    (found) => ({
      items: found.items.map(entryView),
      next: found.next,
    }),
  )

/** The account of the agent that asks, with a page of its entries: `GET /account`. Refused `agents_only`. */
export const readAccount = query({
  name: "read-account",
  read: Effect.fnUntraced(function* ({ page }: Paged, { actor, terms }: QueryContext, reader: Reader) {
    const holder = yield* holderOf(actor)
    const entries = yield* accountPage(reader, holder, page)
    return { ...(yield* head(reader, holder, terms)), ...entries }
  }),
})

/** The rails on which an account can be paid, and why a rail is not live: `GET /account/pay`, public. */
export const readRails = query({
  name: "read-rails",
  read: (_input: object, { now, terms }: QueryContext, reader: Reader) =>
    Effect.flatMap(Addresses, (addresses) => railsView(reader, addresses, now, terms)),
})

/** One invoice, for its agent and the Registrar: `GET /account/pay/{id}`. Refused `unknown_invoice`, `not_own`. */
export const readInvoice = query({
  name: "read-invoice",
  read: ({ id }: { readonly id: string }, { actor, now }: QueryContext, reader: Reader) =>
    invoiceOf(reader, { id, actor, now }),
})

/**
 * The sum of an agent's charges in a matter. Every such charge puts it, so that a command that reads it notices a charge made meanwhile.
 */
export const MatterCharge = Schema.Struct({ matterId: Schema.String, agentId: Schema.String, cents: Cents })
export interface MatterCharge extends Schema.Schema.Type<typeof MatterCharge> {}
export const MatterCharges = Kind.make<MatterCharge>({
  name: "matter-charge",
  schema: MatterCharge,
  id: ({ matterId, agentId }) => `${matterId}/${agentId}`,
})

/** The sums that these agents have been charged in a matter, in their order; 0 cents if nothing was charged. */
export const chargedIn = (
  reader: Reader,
  matterId: string,
  agentIds: ReadonlyArray<string>,
): Effect.Effect<ReadonlyArray<MatterCharge>, StoreUnavailable> =>
  Effect.map(
    reader.findAll(
      MatterCharges,
      agentIds.map((agentId) => MatterCharges.id({ matterId, agentId, cents: 0 })),
    ),
    (found) =>
      Arr.zipWith(agentIds, found, (agentId, one) =>
        Option.getOrElse(one, (): MatterCharge => ({ matterId, agentId, cents: 0 })),
      ),
  )

/** Enters a charge in the ledger and counts it in its matter. `charged` is what the agent had been charged there. 0 cents make no entry. */
export const postIn = (
  charged: MatterCharge,
  balance: Balance,
  entry: Omit<LedgerEntry, "agentId" | "kind">,
): ReadonlyArray<Change> =>
  entry.cents === 0
    ? []
    : [
        ...post(balance, { ...entry, kind: "charge" }),
        Changed.put(MatterCharges, { ...charged, cents: charged.cents + entry.cents }),
      ]
