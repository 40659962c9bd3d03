/**
 * A court of two processes on one store, simulated in one thread. The run sets the clock, the clocks of the processes differ from it, and
 * processes end and start again. Random choices stand in for everything outside the court.
 */
import { Context, Effect, type Exit, Layer, Logger, Runtime } from "effect"
import { atOnce } from "../../../adapters/evidence/testing/AtOnce.ts"
import * as Hosts from "../../../adapters/host/Hosts.ts"
import { Bench } from "../../../adapters/judge/index.ts"
import { Carrier, type CarrierService } from "../../../adapters/notices/Carrier.ts"
import { type Channel, Keys } from "../../../core/agents/index.ts"
import { Estimator } from "../../../core/appeals/index.ts"
import { Judge } from "../../../core/bench/index.ts"
import type { Wallets } from "../../../core/chains/index.ts"
import type { Counsel } from "../../../core/counsel/index.ts"
import type { DeadlineNeeds } from "../../../core/Deadlines.ts"
import { Verified } from "../../../core/evidence/index.ts"
import { Escrow, type Payout } from "../../../core/holds/index.ts"
import type { Command } from "../../../core/kernel/Command.ts"
import { type Consequence, Consequences } from "../../../core/kernel/Consequence.ts"
import { Host } from "../../../core/kernel/Host.ts"
import type { Json } from "../../../core/kernel/Json.ts"
import { minutes } from "../../../core/kernel/Time.ts"
import type { OwnLaw } from "../../../core/law/index.ts"
import type { Addresses } from "../../../core/ledger/index.ts"
import type { Accounts, Screen } from "../../../core/matters/index.ts"
import type { Challenge } from "../../../core/proofs/index.ts"
import type { TermsReader } from "../../../core/quotes/index.ts"
import * as MemoryStore from "../../../core/store/MemoryStore.ts"
import { type Driver, Store } from "../../../core/store/Store.ts"
import { start } from "../../../core/testing/Context.ts"
import { works as courtWorks, type DeliveryNeeds } from "../../Scheduler.ts"
import type { Works } from "../../Work.ts"
import { chainOf } from "./Chain.ts"
import * as Dice from "./Dice.ts"
import { calm, faulty, type Incarnation, type Rates, ratesOf } from "./Faults.ts"
import { bench, outside, papers } from "./Outside.ts"
import { type Watched, watch } from "./Watched.ts"

export type Needs =
  | DeadlineNeeds
  | DeliveryNeeds
  | Screen.Screen
  | Verified.Verifiers
  | Challenge.KeyProofs
  | TermsReader
  | Counsel.Counsel
  | Addresses
  | Escrow.Escrows
  | Wallets.Wallets
  | Escrow.Asks
  | Payout.Signer
  | OwnLaw
  | Accounts.Accounts

/** The parts of the court that a mutant breaks on purpose. */
export interface Broken {
  readonly store?: (driver: Driver) => Driver
  readonly rule?: <I, F, R extends Json, N>(command: Command<I, F, R, N>) => Command<I, F, R, N>
  readonly works?: (works: Works<Needs>) => Works<Needs>
  /** The consequences in the place of those of the law. */
  readonly consequences?: ReadonlyArray<Consequence>
  readonly verifiers?: (real: typeof Verified.Verifiers.Service) => typeof Verified.Verifiers.Service
  readonly log?: (driver: Driver) => Driver
  readonly bearer?: typeof Keys.bearer
  /** Whether the run is about money; drawn if it is not said. */
  readonly ofMoney?: boolean
}

export interface Process extends Incarnation {
  /** Runs work in this process; its commits are watched under the name `by`. */
  readonly run: <A, E>(work: Effect.Effect<A, E, Needs>, by: string) => Effect.Effect<Exit.Exit<A, E>>
}

export interface World {
  readonly dice: Dice.Dice
  readonly store: Watched
  /** The same store without faults and unwatched, for checks. */
  readonly plain: Driver
  readonly works: Works<Needs>
  readonly rule: NonNullable<Broken["rule"]>
  readonly bearer: NonNullable<Broken["bearer"]>
  readonly ofMoney: boolean
  /** The credentials of requests, by the names under which their commits are watched. */
  readonly asking: Map<string, string>
  /** The statements that keys signed in truth: the name of the key and the words, on a line each. */
  readonly signed: Set<string>
  /** The tokens of links that the court may have sent, by their hashes. */
  readonly links: Map<string, string>
  readonly now: () => number
  readonly advance: (ms: number) => void
  /** One of the processes, started again if it has ended. */
  readonly process: (n: 0 | 1) => Process
  readonly calmly: <A, E>(work: Effect.Effect<A, E>) => Effect.Effect<A, E>
  readonly play: <A>(work: Effect.Effect<A>) => A
  /** How often each notice was delivered to a service. */
  readonly carried: ReadonlyMap<string, number>
  /** Why tasks were put off, except when the store or an outside service was unavailable. */
  readonly putOff: Array<string>
}

/** The largest difference between the clock of a process and the run's. */
const skewMs = minutes(5)

