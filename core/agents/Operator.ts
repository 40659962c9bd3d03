import { Schema } from "effect"
import type { Change } from "../Change.ts"
import { task } from "../Change.ts"
import * as Kind from "../Kind.ts"
import { bounds } from "../Schedule.ts"
import type { Instant } from "../Time.ts"

/** An e-mail address by shape. Whether anybody reads it, only an answer shows. */
export const Email = Schema.String.pipe(
  Schema.maxLength(bounds.emailCharsMax),
  Schema.pattern(/^[^\s@<>"(),;:\\]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/, {
    message: () => "must be an e-mail address",
  }),
).annotations({ identifier: "Email", jsonSchema: { type: "string", format: "email" } })

/**
 * An operator, known by its e-mail address: the id is a keyed hash of the address in lower case, made by the host. Address
 * and name stay as first given, so that a stranger who states the same address changes nothing. The row is never public.
 */
export const Operator = Schema.Struct({
  id: Schema.String,
  email: Schema.String,
  name: Schema.String,
  /** Places used: agents enrolled at this address or moved to it (PD3 §1). A place once used is not freed. */
  agents: Schema.Int,
})
export type Operator = typeof Operator.Type
export const Operators = Kind.make<Operator>({
  name: "operator",
  schema: Operator,
  id: (operator) => operator.id,
})

/** Kind of the task that sends a note to an operator's e-mail address, once. */
export const operatorNoteTask = "operator-note"
/** What the task carries. The address stands in the operator's row and nowhere else. */
export const OperatorNote = Schema.Struct({
  operatorId: Schema.String,
  subject: Schema.String,
  text: Schema.String,
})
export type OperatorNote = typeof OperatorNote.Type

/** A note to an operator; `id` is a fresh id of the command that writes it. */
export const noteTo = (id: string, at: Instant, note: OperatorNote): Change =>
  task(`operator-note/${id}`, operatorNoteTask, at, note)
