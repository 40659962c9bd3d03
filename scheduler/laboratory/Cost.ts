/** About what a study takes: time and memory, from the shape of its scenarios, before anything is run. */
import { availableParallelism } from "node:os"
import { bounds } from "../../core/kernel/Schedule.ts"
import { days, hours } from "../../core/kernel/Time.ts"
import type { Parameters } from "./Design.ts"
import { horizonOf } from "./engine/Check.ts"
import { type Distribution, draw } from "./engine/Distribution.ts"
import type { Scenario } from "./engine/Scenario.ts"
import { parametersText } from "./Mistakes.ts"
import type { Condition, Study } from "./Study.ts"

/** The cost of a study. `bytes` are the memory of all workers together. */
export interface Cost {
  readonly seconds: number
  readonly bytes: number
  readonly runBytes: number
  readonly claims: number
  readonly largest: Parameters
}

/** From runs of half a million and three million entries on one core; they say the order of magnitude. */
const perEvent = 1e-6
/** With strategies of one's own; how long these think is not known. */
const perEventAsked = 1.5e-6
/** To begin a run, and to write and sync what it found. */
const perRun = 8e-3
const perLink = 2e-6
const perEntryWritten = 2e-6
const perEntryAsCsv = 6e-6
const perStudy = 3
const eventsOfClaim = 6
const shortestStay = 1 / days(1)
const bytesOfClaim = 450
const bytesOfAgent = 200
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

const points = 64
const meanOf = (distribution: Distribution): number =>
  Array.from({ length: points }, (_, i) => draw(distribution, (i + 1 / 2) / points)).reduce((a, b) => a + b) /
  points

/**
 * All agents of a run: the agents of its places, the agents that come in the place of an agent that leaves, and the agents of an operator
 * that gives others up.
 */
const expectedAgents = (scenario: Scenario): number => {
  const { agents, populations, schedule } = scenario
  const span = (horizonOf(scenario) - scenario.start) / days(1)
  const most = schedule.operatorAgentsMax ?? bounds.operatorAgentsMax
  return populations.reduce((sum, { share, identity }) => {
    const places = agents * share
    const { staysDays, replaced = 1, renames } = identity ?? {}
    const turns = staysDays === undefined ? 0 : (span / Math.max(shortestStay, meanOf(staysDays))) * replaced
    return sum + places * (1 + turns) * (renames === undefined ? 1 : most)
  }, 0)
}

const runCost = (
  scenario: Scenario,
  { entries, asked }: { readonly entries: boolean; readonly asked: boolean },
) => {
  const { arrivals, claims } = expectedClaims(scenario)
  const { network } = scenario.dealings
  const links =
    network === undefined || network.kind === "uniform"
      ? 0
      : (network.edges?.length ?? (scenario.agents * network.neighbours) / 2)
  const samples = (horizonOf(scenario) - scenario.start) / hours(scenario.measures.everyHours)
  const agents = expectedAgents(scenario)
  const events = arrivals + eventsOfClaim * claims + (agents - scenario.agents)
  return {
    claims,
    seconds:
      perRun +
      events * (asked ? perEventAsked : perEvent) +
      links * perLink +
      (entries ? claims * perEntryWritten : 0),
    bytes: claims * bytesOfClaim + agents * bytesOfAgent + links * bytesOfLink + samples * bytesOfSample,
  }
}

/** The time and memory that runs of these conditions take: so many runs of each condition, shared by workers. */
export const runsCost = (
  { strategies }: Pick<Study, "strategies">,
  conditions: ReadonlyArray<Condition>,
  each: number,
  workers: number,
  entries = false,
): Cost => {
  const costs = conditions.map(({ scenario }) =>
    runCost(scenario, { entries, asked: strategies !== undefined }),
  )
  const runs = conditions.length * each
  const busy = Math.max(1, Math.min(workers, Math.ceil(runs)))
  const largest = costs.reduce((at, { bytes }, i) => (bytes > (costs[at]?.bytes ?? 0) ? i : at), 0)
  const runBytes = (costs[largest]?.bytes ?? 0) + bytesOfWorker
  const seconds = costs.reduce((sum, one) => sum + one.seconds, 0) * each
  return {
    seconds: perStudy + seconds / Math.min(busy, availableParallelism()),
    bytes: bytesOfProcess + busy * runBytes,
    runBytes,
    claims: most(costs.map(({ claims }) => claims)),
    largest: conditions[largest]?.parameters ?? {},
  }
}

/** The time and memory that a study takes with so many workers, or that one of so many shards of it takes. */
export const costOf = (study: Study, workers: number, shards = 1): Cost => {
  const { conditions, seeds, experiment } = study
  const cost = runsCost(study, conditions, seeds.length / shards, workers, experiment.entries)
  const claims = conditions.reduce((sum, { scenario }) => sum + expectedClaims(scenario).claims, 0)
  const isWritten = experiment.entries && experiment.csv && shards === 1
  return isWritten ? { ...cost, seconds: cost.seconds + claims * seeds.length * perEntryAsCsv } : cost
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

export const costText = ({ seconds, bytes }: Pick<Cost, "seconds" | "bytes">, workers: number): string =>
  `About ${timeText(seconds)} and ${sizeText(bytes)} of memory with ${workers} worker${workers === 1 ? "" : "s"}.`

const lessOfStudy =
  "Fewer agents, days or runs take less, fewer --workers less memory, and --set experiment.entries=false less time."
export const lessOfCalibration =
  "Fewer agents, days, particles or generations take less, and fewer --workers less memory."

/** A warning of a study that takes more than 10 minutes or 2 GB; null if it takes less. */
export const costWarning = ({ seconds, bytes }: Cost, less = lessOfStudy): string | null => {
  const much = [
    ...(seconds > longSeconds ? [`about ${timeText(seconds)}`] : []),
    ...(bytes > muchBytes ? [`about ${sizeText(bytes)} of memory`] : []),
  ]
  return much.length === 0 ? null : `It takes ${much.join(" and ")}. ${less}`
}

/** Why a study can't be run on a machine with so much memory; null if it can. */
export const costRefusal = ({ runBytes, claims, largest }: Cost, memory: number): string | null => {
  const values = parametersText(largest)
  const run = values === "" ? "one run" : `one run of the condition ${values}`
  const less = "take fewer agents, a nearer horizon or fewer arrivals"
  if (claims > claimsMax)
    return `${run} may have about ${Math.round(claims)} claims, and can hold ${claimsMax}; ${less}`
  return runBytes <= memory
    ? null
    : `${run} needs about ${sizeText(runBytes)} of memory, and this machine has ${sizeText(memory)}; ${less}`
}
