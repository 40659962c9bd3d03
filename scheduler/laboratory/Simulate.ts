/** A study from its first run to its report. */
import { existsSync, rmSync } from "node:fs"
import { join } from "node:path"
import { type Written, writeWhole } from "../../adapters/host/WholeFile.ts"
import { nextRuns } from "./Advice.ts"
import { namedColumns } from "./Columns.ts"
import { textOf } from "./Csv.ts"
import { consecutive } from "./Design.ts"
import { dictionary, withIdentity } from "./Dictionary.ts"
import { type Digest, failedFile, type PartsOf, partFile, partsOf } from "./Digest.ts"
import { type Drawers, drawCharts, load as loadDrawers } from "./Drawers.ts"
import { csv, read } from "./Entries.ts"
import { type Findings, findings } from "./Findings.ts"
import {
  type FailedRun,
  FolderError,
  findFinishedRuns,
  fingerprintOf,
  makeFolders,
  open,
  planRuns,
  type State,
  sweep,
  writeManifest,
} from "./Folder.ts"
import { dataSets } from "./Parts.ts"
import { perform, Unwritten } from "./Pool.ts"
import { type Inputs, type Shard, writeInputs } from "./Shard.ts"
import { namedOf, type Study } from "./Study.ts"
import * as Tables from "./Tables.ts"

export interface Options {
  readonly out: string
  readonly workers: number
  readonly signal: AbortSignal
  /** Whether charts and the report are made, besides the tables. */
  readonly report: boolean
  /** Whether tables, charts and report are made at the end; true if absent. */
  readonly assembles?: boolean
  /** The shard that is carried out, with the inputs of the whole study; all runs if absent. */
  readonly shard?: Shard & { readonly inputs: Inputs }
  /** Puts runs into the folder that are finished elsewhere, once it is locked. */
  readonly gathers?: (out: string) => Promise<void>
  /** Called first, with the number of runs that are finished already and the number that is left. */
  readonly begins: (found: number, wanted: number) => void
  /** Called with the finished part of the runs that were left, from 0 to 1. */
  readonly progress: (part: number) => void
  /** Called with the name of each file that is made from the runs. */
  readonly makes: (file: string) => void
}

export interface Outcome {
  readonly findings: Findings
  readonly finished: number
  readonly failed: ReadonlyArray<FailedRun>
  readonly planned: number
  /** Whether the signal ended the study before all runs. */
  readonly stopped: boolean
}

const diskCodes: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EFBIG: "a file has become larger than the system allows",
  EROFS: "the disk is read-only",
  EACCES: "writing to the folder is not permitted",
  EIO: "the disk failed",
}
const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : ""

/** An error of the disk, as an error that the user can solve; any other error is unchanged. */
const explainDiskError = (error: unknown, out: string, finished: number, all: number): unknown => {
  const known = diskCodes[codeOf(error)]
  if (known === undefined && !(error instanceof Unwritten)) return error
  const why = known ?? (error instanceof Error ? error.message : String(error))
  return new FolderError(
    `${why}: ${finished} of ${all} runs are finished and can be read in ${join(out, "runs")}; solve this and repeat the command to continue`,
  )
}

/** The rows of a data set, in the order of the runs. */
const rowsOf = async function* (out: string, of: PartsOf, digests: ReadonlyArray<Digest>) {
  for (const { run } of digests) yield* read(partFile(out, of, run))
}

/** Makes the tables, the charts and the report of the finished runs. */
const assemble = async (
  state: State,
  digests: ReadonlyArray<Digest>,
  { out, makes }: Options,
  drawers: Drawers | null,
): Promise<State> => {
  const { study, failed } = state
  const found = findings(study, digests)
  const files: Record<string, Written> = {}
  const make = async (name: string, pieces: Parameters<typeof writeWhole>[1]) => {
    makes(name)
    files[name] = await writeWhole(join(out, name), pieces)
  }
  const tables = {
    "runs.csv": Tables.runs(study, digests, failed),
    "timeseries.csv": Tables.timeseries(study, digests),
    "summary.csv": Tables.summary(found),
    "survival.csv": Tables.survivals(found),
    "cohorts.csv": Tables.cohorts(study, digests),
    ...(study.experiment.sample !== undefined && { "indices.csv": Tables.indexTable(found) }),
    "dictionary.csv": dictionary(study),
  }
  for (const [name, rows] of Object.entries(tables)) await make(name, textOf(rows))
  const { entries, csv: asCsv } = study.experiment
  const shape = { hasIdentity: withIdentity(study), named: namedColumns(namedOf(study)) }
  for (const of of entries && asCsv ? partsOf : [])
    await make(`${of}.csv`, csv(of, rowsOf(out, of, digests), shape))
  const complete = failed.length === 0 && digests.length === planRuns(study).length
  const whole = { ...state, dataSets: entries ? dataSets(digests) : {}, complete }
  if (drawers === null) return { ...whole, files }
  const charts = drawers.charts.flatMap((chart) => chart(found) ?? [])
  const { drawn, files: pictures } = await drawCharts(out, charts, drawers.draw, makes)
  await make("report.html", [drawers.reportOf(found, state, drawn)])
  return { ...whole, files: { ...files, ...pictures } }
}

