/** The part of Deno KV that the store uses, and how it is opened: Deno's own under Deno, the package `@deno/kv` under Node. */
import { mkdirSync } from "node:fs"
import { dirname } from "node:path"
import type { Part } from "../keyvalue/Database.ts"
import type { Key } from "../keyvalue/Rows.ts"
import { StoreRefused } from "../store/Kind.ts"

export interface Entry {
  readonly key: Key
  readonly value: unknown
  /** The version of the commit that wrote the entry; null if there is no entry. */
  readonly versionstamp: string | null
}

export interface Atomic {
  readonly check: (check: Pick<Entry, "key" | "versionstamp">) => Atomic
  readonly set: (key: Key, value: unknown) => Atomic
  readonly delete: (key: Key) => Atomic
  /** `ok` is false if a check failed. Then nothing was written. */
  readonly commit: () => Promise<{ readonly ok: boolean }>
}

export interface Kv {
  /** The entries under these keys, in their order, from one snapshot. */
  readonly getMany: (keys: ReadonlyArray<Key>) => Promise<ReadonlyArray<Entry>>
  /** Entries in the order of their keys; each batch is a snapshot of its own. */
  readonly list: (
    selector: { readonly prefix: Key } & Pick<Part, "start" | "end">,
    options: { readonly batchSize: number } & Pick<Part, "reverse">,
  ) => AsyncIterable<Entry>
  readonly atomic: () => Atomic
  readonly close: () => void
}

/**
 * The limits of the hosted service: the keys of a read, the entries of a batch, the bytes of a key and of a value; and for one atomic
 * operation the mutations, the bytes of all keys, and the bytes of all keys and values. They are kept on files too, so that a court on
 * a file can move to the service. Each operation makes one check; the service accepts 100, and `@deno/kv` accepts 10 on a file.
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

export const storeName = "the Deno KV store"
const refuseStore = (reason: string) => new StoreRefused({ store: storeName, reasons: [reason] })

type Open = (location: string) => Promise<Kv>
const opener = async (): Promise<Open> => {
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

/** Opens the database of a service (https://…) or of a file. The file and its folder are made if they don't exist. */
export const open = async (location: string): Promise<Kv> => {
  const openKv = await opener()
  if (location === "" || location === ":memory:")
    throw refuseStore("a database in memory ends with its process: give a path or an address")
  if (!/^https?:\/\//.test(location)) mkdirSync(dirname(location), { recursive: true })
  return openKv(location)
}
