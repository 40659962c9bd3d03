import { createHash } from "node:crypto"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  computeRoot,
  nodesOfConsistency,
  nodesOfInclusion,
  nodesOfTree,
  proveConsistency,
  proveInclusion,
} from "./Merkle.ts"
import * as Tile from "./Tile.ts"
import { leavesOf, storeOf } from "./testing/Tree.ts"

const read = storeOf(leavesOf(70_000))
const bytesOf = ({ level, index, width }: Tile.Tile) =>
  new Uint8Array(
    Buffer.concat(
      Array.from({ length: width }, (_, i) => read({ level: 8 * Number(level), index: index * 256 + i })),
    ),
  )

describe("paths of tiles", () => {
  it.each([
    [{ level: 0, index: 1_234_067, width: 256 }, "tile/0/x001/x234/067"],
    [{ level: 0, index: 1_234, width: 5 }, "tile/0/x001/234.p/5"],
    [{ level: 63, index: 0, width: 1 }, "tile/63/000.p/1"],
    [{ level: "entries", index: 999, width: 255 }, "tile/entries/999.p/255"],
    [{ level: "entries", index: 1_000_000, width: 256 }, "tile/entries/x001/x000/000"],
  ] as const)("C2SP tlog-tiles a tile has one path: %j is %s", (tile, path) => {
    expect(Tile.pathOf(tile)).toBe(path)
    expect(Tile.parsePath(path)).toEqual(tile)
  })

  it.each([
    "tile/0/1",
    "tile/00/001",
    "tile/64/001",
    "tile/0/001/002",
    "tile/0/x000/001",
    "tile/0/x001/x002",
    "tile/0/001.p/0",
    "tile/0/001.p/256",
    "tile/0/001.p/01",
    "tile/0/x001/x001/x001/x001/x001/001",
    "tile/other/001",
    "/tile/0/001",
    "tile/0/001/",
    "tile/0/../001",
  ])("C2SP tlog-tiles another text is not the path of a tile: %s", (path) => {
    expect(Tile.parsePath(path)).toBeNull()
  })

  it("C2SP tlog-tiles every index is read back from its path", () => {
    fc.assert(
      fc.property(fc.nat(1e14), fc.integer({ min: 1, max: 256 }), (index, width) => {
        const tile = { level: 3, index, width }
        expect(Tile.parsePath(Tile.pathOf(tile))).toEqual(tile)
      }),
    )
  })
})

describe("the tiles of a tree", () => {
  it("C2SP tlog-tiles a tree of 70,000 leaves has the tiles of the standard's example", () => {
    const tiles = Tile.findAdded(0, 70_000)
    const full = (level: number) => tiles.filter((tile) => tile.level === level && tile.width === 256).length
    expect([full(0), full(1), full(2)]).toEqual([273, 1, 0])
    expect(tiles.filter(({ width }) => width < 256)).toEqual([
      { level: 0, index: 273, width: 112 },
      { level: 1, index: 1, width: 17 },
      { level: 2, index: 0, width: 1 },
    ])
    expect(Tile.findAdded(0, 256).map(Tile.pathOf)).toEqual(["tile/0/000", "tile/1/000.p/1"])
    expect(Tile.findAdded(0, 0)).toEqual([])
  })

  it("C2SP tlog-tiles a tree that grew has what it had and what was added", () => {
    expect(Tile.findAdded(255, 257).map(Tile.pathOf)).toEqual([
      "tile/0/000",
      "tile/0/001.p/1",
      "tile/1/000.p/1",
    ])
    expect(Tile.findAdded(256, 257).map(Tile.pathOf)).toEqual(["tile/0/001.p/1"])
    expect(Tile.findAdded(70_000, 70_000)).toEqual([])
    const all = fc.nat(70_000)
    fc.assert(
      fc.property(all, all, (a, b) => {
        const [before, now] = a < b ? [a, b] : [b, a]
        const both = new Set([...Tile.findAdded(0, before), ...Tile.findAdded(before, now)].map(Tile.pathOf))
        expect(Tile.findAdded(0, now).filter((tile) => !both.has(Tile.pathOf(tile)))).toEqual([])
      }),
      { numRuns: 20 },
    )
  })

  it("C2SP tlog-tiles roots and proofs come out of the tiles that are named, and are those of the tree", () => {
    const size = fc.integer({ min: 1, max: 70_000 })
    fc.assert(
      fc.property(size, fc.nat(), fc.nat(), (size, at, before) => {
        const [index, old] = [at % size, before % (size + 1)]
        const nodes = [nodesOfTree(size), nodesOfInclusion(index, size), nodesOfConsistency(old, size)].flat()
        const tiles = new Map(
          Tile.tilesOfNodes(nodes, size).map((tile) => [Tile.pathOf(tile), bytesOf(tile)]),
        )
        const inTiles = Tile.read(size, (tile) => tiles.get(Tile.pathOf(tile)) ?? new Uint8Array())
        expect(computeRoot(size, inTiles)).toEqual(computeRoot(size, read))
        expect(proveInclusion(index, size, inTiles)).toEqual(proveInclusion(index, size, read))
        expect(proveConsistency(old, size, inTiles)).toEqual(proveConsistency(old, size, read))
      }),
      { numRuns: 40 },
    )
  })

  it("C2SP tlog-tiles Node's hash may read them", () => {
    const fast = (bytes: Uint8Array) => new Uint8Array(createHash("sha256").update(bytes).digest())
    const node = { level: 9, index: 3 }
    expect(Tile.read(70_000, bytesOf, fast)(node)).toEqual(read(node))
  })
})

describe("bundles of entries", () => {
  it("C2SP tlog-tiles entries are read back from a bundle", () => {
    const entries = fc.array(fc.uint8Array({ maxLength: 700 }), { maxLength: 256 })
    fc.assert(
      fc.property(entries, (list) => {
        expect(Tile.decodeBundle(Tile.encodeBundle(list))).toEqual(list)
      }),
      { numRuns: 30 },
    )
    expect([...Tile.encodeBundle([Buffer.from("ab"), new Uint8Array(258)])].slice(0, 6)).toEqual([
      0, 2, 97, 98, 1, 2,
    ])
  })

  it("C2SP tlog-tiles an entry that is too long fits no bundle, and a bundle that was cut is not a bundle", () => {
    expect(Tile.decodeBundle(Tile.encodeBundle([new Uint8Array(65_535)]))?.[0]).toHaveLength(65_535)
    expect(() => Tile.encodeBundle([new Uint8Array(65_536)])).toThrow("65536 bytes fits no bundle")
    const bytes = Tile.encodeBundle([Buffer.from("abc")])
    for (const length of [1, 2, 4]) expect(Tile.decodeBundle(bytes.subarray(0, length))).toBeNull()
  })
})
