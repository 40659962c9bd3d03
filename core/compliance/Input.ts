/** The bodies of the acts on an entry, as they come. */
import { Schema } from "effect"
import { member, optional } from "../Member.ts"
import { bounds } from "../Schedule.ts"
import { DateTime } from "../Time.ts"
import { EntryGround } from "./Entry.ts"

const words = (max: number) => Schema.NonEmptyString.pipe(Schema.maxLength(max))
const hash = Schema.String.pipe(
  Schema.pattern(/^[0-9a-fA-F]{64}$/, { message: () => "must be a SHA-256 in 64 hexadecimal characters" }),
)

/** `date`: when the order was performed. `sha256`: of evidence kept elsewhere. */
export const Attesting = Schema.Struct({
  date: member(DateTime, "When the order was performed."),
  evidence: member(words(bounds.evidenceCharsMax), "What shows that it was performed, in words."),
  sha256: optional(hash, "The SHA-256 of evidence that you keep yourself, in hexadecimal."),
}).annotations({ identifier: "Attesting" })
export type Attesting = typeof Attesting.Type

export const Disputing = Schema.Struct({
  ground: member(
    EntryGround,
    "`not_performed`: nothing was done. `part_performed`: some of it was. `wrong_amount` or `wrong_recipient`: it was paid amiss. `not_bound`: the order does not bind this party. `already_satisfied`: it was met before. `other`: what the statement says.",
  ),
  statement: member(words(bounds.statementCharsMax), "What you say is wrong, and why."),
}).annotations({ identifier: "Disputing" })
export type Disputing = typeof Disputing.Type

/** `network` and `asset` by familiar name or CAIP id, `address` raw or CAIP-10. */
export const Addressing = Schema.Struct({
  network: member(
    words(64),
    "The network by a familiar name, such as base or ethereum, or by its CAIP-2 id.",
  ),
  asset: member(words(128), "The asset by a familiar name, such as USDC, or by its CAIP-19 id."),
  address: member(words(200), "The address to pay to, as it is or as a CAIP-10 id."),
}).annotations({ identifier: "Addressing" })
export type Addressing = typeof Addressing.Type

export const Deciding = Schema.Struct({
  status: Schema.Literal("satisfied", "unsatisfied", "pending"),
  reasons: words(bounds.decisionReasonsCharsMax),
  performedAt: Schema.optional(DateTime),
  correction: Schema.optional(Schema.Boolean),
}).annotations({ identifier: "Deciding" })
export type Deciding = typeof Deciding.Type