/** Between two runs the manifest is written at most so often, since to sync it takes longer than a short run. */
const manifestMs = 1000

/**
 * Carries out the runs of a study that are not finished yet. When every run has finished or failed, makes the tables, charts and report.
 * @throws FolderError if the folder holds something else, another process writes to it, or the disk can't be written.
 */
export const simulate = async (study: Study, options: Options): Promise<Outcome> => {
  const { out, workers, signal, begins, progress, report, gathers, shard: taken } = options
  // A library that is missing stops the study before its first run.
  const drawers = report ? await loadDrawers() : null
  const fingerprint = fingerprintOf(study)
  const shard = taken && { number: taken.number, of: taken.of }
  const runs = planRuns(study, shard)
  const digests = new Map<number, Digest>()
  const failed: Array<FailedRun> = []
  const inOrder = () => [...digests.values()].sort((a, b) => a.run - b.run)
  let state: State = {
    study,
    ...(shard === undefined ? {} : { shard }),
    fingerprint,
    finished: [],
    failed,
    files: {},
    dataSets: {},
    complete: false,
  }
  const current = (): State => ({
    ...state,
    finished: inOrder().map(({ run }) => run),
    failed: [...failed].sort((a, b) => a.run - b.run),
  })
  // Manifests are written one after the other.
  let last: Promise<unknown> = Promise.resolve()
  const writeState = () => {
    last = last.then(() => writeManifest(out, current()))
    return last.then(() => {})
  }
  let noted = 0
  const noteState = () => {
    if (performance.now() - noted < manifestMs) return Promise.resolve()
    noted = performance.now()
    return writeState()
  }
  const asFolderError = (error: unknown) => explainDiskError(error, out, digests.size, runs.length)
  let release: () => void
  try {
    release = open(out, { fingerprint, modules: study, shard })
  } catch (error) {
    throw asFolderError(error)
  }
  try {
    await writeState()
    makeFolders(out, state)
    if (taken !== undefined) await writeInputs(out, taken.inputs)
    await gathers?.(out)
    for (const digest of findFinishedRuns(out, state)) digests.set(digest.run, digest)
    const wanted = runs.filter(({ run }) => !digests.has(run))
    begins(digests.size, wanted.length)
    await writeState()
    await perform({
      setup: {
        folder: out,
        fingerprint,
        scenarios: study.conditions.map(({ scenario }) => scenario),
        named: namedOf(study),
        entries: study.experiment.entries,
        strategies: study.strategies?.url,
        measures: study.own?.url,
      },
      runs: wanted,
      workers,
      signal,
      done: (id, digest) => {
        digests.set(id.run, digest)
        rmSync(failedFile(out, id.run), { force: true })
        return noteState()
      },
      failed: async (id, failure) => {
        failed.push({ ...id, error: failure.error })
        const scenario = study.conditions[id.condition]?.scenario
        await writeWhole(failedFile(out, id.run), [
          `${JSON.stringify({ ...id, ...failure, scenario }, null, 2)}\n`,
        ])
        await writeState()
      },
      progress,
    })
    sweep(out)
    const stopped = signal.aborted && digests.size + failed.length < runs.length
    if (shard !== undefined) state = { ...state, complete: digests.size === runs.length }
    else if (!stopped && options.assembles !== false)
      state = await assemble(current(), inOrder(), options, drawers)
    await writeState()
    return {
      findings: findings(study, inOrder()),
      finished: digests.size,
      failed,
      planned: runs.length,
      stopped,
    }
  } catch (error) {
    // If this fails too, the old manifest stays. It may name fewer finished runs than there are, never more.
    await last.catch(() => {})
    if (existsSync(out)) sweep(out)
    await writeManifest(out, current()).catch(() => {})
    throw asFolderError(error)
  } finally {
    release()
  }
}

/** Carries out a study, and adds runs as long as `experiment.until` asks for more. Throws as `simulate` does. */
export const simulateUntil = async (study: Study, options: Options): Promise<Outcome> => {
  if (study.experiment.until === undefined) return simulate(study, options)
  const outcome = await simulate(study, { ...options, assembles: false })
  if (outcome.stopped) return outcome
  const [first = 0] = study.seeds
  const next = outcome.failed.length > 0 ? null : nextRuns(outcome.findings)
  return next === null
    ? simulate(study, options)
    : simulateUntil({ ...study, seeds: consecutive(first, next) }, options)
}
