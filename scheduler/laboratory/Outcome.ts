/**
 * A measure as a study names it: `defaultRate` of all entries, `populations.careless.defaultRate` of those against a population,
 * `months.2027-01.defaultRate` of those judged in a month, and `own.name` of a file of --measures.
 */
import { Schema } from "effect"
import { didYouMean } from "../../core/kernel/Near.ts"
import type { Digest } from "./Digest.ts"
import { type MeasureName, measureNames, measures } from "./engine/Measure.ts"
import type { GroupValues } from "./engine/Result.ts"
import type { Scenario } from "./engine/Scenario.ts"

export interface Described {
  readonly title: string
  readonly unit: string
}
/** The measures of one's own, by their names without `own.`. */
export type OwnDescribed = Readonly<Record<string, Described>>

const grouped = [
  "entriesOpened",
  "defaultRate",
  "orderedCents",
  "recoveredCents",
  "recoveredShare",
  "performanceHoursRestricted",
  "satisfactionHoursRestricted",
  "wrongOrders",
  "wrongPaidCents",
] as const satisfies ReadonlyArray<MeasureName & keyof GroupValues>
/** The measures of a population that are about its agents. */
const ofAgents = ["reputationMean", "reputationMin"] as const satisfies ReadonlyArray<MeasureName>

export const isMeasure = (name: string): name is MeasureName => Object.hasOwn(measures, name)
const own = "own."

/** The part of a study that a path names, and the measure of it; null if the name is not such a path. */
const partsOf = (
  name: string,
): { readonly by: string; readonly group: string; readonly of: string } | null => {
  const [, by, group, of] = /^(populations|months)\.([^.]+)\.([^.]+)$/.exec(name) ?? []
  return by === undefined || group === undefined || of === undefined ? null : { by, group, of }
}

const forms = "a measure, populations.<name>.<measure>, months.<2027-01>.<measure> or own.<name>"
/**
 * The name of a measure, of a group or of one's own. A name that a study doesn't have is refused when its scenario is read (`mistakeIn`).
 */
export const Outcome = Schema.String.pipe(
  Schema.filter((name) => isMeasure(name) || name.includes("."), {
    message: ({ actual }) => {
      const name = String(actual)
      return `there is no measure ${name}${didYouMean(name, measureNames) || `; the measures are ${measureNames.join(", ")}`}`
    },
    jsonSchema: {
      anyOf: [{ enum: measureNames }, { type: "string", pattern: "^(populations|months|own)\\." }],
      description: `The name of ${forms}.`,
    },
  }),
)

/** The names that a study doesn't have, each with its place and what is wrong. */
export const unknownMeasures = <Place>(
  named: ReadonlyArray<readonly [Place, string]>,
  { populations }: Scenario,
  ownOnes: OwnDescribed | undefined,
): ReadonlyArray<{ readonly path: Place; readonly message: string }> => {
  const names = populations.map(({ name }) => name)
  return named.flatMap(([path, name]) => {
    const message = mistakeIn(name, names, ownOnes)
    return message === null ? [] : [{ path, message }]
  })
}

/** The mistake in a name, in a study with these populations and measures of one's own; null if the name is right. */
const mistakeIn = (
  name: string,
  populations: ReadonlyArray<string>,
  ownOnes: OwnDescribed | undefined,
): string | null => {
  if (isMeasure(name)) return null
  if (name.startsWith(own)) {
    const names = Object.keys(ownOnes ?? {})
    const wanted = name.slice(own.length)
    if (ownOnes === undefined)
      return `${name} is a measure of your own; name the file that exports it with --measures`
    return names.includes(wanted)
      ? null
      : `the file of --measures has no ${wanted}${didYouMean(wanted, names) || `; it has ${names.join(", ")}`}`
  }
  const parts = partsOf(name)
  if (parts === null)
    return `there is no measure ${name}${didYouMean(name, measureNames) || `; name ${forms}`}`
  const { by, group, of } = parts
  const known: ReadonlyArray<string> = by === "populations" ? [...grouped, ...ofAgents] : grouped
  if (!known.includes(of))
    return `${by} have no measure ${of}${didYouMean(of, known) || `; they have ${known.join(", ")}`}`
  if (by === "months")
    return /^\d{4}-\d{2}$/.test(group) ? null : `${group} is not a month; write it like 2027-01`
  return populations.includes(group)
    ? null
    : `there is no population ${group}${didYouMean(group, populations) || `; there are ${populations.join(", ")}`}`
}

const ofReputation = (counts: Digest["reputation"][string] | undefined, of: string): number | null => {
  const agents = (counts ?? []).reduce((sum, [, count]) => sum + count, 0)
  if (counts === undefined || agents === 0) return null
  if (of === "reputationMin")
    return counts.reduce((least, [points]) => Math.min(least, points), Number.POSITIVE_INFINITY)
  return counts.reduce((sum, [points, count]) => sum + points * count, 0) / agents
}

/** The value of a measure at the horizon of a run; null if there was nothing to measure. */
export const valueIn = ({ totals, groups, reputation }: Digest, name: string): number | null => {
  const parts = partsOf(name)
  if (parts === null) return totals[name] ?? null
  const { by, group, of } = parts
  if (ofAgents.some((one) => one === of)) return ofReputation(reputation[group], of)
  return groups[by === "months" ? "month" : "population"][group]?.[of] ?? null
}

/** The measures that a study names besides those of every run: its own, then groups among its outcomes. */
export const furtherOf = (
  outcomes: ReadonlyArray<string>,
  ownOnes: OwnDescribed | undefined,
): ReadonlyArray<string> => [
  ...new Set([
    ...Object.keys(ownOnes ?? {}).map((name) => `${own}${name}`),
    ...outcomes.filter((name) => !isMeasure(name)),
  ]),
]

export const describeMeasure = (name: string, ownOnes: OwnDescribed | undefined): Described => {
  const parts = partsOf(name)
  const of = parts?.of ?? name
  if (isMeasure(of)) {
    const { title, unit } = measures[of]
    return { title: parts === null ? title : `${title.split(":")[0]}, ${parts.group}`, unit }
  }
  return ownOnes?.[name.slice(own.length)] ?? { title: name, unit: "" }
}
