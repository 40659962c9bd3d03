/** Operators, known by an e-mail address that is never published (PD3 §2). */
import { Effect, Schema } from "effect"
import { type Change, task } from "../kernel/Change.ts"
import * as Kind from "../kernel/Kind.ts"
import { Keyed } from "../kernel/Notary.ts"
import { bounds } from "../kernel/Schedule.ts"
import { Instant } from "../kernel/Time.ts"

/** A text of the shape of an e-mail address. Only an answer can show whether anybody reads it. */
export const Email = Schema.String.pipe(
  Schema.maxLength(bounds.emailCharsMax),
  Schema.pattern(/^[^\s@<>"(),;:\\]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/, {
    message: () => "must be an e-mail address",
  }),
).annotations({ identifier: "Email", jsonSchema: { type: "string", format: "email" } })

/**
 * An operator, known by its e-mail address: the id is a keyed hash of the address in lower case. The address and the name stay as
 * they were first given, so that a stranger who states the same address changes nothing. The row is never public.
 */
export const Operator = Schema.Struct({
  id: Schema.String,
  email: Schema.String,
  name: Schema.String,
  /**
   * Places used (PD3 §1): by agents that only state this address, and by agents for which it is proven. An agent that leaves
   * frees no place; an agent that is proven moves from the first count to the second.
   */
  places: Schema.Struct({ stated: Schema.Int, proven: Schema.Int }),
  /** When a note with a link was last sent to this address; null if no note was sent. */
  notedAt: Schema.NullOr(Instant),
})
export interface Operator extends Schema.Schema.Type<typeof Operator> {}
/** Operators by ids that are made from their e-mail addresses under a key of the court, so that one address is one operator. */
export const Operators = Kind.make<Operator>({
  name: "operator",
  schema: Operator,
  id: (operator) => operator.id,
})

/** The id of the operator at an e-mail address. The hash is keyed, so that nobody can find the address by hashing guesses. */
export const idOf = (email: string): Effect.Effect<string, never, Keyed> =>
  Effect.map(Keyed, ({ hash }) => hash(email.toLowerCase()))

/** The row of an operator whose address no agent has named before. */
export const make = (named: Pick<Operator, "id" | "email" | "name">): Operator => ({
  ...named,
  places: { stated: 0, proven: 0 },
  notedAt: null,
})

/** Kind of the task that sends a note to an e-mail address that is proven for an agent, once. */
export const noteTask = "operator-note"

/** The data of the task. The address stands in the operator's row and nowhere else. */
export const Note = Schema.Struct({
  operatorId: Schema.String,
  subject: Schema.String,
  text: Schema.String,
})
export type Note = typeof Note.Type

/** The task that sends a note to an operator; `id` is a fresh id of the command that writes the note. */
export const noteTo = (id: string, at: Instant, note: Note): Change =>
  task(`operator-note/${id}`, noteTask, at, note)
