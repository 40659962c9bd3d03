/** The module that gives the kit a store to examine. */
import { existsSync } from "node:fs"
import { pathToFileURL } from "node:url"
import { Data, Effect, type Scope } from "effect"
import type { Driver, StoreUnavailable } from "../core/store/Store.ts"

/**
 * What a module exports so that the kit can examine its store. Only `open` is required. A store that says that it is durable or shared
 * is opened more than once by its location, also in other processes, so its module needs `create` as well.
 */
export interface StoreModule {
  /** Makes a new, empty store and gives its location: a text that any process can open it by. */
  readonly create?: () => Promise<string> | string
  /** Opens the store at a location (an empty text without `create`). If it gives a scoped effect, the store is closed when the scope ends. */
  readonly open: (location: string) => Effect.Effect<Driver, unknown, Scope.Scope> | Promise<Driver> | Driver
  /** Removes a store that `create` made. */
  readonly destroy?: (location: string) => Promise<void> | void
}

/** The module under test could not be loaded, or its store could not be made or opened. */
export class Unusable extends Data.TaggedError("Unusable")<{ readonly message: string }> {}

const unusable = (doing: string) => (cause: unknown) =>
  new Unusable({
    message: `${doing}: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`,
  })

/** Why an operation failed: its error, and the causes of that error down to the first. */
export const whyUnavailable = ({ operation, cause }: StoreUnavailable): string => {
  const chain = (error: unknown): ReadonlyArray<string> =>
    error instanceof Error
      ? [error.message, ...chain(error.cause)]
      : error === undefined
        ? []
        : [String(error)]
  return `${operation} failed: ${chain(cause).join(": ")}`
}

/** The court's own stores that need no server. */
const own = new Set(["memory", "sqlite", "denokv"])

/** The URL of a module. The modules of the court's own stores lie beside this file, and are compiled where it is. */
const urlOf = (module: string): string => {
  const ending = import.meta.url.endsWith(".ts") ? ".ts" : ".js"
  if (own.has(module)) return new URL(`./stores/${module}${ending}`, import.meta.url).href
  return /^[a-z]{2,}:/.test(module) ? module : pathToFileURL(module).href
}

/** Loads a module by its URL, by its path from the working folder, or by the name of one of the court's own stores. */
export const load = (module: string): Effect.Effect<StoreModule, Unusable> =>
  Effect.gen(function* () {
    const url = urlOf(module)
    if (url.startsWith("file:") && !existsSync(new URL(url)))
      return yield* new Unusable({ message: `loading ${module}: this file does not exist` })
    const loaded: StoreModule = yield* Effect.tryPromise({
      try: () => import(url),
      catch: unusable(`loading ${module}`),
    })
    if (typeof loaded.open === "function") return loaded
    return yield* new Unusable({ message: `loading ${module}: it exports no function named open` })
  })

/** Creates a store and gives its location. The store is destroyed when the scope ends. */
export const create = (store: StoreModule): Effect.Effect<string, Unusable, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: async () => (store.create === undefined ? "" : await store.create()),
      catch: unusable("creating a store"),
    }),
    (location) => Effect.promise(async () => store.destroy?.(location)),
  )

/** Opens the store at a location. It is closed when the scope ends. */
export const open = (store: StoreModule, location: string): Effect.Effect<Driver, Unusable, Scope.Scope> =>
  Effect.suspend(() => {
    const opened = store.open(location)
    return Effect.isEffect(opened) ? opened : Effect.tryPromise(async () => opened)
  }).pipe(
    Effect.sandbox,
    Effect.mapError((cause) =>
      unusable(location === "" ? "opening the store" : `opening the store at ${location}`)(cause.toString()),
    ),
  )
