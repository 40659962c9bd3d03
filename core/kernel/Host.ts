/** The ports of the process that runs commands: the court's clock, fresh seeds, the schedule, and the running of due tasks. */

import { Context, Effect } from "effect"
import type { StoreUnavailable } from "../store/Store.ts"
import type { Actor } from "./Actor.ts"
import type { Command, Envelope } from "./Command.ts"
import * as Court from "./Court.ts"
import type { HashText } from "./Hash.ts"
import type { Seed } from "./Id.ts"
import type { Json } from "./Json.ts"
import type { Schedule } from "./Schedule.ts"
import type { Instant } from "./Time.ts"

/** The services of a process for commands: its time, fresh seeds, and the figures in force. */
export interface HostService {
  /** The time of the court: real time, or that of the sandbox's clock, which stands still until it is moved. */
  readonly now: Effect.Effect<Instant, StoreUnavailable>
  /** 80 random bits, as 20 hexadecimal characters. */
  readonly seed: Effect.Effect<Seed>
  readonly schedule: Effect.Effect<Schedule, StoreUnavailable>
  /** Hashes a text as the core does, but faster. The core hashes by itself if the host has no such function. */
  readonly sha256?: HashText
}
/** The port of the process that runs commands. `Hosts` of `agent-court/adapters/host` fills it. */
export class Host extends Context.Tag("agent-court/Host")<Host, HostService>() {}

/** How a command is run: who acts, and the optional parts of the envelope. */
export type Options = Pick<Envelope, "idempotency" | "settles" | "knownBy" | "signatureBase"> & {
  readonly actor: Actor
  /** The instant of the command, if it is not the clock's. A deadline fires at its own instant. */
  readonly at?: Instant
}

/** Runs a command for an actor, in an envelope that this host fills. */
export const perform = Effect.fnUntraced(function* <I, F, R extends Json, Needs>(
  command: Command<I, F, R, Needs>,
  input: I,
  options: Options,
) {
  const host = yield* Host
  const { at, ...given } = options
  const now = at ?? (yield* host.now)
  const { sha256 } = host
  const envelope: Envelope = {
    ...given,
    now,
    seed: yield* host.seed,
    schedule: yield* host.schedule,
    sha256,
  }
  return yield* Court.execute(command, input, envelope)
})

/** Tries a command for an actor, in an envelope that this host fills: see `Court.preview`. */
export const attempt = Effect.fnUntraced(function* <I, F, R extends Json, Needs>(
  command: Command<I, F, R, Needs>,
  input: I,
  { actor, knownBy = [], at }: Pick<Options, "actor" | "knownBy" | "at">,
) {
  const host = yield* Host
  const now = at ?? (yield* host.now)
  const { sha256 } = host
  const [seed, schedule] = [yield* host.seed, yield* host.schedule]
  return yield* Court.preview(command, input, { actor, knownBy, now, seed, schedule, sha256 })
})

/** Runs due tasks in order, each at its own instant. In a process without a scheduler it runs nothing. */
export interface DeadlinesService {
  /** Runs tasks until no task is due at or before `upTo`. Gives the number of tasks that were run. */
  readonly runDue: (upTo: Instant) => Effect.Effect<number, StoreUnavailable>
}
/** The port that runs what falls due. A court whose clock is moved by hand runs it at each move. */
export class Deadlines extends Context.Tag("agent-court/Deadlines")<Deadlines, DeadlinesService>() {}
