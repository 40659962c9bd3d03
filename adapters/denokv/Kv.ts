/** The part of Deno KV that the store uses, and how it is opened: Deno's own under Deno, the package `@deno/kv` under Node. */
import { mkdirSync } from "node:fs"
import { dirname } from "node:path"
import { Effect } from "effect"
import { StoreUnavailable } from "../../core/store/Store.ts"
import { type OpenError, StoreRefused } from "../store/Kind.ts"

export type KvKey = ReadonlyArray<string | number>

export interface Entry {
  readonly key: KvKey
  readonly value: unknown
  /** The version of the commit that wrote the entry; null if the key has no entry. */
  readonly versionstamp: string | null
}

export interface Atomic {
  readonly check: (check: Pick<Entry, "key" | "versionstamp">) => Atomic
  readonly set: (key: KvKey, value: unknown) => Atomic
  readonly delete: (key: KvKey) => Atomic
  /** `ok` is false if a check failed. Then nothing was written. */
  readonly commit: () => Promise<{ readonly ok: boolean }>
}

/** Entries whose keys begin with a prefix: all of them, from a key on, or before a key. Deno takes no start beside an end. */
export interface Selector {
  readonly prefix: KvKey
  readonly start?: KvKey
  readonly end?: KvKey
}

export interface Kv {
  /** The entries under these keys, in their order, from one snapshot. */
  readonly getMany: (keys: ReadonlyArray<KvKey>) => Promise<ReadonlyArray<Entry>>
  /** Entries in the order of their keys; each batch is a snapshot of its own. */
  readonly list: (
    selector: Selector,
    options: { readonly batchSize: number; readonly reverse: boolean },
  ) => AsyncIterable<Entry>
  readonly atomic: () => Atomic
  readonly close: () => void
}

/**
 * The limits of the hosted service: the keys of a read, the entries of a batch, the bytes of a key and of a value; and for one atomic
 * operation the mutations, the bytes of all keys, and the bytes of all keys and values. They are kept on files too, so that a court on
 * a file can move to the service. Each operation makes one check; the service accepts 100, and `@deno/kv` accepts 10 on a file. A part
 * of each operation is left for the lane's own rows and its check.
 */
export const most = {
  keysRead: 10,
  entriesRead: 500,
  keyBytes: 2_048,
  valueBytes: 65_536,
  mutations: 1_000 - 2,
  allKeysBytes: 80 * 1024 - 512,
  allBytes: 800 * 1024 - 1_024,
}

/** A work writes more than one operation can hold. The limits of the court keep every act below that. */
export class TooLarge extends Error {
  override readonly name = "TooLarge"
}

/** Asks the database. A work that is too large is a defect; with every other failure the store is unavailable. */
export const attempt = <A>(operation: string, run: () => Promise<A>): Effect.Effect<A, StoreUnavailable> =>
  Effect.tryPromise({
    try: run,
    catch: (cause) => {
      if (cause instanceof TooLarge) throw cause
      return new StoreUnavailable({ operation, cause })
    },
  })

export const refuseStore = (...reasons: ReadonlyArray<string>): StoreRefused =>
  new StoreRefused({ store: "the Deno KV store", reasons })

type Open = (location: string) => Promise<Kv>
const loadOpener = async (): Promise<Open> => {
  const deno: { readonly openKv?: Open } | undefined = Reflect.get(globalThis, "Deno")
  if (deno?.openKv !== undefined) return deno.openKv
  if (deno !== undefined) throw refuseStore("Deno offers it only when it is started with --unstable-kv")
  try {
    const { openKv }: { readonly openKv: unknown } = await import("@deno/kv")
    return openKv as Open // its types ask for arrays that are not readonly
  } catch (error) {
    throw error instanceof Error && Reflect.get(error, "code") === "ERR_MODULE_NOT_FOUND"
      ? refuseStore("under Node it needs a package that is not installed; run: npm install @deno/kv")
      : error
  }
}

const openKv = async (location: string): Promise<Kv> => {
  const opener = await loadOpener()
  if (location === "" || location === ":memory:")
    throw refuseStore("a database in memory ends with its process: give a path or an address")
  if (!/^https?:\/\//.test(location)) mkdirSync(dirname(location), { recursive: true })
  return opener(location)
}

/** Opens the database of a service (https://…) or of a file. The file and its folder are made if they don't exist. */
export const open = (location: string): Effect.Effect<Kv, OpenError> =>
  Effect.mapError(
    attempt("open", () => openKv(location)),
    (error) => (error.cause instanceof StoreRefused ? error.cause : error),
  )
