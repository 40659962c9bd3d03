/**
 * A court of two processes on one store, simulated in one thread. The run sets the clock, the clocks of the processes differ from it, and
 * processes end and start again. Random choices stand in for everything outside the court.
 */
import { Context, Effect, type Exit, Layer, Logger, Runtime } from "effect"
import { atOnce } from "../../../adapters/evidence/testing/AtOnce.ts"
import * as Hosts from "../../../adapters/host/Hosts.ts"
import { Bench, Papers } from "../../../adapters/judge/index.ts"
import { Keys } from "../../../adapters/keys/Keys.ts"
import { Carrier, type CarrierService } from "../../../adapters/notices/Carrier.ts"
import { bearer, type Tried } from "../../../core/agents/index.ts"
import { Estimator } from "../../../core/appeals/index.ts"
import { Judge, JudgeUnavailable } from "../../../core/bench/index.ts"
import { Wallets } from "../../../core/chains/index.ts"
import { Counsel } from "../../../core/counsel/index.ts"
import type { DeadlineNeeds } from "../../../core/Deadlines.ts"
import { accounts } from "../../../core/deals/index.ts"
import { Verifiers } from "../../../core/evidence/index.ts"
import { Asks, Escrows, PayoutSigner } from "../../../core/holds/index.ts"
import { uncounted } from "../../../core/holds/testing/Given.ts"
import type { Command } from "../../../core/kernel/Command.ts"
import { sha256Hex } from "../../../core/kernel/Hash.ts"
import { Host } from "../../../core/kernel/Host.ts"
import type { Json } from "../../../core/kernel/Json.ts"
import { Notary } from "../../../core/kernel/Notary.ts"
import { minutes } from "../../../core/kernel/Time.ts"
import { OwnLaw } from "../../../core/law/index.ts"
import { Addresses } from "../../../core/ledger/index.ts"
import { Accounts, Screen } from "../../../core/matters/index.ts"
import { KeyProofs } from "../../../core/proofs/index.ts"
import { service as keyService } from "../../../core/proofs/testing/Court.ts"
import { TermsReader } from "../../../core/quotes/index.ts"
import { ownLaw } from "../../../core/rulebook/index.ts"
import * as MemoryStore from "../../../core/store/MemoryStore.ts"
import { type Driver, Store } from "../../../core/store/Store.ts"
import { start } from "../../../core/testing/Context.ts"
import { works as courtWorks, type DeliveryNeeds } from "../../Scheduler.ts"
import type { Works } from "../../Work.ts"
import { noKeys } from "../World.ts"
import { keyVerdicts } from "./Artifacts.ts"
import { chainOf } from "./Chain.ts"
import * as Dice from "./Dice.ts"
import { calm, faulty, type Incarnation, type Rates, ratesOf } from "./Faults.ts"
import { type Watched, watch } from "./Watched.ts"

export type Needs =
  | DeadlineNeeds
  | DeliveryNeeds
  | Screen
  | Verifiers
  | KeyProofs
  | TermsReader
  | Counsel
  | Addresses
  | Escrows
  | Wallets
  | Asks
  | PayoutSigner
  | OwnLaw
  | Accounts

/** The parts of the court that a mutant breaks on purpose. */
export interface Broken {
  readonly store?: (driver: Driver) => Driver
  readonly rule?: <I, F, R extends Json, N>(command: Command<I, F, R, N>) => Command<I, F, R, N>
  readonly works?: (works: Works<Needs>) => Works<Needs>
  readonly verifiers?: (real: typeof Verifiers.Service) => typeof Verifiers.Service
  /** The store as the integrators of the log have it. */
  readonly log?: (driver: Driver) => Driver
  /** Finds the actor of a key. */
  readonly bearer?: typeof bearer
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
  /** What keys signed in truth: the name of the key and the words, on a line each. */
  readonly signed: Set<string>
  /** The tokens of links that the court may have sent, by their hashes. */
  readonly links: Map<string, string>
  readonly now: () => number
  readonly advance: (ms: number) => void
  /** One of the processes, started again if it has ended. */
  readonly process: (n: 0 | 1) => Process
  /** Runs work without faults. */
  readonly calmly: <A, E>(work: Effect.Effect<A, E>) => Effect.Effect<A, E>
  /** Runs work to its end, synchronously. */
  readonly play: <A>(work: Effect.Effect<A>) => A
  /** How often each notice was delivered to a service. */
  readonly carried: ReadonlyMap<string, number>
  /** Why tasks were put off, except when the store or an outside service was unavailable. */
  readonly putOff: Array<string>
}

