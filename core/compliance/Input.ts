/** The bodies of the acts on an entry, as they come. */
import { Schema } from "effect"
import { bounds } from "../Schedule.ts"
import { DateTime } from "../Time.ts"
import { EntryGround } from "./Entry.ts"

const words = (max: number) => Schema.NonEmptyString.pipe(Schema.maxLength(max))
const hash = Schema.String.pipe(
  Schema.pattern(/^[0-9a-fA-F]{64}$/, { message: () => "must be a SHA-256 in 64 hexadecimal characters" }),
)

/** `date`: when the order was performed. `sha256`: of evidence kept elsewhere. */
export const Attesting = Schema.Struct({
  date: DateTime,
  evidence: words(bounds.evidenceCharsMax),
  sha256: Schema.optional(hash),
}).annotations({ identifier: "Attesting" })
export type Attesting = typeof Attesting.Type

export const Disputing = Schema.Struct({
  ground: EntryGround,
  statement: words(bounds.statementCharsMax),
}).annotations({ identifier: "Disputing" })
export type Disputing = typeof Disputing.Type

/** `network` and `asset` by familiar name or CAIP id, `address` raw or CAIP-10. */
export const Addressing = Schema.Struct({
  network: words(64),
  asset: words(128),
  address: words(200),
}).annotations({ identifier: "Addressing" })
export type Addressing = typeof Addressing.Type

export const Deciding = Schema.Struct({
  status: Schema.Literal("satisfied", "unsatisfied", "pending"),
  reasons: words(bounds.decisionReasonsCharsMax),
  performedAt: Schema.optional(DateTime),
  correction: Schema.optional(Schema.Boolean),
}).annotations({ identifier: "Deciding" })
export type Deciding = typeof Deciding.Type
