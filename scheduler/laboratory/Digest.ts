/** The digest of one run: its results without its entries, small enough to hold the digests of a whole study in memory. */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Either, Schema } from "effect"
import type { EntryColumns, Summary } from "./engine/Result.ts"

/** Which run of a study. `run` numbers all runs, first all conditions on the first seed, so that more seeds only add runs. */
export const RunId = Schema.Struct({
  run: Schema.Int,
  condition: Schema.Int,
  replicate: Schema.Int,
  seed: Schema.Int,
})
export type RunId = typeof RunId.Type

const Value = Schema.NullOr(Schema.Number)
/** `[time in hours, events, censored]`: one row of a life table. */
const Row = Schema.Tuple(Schema.Int, Schema.Int, Schema.Int)
const Count = Schema.Tuple(Schema.Int, Schema.Int)

const Groups = Schema.Record({
  key: Schema.String,
  value: Schema.Record({ key: Schema.String, value: Value }),
})

const Sum = Schema.Struct({ bytes: Schema.Int, sha256: Schema.String })

export const Digest = Schema.Struct({
  ...RunId.fields,
  /** The fingerprint of the study (`Folder.fingerprintOf`). */
  fingerprint: Schema.String,
  /** Arrivals, acts and passings. */
  events: Schema.Int,
  entries: Schema.Int,
  /** The measures at the horizon; null if there was nothing to measure. */
  totals: Schema.Record({ key: Schema.String, value: Value }),
  /** When measures were taken, in hours since the start. */
  hours: Schema.Array(Schema.Number),
  values: Schema.Record({ key: Schema.String, value: Schema.Array(Value) }),
  /**
   * Life tables of the time from delivery to actual performance, and to satisfaction that lasted until the horizon, rounded up to
   * whole hours. Other entries are censored at the horizon, or when they were superseded.
   */
  followed: Schema.Struct({ performance: Schema.Array(Row), satisfaction: Schema.Array(Row) }),
  /** The outcomes of the entries of each month of judgment, and of the entries against each population: measures by their names. */
  groups: Schema.Struct({ month: Groups, population: Groups }),
  /** By population: `[reputation, agents]` at the horizon, of the agents that have entered. */
  reputation: Schema.Record({ key: Schema.String, value: Schema.Array(Count) }),
  /** The files of its entries and agents; null if no files were asked for. */
  parts: Schema.NullOr(Schema.Struct({ entries: Sum, agents: Sum })),
})
export type Digest = typeof Digest.Type

const finiteOrNull = (value: number | undefined): number | null =>
  value === undefined || !Number.isFinite(value) ? null : value

/** A life table: for each time since delivery, to how many entries the event happened then, and how many were censored then. */
const lifeTable = (
  entries: EntryColumns,
  happenedHours: Float64Array,
  horizonHours: number,
): ReadonlyArray<typeof Row.Type> => {
  const rows = new Map<number, [events: number, censored: number]>()
  for (let i = 0; i < entries.length; i++) {
    const delivered = entries.deliveredHours[i] ?? 0
    const at = happenedHours[i] ?? Number.NaN
    const superseded = entries.supersededHours[i] ?? Number.NaN
    const happened = !Number.isNaN(at)
    const until = happened ? at : Number.isNaN(superseded) ? horizonHours : superseded
    const time = Math.max(0, Math.ceil(until - delivered))
    const row = rows.get(time) ?? [0, 0]
    row[happened ? 0 : 1] += 1
    rows.set(time, row)
  }
  return [...rows].sort(([a], [b]) => a - b).map(([time, [events, censored]]) => [time, events, censored])
}

const bothFollowed = ({ entries, horizonHours }: Summary): Digest["followed"] => {
  const of = (column: "doneHours" | "satisfiedHours") =>
    entries === null ? [] : lifeTable(entries, entries[column], horizonHours)
  return { performance: of("doneHours"), satisfaction: of("satisfiedHours") }
}

const reputation = ({ agents, names }: Summary): Digest["reputation"] => {
  const counts = names.populations.map(() => new Map<number, number>())
  for (let i = 0; i < agents.length; i++) {
    if (agents.entered?.[i] === 0) continue
    const count = counts[agents.population[i] ?? 0]
    const points = agents.reputation[i] ?? 0
    count?.set(points, (count.get(points) ?? 0) + 1)
  }
  return Object.fromEntries(
    names.populations.map((name, i) => [name, [...(counts[i] ?? [])].sort(([a], [b]) => a - b)]),
  )
}

const finiteValues = (values: object): Readonly<Record<string, number | null>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, finiteOrNull(value)]))
const finiteGroups = (groups: object): Digest["groups"]["month"] =>
  Object.fromEntries(Object.entries(groups).map(([name, values]) => [name, finiteValues(values)]))

export const digest = (
  id: RunId,
  fingerprint: string,
  summary: Summary,
  parts: Digest["parts"] = null,
): Digest => {
  const { samples, totals, entries } = summary
  const measured = Object.keys(samples[0]?.values ?? {}) as ReadonlyArray<keyof typeof totals> // a sample's values are measures
  return {
    ...id,
    fingerprint,
    events: summary.events,
    entries: entries?.length ?? 0,
    totals: finiteValues(totals),
    hours: samples.map(({ atHours }) => atHours),
    values: Object.fromEntries(
      measured.map((name) => [name, samples.map(({ values }) => finiteOrNull(values[name]))]),
    ),
    followed: bothFollowed(summary),
    groups: { month: finiteGroups(summary.months), population: finiteGroups(summary.populations) },
    reputation: reputation(summary),
    parts,
  }
}

const digits = 6
const stem = (run: number): string => String(run).padStart(digits, "0")
export const digestFile = (folder: string, run: number): string => join(folder, "runs", `${stem(run)}.json`)

const decode = Schema.decodeEither(Schema.parseJson(Digest))
/** The digest of a run, if it is finished; undefined if it is not, or if it has another seed or fingerprint. */
export const findFinishedRun = (
  folder: string,
  { run, seed }: Pick<RunId, "run" | "seed">,
  fingerprint: string,
): Digest | undefined => {
  const file = digestFile(folder, run)
  const found = existsSync(file) ? Either.getOrUndefined(decode(readFileSync(file, "utf8"))) : undefined
  return found?.fingerprint === fingerprint && found.seed === seed ? found : undefined
}

/** The data sets of a folder: a row for each entry, and for each agent at the horizon. */
export const partsOf = ["entries", "agents"] as const
export type PartsOf = (typeof partsOf)[number]
export const partFile = (folder: string, of: PartsOf, run: number): string =>
  join(folder, of, `part-${stem(run)}.parquet`)
/** The run of a part, from the name of its file; null if the file is not a part. */
export const partNumber = (name: string): number | null => {
  const [, run] = /^part-(\d+)\.parquet$/.exec(name) ?? []
  return run === undefined ? null : Number(run)
}
export const failedFile = (folder: string, run: number): string =>
  join(folder, "runs", `${stem(run)}.failed.json`)
