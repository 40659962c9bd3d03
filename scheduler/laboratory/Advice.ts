/** How many runs give intervals that are narrow enough, from the spread of the runs that there are. */
import { replicatesMax } from "./Design.ts"
import { describe, estimateOf, type Findings, totals } from "./Findings.ts"
import { separate } from "./Numbers.ts"
import { sampleFor } from "./Statistics.ts"

/** How many runs of each condition bring an outcome's 95 % interval to a part of its mean in every condition; null: more than a study may have. */
export interface Advice {
  readonly measure: string
  readonly runs: ReadonlyArray<number | null>
}

/** The reaches of an interval, as parts of the mean. */
export const parts = [0.05, 0.01] as const
const firstRuns = 5

/** Advice for every outcome whose runs differ. */
export const advise = ({ observed, outcomes }: Findings): ReadonlyArray<Advice> =>
  outcomes.flatMap((measure) => {
    const spreads = observed.flatMap(({ runs }) => {
      const found = estimateOf(totals(runs, measure))
      return found === null || found.sd === null || found.mean === 0 ? [] : [found.sd / Math.abs(found.mean)]
    })
    const widest = Math.max(0, ...spreads)
    return widest === 0
      ? []
      : [{ measure, runs: parts.map((part) => sampleFor(widest, part, replicatesMax)) }]
  })

const countText = (count: number | null): string =>
  separate(count === null ? `over ${replicatesMax}` : String(count))

/** The advice in a sentence or two; null if no outcome has a spread, and of a sample, in which no point is of interest by itself. */
export const adviceText = (of: Findings): string | null => {
  if (of.study.experiment.sample !== undefined) return null
  if (of.study.seeds.length < 2)
    return `One run of each condition gives no interval. Begin with --runs ${firstRuns}: their spread shows how many runs a narrow interval takes.`
  const found = advise(of)
  if (found.length === 0) return null
  const [wide, narrow] = parts.map((part) => `±${part * 100} %`)
  const each = found.map(
    ({ measure, runs }) =>
      `${describe(of, measure).title.split(":")[0]?.toLowerCase()} ${runs.map(countText).join(" and ")}`,
  )
  return `Runs that each condition needs for a 95 % interval of ${wide} and of ${narrow} of the mean, estimated from the spread of its ${of.study.seeds.length} runs: ${each.join("; ")}. A greater --runs adds to the runs that are finished.`
}

/**
 * How many runs of each condition come next until the intervals of `experiment.until` are narrow enough; null if they are, or there are as
 * many as there may be. At most twice as many as there are, since the spread of a few runs says little.
 */
export const nextRuns = ({ study, observed }: Findings): number | null => {
  const { until } = study.experiment
  const now = study.seeds.length
  if (until === undefined || now >= until.most) return null
  const spreads = observed.map(({ runs }) => {
    const found = estimateOf(totals(runs, until.measure))
    if (found === null || found.sd === null) return Number.POSITIVE_INFINITY
    return found.sd === 0 ? 0 : found.sd / Math.abs(found.mean)
  })
  const widest = Math.max(0, ...spreads)
  const wanted = sampleFor(widest, until.within, 2 * now) ?? 2 * now
  return wanted <= now ? null : Math.min(wanted, until.most)
}
