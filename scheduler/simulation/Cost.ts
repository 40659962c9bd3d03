/** About what a study takes: time and memory, from the shape of its scenarios, before anything is run. */
import { days, hours } from "../../core/kernel/Time.ts"
import { horizonOf } from "./engine/Check.ts"
import type { Scenario } from "./engine/Scenario.ts"
import type { Study } from "./Study.ts"

export interface Cost {
  readonly seconds: number
  /** Of all workers together. */
  readonly bytes: number
  /** Of the largest run. */
  readonly runBytes: number
  /** The most claims of a run. */
  readonly claims: number
}

/** From runs of half a million and three million entries on one core; they say the order of magnitude. */
const perEvent = 1e-6
const perEntryWritten = 2e-6
/** Written at the end, by one thread. */
const perEntryAsCsv = 6e-6
const perStudy = 3
const eventsOfClaim = 6
const bytesOfClaim = 450
const bytesOfAgent = 200
/** While a network is made. */
const bytesOfLink = 230
const bytesOfSample = 500
const bytesOfWorker = 60e6
const bytesOfProcess = 180e6

const most = (values: ReadonlyArray<number>): number => values.reduce((a, b) => Math.max(a, b), 0)

/** The arrivals of a run, and at most how many become claims: nobody is shunned, and no limit of claims is reached. */
const expectedClaims = (scenario: Scenario) => {
  const { dealings, agents, populations, interventions, start } = scenario
  const { arrivals: arriving } = dealings
  const span = horizonOf(scenario) - start
  const arrivals =
    arriving.kind === "listed"
      ? arriving.items.length
      : agents *
        (arriving.kind === "poisson"
          ? (arriving.perAgentPerDay * span) / days(1)
          : span / hours(arriving.everyHours))
  if (arriving.of === "disputes") return { arrivals, claims: arrivals }
  const shares = populations.map(({ name, share, breaches, asCreditor }) => {
    const later = interventions.flatMap(({ populations: changed }) => changed[name] ?? [])
    const creditors = [asCreditor, ...later.flatMap(({ asCreditor: changed }) => changed ?? [])]
    return {
      breaks: share * most([breaches, ...later.map((changed) => changed.breaches ?? 0)]),
      sues: share * most(creditors.map(({ sues }) => sues)),
      suesUnfounded: share * most(creditors.map(({ suesUnfounded }) => suesUnfounded)),
    }
  })
  const sum = (of: "breaks" | "sues" | "suesUnfounded") => shares.reduce((total, one) => total + one[of], 0)
  return { arrivals, claims: arrivals * Math.min(1, sum("breaks") * sum("sues") + sum("suesUnfounded")) }
}

/** What a study takes with so many workers, or one of so many shards of it. */
export const costOf = ({ conditions, seeds, experiment }: Study, workers: number, shards = 1): Cost => {
  const each = conditions.map(({ scenario }) => {
    const { arrivals, claims } = expectedClaims(scenario)
    const { network } = scenario.dealings
    const links =
      network === undefined || network.kind === "uniform"
        ? 0
        : (network.edges?.length ?? (scenario.agents * network.neighbours) / 2)
    const samples = (horizonOf(scenario) - scenario.start) / hours(scenario.measures.everyHours)
    return {
      claims,
      seconds:
        (arrivals + eventsOfClaim * claims) * perEvent + (experiment.entries ? claims * perEntryWritten : 0),
      bytes:
        claims * bytesOfClaim +
        scenario.agents * bytesOfAgent +
        links * bytesOfLink +
        samples * bytesOfSample,
    }
  })
  const busy = Math.min(workers, Math.ceil((conditions.length * seeds.length) / shards))
  const sum = (of: "seconds" | "claims") => each.reduce((total, one) => total + one[of], 0) * seeds.length
  const afterwards = experiment.entries && experiment.csv && shards === 1 ? sum("claims") * perEntryAsCsv : 0
  const runBytes = most(each.map(({ bytes }) => bytes)) + bytesOfWorker
  return {
    seconds: perStudy + sum("seconds") / shards / busy + afterwards,
    bytes: bytesOfProcess + busy * runBytes,
    runBytes,
    claims: most(each.map(({ claims }) => claims)),
  }
}

/** A run numbers its claims with 28 bits (`Events.ts`). */
const claimsMax = 2 ** 28

const longSeconds = 600
const muchBytes = 2e9

const sizeText = (bytes: number): string =>
  bytes < 1e9 ? `${Math.ceil(bytes / 1e7) * 10} MB` : `${(bytes / 1e9).toFixed(1)} GB`
const timeText = (seconds: number): string => {
  if (seconds < 60) return `${Math.ceil(seconds)} s`
  return seconds < 3600 ? `${Math.ceil(seconds / 60)} minutes` : `${(seconds / 3600).toFixed(1)} hours`
}

export const costText = ({ seconds, bytes }: Cost, workers: number): string =>
  `About ${timeText(seconds)} and ${sizeText(bytes)} of memory with ${workers} worker${workers === 1 ? "" : "s"}.`

/** A warning of a study that takes more than 10 minutes or 2 GB; null if it takes less. */
export const costWarning = ({ seconds, bytes }: Cost): string | null => {
  const much = [
    ...(seconds > longSeconds ? [`about ${timeText(seconds)}`] : []),
    ...(bytes > muchBytes ? [`about ${sizeText(bytes)} of memory`] : []),
  ]
  return much.length === 0
    ? null
    : `This study takes ${much.join(" and ")}. Fewer agents, days or runs take less, fewer --workers less memory, and experiment.entries: false less time.`
}

/** Why a study can't be run on a machine with so much memory; null if it can. */
export const costRefusal = ({ runBytes, claims }: Cost, memory: number): string | null =>
  claims > claimsMax
    ? `one run may have about ${Math.round(claims)} claims, and can hold ${claimsMax}; take fewer agents, a nearer horizon or fewer arrivals`
    : runBytes <= memory
      ? null
      : `one run needs about ${sizeText(runBytes)} of memory, and this machine has ${sizeText(memory)}; take fewer agents, a nearer horizon or fewer arrivals`
