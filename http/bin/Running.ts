/** A court that runs: what `serve`, `demo` and the end-to-end tests start. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Either, ExecutionStrategy, Exit, Layer, Scope } from "effect"
import type { Deadlines } from "../../adapters/host/Deadlines.ts"
import * as FileKeys from "../../adapters/keys/FileKeys.ts"
import { stock } from "../../adapters/law/Loading.ts"
import * as Scheduler from "../../scheduler/Scheduler.ts"
import { type Config, type ConfigError, read } from "../Config.ts"
import { serve } from "../Serve.ts"
import { Failure } from "./Cli.ts"
import { court, keysFolder, logging } from "./Composition.ts"
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
    }
    return yield* Scope.extend(listen, parts)
  })

/** Serves on `node:http` until the scope closes. Gives the port. */
export const serving = (config: Config) => running(config, serve({ ...config, mail: config.mail !== null }))

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

/** Makes the keys of a first start and says where they are; never what they are. */
const announceKeys = (config: Config): void => {
  // What the court keeps (keys, and a store with operators' addresses) is for its own account alone.
  process.umask(0o077)
  const folder = keysFolder(config)
  const made = FileKeys.ensure(folder)
  if (made.length > 0)
    print(`Made keys in ${folder}: ${made.join(", ")}. Keep a copy; without them the court can't sign.`)
}

type Provided = Layer.Layer.Success<ReturnType<typeof court>> | Scope.Scope

/** Runs a program on the services of a configuration, with the keys that they need, and logs to standard error. What goes wrong is one line. */
export const runOn = <A, E>(config: Config, program: Effect.Effect<A, E, Provided>): Promise<A> => {
  announceKeys(config)
  return Effect.runPromise(
    Effect.scoped(program).pipe(
      Effect.provide(court(config)),
      Effect.mapError(failureOf),
      Effect.provide(logging),
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
