/**
 * A whole court for a program that embeds it: every port of the rules and of the interface, in one layer. `Embedded.layer()` is a court in
 * memory, with keys in memory, whose time stands still until `sandbox.advance` moves it.
 */
import { Effect, Layer } from "effect"
import * as Asks from "../adapters/chains/Asks.ts"
import { noKeys } from "../adapters/chains/addresses/Derivation.ts"
import * as Wallets from "../adapters/chains/evm/Wallets.ts"
import { Addresses } from "../adapters/chains/index.ts"
import { Hosts, KeptHandles } from "../adapters/host/index.ts"
import { Bench, Papers } from "../adapters/judge/index.ts"
import { FileKeys, Keys, MemoryKeys } from "../adapters/keys/index.ts"
import { Advisor, Counsel } from "../adapters/model/index.ts"
import { TermsReading } from "../adapters/notices/index.ts"
import { KeyProofs } from "../adapters/proofs/index.ts"
import { DefaultScreen } from "../adapters/screen/index.ts"
import { Health, Moved } from "../adapters/store/index.ts"
import type { Judge } from "../core/bench/index.ts"
import { Verified } from "../core/evidence/index.ts"
import { Escrow } from "../core/holds/index.ts"
import { Deadlines, type Host } from "../core/kernel/Host.ts"
import type { Instant } from "../core/kernel/Time.ts"
import { Clauses } from "../core/law/index.ts"
import { Rulebook } from "../core/rulebook/index.ts"
import * as MemoryStore from "../core/store/MemoryStore.ts"
import { Store } from "../core/store/Store.ts"
import * as Integrator from "./Integrator.ts"
import * as Loop from "./Loop.ts"
import * as Scheduler from "./Scheduler.ts"

/** The choices of a program that runs a court of its own. Everything may be left out. */
export interface Options<E = never> {
  /** The store of the records, for example `SqliteStore.layer({ file: "court.db" })`; a store in memory if left out. */
  readonly store?: Layer.Layer<Store, E>
  /** The folder of the keys, whose first start makes them, or keys of your own; new keys in memory if left out. */
  readonly keys?: string | Layer.Layer<Keys.Keys>
  /**
   * `"real"`: the time is that of the machine, and what falls due runs by itself. An instant, in milliseconds since
   * 1970-01-01T00:00:00Z: virtual time that begins there, stands still, and runs what falls due when `sandbox.advance` moves it.
   * Virtual time from the present if left out. The time of a durable store goes on where it was.
   */
  readonly clock?: "real" | Instant
  /** Who decides; the judge on the papers if left out, which knows documents and no credibility. */
  readonly judge?: Layer.Layer<Judge.Judge>
  /** The verifiers that examine the artifacts that agents sign. If left out, nothing examines them, and evidence is read as text alone. */
  readonly verifiers?: Layer.Layer<Verified.Verifiers>
}

const keysOf = (keys: string | Layer.Layer<Keys.Keys>): Layer.Layer<Keys.Keys, never, Store> =>
  typeof keys === "string"
    ? Layer.unwrapEffect(
        Effect.map(Store, ({ supports }) => FileKeys.layer(keys, { notes: supports.durable })),
      )
    : keys

const hostOf = (clock: "real" | Instant | undefined) => {
  if (clock === "real") return Hosts.live
  return clock === undefined ? Hosts.sandbox : Hosts.sandboxFrom(Effect.succeed(clock))
}

const log = { origin: "embedded/log" }

/** Runs what falls due when the time is moved, and lets the log take what has happened until then. */
const keepingTimeByHand = Layer.effect(
  Deadlines,
  Effect.gen(function* () {
    const { runDue } = yield* Deadlines
    const context = yield* Effect.context<Store | Host | Keys.Keys>()
    const integrate = Effect.catchAllCause(Integrator.look(log), Loop.logFailed)
    return {
      runDue: (upTo) => Effect.zipLeft(runDue(upTo), Effect.provide(integrate, context)),
    }
  }),
)

/** Runs what falls due for as long as the layer is in use. */
const keepingTime = Layer.scopedDiscard(Scheduler.keepTime({ sandbox: false, ...log }))

/**
 * A court as a layer: the ports of all commands and queries, of `Deadlines` and of `Serve.app`. It sends no mail and calls no agent, reads
 * no chain, and offers no counsel of the service. Fails with the error of its store.
 */
export const layer = <E = never>({
  store = MemoryStore.layer,
  keys = MemoryKeys.layer,
  clock,
  judge = Papers.layer,
  verifiers = Verified.Verifiers.none,
}: Options<E> = {}) => {
  const watched = Layer.provideMerge(Moved.layer, Layer.provide(Health.layer, store))
  const kept = Layer.provideMerge(KeptHandles.layer, watched)
  const ringing = Loop.ringing.pipe(Layer.provideMerge(Loop.bell), Layer.provideMerge(kept))
  const signing = Layer.provideMerge(
    Layer.mergeAll(
      Keys.layerKeyed,
      Keys.layerNotary,
      Keys.layerPayouts(Clauses.forum, () => (typeof keys === "string" ? FileKeys.courtIdOf(keys) : null)),
    ),
    keysOf(keys),
  )
  const ports = Layer.mergeAll(
    hostOf(clock),
    signing,
    judge,
    Bench.estimator,
    TermsReading.layer({ allowLoopback: false }),
    Layer.provideMerge(Counsel.none, DefaultScreen.layer),
    verifiers,
    Advisor.none,
    Layer.succeed(Escrow.Escrows, Escrow.noReaders),
    Layer.provideMerge(KeyProofs.layer(), Wallets.layer([])),
    Asks.layer,
    Addresses.layer(noKeys),
    Rulebook.layer,
    Scheduler.turn,
  ).pipe(Layer.provideMerge(ringing))
  const whole = Layer.provideMerge(Scheduler.deadlinesByHand(Scheduler.workerName()), ports)
  return clock === "real"
    ? Layer.provideMerge(keepingTime, whole)
    : Layer.provideMerge(keepingTimeByHand, whole)
}
