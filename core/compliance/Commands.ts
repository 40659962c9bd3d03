/** The acts on one entry, with their bodies; `Address.ts` has the registration of an address. A passing that is due comes before the act, in the same commit. */
import { Schema } from "effect"
import { nameOf } from "../kernel/Actor.ts"
import type { CommandContext } from "../kernel/Command.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { ById } from "../kernel/Id.ts"
import { member, optional } from "../kernel/Json.ts"
import { bounds } from "../kernel/Schedule.ts"
import type { SectionId } from "../kernel/Section.ts"
import { DateTime } from "../kernel/Time.ts"
import { type Entry, EntryGround } from "./Entry.ts"
import { type EntryAct, type Part, partOf } from "./Moves.ts"
import { entries } from "./Record.ts"
import { type EntryView, entryView } from "./View.ts"
import { withdrawing } from "./Withdraw.ts"

const words = (max: number) => Schema.NonEmptyString.pipe(Schema.maxLength(max))

const hash = Schema.String.pipe(
  Schema.pattern(/^[0-9a-fA-F]{64}$/, { message: () => "must be a SHA-256 in 64 hexadecimal characters" }),
)

/** `date`: when the order was performed. `sha256`: of evidence kept elsewhere. */
export const Attesting = Schema.Struct({
  date: member(DateTime, "When the order was performed."),
  evidence: member(words(bounds.evidenceCharsMax), "What shows it, in words."),
  sha256: optional(hash, "The SHA-256 of evidence that you keep, in hexadecimal."),
}).annotations({ identifier: "Attesting" })

export type Attesting = typeof Attesting.Type

export const Disputing = Schema.Struct({
  ground: member(
    EntryGround,
    "`not_performed`: nothing was done. `part_performed`: some of it was. `wrong_amount`, `wrong_recipient`: it was paid amiss. `not_bound`: the order does not bind this party. `already_satisfied`: it was met before.",
  ),
  statement: member(words(bounds.statementCharsMax), "What is wrong, and why."),
}).annotations({ identifier: "Disputing" })

export type Disputing = typeof Disputing.Type

export const Deciding = Schema.Struct({
  status: Schema.Literal("satisfied", "unsatisfied", "pending"),
  reasons: words(bounds.decisionReasonsCharsMax),
  performedAt: Schema.optional(DateTime),
  correction: Schema.optional(Schema.Boolean),
}).annotations({ identifier: "Deciding" })

export type Deciding = typeof Deciding.Type

type On = typeof ById.Type

/** The reply of an act: the entry after it. */
export const answer = (entry: Entry, { actor, now, schedule }: CommandContext): EntryView =>
  entryView(entry, actor, now, schedule)

/** A command that does one act on one entry. */
const entryCommand = <I extends On, E>(
  name: string,
  sections: ReadonlyArray<SectionId>,
  input: Schema.Schema<I, E>,
  actOf: (input: I, who: Part, context: CommandContext) => EntryAct,
) =>
  withdrawing(
    entries.command({
      name,
      sections,
      input,
      answer,
      act: (given: I, entry, context) => actOf(given, partOf(entry, context.actor), context),
    }),
  )

/** The party bound attests performance: `POST /compliance/{id}/attest`. Refused `future_date` if the date is in the future. */
export const attestEntry = entryCommand(
  "attest-entry",
  ["PD11 §3"],
  Schema.Struct({ ...ById.fields, ...Attesting.fields }),
  (input, who) => ({
    act: "attest",
    who,
    attestation: {
      date: input.date,
      evidence: input.evidence,
      evidenceSha256: sha256Hex(input.evidence),
      sha256: input.sha256?.toLowerCase() ?? null,
    },
  }),
)

/** The party favoured confirms performance: `POST /compliance/{id}/confirm`. */
export const confirmEntry = entryCommand("confirm-entry", ["PD11 §3"], ById, (_, who) => ({
  act: "confirm",
  who,
}))

/** Either party disputes an entry: `POST /compliance/{id}/dispute`. Refused `already_disputed` until the Registrar decides. */
export const disputeEntry = entryCommand(
  "dispute-entry",
  ["PD11 §5"],
  Schema.Struct({ ...ById.fields, ...Disputing.fields }),
  (input, who, { actor }) => ({
    act: "dispute",
    who,
    dispute: {
      by: nameOf(actor),
      ground: input.ground,
      statement: input.statement,
      statementSha256: sha256Hex(input.statement),
    },
  }),
)

/** The Registrar decides on the papers: `POST /registrar/compliance/{id}/decide`. */
export const decideEntry = entryCommand(
  "decide-entry",
  ["PD11 §6"],
  Schema.Struct({ ...ById.fields, ...Deciding.fields }),
  (input, who) => ({
    act: "decide",
    who,
    decision: {
      status: input.status,
      reasons: input.reasons,
      performedAt: input.performedAt ?? null,
      correction: input.correction ?? false,
    },
  }),
)

/** Makes the passing that is due when the deadline of an entry fires; changes nothing if none is due any more. */
export const passEntry = withdrawing(
  entries.passing({ name: "pass-entry", sections: ["PD11 §3", "PD11 §4"], answer: () => null }),
)
