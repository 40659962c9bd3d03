/** A command: one act as a program, and what it gets from outside. */
import type { Effect, Either } from "effect"
import type { Actor } from "./Actor.ts"
import type { Change } from "./Change.ts"
import type { Seed } from "./Id.ts"
import type { Json } from "./Json.ts"
import type { NotaryUnavailable } from "./Notary.ts"
import type { Reader } from "./Reader.ts"
import type { Refusal } from "./Refusal.ts"
import type { SectionId } from "./rulebook/Section.ts"
import type { Schedule, Terms } from "./Schedule.ts"
import type { Ref, StoreUnavailable } from "./store/Store.ts"
import type { Instant } from "./Time.ts"

/** The records by which an actor is known, at the versions that were read: the credential that named an agent. */
export type KnownBy = ReadonlyArray<{ readonly ref: Ref; readonly version: number }>

/** All that a command gets from outside: who, when, under which figures, and what makes its ids fresh. */
export interface Envelope {
  readonly actor: Actor
  readonly now: Instant
  readonly seed: Seed
  readonly schedule: Schedule
  /** Where the caller named the command: its id and a fingerprint of what was asked. */
  readonly idempotency?: { readonly id: string; readonly fingerprint: string; readonly expiresAt: Instant }
  /** By what the actor is known. Nothing is done unless these records still stand at the commit. */
  readonly knownBy?: KnownBy
  /** The leased tasks that this command completes. */
  readonly settles?: ReadonlyArray<{ readonly id: string; readonly token: string }>
}

/** The envelope as rules see it. */
export interface CommandContext {
  readonly actor: Actor
  readonly now: Instant
  /** The figures in force now. What concerns a matter asks `schedule.at(matter.filedAt)` (Rule 8.1). */
  readonly terms: Terms
  readonly schedule: Schedule
  /** A fresh id by name: `fresh("notice", 2)`. The same name and number give the same id within one attempt, and no other does. */
  readonly fresh: (name: string, k?: number) => string
}

export interface Decision<R extends Json> {
  readonly changes: ReadonlyArray<Change>
  readonly reply: R
}

/**
 * One act. `gather` reads what the decision needs; `decide` is a pure function from those facts to changes and a reply, or a
 * refusal. Tests of rules call `decide` directly. `Needs` are ports (a screen, a signer of payouts) that gathering and examining
 * ask.
 */
export interface Command<I, F, R extends Json, Needs = never> {
  readonly name: string
  readonly sections: ReadonlyArray<SectionId>
  readonly gather: (
    input: I,
    context: CommandContext,
    reader: Reader,
  ) => Effect.Effect<F, Refusal | StoreUnavailable | NotaryUnavailable, Needs>
  readonly decide: (facts: F, input: I, context: CommandContext) => Either.Either<Decision<R>, Refusal>
  /**
   * The check that takes longest, which rests on the input alone. It is made when nothing else refuses, once however often the
   * state moves meanwhile, and not at all for an act that was answered before.
   */
  readonly examine?: (input: I, context: CommandContext) => Effect.Effect<void, Refusal, Needs>
}

/** Gives a command its types by inference. */
export const command = <I, F, R extends Json, Needs = never>(
  definition: Command<I, F, R, Needs>,
): Command<I, F, R, Needs> => definition
