/** A command: one act as a program, with the envelope that it gets from outside and the decision that it gives. */
import { type Effect, type Either, Schema } from "effect"
import type { StoreUnavailable } from "../store/Store.ts"
import type { Actor } from "./Actor.ts"
import type { Change } from "./Change.ts"
import type { HashText } from "./Hash.ts"
import type { Seed } from "./Id.ts"
import type { Json } from "./Json.ts"
import type { NotaryUnavailable } from "./Notary.ts"
import type { KnownBy, Reader } from "./Reader.ts"
import type { Refusal } from "./Refusal.ts"
import type { Schedule, Terms } from "./Schedule.ts"
import type { SectionId } from "./Section.ts"
import type { Instant } from "./Time.ts"

/** All that a command gets from outside: the actor, the time, the figures, and a seed for fresh ids. */
export interface Envelope {
  readonly actor: Actor
  readonly now: Instant
  readonly seed: Seed
  /** Hashes the seed for fresh ids, if the host lends a function that is faster than the core's. */
  readonly sha256?: HashText | undefined
  readonly schedule: Schedule
  /** If the caller named the command: its id, and a fingerprint of the request. */
  readonly idempotency?: { readonly id: string; readonly fingerprint: string; readonly expiresAt: Instant }
  /** The records by which the actor is known. The commit fails if one of them has changed. */
  readonly knownBy?: KnownBy
  /** If the caller signed its request (RFC 9421): SHA-256 of what it signed, in hexadecimal. Each event of the command keeps it. */
  readonly signatureBase?: string
  readonly settles?: ReadonlyArray<{ readonly id: string; readonly token: string }>
  /** Whether the command is only tried: see `CommandContext.trial`. */
  readonly trial?: boolean
}

export interface CommandContext {
  readonly actor: Actor
  readonly now: Instant
  /** The figures in force now. A rule about a matter takes `schedule.at(matter.filedAt)` instead (Rule 8.1). */
  readonly terms: Terms
  readonly schedule: Schedule
  /** A fresh id by name, as in `fresh("notice", 2)`. Within one attempt each name and number has its own id. */
  readonly fresh: (name: string, k?: number) => string
  /** Whether nothing will be recorded. Whoever tries an act pays for nothing, so a trial shows nothing that others keep to themselves. */
  readonly trial?: boolean
}

/** The decision of a command: the changes that it asks for, and the reply to the caller. */
export interface Decision<R extends Json> {
  readonly changes: ReadonlyArray<Change>
  readonly reply: R
}

/**
 * One act. `gather` reads the facts that the decision needs. `decide` is a pure function from those facts to a decision or a refusal;
 * tests of rules call it directly. `Needs` are the ports (a screen, a signer of payouts) that `gather` and `examine` use.
 */
export interface Command<I, F, R extends Json, Needs = never> {
  readonly name: string
  readonly sections: ReadonlyArray<SectionId>
  /** The schema of the input: `command` ties it to `I`. The court decodes every input by it, before anything is read (`Court.execute`). */
  readonly input: Schema.Schema.AnyNoContext
  readonly gather: (
    input: I,
    context: CommandContext,
    reader: Reader,
  ) => Effect.Effect<F, Refusal | StoreUnavailable | NotaryUnavailable, Needs>
  readonly decide: (facts: F, input: I, context: CommandContext) => Either.Either<Decision<R>, Refusal>
  /**
   * The slowest check, which depends on the input alone. It is made only if nothing else refuses, at most once over all attempts, and
   * not at all for a command that was answered before.
   */
  readonly examine?: (input: I, context: CommandContext) => Effect.Effect<void, Refusal, Needs>
  /** It makes many records: if the store supports it, its change set may go up to `largeLimits`. */
  readonly many?: true
}

/** A command, from its parts. A schema of a body may be given as its input: what counts is the decoded body. */
export const command = <I, E, F, R extends Json, Gathers = never, Examines = never>(
  definition: Omit<Command<I, F, R, Gathers>, "input" | "examine"> &
    Pick<Command<I, F, R, Examines>, "examine"> & { readonly input: Schema.Schema<I, E> },
): Command<I, F, R, Gathers | Examines> => ({ ...definition, input: Schema.typeSchema(definition.input) })

/** A command that is the work of a kind of task: when a task of that kind falls due, the command is performed on the body of the task. */
export const bindTask = <Kind extends string, C>(
  taskKind: Kind,
  command: C,
): C & { readonly taskKind: Kind } => ({ ...command, taskKind })
