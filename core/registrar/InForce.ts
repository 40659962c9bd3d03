/** Reading what the Registrar has varied: the figures and versions in force. */
import { Effect } from "effect"
import type { Kind } from "../Kind.ts"
import type { Reader } from "../Reader.ts"
import type { Instrument } from "../rulebook/Section.ts"
import type { Amendment, Schedule } from "../Schedule.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import { formatNullable, type Instant } from "../Time.ts"
import { figureIndex, InstrumentVersions, scheduleOf, VariedFigures, versionIndex } from "./Amendment.ts"

const pageItems = 200

/** All records of an index: they are as many as the acts of a Registrar. */
const everything = <A>(
  reader: Reader,
  kind: Kind<A>,
  index: string,
  after: string | null = null,
): Effect.Effect<ReadonlyArray<A>, StoreUnavailable> =>
  Effect.flatMap(reader.list(kind, { index, prefix: "", after, limit: pageItems }), ({ items, next }) =>
    next === null
      ? Effect.succeed(items)
      : Effect.map(everything(reader, kind, index, next), (more) => [...items, ...more]),
  )

/** The figures of the court as they stand in its store; `given` are those that a host sets beside them. */
export const readSchedule = (
  reader: Reader,
  given: ReadonlyArray<Amendment> = [],
): Effect.Effect<Schedule, StoreUnavailable> =>
  Effect.gen(function* () {
    const figures = yield* everything(reader, VariedFigures, figureIndex)
    const versions = yield* everything(reader, InstrumentVersions, versionIndex)
    return scheduleOf([...given, ...figures], versions)
  })

/** A version and the instant from which it is in force; null for the one with which the court began. */
export type VersionView = { readonly version: string; readonly inForceFrom: string | null }

/** The versions of an instrument, the one with which the court began first. */
export const versionsOf = (
  { versions }: Schedule,
  { id, version }: Instrument,
): ReadonlyArray<VersionView> => [
  { version, inForceFrom: null },
  ...versions
    .filter((dated) => dated.instrument === id)
    .map((dated) => ({ version: dated.version, inForceFrom: formatNullable(dated.inForceFrom) })),
]

/** The version of an instrument that is in force at an instant. */
export const versionAt = (
  { versions }: Schedule,
  { id, version }: Pick<Instrument, "id" | "version">,
  now: Instant,
): string =>
  versions.findLast((dated) => dated.instrument === id && dated.inForceFrom <= now)?.version ?? version
