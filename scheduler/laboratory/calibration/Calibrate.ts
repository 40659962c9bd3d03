/** A calibration from its first run to its report. It is repeated exactly by its seed, with any number of workers, and goes on after a stop. */
import { mkdirSync } from "node:fs"
import { join, resolve } from "node:path"
import { Either } from "effect"
import { type Written, writeWhole } from "../../../adapters/host/WholeFile.ts"
import { sha256Hex } from "../../../core/kernel/Hash.ts"
import { hashOf } from "../Code.ts"
import { type Cost, runsCost } from "../Cost.ts"
import { textOf } from "../Csv.ts"
import { type Digest, findFinishedRun, type RunId } from "../Digest.ts"
import { drawCharts } from "../Drawers.ts"
import { FolderError, fingerprintOf, format, open, provenanceOf, sweep } from "../Folder.ts"
import { valueIn } from "../Outcome.ts"
import { perform } from "../Pool.ts"
import { problemText } from "../Source.ts"
import { namedOf, type Study } from "../Study.ts"
import { calibrate, type Generation, type Posterior, sizes } from "./Abc.ts"
import type { Figures } from "./Distance.ts"
import type { Drawers } from "./Drawing.ts"
import type { Plan } from "./Plan.ts"
import * as Tables from "./Tables.ts"

export interface Options {
  readonly out: string
  readonly workers: number
  readonly signal: AbortSignal
  /** Null if only the tables are made. */
  readonly drawers: Drawers | null
  /** Called with the finished part of a generation, from 0 to 1, and its number of runs. */
  readonly progress: (part: number, runs: number) => void
  readonly told: (generation: Generation) => void
}

class Stopped extends Error {}

const seeds = 2 ** 32

/** A hash that two calibrations share if their runs are the same. */
export const fingerprintFor = ({ study, calibration, observed }: Plan): string =>
  sha256Hex(
    JSON.stringify([
      fingerprintOf(study),
      study.conditions[0].scenario.seed,
      calibration,
      observed.map(({ measure, value }) => [measure, value]),
      hashOf(new URL(import.meta.url.replace("Calibrate", "Abc"))),
    ]),
  )

/** The study of some points. The values that the priors allow are checked at their ends before, so a mistake here lies between the ends. */
const studyAt = ({ studyOf, parametersAt }: Plan, points: ReadonlyArray<ReadonlyArray<number>>): Study =>
  Either.getOrThrowWith(
    studyOf(points.map(parametersAt)),
    ([first]) =>
      new FolderError(
        first === undefined ? "a point can't be run" : `${problemText(first)}; narrow the priors`,
      ),
  )

/** Carries out the runs of some points that are not finished, and gives the figures of all. */
const figuresOf = async (
  plan: Plan,
  { out, workers, signal, progress }: Options,
  fingerprint: string,
  points: ReadonlyArray<ReadonlyArray<number>>,
  first: number,
) => {
  const study = studyAt(plan, points)
  const found = new Map<number, Digest>()
  const runs = points.map((_, condition): RunId => {
    const run = first + condition
    return { run, condition, replicate: 0, seed: ((study.seeds[0] ?? 0) + run) % seeds }
  })
  for (const id of runs) {
    const digest = findFinishedRun(out, id, fingerprint)
    if (digest !== undefined) found.set(id.run, digest)
  }
  const wanted = runs.filter(({ run }) => !found.has(run))
  await perform({
    setup: {
      folder: out,
      fingerprint,
      scenarios: study.conditions.map(({ scenario }) => scenario),
      named: namedOf(study),
      entries: false,
      strategies: study.strategies?.url,
      measures: study.own?.url,
    },
    runs: wanted,
    workers,
    signal,
    done: async ({ run }, digest) => {
      found.set(run, digest)
    },
    failed: ({ run, seed, condition }, { error }) => {
      const parameters = JSON.stringify(study.conditions[condition]?.parameters)
      return Promise.reject(new FolderError(`run ${run} (seed ${seed}) failed at ${parameters}: ${error}`))
    },
    progress: (part) => progress(part, wanted.length),
  })
  if (signal.aborted && found.size < runs.length) throw new Stopped()
  const figures = runs.map(({ run }) =>
    plan.observed.map(({ measure }) => {
      const digest = found.get(run)
      return digest === undefined ? null : valueIn(digest, measure)
    }),
  )
  if (first === 0) refuseUselessFigures(plan, figures)
  return figures
}

