/** A court that runs: what `serve`, `demo` and the end-to-end tests start. */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Either, ExecutionStrategy, Exit, Layer, Scope } from "effect"
import { Readers } from "../../adapters/chains/index.ts"
import * as FileKeys from "../../adapters/keys/FileKeys.ts"
import { stock } from "../../adapters/law/Loading.ts"
import type { Deadlines } from "../../core/Host.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import * as Scheduler from "../../scheduler/Scheduler.ts"
import { serve } from "../Serve.ts"
import { Failure, print } from "./Cli.ts"
import { chosenStore, type court, keysFolder, services } from "./Composition.ts"
import { type Config, type ConfigError, fileOf, read } from "./Config.ts"
import { agree, type Meant, nothingMeant, type Place, permitted } from "./Identity.ts"
import { logging } from "./Log.ts"
import { failureOf, storeName } from "./StartFailure.ts"
import { observing } from "./Telemetry.ts"
import { silent } from "./TelemetryConfig.ts"

export type CourtServices = Layer.Layer.Success<ReturnType<typeof court>> | Deadlines

/** The configuration of this process's environment; what does not fit becomes one line. */
export const configuration = (environment: NodeJS.ProcessEnv = process.env): Config =>
  Either.getOrThrowWith(read(environment), (error: ConfigError) => new Failure(error.problems.join("; ")))

/**
 * Runs a listener, with the scheduler beside it unless it is off, until the scope closes; both then stop at once. A court whose
 * library is empty is given the collection that is shipped.
 */
export const running = <A, E, R>(config: Config, listen: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    yield* stock
    const parts = yield* Effect.acquireRelease(Scope.make(ExecutionStrategy.parallel), Scope.close)
    // What one part has opened is closed in its order: requests are answered before the fibers that answer them end.
    const apart = <B, F, S>(part: Effect.Effect<B, F, S>) =>
      Effect.flatMap(Scope.fork(parts, ExecutionStrategy.sequential), (scope) => Scope.extend(part, scope))
    if (config.scheduler === "embedded") {
      yield* apart(Scheduler.start({ sandbox: config.sandbox }))
      yield* apart(Readers.start(config.chains.everyMs))
    }
    return yield* apart(listen)
  })

/** Listens by what the runtime has for it. */
const listening = (config: Config) =>
  "Deno" in globalThis
    ? Effect.flatMap(
        Effect.promise(() => import("./deno.ts")),
        ({ listen }) => listen(config),
      )
    : serve({ ...config, mail: config.mail !== null, observe: observing(config) })

/** Serves on `node:http`, or under Deno on `Deno.serve`, until the scope closes. Gives the port. */
export const serving = (config: Config) => running(config, listening(config))

/** Ends when the process is asked to stop. */
export const stopAsked = Effect.async<void>((resume) => {
  const asked = () => resume(Effect.void)
  process.once("SIGTERM", asked)
  process.once("SIGINT", asked)
  return Effect.sync(() => {
    process.off("SIGTERM", asked)
    process.off("SIGINT", asked)
  })
})

const stopWithinMs = 9_500
/** After a stop was asked for, the process ends within this time whatever hangs. */
export const endInTime = Effect.sync(() => {
  setTimeout(() => process.exit(1), stopWithinMs).unref()
})

/** Keys and store as a person names them. */
const placeOf = (config: Config): Place => ({
  folder: keysFolder(config),
  store: `the store (${storeName(config)})`,
})

/** What the keys forbid by themselves is said before a file is made for the store: a start that is refused leaves nothing behind. */
const beforeStore = (config: Config, meant: Meant) =>
  Effect.suspend(() => {
    FileKeys.check(keysFolder(config))
    const file = fileOf(config.store)
    return file !== null && !existsSync(file)
      ? Effect.provide(permitted(placeOf(config), meant), MemoryStore.layer)
      : Effect.void
  })

/** Makes the keys of a first start and says where they are; never what they are. A store in memory is always new, and any keys serve it. */
const keysFor = (config: Config, meant: Meant) =>
  Effect.gen(function* () {
    const place = placeOf(config)
    const { folder } = place
    const made = config.store._tag === "Memory" ? FileKeys.ensure(folder) : yield* agree(place, meant)
    if (made.length > 0)
      print(`Made keys in ${folder}: ${made.join(", ")}. Keep a copy; without them the court can't sign.`)
  })

type Provided = Layer.Layer.Success<ReturnType<typeof court>> | Scope.Scope

/**
 * Runs a program on the services of a configuration, with the keys that they need, and logs to standard error. What goes wrong is one
 * line: keys and a store that are not of one court, say. The store is opened before the keys are, since it says whose they must be.
 */
export const runOn = <A, E>(
  config: Config,
  program: Effect.Effect<A, E, Provided>,
  meant: Meant = nothingMeant,
): Promise<A> => {
  // What the court keeps (keys, and a store with operators' addresses) is for its own account alone.
  process.umask(0o077)
  const run = Effect.gen(function* () {
    yield* beforeStore(config, meant)
    const store = yield* Layer.build(chosenStore(config))
    yield* Effect.provide(keysFor(config, meant), store)
    // What the program started ends before the services that it asks: an act under way at a stop still needs them.
    return yield* Effect.provide(Effect.scoped(program), services(config, Layer.succeedContext(store)))
  })
  return Effect.runPromise(
    Effect.scoped(run).pipe(
      Effect.catchAllDefect((defect) =>
        defect instanceof FileKeys.KeysUnusable
          ? Effect.fail(new Failure(defect.message))
          : Effect.die(defect),
      ),
      Effect.mapError(failureOf(config)),
      Effect.provide(logging((config.telemetry ?? silent).log)),
    ),
  )
}

export interface Started {
  readonly url: string
  readonly registrar: string
  readonly stop: () => Promise<void>
}

/** Starts a court in this process, for a play or a test. */
export const start = async (
  config: Config,
  services: Layer.Layer<CourtServices, unknown>,
): Promise<Started> => {
  const scope = Effect.runSync(Scope.make())
  const program = Layer.buildWithScope(services, scope).pipe(
    Effect.flatMap((context) => Effect.provide(Scope.extend(serving(config), scope), context)),
    Effect.mapError(failureOf(config)),
  )
  const port = await Effect.runPromise(program)
  return {
    url: `http://${config.host}:${port}`,
    registrar: readFileSync(join(keysFolder(config), "registrar.key"), "utf8").trim(),
    stop: () => Effect.runPromise(Scope.close(scope, Exit.void)),
  }
}
