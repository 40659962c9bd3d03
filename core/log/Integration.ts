/** How the log grows: from the edge of its tree and the next events of the journal to the tiles that they change, and the new root. */
import { needPresent } from "../kernel/Defect.ts"
import { type HashBytes, hashBytes } from "../kernel/Hash.ts"
import { computeRoot, hashLength, rootOfHashes } from "./Merkle.ts"
import { bytesOf, type LogTile, storedBytes, type TilePlace, tileId } from "./Records.ts"
import * as Tile from "./Tile.ts"

/** The tiles on the right edge of a tree that have room left. The root of the tree is computed from them alone. */
export const edgeOf = (size: number): ReadonlyArray<TilePlace> => {
  const places: Array<TilePlace> = []
  for (let [level, count] = [0, size]; count > 0; level++, count = Math.floor(count / Tile.tileWidth))
    if (count % Tile.tileWidth !== 0) places.push({ level, index: Math.floor(count / Tile.tileWidth) })
  return places
}

/** An event of the journal as the log takes it: the hash of its bytes, and where the journal goes on after it. */
export interface Leaf {
  readonly hash: Uint8Array
  readonly cursor: string
}

/** A tree as the integrator needs it in order to go on: its size, the cursor after its last event, and its edge. */
export interface Grown {
  readonly size: number
  readonly cursor: string | null
  readonly edge: ReadonlyArray<LogTile>
}

interface Growing extends TilePlace {
  readonly hashes: Array<Uint8Array>
  readonly before: Array<string | null>
}

/** The root of a log that has grown, computed from the tiles on its edge alone. */
export const rootOf = ({ size, edge }: Grown, hash: HashBytes = hashBytes): Uint8Array => {
  const bytes = new Map(edge.map((tile) => [tileId(tile), bytesOf(tile)]))
  const tileOf = (place: { readonly level: number | "entries"; readonly index: number }) =>
    needPresent(bytes.get(`${place.level}/${place.index}`), "a tile on the edge of the log")
  return computeRoot(size, Tile.read(size, tileOf, hash), hash)
}

const growTile = ({ hashes, before, ...place }: LogTile): Growing => ({
  ...place,
  hashes: [...Tile.hashesOf(bytesOf({ hashes }))],
  before: [...before],
})

const storeTile = ({ level, index, hashes, before }: Growing): LogTile => {
  const bytes = new Uint8Array(hashes.length * hashLength)
  for (const [i, hash] of hashes.entries()) bytes.set(hash, i * hashLength)
  return { level, index, hashes: storedBytes(bytes), before }
}

/**
 * The tree with further leaves, and the tiles that have changed. The same leaves give the same tiles, however many of them are taken
 * at a time.
 */
export const grow = (
  tree: Grown,
  leaves: ReadonlyArray<Leaf>,
  hash: HashBytes = hashBytes,
): { readonly tree: Grown; readonly changed: ReadonlyArray<LogTile> } => {
  const open = new Map(tree.edge.map((tile) => [tile.level, growTile(tile)]))
  const full: Array<Growing> = []
  const touched = new Set<number>()
  const add = (level: number, count: number, node: Uint8Array, before: string | null): void => {
    const index = Math.floor(count / Tile.tileWidth)
    const tile = open.get(level) ?? { level, index, hashes: [], before: [] }
    tile.hashes.push(node)
    if (level > 0 || tile.before.length === 0) tile.before.push(before)
    touched.add(level)
    open.set(level, tile)
    if (tile.hashes.length < Tile.tileWidth) return
    open.delete(level)
    full.push(tile)
    add(level + 1, index, rootOfHashes(tile.hashes, hash), tile.before[0] ?? null)
  }
  let { size, cursor } = tree
  for (const leaf of leaves) {
    add(0, size, leaf.hash, cursor)
    size += 1
    cursor = leaf.cursor
  }
  const edge = [...open.values()].sort((a, b) => a.level - b.level).map(storeTile)
  const changed = [...full.map(storeTile), ...edge.filter(({ level }) => touched.has(level))]
  return { tree: { size, cursor, edge }, changed }
}
