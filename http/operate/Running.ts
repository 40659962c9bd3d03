/** Running a court: what `serve`, `demo` and the end-to-end tests start. */

import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Context, Effect, Either, ExecutionStrategy, Exit, Layer, Scope } from "effect"
import { Readers } from "../../adapters/chains/index.ts"
import * as FileKeys from "../../adapters/keys/FileKeys.ts"
import { stock } from "../../adapters/law/Loading.ts"
import { Witnesses } from "../../adapters/outbound/index.ts"
import { LastEvent } from "../../adapters/store/index.ts"
import { Stores } from "../../adapters/stores/index.ts"
import { CorruptRecord, LaterFormat } from "../../core/kernel/Defect.ts"
import type { Deadlines } from "../../core/kernel/Host.ts"
import { Records } from "../../core/log/index.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import { Store } from "../../core/store/Store.ts"
import * as Scheduler from "../../scheduler/Scheduler.ts"
import { announce } from "../court/Announcement.ts"
import { type court, keysFolder, services } from "../court/Composition.ts"
import { type Config, type ConfigError, read } from "../court/Config.ts"
import { loggerOf } from "../court/Log.ts"
import { failureOf } from "../court/StartFailure.ts"
import { observeRequests } from "../court/Telemetry.ts"
import { silent } from "../court/TelemetryConfig.ts"
import { serve } from "../Serve.ts"
import type { Listen } from "../server/Node.ts"
import { Failure } from "../terminal/Terminal.ts"
import * as Filing from "./Filing.ts"
import { agree, type Intended, nothingIntended, permitPlace, type Start } from "./Identity.ts"
import { lookBack } from "./log/LookBack.ts"
import { wordsOf as wordsOfRenewal } from "./log/Renewing.ts"

type CourtServices = Layer.Layer.Success<ReturnType<typeof court>> | Deadlines

/** The configuration in this process's environment. Throws a `Failure` with one line about everything that is wrong with it. */
export const configuration = (environment: NodeJS.ProcessEnv = process.env): Config =>
  Either.getOrThrowWith(read(environment), (error: ConfigError) => new Failure(error.problems.join("; ")))

/** How the scheduler keeps the court's time and its log. */
const keepingOf = (
  { sandbox, baseUrl, witnesses = null }: Config,
  logGoesOn: Effect.Effect<boolean>,
): Scheduler.Keeping => ({
  sandbox,
  origin: Records.originOf(baseUrl),
  witnesses: witnesses === null ? null : Witnesses.make(witnesses),
  logGoesOn,
})

/**
 * Asks the witnesses what they know of the log's past, and runs the scheduler unless `runs` is false. Its log goes on only if the store has
 * all that is known of it.
 */
export const keepTime = (config: Config, runs: boolean) =>
  Effect.gen(function* () {
    const place = { folder: keysFolder(config), origin: Records.originOf(config.baseUrl) }
    const logGoesOn = yield* lookBack(config.witnesses ?? null, place)
    if (runs) yield* Scheduler.start(keepingOf(config, logGoesOn))
  })

/**
 * Runs a listener, and the scheduler unless it is off, until the scope closes; both then stop at the same time. A court whose library
 * is empty is given the collection that ships with this program. Filing is opened if the configuration says so.
 */
export const runCourt = <A, E, R>(config: Config, listen: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    yield* stock
    if (config.opensFiling === true) yield* Filing.open
    const parts = yield* Effect.acquireRelease(Scope.make(ExecutionStrategy.parallel), Scope.close)
    // Each part closes what it opened in order: requests are answered before the fibers that answer them end.
    const apart = <B, F, S>(part: Effect.Effect<B, F, S>) =>
      Effect.flatMap(Scope.fork(parts, ExecutionStrategy.sequential), (scope) => Scope.extend(part, scope))
    const runs = config.scheduler === "embedded"
    yield* apart(keepTime(config, runs))
    if (runs) yield* apart(Readers.start(config.chains.everyMs))
    return yield* apart(listen)
  })

type Listening = Config & Pick<Listen, "arrivingMs">

/** Listens with the server of the runtime: `node:http`, or `Deno.serve`. */
const listenLayer = (config: Listening) =>
  "Deno" in globalThis
    ? Effect.flatMap(
        Effect.promise(() => import("../court/Deno.ts")),
        ({ listen }) => listen(config),
      )
    : serve({ ...config, mail: config.mail !== null, observe: observeRequests(config) })

/** Serves on `node:http`, or under Deno on `Deno.serve`, until the scope closes. Gives the port. */
export const serveCourt = (config: Listening) => runCourt(config, listenLayer(config))

