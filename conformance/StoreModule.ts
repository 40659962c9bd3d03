import { existsSync } from "node:fs"
import { pathToFileURL } from "node:url"
import { Data, Effect, type Scope } from "effect"
import type { Driver, StoreUnavailable } from "../core/store/Store.ts"

/**
 * What a module exports to have its store examined. Only `open` is needed; a store that says it is durable or shared
 * must be opened again by its location, here or in another process, so it also needs `create`.
 */
export interface StoreModule {
  /** Makes a new, empty store and gives the text by which any process opens it. */
  readonly create?: () => Promise<string> | string
  /** Opens the store at a location. As a scoped effect it is closed when the scope ends. */
  readonly open: (location: string) => Effect.Effect<Driver, unknown, Scope.Scope> | Promise<Driver> | Driver
  /** Removes a store that was created. */
  readonly destroy?: (location: string) => Promise<void> | void
}

/** The module under test could not be loaded, or its store could not be made or opened. */
export class Unusable extends Data.TaggedError("Unusable")<{ readonly message: string }> {}

const unusable = (doing: string) => (cause: unknown) =>
  new Unusable({
    message: `${doing}: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`,
  })

/** Why a store could not be reached: what it says, and what that came from, down to the first. */
export const whyUnavailable = ({ operation, cause }: StoreUnavailable): string => {
  const chain = (error: unknown): ReadonlyArray<string> =>
    error instanceof Error
      ? [error.message, ...chain(error.cause)]
      : error === undefined
        ? []
        : [String(error)]
  return `${operation} failed: ${chain(cause).join(": ")}`
}

/** Stores of the court that need nothing but this machine. */
const own = new Set(["memory", "sqlite", "denokv"])

/** The URL of a module. Compiled or as they are, those of the court's own stores lie beside this file and have its ending. */
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
      return yield* new Unusable({ message: `loading ${module}: there is no such file` })
    const loaded: StoreModule = yield* Effect.tryPromise({
      try: () => import(url),
      catch: unusable(`loading ${module}`),
    })
    if (typeof loaded.open === "function") return loaded
    return yield* new Unusable({ message: `loading ${module}: it exports no function named open` })
  })

/** A new store's location; it is destroyed when the scope ends. */
export const create = (store: StoreModule): Effect.Effect<string, Unusable, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: async () => (store.create === undefined ? "" : await store.create()),
      catch: unusable("creating a store"),
    }),
    (location) => Effect.promise(async () => store.destroy?.(location)),
  )

/** Opens the store at a location until the scope ends. */
export const open = (store: StoreModule, location: string): Effect.Effect<Driver, Unusable, Scope.Scope> =>
  Effect.suspend(() => {
    const opened = store.open(location)
    return Effect.isEffect(opened) ? opened : Effect.tryPromise(async () => opened)
  }).pipe(
    Effect.sandbox,
    Effect.mapError((cause) => unusable(`opening ${location}`)(cause.toString())),
  )