/** The largest difference between the clock of a process and the run's. */
const skewMs = minutes(5)

/** A word that the screen reports as a person's name. */
export const person = "PERSON"
const screen = Screen.of({
  examine: (texts) =>
    Effect.succeed(
      texts.flatMap(({ path, text }) =>
        text.includes(person) ? [{ path, code: "natural_person" as const, what: "personal name" }] : [],
      ),
    ),
})
const notary = Notary.of({
  sign: (payload) => Effect.sync(() => ({ publicKey: "00", signature: "00", sha256: sha256Hex(payload) })),
})
const terms = TermsReader.of({ read: (url) => Effect.succeed({ _tag: "Read", text: `terms at ${url}` }) })
/** Any address will do, since no chain is read. */
const addresses = Addresses.of({ derive: (family, index) => `${family}-${index}` })
/** The address of the court's payout key. */
export const payoutAddress = `0x${"c0".repeat(20)}`
/** The signature by which an address proves itself in a run. */
export const signatureOf = (address: string): string => `0x${sha256Hex(address.toLowerCase())}`
const wallets = Wallets.of({
  signed: ({ address, signature }) =>
    Effect.succeed(signature === signatureOf(address) ? "signed" : "unsigned"),
})
/** Signs deterministically; nobody checks the signature. */
const payoutSigner = PayoutSigner.of({
  court: "Seeded Court",
  courtId: "seeded-court",
  addresses: [payoutAddress],
  sign: (data) =>
    Effect.sync(() => {
      const digest = sha256Hex(JSON.stringify(data))
      return { digest: `0x${digest}`, signature: `0x${digest}${digest}1b`, signer: payoutAddress }
    }),
})
const counsel = Counsel.of({
  roster: { models: [{ model: "model-1", price: null }], anyModel: false },
  draft: () => Effect.dieMessage("drafts come with the acts"),
})
export const keys = Effect.runSync(Effect.provide(Keys, noKeys))
const serviceOf = <I, S>(tag: Context.Tag<I, S>, layer: Layer.Layer<I>): S =>
  Effect.runSync(Effect.provide(tag, layer))
const [papers, bench] = [serviceOf(Judge, Papers.layer), serviceOf(Judge, Bench.layer)]

/** The judge of a run: on the papers, the bench, both in turn, or a judge that proposes to the bench. It is sometimes unavailable. */
const judgeOf = (dice: Dice.Dice, quiet: () => boolean) => {
  const judge = dice.of(papers, Bench.inTurn([papers, bench]), bench, { ...papers, proposes: true })
  return Judge.of({
    ...judge,
    decide: (bundle) =>
      Effect.suspend(() =>
        !quiet() && dice.chance(5)
          ? Effect.fail(new JudgeUnavailable({ cause: "away" }))
          : judge.decide(bundle),
      ),
  })
}

const carrierOf = (dice: Dice.Dice, quiet: () => boolean, carried: Map<string, number>): CarrierService => {
  const tried = (id: string): Effect.Effect<Tried> =>
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

const outside = new Set(["StoreUnavailable", "NotNow"])

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
    if (reason !== "" && !outside.has(reason)) putOff.push(`${String(named.get("task"))}: ${reason}`)
  })
  const silent = Logger.replace(Logger.defaultLogger, logger)
  const common = Context.empty().pipe(
    Context.add(Notary, notary),
    Context.add(Screen, screen),
    Context.add(KeyProofs, KeyProofs.of(keyService(keyVerdicts))),
    Context.add(Verifiers, Verifiers.of((broken.verifiers ?? ((real) => real))(atOnce))),
    Context.add(TermsReader, terms),
    Context.add(Counsel, counsel),
    Context.add(Addresses, addresses),
    Context.add(Escrows, Escrows.of(chainOf(dice, () => now))),
    Context.add(Wallets, wallets),
    Context.add(Asks, uncounted),
    Context.add(PayoutSigner, payoutSigner),
    Context.add(OwnLaw, ownLaw),
    Context.add(Accounts, accounts),
    Context.add(Keys, keys),
    Context.add(Judge, judgeOf(dice, quiet)),
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
    bearer: broken.bearer ?? bearer,
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