/** Completes when the process is asked to stop (SIGTERM or SIGINT). */
export const stopAsked = Effect.async<void>((resume) => {
  const resumeNow = () => resume(Effect.void)
  process.once("SIGTERM", resumeNow)
  process.once("SIGINT", resumeNow)
  return Effect.sync(() => {
    process.off("SIGTERM", resumeNow)
    process.off("SIGINT", resumeNow)
  })
})

const stopWithinMs = 9_500
/** Ends the process within this time after a stop was asked for, even if something hangs. */
export const endInTime = Effect.sync(() => {
  setTimeout(() => process.exit(1), stopWithinMs).unref()
})

const placeOf = (config: Config): Start => ({
  folder: keysFolder(config),
  store: `the store (${Stores.nameOf(config.store)})`,
  sandbox: config.sandbox,
  origin: Records.originOf(config.baseUrl),
  witnesses: config.witnesses ?? null,
})

/** Checks the keys before a file is made for the store, so that a start which is refused leaves nothing behind. */
const beforeStore = (config: Config, intended: Intended) =>
  Effect.suspend(() => {
    FileKeys.check(keysFolder(config))
    const file = Stores.fileOf(config.store)
    return file !== null && !existsSync(file)
      ? Effect.provide(permitPlace(placeOf(config), intended), MemoryStore.layer)
      : Effect.void
  })

/** Makes the keys at a first start and prints where they are, never the keys themselves. A store that is not durable is always new, so it takes any keys. */
const keysFor = (config: Config, intended: Intended) =>
  Effect.gen(function* () {
    const place = placeOf(config)
    const { folder } = place
    const { supports } = yield* Store
    const { made, renewed } = supports.durable
      ? yield* agree(place, intended)
      : { made: FileKeys.ensure(folder), renewed: null }
    if (renewed !== null) announce(config, wordsOfRenewal(renewed), "warn")
    if (made.length > 0)
      announce(
        config,
        `Made keys in ${folder}: ${made.join(", ")}. Keep a copy; without them the court can't sign.`,
      )
  })

/** The store of a configuration. That of a real court keeps when its last event was, by which clocks are judged. */
const openStore = (config: Config) =>
  Effect.map(Layer.build(Stores.layer(config.store)), (context) =>
    config.sandbox
      ? context
      : Context.add(context, Store, LastEvent.keepLastEvent(Context.get(context, Store))),
  )

type Provided = Layer.Layer.Success<ReturnType<typeof court>> | Scope.Scope

/**
 * Runs a program on the services of a configuration, with the keys that they need, and logs to standard error. A failure, such as keys
 * and a store of two courts, is one line. The store is opened before the keys, since it says to which court they must belong.
 */
export const runOn = <A, E>(
  config: Config,
  program: Effect.Effect<A, E, Provided>,
  intended: Intended = nothingIntended,
): Promise<A> => {
  // The files of a court (its keys, and a store with operators' addresses) are readable for its own account only.
  process.umask(0o077)
  const run = Effect.gen(function* () {
    yield* beforeStore(config, intended)
    const store = yield* openStore(config)
    yield* Effect.provide(keysFor(config, intended), store)
    // The program ends before its services do: an act that is under way at a stop still needs them.
    return yield* Effect.provide(Effect.scoped(program), services(config, Layer.succeedContext(store)))
  })
  return Effect.runPromise(
    Effect.scoped(run).pipe(
      Effect.catchAllDefect((defect) => {
        if (defect instanceof FileKeys.KeysUnusable) return Effect.fail(new Failure(defect.message))
        return defect instanceof CorruptRecord || defect instanceof LaterFormat
          ? Effect.fail(failureOf(config)(defect))
          : Effect.die(defect)
      }),
      Effect.mapError(failureOf(config)),
      Effect.provide(loggerOf((config.telemetry ?? silent).log)),
    ),
  )
}

export interface Started {
  readonly url: string
  readonly registrar: string
  readonly stop: () => Promise<void>
}

/** Starts a court in this process, for a demonstration or a test. */
export const start = async (
  config: Config,
  services: Layer.Layer<CourtServices, unknown>,
): Promise<Started> => {
  const scope = Effect.runSync(Scope.make())
  const program = Layer.buildWithScope(services, scope).pipe(
    // Whoever stops this court has its answers, so nothing more arrives.
    Effect.flatMap((context) =>
      Effect.provide(Scope.extend(serveCourt({ ...config, arrivingMs: 0 }), scope), context),
    ),
    Effect.mapError(failureOf(config)),
  )
  const port = await Effect.runPromise(program)
  return {
    url: `http://${config.host}:${port}`,
    registrar: readFileSync(join(keysFolder(config), "registrar.key"), "utf8").trim(),
    stop: () => Effect.runPromise(Scope.close(scope, Exit.void)),
  }
}
