/** The account of a deal, as everybody reads it: the parties, a dry run, the judge and the judgment. */
import { Schema } from "effect"
import { listOf } from "../kernel/Json.ts"
import type { Named } from "../kernel/Named.ts"
import { Stamp } from "../kernel/Time.ts"

const Whole = Schema.Int
/** A sum, or its bounds where something is undetermined. */
export const Sum = Schema.Union(Whole, Schema.Struct({ min: Whole, max: Whole })).annotations({
  identifier: "AccountSum",
})
export type Sum = typeof Sum.Type

/** The name of a line of the account of a deal (PD15). */
export const LineName = Schema.Literal(
  "price",
  "due",
  "metered",
  "delivered",
  "conforming",
  "late",
  "otherwise",
  "paid",
  "refunded",
  "held",
  "admitted",
  "served",
)
export type LineName = typeof LineName.Type

/** The finding on a line: what is not proven is not found, and few lines can be undetermined (PD15 §3). */
export const Finding = Schema.Literal("found", "not_found", "undetermined")
export type Finding = typeof Finding.Type
/** The side that loses if a line is not found; `computed` if a line follows from others. */
export const Burden = Schema.Literal("supplier", "buyer", "computed")
export type Burden = typeof Burden.Type

/** A record that a line rests on, by its kind and its id; an exhibit is a paper of the matter, by its SHA-256 (PD15 §11B). */
export const RecordRef = Schema.Struct({
  record: Schema.Literal(
    "quote",
    "close",
    "disclosure",
    "dealing",
    "transfer",
    "hold",
    "attestation",
    "artifact",
    "exhibit",
  ),
  id: Schema.String,
})
export type RecordRef = typeof RecordRef.Type

/** The act that a line lacks: who could do it, which act it is, and until when. */
export const Wanted = Schema.Struct({
  who: Schema.Literal("supplier", "buyer", "attester"),
  act: Schema.String,
  dueBy: Schema.NullOr(Stamp),
})
export type Wanted = typeof Wanted.Type

/** A line rests on fewer records: both sides state a bounded number of payments, on a quote and the few that it replaced. */
export const refsMax = 1_000

const lineSchema = Schema.Struct({
  line: LineName,
  finding: Finding,
  cents: Schema.optionalWith(Sum, { exact: true }),
  millionths: Schema.optionalWith(Schema.Int, { exact: true }),
  burden: Burden,
  by: listOf(RecordRef, refsMax),
  wanted: Schema.NullOr(Wanted),
}).annotations({ identifier: "AccountLine" })

export interface Line extends Schema.Schema.Type<typeof lineSchema> {}
export type LineJson = Named<typeof lineSchema.Encoded>

/** A line of the account: its finding, its sum in cents or its share in millionths, and the records that it rests on. */
export const Line: Schema.Schema<Line, LineJson> = lineSchema

const accountSchema = Schema.Struct({
  deal: Schema.Struct({ kind: Schema.Literal("quote", "debt"), id: Schema.String }),
  asOf: Stamp,
  price: Schema.NullOr(Sum),
  owed: Schema.NullOr(Sum),
  paid: Schema.NullOr(Sum),
  refunded: Schema.NullOr(Sum),
  balance: Schema.NullOr(Sum).annotations({
    description: "Above 0 the buyer owes it, below 0 the supplier",
  }),
  undecided: Schema.NullOr(Schema.Union(Whole, Schema.Literal("all"))).annotations({
    description: "null, the cents that are open, or `all` in a currency that the court doesn't reckon",
  }),
  lines: listOf(Line, LineName.literals.length),
}).annotations({ identifier: "Account" })

export interface Account extends Schema.Schema.Type<typeof accountSchema> {}
/** An account as it is answered in JSON, with instants as texts of RFC 3339. */
export interface AccountJson extends Schema.Schema.Encoded<typeof accountSchema> {}

/** An account as the interface shows it: sums in cents, each as a range whose ends are the same if nothing is undetermined. */
export const Account: Schema.Schema<Account, AccountJson> = accountSchema