/** The judge of a run: on the papers, the bench, both in turn, or a judge that proposes to the bench. It is sometimes unavailable. */
const judgeOf = (dice: Dice.Dice, quiet: () => boolean) => {
  const judge = dice.of(papers, Bench.inTurn([papers, bench]), bench, { ...papers, proposes: true })
  return Judge.Judge.of({
    ...judge,
    decide: (bundle) =>
      Effect.suspend(() =>
        !quiet() && dice.chance(5)
          ? Effect.fail(new Judge.Unavailable({ cause: "away" }))
          : judge.decide(bundle),
      ),
  })
}

const carrierOf = (dice: Dice.Dice, quiet: () => boolean, carried: Map<string, number>): CarrierService => {
  const tried = (id: string): Effect.Effect<Channel.Tried> =>
    Effect.sync(() => {
      const outcome = quiet()
        ? "delivered"
        : dice.of("delivered", "delivered", "delivered", "unreachable", "timed_out", "answered_otherwise")
      if (outcome === "delivered") carried.set(id, (carried.get(id) ?? 0) + 1)
      return { outcome, status: outcome === "delivered" ? 200 : null }
    })
  return {
    toService: ({ id }) => tried(id),
    challenge: ({ id }) => tried(id),
    mail: ({ id }) => tried(`${id}/email`),
  }
}

/** A clock on which waiting takes no time but yields to other work. */
const clock = (now: () => number) => {
  const real = Effect.runSync(Effect.clock)
  return {
    ...real,
    unsafeCurrentTimeMillis: now,
    currentTimeMillis: Effect.sync(now),
    sleep: () => Effect.yieldNow(),
  }
}

const unavailable = new Set(["StoreUnavailable", "NotNow"])

export const make = (seed: number, broken: Broken = {}): World => {
  const dice = Dice.make(seed)
  const plain = (broken.store ?? ((driver) => driver))(Effect.runSync(MemoryStore.make))
  const store = watch(plain)
  const rates = ratesOf(dice)
  let now = start
  let calms = 0
  const quiet = () => calms > 0
  const carried = new Map<string, number>()
  const putOff: Array<string> = []
  const logger = Logger.make(({ annotations }) => {
    const named = new Map(annotations)
    const reason = String(named.get("reason") ?? "")
    if (reason !== "" && !unavailable.has(reason)) putOff.push(`${String(named.get("task"))}: ${reason}`)
  })
  const silent = Logger.replace(Logger.defaultLogger, logger)
  const { consequences } = broken
  const common = (
    consequences === undefined ? outside : Context.add(outside, Consequences, consequences)
  ).pipe(
    Context.add(Verified.Verifiers, Verified.Verifiers.of((broken.verifiers ?? ((real) => real))(atOnce))),
    Context.add(Escrow.Escrows, Escrow.Escrows.of(chainOf(dice, () => now))),
    Context.add(Judge.Judge, judgeOf(dice, quiet)),
    Context.add(
      Estimator,
      Estimator.of({ estimate: () => Effect.sync(() => (dice.chance(20) ? null : dice.int(200))) }),
    ),
    Context.add(Carrier, carrierOf(dice, quiet, carried)),
  )
  const runtime = Effect.runSync(
    Effect.scoped(Layer.toRuntime(Layer.merge(silent, Layer.setClock(clock(() => now))))),
  )

  const begin = (): Process => {
    const skew = dice.chance(50) ? 0 : dice.int(2 * skewMs + 1) - skewMs
    let ended = false
    const incarnation: Incarnation = {
      ended: () => ended,
      end: () => {
        ended = true
      },
    }
    const ratesNow = (): Rates => (quiet() ? calm : rates)
    const clockOf = Effect.sync(() => now + skew)
    const host = Host.of({
      now: clockOf,
      seed: Effect.sync(() => dice.hex(20)),
      schedule: Hosts.keptSchedule(faulty(store.as("schedule"), incarnation, dice, ratesNow), clockOf),
    })
    const services = Context.add(common, Host, host)
    return {
      ...incarnation,
      run: (work, by) =>
        work.pipe(
          Effect.provide(Context.add(services, Store, faulty(store.as(by), incarnation, dice, ratesNow))),
          Effect.exit,
        ),
    }
  }
  const processes: [Process, Process] = [begin(), begin()]

  return {
    dice,
    store,
    plain,
    works: (broken.works ?? ((works) => works))(courtWorks),
    rule: broken.rule ?? ((command) => command),
    bearer: broken.bearer ?? Keys.bearer,
    ofMoney: broken.ofMoney ?? dice.chance(30),
    asking: new Map(),
    signed: new Set(),
    links: new Map(),
    now: () => now,
    advance: (ms) => {
      now += ms
    },
    process: (n) => {
      if (processes[n].ended()) processes[n] = begin()
      return processes[n]
    },
    calmly: (work) =>
      Effect.acquireUseRelease(
        Effect.sync(() => calms++),
        () => work,
        () => Effect.sync(() => calms--),
      ),
    carried,
    putOff,
    play: Runtime.runSync(runtime),
  }
}
