/**
 * Anybody's store: a module that exports `open`. A court serves it (`COURT_STORE=module:<path>`) and the conformance kit examines it, opened
 * in this one way. To load a module runs its code with the rights of the court, so its path comes from the operator alone: from the
 * environment or the command line, and never from a request.
 */
import { existsSync } from "node:fs"
import { fileURLToPath, pathToFileURL } from "node:url"
import { Data, Effect, Either, Layer, type Scope } from "effect"
import { type Driver, Store } from "../../core/store/Store.ts"
import { type Kind, StoreRefused } from "../store/Kind.ts"

/** The exports of a module that is a user's own store. */
export interface StoreModule {
  /**
   * Opens the store at a location: whatever text the module says; empty if no location was given. A scoped effect closes the store when
   * its scope ends.
   */
  readonly open: (location: string) => Effect.Effect<Driver, unknown, Scope.Scope> | Promise<Driver> | Driver
}

/** A module could not be loaded, or its store could not be made or opened. The message says what is wrong, where, and what to do. */
export class Unusable extends Data.TaggedError("Unusable")<{
  readonly message: string
  readonly cause?: unknown
}> {}

/** The URL of a module: its own, or that of its path from the working folder. */
export const urlOf = (module: string): string =>
  /^[a-z]{2,}:/.test(module) ? module : pathToFileURL(module).href

const pathOf = (module: string): string => {
  const url = urlOf(module)
  return url.startsWith("file:") ? fileURLToPath(url) : url
}

/** The message of an error, with those of its causes. */
const wordsOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause === undefined ? "" : wordsOf(error.cause)
  return [error.message, cause].filter((words) => words !== "").join(": ")
}

/** The error of a module that can't be used as a store, with the remedy. */
export const unusable = (what: string, todo: string, cause?: unknown) =>
  new Unusable({ message: `${what}${cause === undefined ? "" : `: ${wordsOf(cause)}`}; ${todo}`, cause })

/** The advice for a module that can't be loaded: install the package that it lacks, or correct it. */
const toLoad = (cause: unknown): string => {
  const missing = /^Cannot find package '([^']+)'/.exec(cause instanceof Error ? cause.message : "")?.[1]
  return missing === undefined
    ? "correct the module"
    : `run npm install ${missing} in the folder of the module`
}

/** Loads a module by its URL, or by its path from the working folder. `M` is what the caller uses of it, of which only `open` is required. */
export const load = <M extends StoreModule>(module: string): Effect.Effect<M, Unusable> =>
  Effect.gen(function* () {
    const [url, path] = [urlOf(module), pathOf(module)]
    if (url.startsWith("file:") && !existsSync(path))
      return yield* unusable(`there is no file ${path}`, `name the module by its path from ${process.cwd()}`)
    const loaded: M = yield* Effect.tryPromise({
      try: () => import(url),
      catch: (cause) => unusable(`${path} can't be loaded`, toLoad(cause), cause),
    })
    if (typeof loaded.open === "function") return loaded
    const found = Object.keys(loaded)
    return yield* unusable(
      `${path} exports no function named open (it exports ${found.length === 0 ? "nothing" : found.join(", ")})`,
      "export open(location), which gives the driver of the store",
    )
  })

const operations = {
  read: true,
  list: true,
  search: true,
  holder: true,
  tallies: true,
  blob: true,
  receipt: true,
  journal: true,
  lease: true,
  commit: true,
} satisfies Record<Exclude<keyof Driver, "supports">, true>

const missingMembers = (opened: Partial<Driver> | null | undefined): ReadonlyArray<string> => [
  ...(typeof opened?.supports === "object" ? [] : ["supports"]),
  ...Object.keys(operations).filter((name) => typeof Object(opened)[name] !== "function"),
]

/** Opens the store of a module at a location. It is closed when the scope ends. */
export const open = (
  { open: opening }: StoreModule,
  location: string,
): Effect.Effect<Driver, Unusable, Scope.Scope> =>
  Effect.suspend(() => {
    const opened = opening(location)
    return Effect.isEffect(opened) ? opened : Effect.tryPromise({ try: async () => opened, catch: (e) => e })
  }).pipe(
    Effect.catchAllDefect(Effect.fail),
    Effect.mapError((cause) => unusable("its open failed", "correct the module, or what it opens", cause)),
    Effect.filterOrFail(
      (driver) => missingMembers(driver).length === 0,
      (driver) =>
        unusable(
          `its open gave no driver of a store (without ${missingMembers(driver).join(", ")})`,
          "give every operation of Driver; agent-court conformance examines it",
        ),
    ),
  )

/** The parts of a place, `<path or URL>#<location>`. */
const partsOf = (at: string): readonly [module: string, location: string] => {
  const [module = "", ...location] = at.split("#")
  return [module, location.join("#")]
}

/** A module as a kind of store. Its location may hold a password, so no name has it. */
export const kind: Kind = {
  title: "a module",
  usage: "module:<path>[#<location>]",
  system: "module",
  lasts: true,
  begins: /^module:[^#]/,
  read: (text) => Either.right(text.slice("module:".length)),
  name: (at) => `the module ${partsOf(at)[0]}`,
  file: () => null,
  open: ({ at }) => {
    const [module, location] = partsOf(at)
    return Layer.scoped(
      Store,
      Effect.flatMap(load(module), (loaded) => open(loaded, location)).pipe(
        Effect.mapError(
          ({ message }) => new StoreRefused({ store: `the store module ${module}`, reasons: [message] }),
        ),
      ),
    )
  },
  inspect: {
    says: "it is a module's, which only its court opens",
    todo: "look at /readyz and /metrics of the court; examine the module itself with agent-court conformance",
  },
  backup: {
    tools: null,
    facts: "keys",
    otherwise: () => [
      "This backup has only the keys: the store is a module's. Take it now with the tool of whatever the module keeps it in.",
    ],
    taking: "For a court on a store module it takes the keys. Take the keys first.",
    restoring: "For a court on a store module it restores only the keys: restore the module's store first.",
  },
  meanings: {},
  sayings: [],
}
