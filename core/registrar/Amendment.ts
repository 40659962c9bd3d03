/** The variations of the Registrar: figures of the schedule, and versions of instruments, each from an instant on (Rule 8.1). */
import { Effect, Schema } from "effect"
import * as Kind from "../kernel/Kind.ts"
import { type Reader, readAll } from "../kernel/Reader.ts"
import { type Refusal, when } from "../kernel/Refusal.ts"
import {
  type Amendment,
  type DatedVersion,
  type FigureName,
  make,
  type Schedule,
  type Terms,
} from "../kernel/Schedule.ts"
import { chars, count, enforced, rule } from "../kernel/Section.ts"
import { format, Instant, sortable } from "../kernel/Time.ts"
import type { StoreUnavailable } from "../store/Store.ts"

export const amendments = enforced(
  "Rule 8.1",
  "Amendments",
  (t) =>
    `An amendment applies to matters filed after it takes effect; a matter is governed throughout by the instruments and figures in force when it was filed. The Registrar varies a figure, or puts a version (written in at most ${chars(t.versionCharsMax)}) in force, from an instant at least ${count(t.amendmentLeadMinutes, "minute")} after the act. If the parties agree on a version, its text binds them.`,
)

/**
 * The instant from which an amendment made now is in force: the one asked for, but at least `amendmentLeadMinutes` from now. Every
 * process of the court looks for amendments more often than that, so that all of them know it in time.
 */
export const effectiveFrom = rule(
  ["Rule 8.1"],
  (asked: Instant | undefined, now: Instant, terms: Terms): Instant =>
    Math.max(asked ?? now, now + terms.amendmentLeadMinutes * 60_000),
)

/** Refuses an amendment that is to be in force from an instant in the past. */
export const notBefore = rule(["Rule 8.1"], (asked: Instant | undefined, now: Instant): Refusal | null =>
  when(asked !== undefined && asked < now, "in_force_past", { now: format(now) }),
)

export const Variable = Schema.Literal(
  "summaryThresholdCents",
  "holdCapCents",
  "listCapacityMatters",
  "appealWithdrawalHours",
)

/** A new value of a figure from an instant on. A figure has one record for an instant, which may be corrected until then. */
export const VariedFigure = Schema.Struct({
  id: Schema.String,
  name: Variable,
  value: Schema.Int,
  from: Instant,
  recordedAt: Instant,
  reasons: Schema.String,
})

export interface VariedFigure extends Schema.Schema.Type<typeof VariedFigure> {}

const figureIndex = "amendments.figures"

export const VariedFigures = Kind.make<VariedFigure>({
  name: "varied-figure",
  schema: VariedFigure,
  id: (varied) => varied.id,
  index: (varied) => [{ index: figureIndex, key: `${sortable(varied.from)}/${varied.id}` }],
})

export const figureId = (name: string, from: Instant): string => `${name}/${sortable(from)}`

/** A version of an instrument, and when it comes into force. */
const InstrumentVersion = Schema.Struct({
  id: Schema.String,
  instrument: Schema.String,
  version: Schema.String,
  inForceFrom: Instant,
  recordedAt: Instant,
  reasons: Schema.NullOr(Schema.String),
})

type InstrumentVersion = typeof InstrumentVersion.Type

const versionIndex = "amendments.versions"

export const InstrumentVersions = Kind.make<InstrumentVersion>({
  name: "instrument-version",
  schema: InstrumentVersion,
  id: (dated) => dated.id,
  index: (dated) => [{ index: versionIndex, key: `${sortable(dated.inForceFrom)}/${dated.id}` }],
})

export const versionId = (instrument: string, version: string): string => `${instrument}/${version}`

/** Whether a version such as `1.10` is at least another, part by part: 1.10 comes after 1.9. */
export const atLeast = (version: string, other: string): boolean => {
  const partsOf = (text: string) => text.split(".").map(Number)
  const [a, b] = [partsOf(version), partsOf(other)]
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return true
}

/** Figures that follow from the version of an instrument: 1 from that version on, 0 before it. */
const governed: ReadonlyArray<{
  readonly name: FigureName
  readonly instrument: string
  readonly since: string
}> = [{ name: "quoteTermsInForce", instrument: "PD14", since: "1.10" }]

const byVersion = (versions: ReadonlyArray<DatedVersion>): ReadonlyArray<Amendment> =>
  governed.flatMap(({ name, instrument, since }) =>
    versions
      .filter((dated) => dated.instrument === instrument)
      .map(({ version, inForceFrom }) => ({
        name,
        from: inForceFrom,
        value: atLeast(version, since) ? 1 : 0,
      })),
  )

/** The schedule of a court whose Registrar has varied these figures and dated these versions. */
export const scheduleOf = (
  figures: ReadonlyArray<Amendment>,
  versions: ReadonlyArray<DatedVersion>,
): Schedule => make([...figures, ...byVersion(versions)], versions)

/** The schedule of a court, from the amendments in its store; `given` are amendments that its host sets in addition. */
export const readSchedule = (
  reader: Reader,
  given: ReadonlyArray<Amendment> = [],
): Effect.Effect<Schedule, StoreUnavailable> =>
  Effect.gen(function* () {
    const figures = yield* readAll(reader, VariedFigures, figureIndex, "")
    const versions = yield* readAll(reader, InstrumentVersions, versionIndex, "")
    return scheduleOf([...given, ...figures], versions)
  })
