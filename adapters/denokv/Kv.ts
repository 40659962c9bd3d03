/** Deno KV as far as it is used here, and how it is opened: Deno's own under Deno, the package `@deno/kv` under Node. */
import { mkdirSync } from "node:fs"
import { dirname } from "node:path"
import type { Key } from "../keyvalue/Rows.ts"
import { StoreRefused } from "../store/StoreRefused.ts"

export interface Entry {
  readonly key: Key
  readonly value: unknown
  /** Which commit wrote the entry; null where there is none. */
  readonly versionstamp: string | null
}

export interface Atomic {
  readonly check: (check: Pick<Entry, "key" | "versionstamp">) => Atomic
  readonly set: (key: Key, value: unknown) => Atomic
  readonly delete: (key: Key) => Atomic
  /** `ok` is false where a check failed: nothing was written then. */
  readonly commit: () => Promise<{ readonly ok: boolean }>
}

export interface Kv {
  /** The entries, in the order asked, from one snapshot. */
  readonly getMany: (keys: ReadonlyArray<Key>) => Promise<ReadonlyArray<Entry>>
  /** Entries in the order of their keys; each batch is a snapshot of its own. */
  readonly list: (
    selector: { readonly prefix: Key; readonly start?: Key },
    options: { readonly batchSize: number },
  ) => AsyncIterable<Entry>
  readonly atomic: () => Atomic
  readonly close: () => void
}

/**
 * What the hosted service takes: in one reading so many keys, or entries of a list; of one key and one value so many bytes; in one
 * atomic operation so many mutations, bytes of keys, and bytes of keys and values together. Files are held to the same, so that what
 * runs on a file runs there. Checks are no matter: one is made, and the service takes 100, `@deno/kv` 10 on a file.
 */
export const most = {
  keysRead: 10,
  entriesRead: 500,
  keyBytes: 2_048,
  valueBytes: 65_536,
  mutations: 1_000,
  allKeysBytes: 80 * 1024,
  allBytes: 800 * 1024,
}

type Open = (location: string) => Promise<Kv>

export const storeName = "the Deno KV store"

const refused = (...reasons: ReadonlyArray<string>) => new StoreRefused({ store: storeName, reasons })

const opener = async (): Promise<Open> => {
  const deno: { readonly openKv?: Open } | undefined = Reflect.get(globalThis, "Deno")
  if (deno?.openKv !== undefined) return deno.openKv
  if (deno !== undefined) throw refused("Deno offers it only when it is started with --unstable-kv")
  try {
    const { openKv }: { readonly openKv: unknown } = await import("@deno/kv")
    return openKv as Open // Its types ask for arrays that may be written to.
  } catch (error) {
    throw error instanceof Error && Reflect.get(error, "code") === "ERR_MODULE_NOT_FOUND"
      ? refused("under Node it needs a package that is not installed; run: npm install @deno/kv")
      : error
  }
}

/** Whether the writer's lock of a file was another's: nothing was written then. */
export const isLocked = (error: unknown): boolean =>
  error instanceof Error && error.message.includes("database is locked")

/** Opens the database of a file, which is made with its folder where it isn't there, or of a service (https://…). */
export const open = async (location: string): Promise<Kv> => {
  const openKv = await opener()
  if (location === "" || location === ":memory:")
    throw refused("a database in memory ends with its process: give a path or an address")
  if (!/^https?:\/\//.test(location)) mkdirSync(dirname(location), { recursive: true })
  return openKv(location)
}
