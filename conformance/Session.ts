/** A run of the kit on one store: it opens the store and runs cases on it, one after the other. */
import { Cause, Effect, Exit, Fiber, Option, Scope } from "effect"
import { type Driver, StoreUnavailable, type Supports } from "../core/store/Store.ts"
import { Broken, type Case, type Kit, NotProbed } from "./Case.ts"
import { openInChild } from "./Children.ts"
import * as Limit from "./Limit.ts"
import * as Model from "./Model.ts"
import * as Random from "./Random.ts"
import * as StoreModule from "./StoreModule.ts"
import * as Watch from "./Watch.ts"

/**
 * How a case ended. `not claimed`: the case was not run, since it needs what the store says that it does not support. `not probed`: this
 * machine lacks what the case needs.
 */
export type Outcome =
  | { readonly _tag: "kept"; readonly ms: number }
  | { readonly _tag: "broken"; readonly ms: number; readonly message: string }
  | { readonly _tag: "not claimed"; readonly needs: ReadonlyArray<keyof Supports> }
  | { readonly _tag: "not probed"; readonly ms: number; readonly why: string }

/** Why a case was not run to its end, in words; null if it was. */
export const notRun = (outcome: Outcome): string | null => {
  if (outcome._tag === "not probed") return `not probed: ${outcome.why}`
  return outcome._tag === "not claimed"
    ? `not run: the store says that it is not ${outcome.needs.join(" or ")}`
    : null
}

/** A store that is open for the kit, on which cases are run one by one. */
export interface Session {
  readonly store: Driver
  readonly seed: number
  /** Runs a case. It is broken if it does not end within the limit. */
  readonly examine: (test: Case) => Effect.Effect<Outcome>
  /** Compares one random sequence of commands with the store in memory, within the limit. Gives the difference in words, or null. */
  readonly compare: (seed: number) => Effect.Effect<string | null>
}

/** How a session is run. Every random choice follows from its seed. */
export interface Options {
  readonly seed: number
  /** How long each case may take, and the opening of the store; `Limit.usualMs` if absent. */
  readonly limitMs?: number
  /** Is told what is asked of the store, before it is asked. */
  readonly heard?: (words: string) => void
}

const reasonOf = (cause: Cause.Cause<unknown>): string =>
  Option.match(Cause.failureOption(cause), {
    onSome: (error) => {
      if (error instanceof Broken) return error.message
      return error instanceof StoreUnavailable ? StoreModule.whyUnavailable(error) : Cause.pretty(cause)
    },
    onNone: () => Cause.pretty(cause),
  })

const tooLate = (what: string, limitMs: number, watch: Watch.Watch) => () =>
  new Broken({
    message: `${what} did not end within ${Limit.inSeconds(limitMs)}; a greater --limit gives a slow store more.\n${watch.awaited()}`,
  })

const examine = (kit: Kit, test: Case, limitMs: number, watch: Watch.Watch): Effect.Effect<Outcome> =>
  Effect.gen(function* () {
    const needs = test.needs.filter((need) => !kit.store.supports[need])
    if (needs.length > 0) return { _tag: "not claimed", needs } as const
    const started = performance.now()
    const exit = yield* Effect.suspend(() => test.run(kit)).pipe(
      Effect.scoped,
      Limit.within(limitMs, tooLate(`the case ${test.id}`, limitMs, watch)),
      Effect.exit,
    )
    const ms = performance.now() - started
    if (Exit.isSuccess(exit)) return { _tag: "kept", ms } as const
    const failure = Option.getOrNull(Cause.failureOption(exit.cause))
    return failure instanceof NotProbed
      ? ({ _tag: "not probed", ms, why: failure.message } as const)
      : ({ _tag: "broken", ms, message: reasonOf(exit.cause) } as const)
  })

const compare = (store: Driver, seed: number, { limitMs = Limit.usualMs, heard }: Options) =>
  Effect.suspend(() => {
    const watch = Watch.make(heard)
    return Model.compare(watch.noting(store), seed, 1).pipe(
      Limit.within(limitMs, tooLate(`the sequence of seed ${seed}`, limitMs, watch)),
      Effect.sandbox,
      Effect.match({
        onSuccess: (found) => (found === null ? null : Model.describe(found)),
        onFailure: reasonOf,
      }),
    )
  })

const failureOf = ({ message }: StoreModule.Unusable) => new Broken({ message })

const soon = (what: string, { limitMs = Limit.usualMs }: Options) =>
  Limit.within(limitMs, () => StoreModule.tooLate(what, Limit.inSeconds(limitMs)))

/** Loads a module, creates a store and opens it until the scope ends. */
export const open = (
  module: string,
  options: Options,
): Effect.Effect<Session, StoreModule.Unusable, Scope.Scope> =>
  soon(
    "module",
    options,
  )(StoreModule.load(module)).pipe(Effect.flatMap((loaded) => openWith(loaded, module, options)))

/** The same for a module that is already loaded; child processes load it from `module`. */
export const openWith = (
  loaded: StoreModule.StoreModule,
  module: string,
  options: Options,
): Effect.Effect<Session, StoreModule.Unusable, Scope.Scope> =>
  Effect.gen(function* () {
    const { seed, limitMs = Limit.usualMs, heard } = options
    const location = yield* soon("create", options)(StoreModule.create(loaded))
    const store = yield* soon("open", options)(StoreModule.open(loaded, location))
    const scope = yield* Effect.scope
    /** So many other processes. They start in a fiber of their own, so that a case which ends meanwhile does not stop them for the others. */
    const others = (count: number) => {
      const opened = Effect.replicateEffect(openInChild(module, location), count, {
        concurrency: "unbounded",
      })
      const starting = Effect.cached(Effect.forkIn(Scope.extend(opened, scope), scope))
      return Effect.map(starting, Effect.flatMap(Fiber.join))
    }
    const [elsewhere, readers] = [yield* others(2), yield* others(1)]
    // Another run on the same store uses other names, even with the same seed.
    const runName = Date.now().toString(36)
    const kitOf = (test: Case, { noting, notingDistant, note }: Watch.Watch): Kit => {
      const openAt = (at: string) =>
        note("the module's open", Effect.mapError(StoreModule.open(loaded, at), failureOf)).pipe(
          Effect.map((again) => noting(again, " of another opener")),
        )
      return {
        store: noting(store),
        own: (name) => `${runName}/${test.id}/${name}`,
        openAgain: openAt(location),
        elsewhere: Effect.map(note("the start of two other processes", elsewhere), (opened) =>
          opened.map(notingDistant),
        ),
        reader: Effect.map(note("the start of another process", readers), ([reader = store]) =>
          noting(reader, " in a process that never writes"),
        ),
        lockMs: loaded.lockMs ?? null,
        place: note("the module's create", Effect.mapError(StoreModule.create(loaded), failureOf)).pipe(
          Effect.map((made) => ({ location: made, open: openAt(made) })),
        ),
        note,
        module,
        random: Random.make(seed + Random.seedOf(test.id)),
      }
    }
    return {
      store,
      seed,
      examine: (test) =>
        Effect.suspend(() => {
          const watch = Watch.make(heard)
          return examine(kitOf(test, watch), test, limitMs, watch)
        }),
      compare: (one) => compare(store, one, options),
    }
  })
