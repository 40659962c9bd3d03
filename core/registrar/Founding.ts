/**
 * Which court a store is of. A store is opened for one court, whose id is kept beside its keys too: a host that finds the one without
 * the other starts nothing unless it is told that this is meant.
 */

import { Effect, Schema } from "effect"
import { type ChangeSet, empty } from "../ChangeSet.ts"
import { present } from "../Defect.ts"
import { type SeriesCounter, SeriesCounters } from "../judgments/Judgment.ts"
import * as Kind from "../Kind.ts"
import type { Driver, Ref } from "../store/Store.ts"
import { Instant } from "../Time.ts"

/** The court of a store: one record, made when the store is opened. */
export const Founding = Schema.Struct({
  courtId: Schema.String,
  /** The notary key in force then, in hexadecimal: it tells whose keys opened the store. */
  notary: Schema.String,
  openedAt: Instant,
})
export type Founding = typeof Founding.Type
export const Foundings = Kind.make<Founding>({
  name: "founding",
  schema: Founding,
  id: () => "court",
})

const foundingRef: Ref = { kind: Foundings.name, id: "court" }
const counterRef = (counter: SeriesCounter): Ref => ({
  kind: SeriesCounters.name,
  id: SeriesCounters.id(counter),
})

/** The court of a store and how far its series of citations have come; `founding` is null for a store that is new. */
export interface Founded {
  readonly founding: Founding | null
  readonly version: number
  /** Of each series that was asked for, in that order: the last number that the store gave, and its record's version. */
  readonly given: ReadonlyArray<{ readonly last: number; readonly version: number }>
}

/** Reads the court of a store, and how far the series of these counters have come there. */
export const readFounding = (driver: Pick<Driver, "read">, counters: ReadonlyArray<SeriesCounter>) =>
  Effect.map(driver.read([foundingRef, ...counters.map(counterRef)]), ([found, ...rest]): Founded => {
    const founding = found == null ? null : Foundings.decode(found.body)
    const given = rest.map((stored) =>
      stored === null
        ? { last: 0, version: 0 }
        : { last: SeriesCounters.decode(stored.body).last, version: stored.version },
    )
    return { founding, version: found?.version ?? 0, given }
  })

/**
 * Opens a store for a court, or goes on with one that lacks what was sealed last: no citation is given twice, since each series goes
 * on after the number in `counters`, which the journal says (Rule 5.5).
 */
export const openFor = (
  founding: Founding,
  { version, given }: Founded,
  counters: ReadonlyArray<SeriesCounter>,
  eventId: string,
): ChangeSet => {
  const raised = counters.flatMap((counter, i) => {
    const stored = present(given[i], "the place of a series")
    return counter.last > stored.last ? [{ counter, expected: stored.version }] : []
  })
  const { courtId, notary, openedAt } = founding
  return {
    ...empty(openedAt),
    puts: [
      { ref: foundingRef, expected: version, body: founding, index: [] },
      ...raised.map(({ counter, expected }) => ({
        ref: counterRef(counter),
        expected,
        body: counter,
        index: [],
      })),
    ],
    events: [
      {
        id: eventId,
        at: openedAt,
        type: "court.opened",
        subject: "court",
        rules: ["Rule 5.5"],
        data: { courtId, notary, after: raised.map(({ counter }) => counter) },
      },
    ],
  }
}
