import { describe, expect, it } from "vitest"
import { hashBytes } from "../kernel/Hash.ts"
import { edgeOf, type Grown, grow, type Leaf, rootOf } from "./Integration.ts"
import { emptyRoot, hashLeaf, rootOfHashes } from "./Merkle.ts"
import { bytesOf, type LogTile, tileId } from "./Records.ts"
import * as Tile from "./Tile.ts"

const leaves: ReadonlyArray<Leaf> = Array.from({ length: 2 * Tile.tileWidth ** 2 + 300 }, (_, i) => ({
  hash: hashLeaf(Uint8Array.of(i & 255, i >> 8, i >> 16)),
  cursor: String(i + 1),
}))
const none: Grown = { size: 0, cursor: null, edge: [] }

/** The tiles that a store has after it took the leaves in parts of these sizes, and the tree. */
const storedAfter = (parts: ReadonlyArray<number>) => {
  const stored = new Map<string, LogTile>()
  let tree = none
  for (const part of parts) {
    // The edge is read from the store, as the integrator reads it.
    const edge = edgeOf(tree.size).flatMap((place) => stored.get(tileId(place)) ?? [])
    const grown = grow({ ...tree, edge }, leaves.slice(tree.size, tree.size + part), hashBytes)
    for (const tile of grown.changed) stored.set(tileId(tile), tile)
    tree = grown.tree
  }
  return { stored, tree }
}

const whole = storedAfter([leaves.length])

describe("the growth of a log", () => {
  it("tlog-tiles given the same events in parts of any size, then the tiles are the same to the byte", () => {
    const inParts = storedAfter([1, 254, 1, 1, 255, 256, 512, 0, 65_000, leaves.length])
    expect(inParts).toEqual(whole)
  })

  it("RFC 9162 the root of the tree is that of its leaves alone, at every width of the edge", () => {
    for (const size of [0, 1, 255, 256, 257, 512, 700]) {
      const { tree } = storedAfter([size])
      const hashes = leaves.slice(0, size).map(({ hash }) => hash)
      expect(rootOf(tree)).toEqual(size === 0 ? emptyRoot : rootOfHashes(hashes))
    }
  })

  it("tlog-tiles the stored tiles are those of the tree, each with the hashes beneath it and the cursors before them", () => {
    const { stored, tree } = whole
    expect(tree).toMatchObject({ size: leaves.length, cursor: String(leaves.length) })
    const tiles = Tile.findAdded(0, leaves.length)
    expect(stored.size).toBe(tiles.length)
    for (const { level, index, width } of tiles) {
      const tile = stored.get(`${level}/${index}`)
      const span = Tile.tileWidth ** Number(level)
      expect(Tile.hashesOf(tile === undefined ? new Uint8Array() : bytesOf(tile))).toHaveLength(width)
      const places = Array.from(
        { length: level === 0 ? 1 : width },
        (_, i) => (index * Tile.tileWidth + i) * span,
      )
      expect(tile?.before).toEqual(places.map((place) => (place === 0 ? null : String(place))))
    }
    const [first] = Tile.hashesOf(bytesOf(stored.get("1/0") ?? { hashes: "" }))
    expect(first).toEqual(rootOfHashes(leaves.slice(0, Tile.tileWidth).map(({ hash }) => hash)))
  })
})
