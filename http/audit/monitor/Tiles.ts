/**
 * The comparisons of the tiles that a log serves. A tile is right if its root stands in the tile above it. The tiles on the edge are right
 * if the root of the tree follows from them. So every tile is compared with the tree whose entries were read.
 */
import { digest } from "../../../adapters/host/Sha256.ts"
import { Merkle, Range, Tile } from "../../../core/log/index.ts"
import type { Check } from "../replay/Check.ts"
import { readTile } from "./LogReader.ts"

/** The tiles from which the root of the tree is computed, against the root of the entries. */
const ofEdge = (range: Range.Range): Check<unknown> => ({
  of: "the edge of the log",
  lines: async (_, { base }) => {
    const places = Tile.tilesOfNodes(Merkle.nodesOfTree(range.size), range.size)
    const bytes = new Map<string, Uint8Array>()
    for (const tile of places) bytes.set(Tile.pathOf(tile), await readTile(base, tile))
    const empty = new Uint8Array()
    const root = Merkle.computeRoot(
      range.size,
      Tile.read(range.size, (tile) => bytes.get(Tile.pathOf(tile)) ?? empty, digest),
      digest,
    )
    return Merkle.equalBytes(root, Range.rootOf(range))
      ? []
      : [`the tiles ${places.map(Tile.pathOf).join(", ")} do not have the root of the events of the log`]
  },
})

/** A full tile against the hash of it in the tile above. */
const ofFull = (tile: Tile.Tile, above: Tile.Tile): Check<unknown> => ({
  of: Tile.pathOf(tile),
  lines: async (_, { base }) => {
    const root = Merkle.rootOfHashes(Tile.hashesOf(await readTile(base, tile)), digest)
    const stated = Tile.hashesOf(await readTile(base, above))[tile.index % Tile.tileWidth]
    return stated !== undefined && Merkle.equalBytes(root, stated)
      ? []
      : [`${Tile.pathOf(tile)} does not have the root that stands in ${Tile.pathOf(above)}`]
  },
})

export function* ofTiles(range: Range.Range): Generator<Check<unknown>> {
  if (range.size === 0) return
  yield ofEdge(range)
  const tiles = Tile.findAdded(0, range.size)
  const above = new Map(tiles.map((tile) => [`${tile.level}/${tile.index}`, tile]))
  for (const tile of tiles) {
    const parent = above.get(`${Number(tile.level) + 1}/${Math.floor(tile.index / Tile.tileWidth)}`)
    if (tile.width === Tile.tileWidth && parent !== undefined) yield ofFull(tile, parent)
  }
}
