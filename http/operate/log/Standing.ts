/** Compares a court's store with what others know of its log, and says the result in words. */
import { Effect, Option } from "effect"
import { needPresent } from "../../../core/kernel/Defect.ts"
import { count } from "../../../core/kernel/Section.ts"
import { Note, Records, type Standing, standingOf, type TileReader } from "../../../core/log/index.ts"
import type { Driver } from "../../../core/store/Store.ts"
import type { Known, OwnLog } from "./Known.ts"

type Reads = Pick<Driver, "read">

/** Reads records by id, out of a store or of what looks into one. */
const readerOf = ({ read }: Reads): TileReader => ({
  findAll: (kind, ids) =>
    Effect.map(read(ids.map((id) => ({ kind: kind.name, id }))), (found) =>
      found.map((stored) => (stored === null ? Option.none() : Option.some(kind.decode(stored.body)))),
    ),
})

/** The log of a store; null if it has not begun. */
export const ownLog = (store: Reads) =>
  Effect.map(
    readerOf(store).findAll(Records.LogStates, [Records.stateId]),
    ([found = Option.none()]): OwnLog | null =>
      Option.match(found, {
        onNone: () => null,
        onSome: (state) => ({
          state,
          key: needPresent(Note.parseVerifierKey(state.vkey), "the key of the log"),
          reader: readerOf(store),
        }),
      }),
  )

/** The log of a store, or the log that `before` gives if the store has not begun one. */
export const ownLogOr = (store: Reads, before: () => Records.LogState) =>
  Effect.map(ownLog(store), (found): OwnLog => {
    if (found !== null) return found
    const state = before()
    const key = needPresent(Note.parseVerifierKey(state.vkey), "the key of the log")
    return { state, key, reader: { findAll: (_, ids) => Effect.die(`no tile ${ids}`) } }
  })

export interface Stood {
  readonly known: Known
  readonly standing: Standing
}

/** How the store stands to each thing that is known. Its log is read after that, since a court goes on. */
export const standings = (store: Reads, known: ReadonlyArray<Known>) =>
  Effect.gen(function* () {
    const log = yield* ownLog(store)
    return yield* Effect.forEach(known, (one) =>
      log === null
        ? Effect.succeed<Stood>({ known: one, standing: one.size > 0 ? "behind" : "kept" })
        : Effect.map(
            one.isRefused ? Effect.succeed<Standing>("forked") : standingOf(log.reader, log.state.size, one),
            (standing): Stood => ({ known: one, standing }),
          ),
    )
  })

const signingText = ({ at }: Known): string => (at === null ? "" : ` (${new Date(at).toISOString()})`)

/** A standing as a sentence without a full stop. `size` is how many events the log of the store has. */
export const wordsOf = ({ known, standing }: Stood, size: Records.LogState["size"]): string => {
  const has = `${known.from} has a checkpoint of ${count(known.size, "event")}${signingText(known)}`
  switch (standing) {
    case "kept":
      return `${has}, and the tiles of the store have them`
    case "behind":
      return `${has}, and the store has ${count(size, "event")}: it lacks ${numbers(size, known.size)}`
    case "forked":
      return `${has}, and the store has another past: at least one of these events is not what the court signed`
  }
}

/** The numbers of events that are missing, counted from 0 as in the log. */
export const numbers = (from: number, to: number): string =>
  to - from === 1 ? `event ${from} of the log` : `events ${from} to ${to - 1} of the log`
