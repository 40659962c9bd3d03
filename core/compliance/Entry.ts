/**
 * An entry of the Register of Compliance (PD11): one order to pay, perform or refrain, and whether it was honoured. As the Register
 * shows an order to pay as satisfied, the instruction to pay it ends (PD2 §6G; `core/Consequences.ts`).
 */

import { Schema } from "effect"
import { Agent, Standing } from "../agents/index.ts"
import { Judgment } from "../judgments/index.ts"
import { Party } from "../kernel/Actor.ts"
import { needPresent } from "../kernel/Defect.ts"
import { word } from "../kernel/Json.ts"
import * as Kind from "../kernel/Kind.ts"
import type { Named } from "../kernel/Named.ts"
import { type Instant, latestFirst, Stamp, sortable } from "../kernel/Time.ts"

const EntryType = Schema.Literal("pay", "perform", "refrain")

/** The grounds on which a party disputes an entry of the Register of Compliance (PD11 §5). */
export const Ground = Schema.Literal(
  "not_performed",
  "part_performed",
  "wrong_amount",
  "wrong_recipient",
  "not_bound",
  "already_satisfied",
  "other",
)

export type Ground = typeof Ground.Type

/** The points that an entry gave to the reputation of the party bound, or took from it, and when that was reversed. */
export const Adjustment = Schema.Struct({
  delta: Schema.Int,
  reason: Schema.String,
  rule: Schema.String,
  at: Stamp,
  reversedAt: Schema.NullOr(Stamp),
})

export type Adjustment = typeof Adjustment.Type

/** The time that runs for an entry, and so which act may still be done in it (PD11 §3 to §6). */
export const WindowKind = Schema.Literal("performance", "dispute", "notice", "decision")

export type WindowKind = typeof WindowKind.Type

const entryWindowSchema = Schema.Struct({ kind: word(WindowKind), opensAt: Stamp, closesAt: Stamp })

export type Window = Named<typeof entryWindowSchema.Type>
/** The window of an entry as JSON: instants are texts of RFC 3339. */
export type WindowJson = Named<typeof entryWindowSchema.Encoded>

/** The window that is running. It closes at its instant: an act at `closesAt` is late. */
export const Window: Schema.Schema<Window, WindowJson> = entryWindowSchema

/** The statement of the party bound about its performance. */
export const Attestation = Schema.Struct({
  date: Stamp,
  at: Stamp,
  evidence: Schema.String,
  evidenceSha256: Schema.String,
  sha256: Schema.NullOr(Schema.String),
})

/** A dispute of an entry: who disputes it, on which ground, and in which words (PD11 §5). */
export const Dispute = Schema.Struct({
  by: Schema.String,
  ground: Ground,
  statement: Schema.String,
  statementSha256: Schema.String,
  at: Stamp,
})

/** A decision of the Registrar on a disputed entry, with its reasons (PD11 §6). */
export const Decision = Schema.Struct({
  status: Schema.Literal("satisfied", "unsatisfied", "pending"),
  reasons: Schema.String,
  performedAt: Schema.NullOr(Stamp),
  correction: Schema.Boolean,
  at: Stamp,
})

/** The place to which an order is paid: a CAIP-2 network, an asset, and an address there. */
export const RegisteredAddress = Schema.Struct({
  network: Schema.String,
  asset: Schema.String,
  address: Schema.String,
  /** Whether a signature has shown that the address is the party's own. */
  proven: Schema.Boolean,
  at: Stamp,
})

/** An entry with its encodings: instants are numbers in the record and RFC 3339 in answers. The answers take their fields from here. */
export const Facts = Schema.Struct({
  id: Schema.String,
  // The order of the judgment, and its parties. These fields never change.
  citation: Schema.String,
  /** The place of the order in the judgment, counted from 1. */
  n: Schema.Int,
  matterId: Schema.String,
  /** When the matter was filed: the figures then in force govern the entry (Rule 8.1). */
  filedAt: Stamp,
  type: word(EntryType),
  bound: Agent.Bound,
  favoured: Party,
  /** Whether both parties have one operator. Nothing is then given or taken (PD11 §10). */
  sameOperator: Schema.Boolean,
  amountCents: Schema.NullOr(Schema.Int),
  currency: Schema.String,
  hours: Schema.Int,
  deliveredAt: Stamp,
  /** The instant at which the time fixed passes. */
  dueAt: Stamp,
  status: word(Standing.EntryStatus),
  window: Schema.NullOr(Window),
  suspendedSince: Schema.NullOr(Stamp),
  /** Spans in which an appeal suspended the time fixed; performance in one of them is in time (PD11 §7). */
  tolled: Schema.Array(Schema.Struct({ from: Stamp, to: Schema.NullOr(Stamp) })),
  /** When the order was performed, as attested, confirmed, read from a chain or found; null if it is not known. */
  performedAt: Schema.NullOr(Stamp),
  /** Whether the entry is satisfied, or was until it was disputed, only because nobody disputed an attestation in time. Absent in entries from before this was kept. */
  silent: Schema.optionalWith(Schema.Boolean, { exact: true }),
  attestation: Schema.NullOr(Attestation),
  dispute: Schema.NullOr(Dispute),
  /** The status to which a running dispute leads if nobody decides it; null or absent if no dispute runs. */
  began: Schema.optionalWith(Schema.NullOr(Standing.EntryStatus), { exact: true }),
  /** Whether the party bound has ever disputed the entry. */
  boundDisputed: Schema.optionalWith(Schema.Boolean, { exact: true }),
  decision: Schema.NullOr(Decision),
  corrected: Schema.Boolean,
  address: Schema.NullOr(RegisteredAddress),
  addressChanges: Schema.Int,
  adjustments: Schema.Array(Adjustment),
  finality: Judgment.Finality,
})

