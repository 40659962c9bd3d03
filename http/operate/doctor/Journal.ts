/**
 * The journal of a store, hashed again. The log keeps a hash of each event and of each 256 of them, and the court signed the root, so that an
 * event which was changed, removed or put in is named by its number.
 */

import { Effect, Option } from "effect"
import { digest } from "../../../adapters/host/Sha256.ts"
import type { Inspection } from "../../../adapters/store/Inspection.ts"
import { count } from "../../../core/kernel/Section.ts"
import { format } from "../../../core/kernel/Time.ts"
import { Checkpoint, Merkle, Range, Records, Tile, type TileReader } from "../../../core/log/index.ts"
import type { Journalled, Page } from "../../../core/store/Store.ts"
import { progress } from "../../terminal/Terminal.ts"
import type { OwnLog } from "../log/Known.ts"
import { numbers } from "../log/Standing.ts"
import { findings } from "./Finding.ts"

const { ok, fail } = findings("log")

/** To hash more events than these takes longer than people wait. */
const quickEvents = 100_000

const todo =
  "stop the court, keep its store, and find what changed it; if another copy has the events that were signed, go on with that, or restore a backup (http/docs/operating.md)"

/** The hashes of the tile at a place; empty if the store lacks the tile. */
const readHashes = (reader: TileReader, level: number, index: number) =>
  Effect.map(
    reader.findAll(Records.LogTiles, [Records.tileId({ level, index })]),
    ([found = Option.none<Records.LogTile>()]) =>
      Tile.hashesOf(
        Buffer.from(Option.match(found, { onNone: () => "", onSome: ({ hashes }) => hashes }), "base64"),
      ),
  )

const isSame = (a: Uint8Array, b: Uint8Array | undefined): boolean =>
  b !== undefined && Merkle.equalBytes(a, b)

/** The first place where the journal has other events than the log that the court signed; null if the two agree. */
const findFault = (seen: Pick<Inspection, "journal">, { state, reader }: OwnLog) =>
  Effect.gen(function* () {
    const { size, published, checkpoint } = state
    let range: Range.Range = Range.empty
    let after: string | null = null
    while (range.size < size) {
      const from: number = range.size
      const index = Math.floor(from / Tile.tileWidth)
      // A page ends where a tile ends, or where the tree of the published checkpoint does.
      const stop: number = Math.min((index + 1) * Tile.tileWidth, from < published ? published : size)
      const { items, next }: Page<Journalled> = yield* seen.journal({
        subject: null,
        after,
        limit: stop - from,
      })
      const leaves = items.map(Tile.leafOf)
      const stated = yield* readHashes(reader, 0, index)
      const other = leaves.findIndex(
        (leaf, i) => !isSame(Merkle.hashLeaf(leaf, digest), stated[(from + i) % Tile.tileWidth]),
      )
      const item = items[other]
      if (item !== undefined)
        return `event ${from + other} of the journal (${item.type} of ${item.subject}, ${format(item.at)}) is not the event of this number in the log: it was changed or put in, or an event before it was removed`
      if (items.length < stop - from)
        return `the journal ends before the log: it lacks ${numbers(from + items.length, size)}`
      range = Range.append(range, leaves, digest)
      after = next
      const above =
        stop % Tile.tileWidth === 0 ? yield* readHashes(reader, 1, Math.floor(index / Tile.tileWidth)) : null
      if (above !== null && !isSame(Merkle.rootOfHashes(stated, digest), above[index % Tile.tileWidth]))
        return `${numbers(index * Tile.tileWidth, stop)} have another hash together than the log has for them: at least one was changed with its own hash`
      if (
        stop === published &&
        !isSame(Range.rootOf(range, digest), Checkpoint.parseSigned(checkpoint)?.checkpoint.root)
      )
        return `the first ${count(published, "event")} of the journal do not have the root that the court signed: at least one of ${numbers(index * Tile.tileWidth, stop)} was changed with its own hash`
      progress("events hashed", range.size, size)
    }
    return null
  })

/** The finding about the journal: whether it has the events of the log, each at its number. More than 100,000 are hashed only if `deep`. */
export const journal = (seen: Pick<Inspection, "journal">, log: OwnLog, deep: boolean) =>
  Effect.gen(function* () {
    const events = count(log.state.size, "event")
    if (log.state.size > quickEvents && !deep)
      return ok(`its ${events} were not hashed again; --deep does it, which takes a while`)
    const fault = yield* findFault(seen, log)
    return fault === null
      ? ok(`the journal has its ${events}, each with its hash, and the root that was signed`)
      : fail(fault, todo)
  })
