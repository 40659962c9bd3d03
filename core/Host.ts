/** What a process gives to commands: the court's clock, fresh seeds, the figures in force, and the running of what has fallen due. */

import { Context, Effect } from "effect"
import type { Actor } from "./Actor.ts"
import type { Command, Envelope } from "./Command.ts"
import * as Court from "./Court.ts"
import type { Seed } from "./Id.ts"
import type { Json } from "./Json.ts"
import type { Schedule } from "./Schedule.ts"
import type { StoreUnavailable } from "./store/Store.ts"
import type { Instant } from "./Time.ts"

export interface HostService {
  /** The court's clock: real time, or the sandbox's, which stands still between moves. */
  readonly now: Effect.Effect<Instant, StoreUnavailable>
  /** 80 random bits, as 20 hexadecimal characters. */
  readonly seed: Effect.Effect<Seed>
  readonly schedule: Effect.Effect<Schedule, StoreUnavailable>
}
export class Host extends Context.Tag("agent-court/Host")<Host, HostService>() {}

export type Options = Pick<Envelope, "idempotency" | "settles" | "knownBy"> & {
  readonly actor: Actor
  /** The instant of the command, where it is not the clock's: a deadline that fires at its own. */
  readonly at?: Instant
}

/** Runs a command in the name of an actor, with an envelope of this host. */
export const perform = Effect.fnUntraced(function* <I, F, R extends Json, Needs>(
  command: Command<I, F, R, Needs>,
  input: I,
  options: Options,
) {
  const host = yield* Host
  const { at, ...given } = options
  const now = at ?? (yield* host.now)
  const envelope: Envelope = { ...given, now, seed: yield* host.seed, schedule: yield* host.schedule }
  return yield* Court.execute(command, input, envelope)
})

/** Runs what has fallen due, in order, each task at its own instant. A process without a scheduler runs nothing. */
export interface DeadlinesService {
  /** Ends when nothing is due at or before `upTo` any more; gives how many tasks were run. */
  readonly runDue: (upTo: Instant) => Effect.Effect<number, StoreUnavailable>
}
export class Deadlines extends Context.Tag("agent-court/Deadlines")<Deadlines, DeadlinesService>() {}