/** Refuses figures that say nothing of the parameters, before a second generation is run. */
const refuseUselessFigures = ({ observed }: Plan, figures: ReadonlyArray<Figures>) => {
  for (const [i, { measure, place }] of observed.entries()) {
    const values = figures.flatMap((one) => one[i] ?? [])
    const why =
      values.length === 0
        ? "has no value at any of the first points"
        : values.every((value) => value === values[0])
          ? `is ${values[0]} at each of the first points`
          : null
    if (why !== null)
      throw new FolderError(
        `${place}: ${measure} ${why}, and says nothing of the parameters; leave it out, or widen the priors`,
      )
  }
}

const writeManifest = (
  out: string,
  plan: Plan,
  fingerprint: string,
  files: Readonly<Record<string, Written>>,
  posterior: Posterior | null,
): Promise<Written> => {
  const { study, calibration, observed } = plan
  const manifest = {
    format,
    name: study.name,
    kind: "calibration",
    status: posterior === null ? "incomplete" : "complete",
    generations: posterior?.generations ?? [],
    files,
    ...provenanceOf(study, fingerprint),
    seed: study.seeds[0],
    observed: Object.fromEntries(observed.map(({ measure, value }) => [measure, value])),
    calibration,
    scenario: study.written,
  }
  return writeWhole(join(out, "manifest.json"), [`${JSON.stringify(manifest, null, 2)}\n`])
}

const writeResults = async (
  plan: Plan,
  posterior: Posterior,
  fingerprint: string,
  { out, drawers }: Options,
) => {
  let files: Record<string, Written> = {}
  for (const [name, rows] of Object.entries(Tables.tablesOf(plan, posterior)))
    files[name] = await writeWhole(join(out, name), textOf(rows))
  if (drawers !== null) {
    mkdirSync(resolve(out, "charts"), { recursive: true })
    const { drawn, files: pictures } = await drawCharts(out, drawers.charts(plan, posterior), drawers.draw)
    const report = await writeWhole(join(out, "report.html"), [
      drawers.reportOf(plan, posterior, drawn, fingerprint),
    ])
    files = { ...files, ...pictures, "report.html": report }
  }
  await writeManifest(out, plan, fingerprint, files, posterior)
}

/**
 * Calibrates, and writes the posterior. Gives null if the signal ended it.
 * @throws FolderError if the folder holds something else, a run fails, or the figures say nothing of the parameters.
 */
export const calibrateStudy = async (plan: Plan, options: Options): Promise<Posterior | null> => {
  const { out, told } = options
  const fingerprint = fingerprintFor(plan)
  const release = open(out, { fingerprint, modules: plan.study, shard: undefined })
  try {
    await writeManifest(out, plan, fingerprint, {}, null)
    mkdirSync(resolve(out, "runs"), { recursive: true })
    sweep(out)
    const posterior = await calibrate(
      plan.scales,
      plan.observed.map(({ value }) => value),
      plan.calibration,
      (points, first) => figuresOf(plan, options, fingerprint, points, first),
      told,
    )
    await writeResults(plan, posterior, fingerprint, options)
    return posterior
  } catch (error) {
    if (error instanceof Stopped) return null
    throw error instanceof RangeError ? new FolderError(error.message) : error
  } finally {
    sweep(out)
    release()
  }
}

export const runsAtMost = ({ calibration }: Plan): number => {
  const { first, later } = sizes(calibration)
  return first + later * (calibration.generations - 1)
}

const perPoint = 3e-3
/** The seconds to draw a point near the particles that stay, and to weigh it, for each of these particles. */
const perPair = 2e-7

/**
 * The time and memory that a calibration takes at most with so many workers: the mean of the checked points, and the largest of them, stand
 * for all.
 */
export const costOfCalibration = (plan: Plan, workers: number): Cost => {
  const { study, calibration } = plan
  const runs = runsAtMost(plan)
  const cost = runsCost(study, study.conditions, runs / study.conditions.length, workers)
  return { ...cost, seconds: cost.seconds + runs * (perPoint + calibration.particles * perPair) }
}
