/**
 * The court that a store belongs to. A store is opened for one court, whose id is kept beside the court's keys too. A host that finds
 * one of them without the other does not start, unless it is told to.
 */

import { Effect, Option, Schema } from "effect"
import { Judgment } from "../judgments/index.ts"
import { LaterFormat, needPresent } from "../kernel/Defect.ts"
import type { Json } from "../kernel/Json.ts"
import * as Kind from "../kernel/Kind.ts"
import { Instant } from "../kernel/Time.ts"
import { type ChangeSet, empty, type Ref } from "../store/ChangeSet.ts"
import type { Driver } from "../store/Store.ts"

/** The format of the records that this version writes. A version whose records an earlier one can't read raises it. */
export const storeFormat = 1

const Written = Schema.Struct({
  /** The version of the program that opened the store. */
  by: Schema.String,
  format: Schema.Number.pipe(Schema.int(), Schema.positive()),
})
const decodeWritten = Schema.decodeUnknownOption(Schema.Struct({ written: Written }))

/** The court of a store: one record, made when the store is opened. */
export const Founding = Schema.Struct({
  courtId: Schema.String,
  /** The public notary key at that time, in hexadecimal: it shows which keys opened the store. */
  notary: Schema.String,
  /** Whether the court is a sandbox, whose clock is moved by hand. A sandbox never becomes a real court, nor a real court a sandbox. */
  sandbox: Schema.Boolean,
  openedAt: Instant,
  /** Absent in a store of a version that did not say. Its format is 1. */
  written: Schema.optionalWith(Written, { exact: true }),
})
export interface Founding extends Schema.Schema.Type<typeof Founding> {}
export const Foundings = Kind.make<Founding>({
  name: "founding",
  schema: Founding,
  id: () => "court",
})

const foundingRef: Ref = { kind: Foundings.name, id: "court" }
const counterRef = (counter: Judgment.SeriesCounter): Ref => ({
  kind: Judgment.SeriesCounters.name,
  id: Judgment.SeriesCounters.id(counter),
})

/** The court of a store, and how far its series of citations have come; `founding` is null if the store is new. */
export interface Founded {
  readonly founding: Founding | null
  readonly version: number
  /** For each series asked for, in that order: the last number given in this store, and the version of its counter. */
  readonly given: ReadonlyArray<{ readonly last: number; readonly version: number }>
}

/**
 * Marks a store that an earlier version opened as written in the format of this one, so that an earlier version refuses it from now on.
 * Null if its founding says so already. It has no event, since it moves no register.
 */
export const markFormat = (
  { founding, version }: Pick<Founded, "founding" | "version">,
  written: NonNullable<Founding["written"]>,
  at: Instant,
): ChangeSet | null => {
  if (founding === null || (founding.written?.format ?? 1) >= written.format) return null
  return {
    ...empty(at),
    puts: [{ ref: foundingRef, expected: version, body: { ...founding, written }, index: [] }],
  }
}

/** Throws `LaterFormat` if a later version wrote the record. Nothing else of such a record is read, since it may have any form. */
const refuseLater = (body: Json): void => {
  const later = Option.filter(decodeWritten(body), ({ written }) => written.format > storeFormat)
  if (Option.isNone(later)) return
  const { by, format } = later.value.written
  throw new LaterFormat(
    `was written by agent-court ${by} in format ${format}, and this version reads formats up to ${storeFormat}. agent-court ${by} can read it, or a later version`,
  )
}

/** Reads the court of a store, and its counters of the same series as `counters`. */
export const read = (driver: Pick<Driver, "read">, counters: ReadonlyArray<Judgment.SeriesCounter>) =>
  Effect.map(driver.read([foundingRef, ...counters.map(counterRef)]), ([found, ...rest]): Founded => {
    if (found != null) refuseLater(found.body)
    const founding = found == null ? null : Foundings.decode(found.body)
    const given = rest.map((stored) =>
      stored === null
        ? { last: 0, version: 0 }
        : { last: Judgment.SeriesCounters.decode(stored.body).last, version: stored.version },
    )
    return { founding, version: found?.version ?? 0, given }
  })

/**
 * Opens a store for a court, or goes on with a store that lacks the last judgments that were sealed. Each series goes on after its
 * number in `counters`, so that no citation is given twice; the journal records these numbers (Rule 5.5).
 */
export const openFor = (
  founding: Founding,
  { version, given }: Founded,
  counters: ReadonlyArray<Judgment.SeriesCounter>,
  eventId: string,
): ChangeSet => {
  const raised = counters.flatMap((counter, i) => {
    const stored = needPresent(given[i], "the place of a series")
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
