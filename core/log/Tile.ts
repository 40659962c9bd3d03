/** Tiles: the hashes of a log's tree in files of at most 256, and bundles of its entries (C2SP tlog-tiles). */
import { utf8ToBytes } from "@noble/hashes/utils.js"
import { needPresent } from "../kernel/Defect.ts"
import { type HashBytes, hashBytes } from "../kernel/Hash.ts"
import { itemText, type PublicItem } from "../kernel/Journal.ts"
import { hashLength, type Node, type ReadNode, rootOfHashes } from "./Merkle.ts"

/** How many hashes or entries a full tile holds, and the levels of the tree that a tile spans. */
export const tileWidth = 256
const tileLevels = 8

/** Where a tile stands. Tiles of level `entries` are bundles: they hold the leaves whose hashes are in the tile of level 0. */
export interface Tile {
  readonly level: number | "entries"
  readonly index: number
  /** How many hashes or entries it holds; 256 if it is full. */
  readonly width: number
}

const indexText = (index: number): string => {
  const last = String(index % 1000).padStart(3, "0")
  return index < 1000 ? last : `${indexText(Math.floor(index / 1000)).replace(/\d{3}$/, "x$&")}/${last}`
}

/** The path of a tile beneath the log, such as `tile/0/x001/234.p/5`. */
export const pathOf = ({ level, index, width }: Tile): string =>
  `tile/${level}/${indexText(index)}${width === tileWidth ? "" : `.p/${width}`}`

const pathForm =
  /^tile\/(entries|0|[1-9]|[1-5]\d|6[0-3])\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d?|1\d\d|2[0-4]\d|25[0-5]))?$/

/** The tile that a path names; null if it names no tile, also if it is written in another way than `pathOf` writes it. */
export const parsePath = (path: string): Tile | null => {
  const [found, level = "", elements = "", width] = pathForm.exec(path) ?? []
  if (found === undefined || elements.startsWith("x000")) return null
  return {
    level: level === "entries" ? level : Number(level),
    index: Number(elements.replace(/[x/]/g, "")),
    width: width === undefined ? tileWidth : Number(width),
  }
}

/** How many hashes stand on a level of tiles in the tree of this size. */
const countAt = (level: number, size: number): number => Math.floor(size / tileWidth ** level)

const tileAt = (level: number, index: number, size: number): Tile => ({
  level,
  index,
  width: Math.min(tileWidth, countAt(level, size) - index * tileWidth),
})

/**
 * The tiles that a tree of `size` leaves has and the tree of `oldSize` leaves didn't have, level by level. With `oldSize` 0 these are all
 * tiles of the tree. The bundles of entries stand beside the tiles of level 0.
 */
export const findAdded = (oldSize: number, size: number): ReadonlyArray<Tile> => {
  const tiles: Array<Tile> = []
  for (let level = 0; countAt(level, size) > 0; level++) {
    const [before, now] = [countAt(level, oldSize), countAt(level, size)]
    for (let index = Math.floor(before / tileWidth); before < now && index * tileWidth < now; index++)
      tiles.push(tileAt(level, index, size))
  }
  return tiles
}

/** The tile of the tree of `size` leaves that holds the hash of a node, or the hashes from which it is computed. */
const tileOfNode = ({ level, index }: Node, size: number): Tile => {
  const first = index * 2 ** (level % tileLevels)
  return tileAt(Math.floor(level / tileLevels), Math.floor(first / tileWidth), size)
}

/** The tiles of the tree of `size` leaves that hold the hashes of these nodes, each once. */
export const tilesOfNodes = (nodes: ReadonlyArray<Node>, size: number): ReadonlyArray<Tile> => [
  ...new Map(nodes.map((node) => tileOfNode(node, size)).map((tile) => [pathOf(tile), tile])).values(),
]

/** The hashes of a tile from the left, 32 bytes each. */
export const hashesOf = (bytes: Uint8Array): ReadonlyArray<Uint8Array> =>
  Array.from({ length: bytes.length / hashLength }, (_, i) =>
    bytes.subarray(i * hashLength, (i + 1) * hashLength),
  )

/** The hash of a node, out of the bytes of its tile. */
const hashInTile = ({ level, index }: Node, bytes: Uint8Array, hash: HashBytes): Uint8Array => {
  const hashes = 2 ** (level % tileLevels)
  const begin = (index * hashes) % tileWidth
  return rootOfHashes(hashesOf(bytes.subarray(begin * hashLength, (begin + hashes) * hashLength)), hash)
}

/** Reads nodes of the tree of `size` leaves out of its tiles. */
export const read =
  (size: number, tile: (tile: Tile) => Uint8Array, hash: HashBytes = hashBytes): ReadNode =>
  (node) =>
    hashInTile(node, tile(tileOfNode(node, size)), hash)

/** The entry of an event, which is its leaf in the tree: the RFC 8785 bytes of its item in the journal, without the cursor. */
export const leafOf = (item: PublicItem): Uint8Array => utf8ToBytes(itemText(item))

/** The most bytes that an entry of a bundle may have. */
const entryLengthMax = 65_535

/** The bytes of a bundle of entries, each of which has at most `entryLengthMax` bytes. */
export const encodeBundle = (entries: ReadonlyArray<Uint8Array>): Uint8Array => {
  const bytes = new Uint8Array(entries.reduce((sum, entry) => sum + 2 + entry.length, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const entry of entries) {
    if (entry.length > entryLengthMax)
      throw new RangeError(`an entry of ${entry.length} bytes fits no bundle`)
    view.setUint16(at, entry.length)
    bytes.set(entry, at + 2)
    at += 2 + entry.length
  }
  return bytes
}

/** The entries of a bundle; null if the bytes end within an entry. */
export const decodeBundle = (bytes: Uint8Array): ReadonlyArray<Uint8Array> | null => {
  const entries: Array<Uint8Array> = []
  for (let at = 0; at < bytes.length; ) {
    if (at + 2 > bytes.length) return null
    const length = 256 * needPresent(bytes[at], "a byte") + needPresent(bytes[at + 1], "a byte")
    at += 2 + length
    if (at > bytes.length) return null
    entries.push(bytes.subarray(at - length, at))
  }
  return entries
}
