/** The table of stores: a line for each kind. Programs open, name and back up stores by it, so a new store is a folder and a line here. */
import { Either, type Layer } from "effect"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import type { Store } from "../../core/store/Store.ts"
import { kind as denokv } from "../denokv/Kind.ts"
import { kind as postgres } from "../postgres/Kind.ts"
import { kind as sqlite } from "../sqlite/Kind.ts"
import type { Kind, OpenError, Where } from "../store/Kind.ts"
import { kind as module } from "./Module.ts"

const memory: Kind = {
  title: "memory",
  usage: "memory:",
  system: "memory",
  lasts: false,
  begins: /^memory:$/,
  read: () => Either.right(""),
  name: () => "memory; nothing is kept after the stop",
  file: () => null,
  open: () => MemoryStore.layer,
  inspect: {
    says: "it is in memory, and is lost when its court stops",
    todo: "a court whose records must last needs another store (COURT_STORE)",
  },
  backup: null,
  meanings: {},
  sayings: [],
}

/** The kinds of store by the names that `COURT_STORE` uses for them. */
export const kinds = { sqlite, postgres, denokv, module, memory } as const satisfies Record<string, Kind>
/** The name of a kind of store: `sqlite`, `postgres`, `denokv`, `module` or `memory`. */
export type Name = keyof typeof kinds
/** The names of all kinds of store, in the order of `kinds`. */
export const names = Object.keys(kinds) as ReadonlyArray<Name>

/** Which store a court has: its kind, and where it is. */
export interface StoreAddress extends Where {
  readonly kind: Name
}

/** The kind of a store: how it is opened, backed up and examined. */
export const kindOf = ({ kind }: Pick<StoreAddress, "kind">): Kind => kinds[kind]

/** The kinds whose records outlast the process. */
export const lasting = names.filter((name) => kinds[name].lasts)

/** The kinds that ship with the court: all but a user's own module. */
export const own = names.filter((name) => name !== "module")
/** The kinds whose store is a file, which the court can copy itself. */
export const inFiles = own.filter((name) => (kinds[name].backup?.tools ?? null) !== null)
/** The kinds that anybody can open without a server. */
export const withoutServer = own.filter((name) => !kinds[name].lasts || inFiles.includes(name))

/** The default store of a court: a file in its data folder. */
export const defaultIn = (data: string): StoreAddress => ({ kind: "sqlite", at: `${data}/court.db` })

/** Whether a store is the default of a court without a `COURT_STORE`. */
export const isDefault = ({ kind, at }: StoreAddress, data: string): boolean => {
  const usual = defaultIn(data)
  return kind === usual.kind && at === usual.at
}
/** How the default store is written as a `COURT_STORE`. */
export const defaultUsage = `sqlite:${defaultIn("$COURT_DATA").at}`

/** How a store of each kind is written as a `COURT_STORE`. */
export const usage = `${names
  .slice(0, -1)
  .map((name) => kinds[name].usage)
  .join(", ")} or ${kinds.memory.usage}`

/** Reads a `COURT_STORE`. No problem repeats the text, since it may hold a password. */
export const parse = (text: string): Either.Either<StoreAddress, string> => {
  const kind = names.find((name) => kinds[name].begins.test(text))
  return kind === undefined ? Either.left(usage) : Either.map(kinds[kind].read(text), (at) => ({ kind, at }))
}

const replicated: ReadonlyArray<Kind> = Object.values(kinds).filter(({ replicas }) => replicas !== undefined)
/** How replicas are written, for the kinds that have any. */
export const replicasUsage = replicated
  .map((kind) => `${kind.usage}, beside a COURT_STORE on ${kind.title}`)
  .join("; ")

/** Reads the address of replicas; a problem in words if the store has no replicas or the text can't be read. */
export const readReplicas = (store: StoreAddress, text: string): Either.Either<string, string> => {
  const { replicas } = kindOf(store)
  return replicas === undefined
    ? Either.left(`only beside a COURT_STORE on ${replicated.map(({ title }) => title).join(" or ")}`)
    : replicas(text)
}

/** The file that holds a store; null if no file on this machine does. */
export const fileOf = (store: StoreAddress): string | null => kindOf(store).file(store.at)

/** The name of a store for people, without its password. */
export const nameOf = (store: StoreAddress): string => kindOf(store).name(store.at)

/** A store, open until the scope ends. Fails with `OpenError` if it can't be opened. */
export const layer = (store: StoreAddress): Layer.Layer<Store, OpenError> => kindOf(store).open(store)

const meanings: Readonly<Record<string, string>> = Object.assign(
  {},
  ...Object.values(kinds).map((kind) => kind.meanings),
)
/** The meaning of an error code of a driver; undefined if no table has it. SQLite puts the details after the code that the table has. */
export const meaningOf = (code: string): string | undefined =>
  meanings[code] ?? meanings[/^SQLITE_[A-Z]+/.exec(code)?.[0] ?? ""]
/** The meanings of the messages of every driver that come without a code. */
export const sayings = Object.values(kinds).flatMap((kind) => kind.sayings)

/** How the stores of each kind are backed up, if anything of them can be. */
export const backups = Object.values(kinds).flatMap(({ backup }) => (backup === null ? [] : [backup]))
