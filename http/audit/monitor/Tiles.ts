/**
 * The comparisons of the tiles that a log serves. A tile is right if its root stands in the tile above it, and the tiles on the edge if
 * the root of the tree follows from them: so every tile is held to the tree whose entries were read.
 */
import { digest } from "../../../adapters/host/Sha256.ts"
import {
  computeRoot,
  equalBytes,
  hashesOfTile,
  nodesOfTree,
  type Range,
  readTiles,
  rootOfHashes,
  rootOfRange,
  type Tile,
  tilePath,
  tilesAdded,
  tilesOfNodes,
  tileWidth,
} from "../../../core/log/index.ts"
import type { Check } from "../replay/Check.ts"
import { readTile } from "./LogReader.ts"

/** The tiles from which the root of the tree is computed, against the root of the entries. */
const ofEdge = (range: Range): Check<unknown> => ({
  of: "the edge of the log",
  lines: async (_, { base }) => {
    const places = tilesOfNodes(nodesOfTree(range.size), range.size)
    const bytes = new Map<string, Uint8Array>()
    for (const tile of places) bytes.set(tilePath(tile), await readTile(base, tile))
    const empty = new Uint8Array()
    const root = computeRoot(
      range.size,
      readTiles(range.size, (tile) => bytes.get(tilePath(tile)) ?? empty, digest),
      digest,
    )
    return equalBytes(root, rootOfRange(range))
      ? []
      : [`the tiles ${places.map(tilePath).join(", ")} do not have the root of the events of the log`]
  },
})

/** A full tile against the hash of it in the tile above. */
const ofFull = (tile: Tile, above: Tile): Check<unknown> => ({
  of: tilePath(tile),
  lines: async (_, { base }) => {
    const root = rootOfHashes(hashesOfTile(await readTile(base, tile)), digest)
    const stated = hashesOfTile(await readTile(base, above))[tile.index % tileWidth]
    return stated !== undefined && equalBytes(root, stated)
      ? []
      : [`${tilePath(tile)} does not have the root that stands in ${tilePath(above)}`]
  },
})

export function* ofTiles(range: Range): Generator<Check<unknown>> {
  if (range.size === 0) return
  yield ofEdge(range)
  const tiles = tilesAdded(0, range.size)
  const above = new Map(tiles.map((tile) => [`${tile.level}/${tile.index}`, tile]))
  for (const tile of tiles) {
    const parent = above.get(`${Number(tile.level) + 1}/${Math.floor(tile.index / tileWidth)}`)
    if (tile.width === tileWidth && parent !== undefined) yield ofFull(tile, parent)
  }
}
