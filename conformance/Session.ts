/** A run of the kit on one store: it opens the store and runs cases on it, one after the other. */
import { Cause, Effect, Exit, Option, Scope } from "effect"
import { type Driver, StoreUnavailable, type Supports } from "../core/store/Store.ts"
import { Broken, type Case, type Kit } from "./Case.ts"
import { openInChild } from "./Children.ts"
import * as Random from "./Random.ts"
import * as StoreModule from "./StoreModule.ts"

/** How a case ended. `not claimed`: the case was not run, since it needs what the store says that it does not support. */
export type Outcome =
  | { readonly _tag: "kept"; readonly ms: number }
  | { readonly _tag: "broken"; readonly ms: number; readonly message: string }
  | { readonly _tag: "not claimed"; readonly needs: ReadonlyArray<keyof Supports> }

/** An open store, and a function that runs a case on it. */
export interface Session {
  readonly store: Driver
  readonly seed: number
  readonly examine: (test: Case) => Effect.Effect<Outcome>
}

const caseMs = 60_000

const reasonOf = (cause: Cause.Cause<unknown>): string =>
  Option.match(Cause.failureOption(cause), {
    onSome: (error) => {
      if (error instanceof Broken) return error.message
      return error instanceof StoreUnavailable ? StoreModule.whyUnavailable(error) : Cause.pretty(cause)
    },
    onNone: () => Cause.pretty(cause),
  })

const examine = (kit: Kit, test: Case): Effect.Effect<Outcome> =>
  Effect.gen(function* () {
    const needs = test.needs.filter((need) => !kit.store.supports[need])
    if (needs.length > 0) return { _tag: "not claimed", needs } as const
    const started = performance.now()
    const late = () => new Broken({ message: `the case did not end within ${caseMs / 1000} seconds` })
    const exit = yield* Effect.suspend(() => test.run(kit)).pipe(
      Effect.scoped,
      Effect.timeoutFail({ duration: caseMs, onTimeout: late }),
      Effect.exit,
    )
    const ms = performance.now() - started
    return Exit.isSuccess(exit)
      ? ({ _tag: "kept", ms } as const)
      : ({ _tag: "broken", ms, message: reasonOf(exit.cause) } as const)
  })

const broken = ({ message }: StoreModule.Unusable) => new Broken({ message })

/** Loads a module, creates a store and opens it until the scope ends. Every random choice follows from `seed`. */
export const open = (
  module: string,
  seed: number,
): Effect.Effect<Session, StoreModule.Unusable, Scope.Scope> =>
  Effect.flatMap(StoreModule.load(module), (loaded) => openWith(loaded, module, seed))

/** The same for a module that is already loaded; child processes load it from `module`. */
export const openWith = (
  loaded: StoreModule.StoreModule,
  module: string,
  seed: number,
): Effect.Effect<Session, StoreModule.Unusable, Scope.Scope> =>
  Effect.gen(function* () {
    const location = yield* StoreModule.create(loaded)
    const store = yield* StoreModule.open(loaded, location)
    const openAt = (at: string) => Effect.mapError(StoreModule.open(loaded, at), broken)
    const place = Effect.mapError(StoreModule.create(loaded), broken).pipe(
      Effect.map((made) => ({ location: made, open: openAt(made) })),
    )
    const scope = yield* Effect.scope
    const opened = Effect.replicateEffect(openInChild(module, location), 2, { concurrency: "unbounded" })
    const elsewhere = yield* Effect.cached(Scope.extend(opened, scope))
    // Another run on the same store uses other names, even with the same seed.
    const runName = Date.now().toString(36)
    const kitOf = (test: Case): Kit => ({
      store,
      own: (name) => `${runName}/${test.id}/${name}`,
      openAgain: openAt(location),
      elsewhere,
      place,
      module,
      random: Random.make(seed + Random.seedOf(test.id)),
    })
    return { store, seed, examine: (test) => examine(kitOf(test), test) }
  })
