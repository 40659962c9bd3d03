/** Proofs out of the stored tiles: that the log has an event, and that it grew. The way to the event leads through the tiles that the proof reads. */
import { Effect, Option } from "effect"
import { needPresent } from "../kernel/Defect.ts"
import type { Reader } from "../kernel/Reader.ts"
import { compareCursors, type Journalled, type StoreUnavailable } from "../store/Store.ts"
import * as Checkpoint from "./Checkpoint.ts"
import { edgeOf } from "./Integration.ts"
import {
  computeRoot,
  equalBytes,
  hashLeaf,
  type Node,
  nodesOfConsistency,
  nodesOfInclusion,
  nodesOfTree,
  proveConsistency,
  proveInclusion,
} from "./Merkle.ts"
import * as Proof from "./Proof.ts"
import {
  bytesOf,
  type LogState,
  LogStates,
  type LogTile,
  LogTiles,
  stateId,
  type TilePlace,
  tileId,
} from "./Records.ts"
import * as Tile from "./Tile.ts"

/**
 * A proof as it is served, or the reason for its absence. `behind`: the published checkpoint has not come to the event. `altered`: the log
 * holds another event in its place than the store.
 */
export type ProofView =
  | { readonly proof: string }
  | { readonly proof: null; readonly lacks: "behind" | "altered" }

/** Reads records by their ids. A reader does, and so does whoever looks into a store from outside. */
export type TileReader = Pick<Reader, "findAll">

const readAll = (reader: TileReader, places: ReadonlyArray<TilePlace>) =>
  Effect.map(reader.findAll(LogTiles, places.map(tileId)), (found) =>
    found.map((tile) => needPresent(Option.getOrNull(tile), "a tile of the log")),
  )

/** Reads nodes of the tree of this size out of its stored tiles, of which some are `known`. */
const readNodes = (
  reader: TileReader,
  nodes: ReadonlyArray<Node>,
  size: number,
  known: ReadonlyArray<LogTile> = [],
) =>
  Effect.gen(function* () {
    const bytes = new Map(known.map((tile) => [tileId(tile), bytesOf(tile)]))
    const places = Tile.tilesOfNodes(nodes, size)
      .map(({ level, index }) => ({ level: Number(level), index }))
      .filter((place) => !bytes.has(tileId(place)))
    const read = places.length === 0 ? [] : yield* readAll(reader, places)
    for (const tile of read) bytes.set(tileId(tile), bytesOf(tile))
    return Tile.read(size, (tile) =>
      needPresent(bytes.get(`${tile.level}/${tile.index}`), "a tile of a proof"),
    )
  })

/** The proof that the stored tree of `size` leaves begins with that of `oldSize` leaves. */
export const proveGrowth = (reader: TileReader, oldSize: number, size: number) =>
  Effect.map(readNodes(reader, nodesOfConsistency(oldSize, size), size), (read) =>
    proveConsistency(oldSize, size, read),
  )

/**
 * How a stored tree of `size` leaves stands to a tree that was signed. `behind`: it has fewer leaves, so that some were lost. `forked`: it
 * has other leaves than were signed.
 */
export type Standing = "kept" | "behind" | "forked"

/** How the stored tree of `size` leaves stands to a tree that was signed. Its root may be unknown; then only the size is compared. */
export const standingOf = (
  reader: TileReader,
  size: number,
  signed: { readonly size: number; readonly root: Uint8Array | null },
): Effect.Effect<Standing, StoreUnavailable> => {
  const { size: signedSize, root } = signed
  if (signedSize > size) return Effect.succeed("behind")
  if (root === null) return Effect.succeed("kept")
  return Effect.map(readNodes(reader, nodesOfTree(signedSize), size), (read) =>
    equalBytes(computeRoot(signedSize, read), root) ? "kept" : "forked",
  )
}

/** The last child of a tile that begins before an event. */
const childBefore = ({ before, level, index }: LogTile, cursor: string): TilePlace => {
  const beyond = before.findIndex((begins) => begins !== null && compareCursors(begins, cursor) >= 0)
  const child = (beyond === -1 ? before.length : beyond) - 1
  return { level: level - 1, index: index * Tile.tileWidth + child }
}

/** The tiles of the tree on the way to an event that it has: those on its edge, and then those down to the tile of the event. */
const findTiles = (reader: Reader, { size }: LogState, cursor: string) =>
  Effect.gen(function* () {
    const edge = yield* readAll(reader, edgeOf(size))
    // The lowest tile on the edge that begins before the event has it beneath it.
    const begins = ({ before: [first = null] }: LogTile) =>
      first === null || compareCursors(first, cursor) < 0
    const tiles = [...edge]
    let tile = needPresent(edge.find(begins), "the tile above an event")
    while (tile.level > 0) {
      const [child] = yield* readAll(reader, [childBefore(tile, cursor)])
      tile = needPresent(child, "a child of a tile")
      tiles.push(tile)
    }
    return { tile, tiles }
  })

/** The place of a leaf in the tree; -1 if the tile does not have it. Of two leaves with the same bytes either proves both. */
const placeIn = (tile: LogTile, leaf: Uint8Array): number => {
  const hash = hashLeaf(leaf)
  const place = Tile.hashesOf(bytesOf(tile)).findIndex((one) => equalBytes(one, hash))
  return place === -1 ? -1 : tile.index * Tile.tileWidth + place
}

/** The proof of an event of the journal; no proof if the log has something else in the place of the event. */
export const proveEvent = (reader: Reader, event: Journalled | undefined) =>
  Effect.gen(function* () {
    const none = (lacks: "behind" | "altered"): ProofView => ({ proof: null, lacks })
    if (event === undefined) return none("behind")
    const state = Option.getOrNull(yield* reader.find(LogStates, stateId))
    if (state === null || state.cursor === null || compareCursors(event.cursor, state.cursor) > 0)
      return none("behind")
    const { published, checkpoint } = state
    const { tile, tiles } = yield* findTiles(reader, state, event.cursor)
    const extra = Tile.leafOf(event)
    const index = placeIn(tile, extra)
    if (index === -1) return none("altered")
    if (index >= published) return none("behind")
    const read = yield* readNodes(reader, nodesOfInclusion(index, published), published, tiles)
    const hashes = proveInclusion(index, published, read)
    const signed = needPresent(Checkpoint.parseSigned(checkpoint), "the checkpoint of the log")
    const view: ProofView = { proof: Proof.format({ extra, index, hashes, signed }) }
    return view
  })
