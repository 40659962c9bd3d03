/** The tree over entries that were lodged together: its root stands under one receipt (Dealings Act 1.1B). */
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import type { HashBytes } from "../kernel/Hash.ts"
import { canonical, type Json } from "../kernel/Json.ts"
import { rule } from "../kernel/Section.ts"
import { hashLeaf, proveAmong, rootOfHashes, verifyInclusion } from "./Merkle.ts"

/** An entry as the receipt of its batch covers it: the members of the answer to its lodgement. */
export interface Entry {
  readonly id: string
  readonly sequence: number
  readonly sha256: string
  readonly lodgedAt: string
}

/** The leaf of an entry, hashed. Members beside those of the leaf don't count. */
export const hashEntry = rule(
  ["Dealings Act 1.1B"],
  ({ id, sequence, sha256, lodgedAt }: Entry, hash?: HashBytes): Uint8Array =>
    hashLeaf(utf8ToBytes(canonical({ id, sequence, sha256, lodgedAt } satisfies Json)), hash),
)

/** The root over the hashes of the entries, in hexadecimal. */
export const rootOfEntries = rule(
  ["Dealings Act 1.1B"],
  (leaves: ReadonlyArray<Uint8Array>, hash?: HashBytes): string => bytesToHex(rootOfHashes(leaves, hash)),
)

/** The path from an entry to the root: the hashes beside it, from the leaf up, in hexadecimal. `index` is less than the number of leaves. */
export const pathOfEntry = rule(
  ["Dealings Act 1.1B"],
  (index: number, leaves: ReadonlyArray<Uint8Array>, hash?: HashBytes): ReadonlyArray<string> =>
    proveAmong(index, leaves, hash).map(bytesToHex),
)

/** The place of an entry in its batch, and what the receipt of the batch states. */
export interface EntryPlace {
  readonly index: number
  readonly size: number
  readonly root: string
  readonly path: ReadonlyArray<string>
}

const hexadecimal = /^[0-9a-f]{64}$/

/** Whether an entry stands at its place under the root of a receipt. False if a hash is not one. */
export const isInBatch = rule(
  ["Dealings Act 1.1B"],
  (entry: Entry, { index, size, root, path }: EntryPlace): boolean =>
    Number.isSafeInteger(index) &&
    index >= 0 &&
    [root, ...path].every((hash) => hexadecimal.test(hash)) &&
    verifyInclusion({
      index,
      size,
      leaf: hashEntry(entry),
      proof: path.map(hexToBytes),
      root: hexToBytes(root),
    }),
)
