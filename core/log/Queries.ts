/** The parts of the log that are read: its published checkpoint, its tiles, and its entries, which are rendered from the journal. */
import { Effect, Option } from "effect"
import { type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { hashLength } from "./Merkle.ts"
import { bytesOf, LogStates, LogTiles, stateId, tileId } from "./Records.ts"
import { encodeBundle, leafOf, type Tile } from "./Tile.ts"

/** The state of the log; null before its first checkpoint. */
export const readState = query({
  name: "read-state",
  read: (_: object, _context: QueryContext, reader: Reader) =>
    Effect.map(reader.find(LogStates, stateId), Option.getOrNull),
})

/** The entries of a tile of level 0 as the journal has them now: whoever altered an event there is found out by the tile. */
const readEntries = (reader: Reader, before: string | null, width: number) =>
  Effect.map(reader.journal({ subject: null, after: before, limit: width }), ({ items }) =>
    encodeBundle(items.map(leafOf)),
  )

/**
 * The bytes of a tile or of a bundle of entries; null if the log has no tile or bundle of this width. A narrower one is cut from the stored
 * one.
 */
export const readTile = query({
  name: "read-tile",
  read: (
    { tile: { level, index, width } }: { readonly tile: Tile },
    _context: QueryContext,
    reader: Reader,
  ) =>
    Effect.gen(function* () {
      const id = tileId({ level: level === "entries" ? 0 : level, index })
      const found = Option.getOrNull(yield* reader.find(LogTiles, id))
      const bytes = found === null ? null : bytesOf(found)
      if (found === null || bytes === null || bytes.length < width * hashLength) return null
      return level === "entries"
        ? yield* readEntries(reader, found.before[0] ?? null, width)
        : bytes.subarray(0, width * hashLength)
    }),
})
