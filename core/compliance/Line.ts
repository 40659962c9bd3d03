/**
 * The words of the public journal about entries: one schema for each kind of event. `Journal` writes the events by these schemas, and
 * `Recomputed` reads them back.
 */
import { Schema } from "effect"
import { Standing } from "../agents/index.ts"
import { Judgment } from "../judgments/index.ts"
import { DateTime } from "../kernel/Time.ts"
import * as Entry from "./Entry.ts"

const text = Schema.String
const { citation, n, type, amountCents, hours, sameOperator, matterId, currency } = Entry.Facts.fields

/** Anybody's journal is read, so that its instants are checked as those of a request are. */
const instant = Schema.NullOr(DateTime)
const Adjusted = Entry.Adjustment.pick("delta", "reason", "rule")

/** The part of an entry from which the registers are computed: every event of an entry carries it. */
const state = {
  entry: text,
  citation,
  n,
  bound: text,
  favoured: text,
  status: Standing.EntryStatus,
  /** Null while an appeal suspends the entry: no time runs then. */
  dueAt: instant,
  window: Schema.NullOr(Schema.Struct({ kind: Entry.WindowKind, opensAt: DateTime, closesAt: DateTime })),
  suspendedSince: instant,
  /** The effects of the move: the status before it, the adjustments that it gave, and the adjustments that it reversed. */
  from: Schema.NullOr(text),
  delta: Schema.Int,
  given: Schema.Array(Adjusted),
  reversed: Schema.Array(Adjusted),
}

const maybe = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** The terms that were ordered, so that a proof of the latest event covers them. Absent in events of earlier versions. */
export const orderedTerms = {
  type: maybe(type),
  amountCents: maybe(amountCents),
  currency: maybe(currency),
  hours: maybe(hours),
  sameOperator: maybe(sameOperator),
  deliveredAt: maybe(DateTime),
}

export const Line = Schema.Struct({ ...state, performedAt: instant, ...orderedTerms })
export type Line = typeof Line.Type

const marks = { finality: Judgment.FinalityStatus, until: instant }

const Opened = Schema.Struct({
  act: Schema.Literal("open"),
  by: text,
  citation,
  matterId,
  currency,
  deliveredAt: DateTime,
  ...marks,
  entries: Schema.NonEmptyArray(Schema.Struct({ ...state, type, amountCents, hours, sameOperator })),
})

export type Opened = typeof Opened.Type

/** The changes that an appeal or a vacation made to all entries of a judgment. */
const Shared = Schema.Struct({
  act: Schema.Literal("suspend", "resume", "supersede"),
  by: text,
  citation,
  ...marks,
  entries: Schema.NonEmptyArray(Line),
})

const own = <Act extends string, Stated extends Schema.Struct.Fields>(act: Act, stated: Stated) =>
  Schema.Struct({ ...Line.fields, act: Schema.Literal(act), by: text, ...stated })

/** The move of one entry, with what its act stated as far as the public may read it: of words only the SHA-256. */
const Own = Schema.Union(
  own("attest", { date: DateTime, evidenceSha256: text, sha256: Schema.NullOr(text) }),
  own("dispute", { ground: Entry.Ground, statementSha256: text }),
  own("decide", {
    ...Entry.Decision.pick("status", "reasons", "correction").fields,
    /** When the order was performed, as the Registrar found. */
    found: instant,
  }),
  own("address", { network: text, asset: text, address: text, proven: Schema.Boolean }),
  own("prove", { performedAt: DateTime }),
  own("confirm", {}),
  own("pass", {}),
  own("meet", {}),
)
export type Own = typeof Own.Type

export const EventData = Schema.Union(Opened, Shared, Own)