const entrySchema = Schema.typeSchema(Facts)

export interface Entry extends Schema.Schema.Type<typeof entrySchema> {}

/** One order of a judgment and what became of it; sums are in cents of USD. */
export const Entry: Schema.Schema<Entry> = entrySchema

export type RegisteredAddress = typeof RegisteredAddress.Type

/** The entries against each agent, in the order of delivery. */
export const againstIndex = "entries.against"

/** The entries against each agent that are not superseded, the latest delivered first. */
export const latestIndex = "entries.latest"

/** The entries by which one judgment binds one party to another, together. */
export const togetherIndex = "entries.together"

/** The name of the entries of one judgment between the party bound and the party favoured. */
export const pairOf = ({
  citation,
  bound,
  favoured,
}: Pick<Entry, "citation" | "bound" | "favoured">): string =>
  `${citation}/${bound.handle}/${favoured.handle}/`

/** The index of all entries of the Register of Compliance, the latest first. */
export const registerIndex = "entries.register"

/** The entries against each agent that have a window, by their status, then by the instant at which the window closes. */
export const windowIndex = "entries.window"

/** The entries against an agent whose window runs in a status, in the order in which the windows close. */
export const windowPrefix = (agentId: string, status: Standing.EntryStatus): string => `${agentId}/${status}/`

/** No window closes later. A window that an appeal suspends is listed here. */
const never = 999_999_999_999_999

const windowKey = ({ id, bound, status, suspendedSince }: Entry, closesAt: Instant): string =>
  `${windowPrefix(bound.id, status)}${sortable(suspendedSince === null ? closesAt : never)}/${id}`

/**
 * The entries that a chain reading may still satisfy, by their registered address, then by the party favoured and the party bound,
 * in the order of delivery.
 */
export const followedIndex = "entries.followed"

type Place = { readonly network: string; readonly asset: string; readonly address: string }

/** The beginning that the names of all entries share which are paid to one address of a network. */
export const followedPrefix = ({ network, asset, address }: Place): string =>
  `${network}/${asset}/${address}/`

/** The entries between two parties at their address. */
export const pairPrefix = (place: Place, { bound, favoured }: Pick<Entry, "bound" | "favoured">): string =>
  `${followedPrefix(place)}${needPresent(favoured.id, "the agent that registered an address")}/${bound.id}/`

const provable: ReadonlySet<Standing.EntryStatus> = new Set(["open", "notified", "attested"])

/** Whether a chain reading may still satisfy an entry, once it has an address. */
export const isProvable = ({ type, status }: Pick<Entry, "type" | "status">): boolean =>
  type === "pay" && provable.has(status)

/** Entries by their ids, listed as opened, by the agent bound, by the two parties, and by the end of their window. */
export const Entries = Kind.make<Entry>({
  name: "entry",
  schema: Entry,
  id: (entry) => entry.id,
  index: (entry) => {
    const { id, deliveredAt, bound, window, address, status } = entry
    return [
      { index: registerIndex, list: "", rest: id },
      { index: againstIndex, list: `${bound.id}/`, rest: id },
      { index: togetherIndex, list: pairOf(entry), rest: id },
      ...(status === "superseded"
        ? []
        : [{ index: latestIndex, key: `${bound.id}/${latestFirst(deliveredAt)}/${id}` }]),
      ...(window === null ? [] : [{ index: windowIndex, key: windowKey(entry, window.closesAt) }]),
      ...(address !== null && isProvable(entry)
        ? [{ index: followedIndex, key: `${pairPrefix(address, entry)}${sortable(deliveredAt)}/${id}` }]
        : []),
    ]
  },
})

/** The subject of an entry's own events in the journal. */
export const subjectOf = (id: string): string => `entry/${id}`

/** The id of the one task that ends the window of an entry. */
export const deadlineTask = (id: string): string => `entry-deadline/${id}`

/** The kind of the task that ends the window of an entry (PD11 §4). */
export const deadlineKind = "entry-deadline"
