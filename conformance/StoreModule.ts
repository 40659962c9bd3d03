/** The module that gives the kit a store to examine. A court can serve this module too, and it can also make new stores. */
import { Effect, type Scope } from "effect"
import { StoreModule as Served, Stores } from "../adapters/stores/index.ts"
import type { StoreUnavailable } from "../core/store/Store.ts"

export { open, Unusable } from "../adapters/stores/Module.ts"

/**
 * The functions that a module exports so that the kit can examine its store. Only `open` is required. A store that says that it is durable
 * or shared is opened more than once by its location, also in other processes, so its module needs `create` as well.
 */
export interface StoreModule extends Served.StoreModule {
  /** Makes a new, empty store and gives its location: a text that any process can open it by. */
  readonly create?: () => Promise<string> | string
  /**
   * After how many milliseconds the store takes a lock from a process that gives no sign, if it does. The kit then stops a process for
   * longer than this while it writes.
   */
  readonly lockMs?: number
  readonly destroy?: (location: string) => Promise<void> | void
}

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

/** The module's `open` or `create` did not end within a time, given in words. */
export const tooLate = (what: string, limit: string): Served.Unusable =>
  Served.unusable(`its ${what} did not end within ${limit}`, "correct the module, or what it opens")

/** The module of one of the court's own stores, which lies beside this file and is compiled where it is; or the module itself. */
const moduleOf = (module: string): string => {
  const ending = import.meta.url.endsWith(".ts") ? ".ts" : ".js"
  return Stores.withoutServer.some((name) => name === module)
    ? new URL(`./stores/${module}${ending}`, import.meta.url).href
    : module
}

/** Loads a module by its URL, by its path from the working folder, or by the name of one of the court's own stores. */
export const load = (module: string): Effect.Effect<StoreModule, Served.Unusable> =>
  Served.load<StoreModule>(moduleOf(module))

/** Creates a store and gives its location. The store is destroyed when the scope ends. */
export const create = (store: StoreModule): Effect.Effect<string, Served.Unusable, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: async () => (store.create === undefined ? "" : await store.create()),
      catch: (cause) => Served.unusable("its create failed", "correct the module", cause),
    }),
    (location) => Effect.promise(async () => store.destroy?.(location)),
  )
