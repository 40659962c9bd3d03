/** A court that runs: what `serve`, `demo` and the end-to-end tests start. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Either, ExecutionStrategy, Exit, Layer, Scope } from "effect"
import { Readers } from "../../adapters/chains/index.ts"
import * as FileKeys from "../../adapters/keys/FileKeys.ts"
import { stock } from "../../adapters/law/Loading.ts"
import type { Deadlines } from "../../core/Deadlines.ts"
import * as Scheduler from "../../scheduler/Scheduler.ts"
import { serve } from "../Serve.ts"
import { Failure } from "./Cli.ts"
import { chosenStore, type court, keysFolder, services } from "./Composition.ts"
import { type Config, type ConfigError, read } from "./Config.ts"
import { agree, type Meant, nothingMeant } from "./Identity.ts"
import { logging } from "./Log.ts"
import { observing } from "./Telemetry.ts"
import { silent } from "./TelemetryConfig.ts"
import { print } from "./Terminal.ts"

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
    if (config.scheduler === "embedded") {
      yield* Scope.extend(Scheduler.start({ sandbox: config.sandbox }), parts)
      yield* Scope.extend(Readers.start(config.chains.everyMs), parts)
    }
    return yield* Scope.extend(listen, parts)
  })

/** Serves on `node:http` until the scope closes. Gives the port. */
export const serving = (config: Config) =>
  running(config, serve({ ...config, mail: config.mail !== null, observe: observing(config) }))

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

/** What went wrong, as one line for the person who started the court. */
export const failureOf = (error: unknown): Failure => {
  if (error instanceof Failure) return error
  const found: { readonly message?: unknown; readonly reason?: unknown; readonly cause?: unknown } =
    typeof error === "object" && error !== null ? error : {}
  const words = [found.message, found.reason, found.cause instanceof Error ? found.cause.message : null].find(
    (text): text is string => typeof text === "string" && text !== "",
  )
  return new Failure(words ?? "the court can't start")
}

/** A store as a person names it; never with its password. */
export const storeName = ({ store }: Config): string => {
  switch (store._tag) {
    case "Memory":
      return "memory; nothing is kept after the stop"
    case "Sqlite":
      return `SQLite, ${store.file}`
    case "Postgres":
      return `PostgreSQL, ${new URL(store.url).host}${new URL(store.url).pathname}`
  }
}

/** Makes the keys of a first start and says where they are; never what they are. A store in memory is always new, and any keys serve it. */
const keysFor = (config: Config, meant: Meant) =>
  Effect.gen(function* () {
    const folder = keysFolder(config)
    const made =
      config.store._tag === "Memory"
        ? FileKeys.ensure(folder)
        : yield* agree({ folder, store: `the store (${storeName(config)})` }, meant)
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
    const store = yield* Layer.build(chosenStore(config))
    yield* Effect.provide(keysFor(config, meant), store)
    return yield* Effect.provide(program, services(config, Layer.succeedContext(store)))
  })
  return Effect.runPromise(
    Effect.scoped(run).pipe(
      Effect.catchAllDefect((defect) =>
        defect instanceof FileKeys.KeysUnusable
          ? Effect.fail(new Failure(defect.message))
          : Effect.die(defect),
      ),
      Effect.mapError(failureOf),
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
    Effect.mapError(failureOf),
  )
  const port = await Effect.runPromise(program)
  return {
    url: `http://${config.host}:${port}`,
    registrar: readFileSync(join(keysFolder(config), "registrar.key"), "utf8").trim(),
    stop: () => Effect.runPromise(Scope.close(scope, Exit.void)),
  }
}
