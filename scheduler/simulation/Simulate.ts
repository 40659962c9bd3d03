/** A study from its first run to its report. */
import { existsSync, rmSync } from "node:fs"
import { join } from "node:path"
import { type Written, writeWhole } from "../../adapters/host/WholeFile.ts"
import type { Chart } from "./charts/Chart.ts"
import { charts as allCharts } from "./charts/index.ts"
import { type Digest, entriesFile, failedFile } from "./Digest.ts"
import { csv as entriesCsv, parquet as entriesParquet, read as readEntries } from "./Entries.ts"
import { type Findings, findings } from "./Findings.ts"
import {
  type FailedRun,
  FolderError,
  fingerprintOf,
  finishedRuns,
  furnish,
  open,
  planned,
  type State,
  sweep,
  writeManifest,
} from "./Folder.ts"
import { perform, Unwritten } from "./Pool.ts"
import { type Drawing, html } from "./Report.ts"
import type { Study } from "./Study.ts"
import * as Tables from "./Tables.ts"

export interface Options {
  readonly out: string
  readonly workers: number
  readonly signal: AbortSignal
  /** Whether charts and the report are made beside the tables. */
  readonly report: boolean
  /** Told how many runs are found finished and how many are to be run, then what part of these is done. */
  readonly begins: (found: number, wanted: number) => void
  readonly progress: (part: number) => void
  /** Told what is made of the runs, file by file. */
  readonly makes: (file: string) => void
}

export interface Outcome {
  readonly findings: Findings
  readonly finished: number
  readonly failed: ReadonlyArray<FailedRun>
  readonly planned: number
  /** Ended by the signal. */
  readonly stopped: boolean
}

const diskCodes: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the quota of the disk is used up",
  EFBIG: "a file grew beyond what is allowed",
  EROFS: "the disk is read-only",
  EACCES: "writing is not allowed there",
  EIO: "the disk failed",
}
const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : ""

/** What went wrong with the disk, as something that a person can put right; anything else is thrown as it is. */
const readable = (error: unknown, out: string, finished: number, all: number): unknown => {
  const known = diskCodes[codeOf(error)]
  if (known === undefined && !(error instanceof Unwritten)) return error
  const why = known ?? (error instanceof Error ? error.message : String(error))
  return new FolderError(
    `${why}: ${finished} of ${all} runs are finished and can be read in ${join(out, "runs")}; make room and give the same command again to go on`,
  )
}

/** The entries of all finished runs, in the order of the runs. */
const allEntries = async function* (out: string, digests: ReadonlyArray<Digest>) {
  for (const { run } of digests) yield* readEntries(entriesFile(out, run))
}

const drawings = async (out: string, found: Findings, makes: Options["makes"]) => {
  const drawn: Array<Drawing> = []
  const files: Record<string, Written> = {}
  const charts = allCharts.map((chart) => chart(found)).filter((chart): chart is Chart => chart !== null)
  const { draw } = await import("./charts/Draw.ts")
  for (const chart of charts) {
    makes(`charts/${chart.name}.svg`)
    const pictures = await draw(chart)
    const [svg, png] = [`charts/${chart.name}.svg`, `charts/${chart.name}.png`]
    files[svg] = await writeWhole(join(out, svg), [pictures.svg])
    files[png] = await writeWhole(join(out, png), [pictures.png])
    drawn.push({ ...chart, svg: pictures.svg })
  }
  return { drawn, files }
}

/** Makes tables, charts and report of the finished runs. */
const assemble = async (
  state: State,
  digests: ReadonlyArray<Digest>,
  { out, report, makes }: Options,
): Promise<State> => {
  const { study, failed } = state
  const found = findings(study, digests)
  const files: Record<string, Written> = {}
  const make = async (name: string, pieces: Parameters<typeof writeWhole>[1]) => {
    makes(name)
    files[name] = await writeWhole(join(out, name), pieces)
  }
  await make("runs.csv", Tables.runs(study, digests, failed))
  await make("timeseries.csv", Tables.timeseries(study, digests))
  await make("summary.csv", Tables.summary(found))
  if (study.experiment.entries) {
    await make("entries.parquet", entriesParquet(allEntries(out, digests)))
    await make("entries.csv", entriesCsv(allEntries(out, digests)))
  }
  const complete = failed.length === 0 && digests.length === planned(study).length
  if (!report) return { ...state, files, complete }
  const { drawn, files: pictures } = await drawings(out, found, makes)
  await make("report.html", [html(found, state, drawn)])
  return { ...state, files: { ...files, ...pictures }, complete }
}

/**
 * Runs what is not finished yet of a study, and makes tables, charts and report when every run is finished or failed.
 * @throws FolderError where the folder holds something else, another process writes to it, or the disk refuses.
 */
export const simulate = async (study: Study, options: Options): Promise<Outcome> => {
  const { out, workers, signal, begins, progress } = options
  const fingerprint = fingerprintOf(study)
  const runs = planned(study)
  const digests = new Map<number, Digest>()
  const failed: Array<FailedRun> = []
  const inOrder = () => [...digests.values()].sort((a, b) => a.run - b.run)
  let state: State = { study, fingerprint, finished: [], failed, files: {}, complete: false }
  const current = (): State => ({
    ...state,
    finished: inOrder().map(({ run }) => run),
    failed: [...failed].sort((a, b) => a.run - b.run),
  })
  // One manifest at a time, whichever worker was first.
  let last: Promise<unknown> = Promise.resolve()
  const note = () => {
    last = last.then(() => writeManifest(out, current()))
    return last.then(() => {})
  }
  const refused = (error: unknown) => readable(error, out, digests.size, runs.length)
  let release: () => void
  try {
    release = open(out, fingerprint)
  } catch (error) {
    throw refused(error)
  }
  try {
    for (const digest of finishedRuns(out, study, fingerprint)) digests.set(digest.run, digest)
    const wanted = runs.filter(({ run }) => !digests.has(run))
    begins(digests.size, wanted.length)
    await note()
    furnish(out)
    await perform({
      setup: {
        folder: out,
        fingerprint,
        scenarios: study.conditions.map(({ scenario }) => scenario),
        entries: study.experiment.entries,
      },
      runs: wanted,
      workers,
      signal,
      done: (id, digest) => {
        digests.set(id.run, digest)
        rmSync(failedFile(out, id.run), { force: true })
        return note()
      },
      failed: async (id, failure) => {
        failed.push({ ...id, error: failure.error })
        const scenario = study.conditions[id.condition]?.scenario
        await writeWhole(failedFile(out, id.run), [
          `${JSON.stringify({ ...id, ...failure, scenario }, null, 2)}\n`,
        ])
        await note()
      },
      progress,
    })
    sweep(out)
    const stopped = signal.aborted && digests.size + failed.length < runs.length
    if (!stopped) state = await assemble(current(), inOrder(), options)
    await note()
    return {
      findings: findings(study, inOrder()),
      finished: digests.size,
      failed,
      planned: runs.length,
      stopped,
    }
  } catch (error) {
    // Where the disk is full the manifest stays as it was: it names fewer runs than there are, never more.
    await last.catch(() => {})
    if (existsSync(out)) sweep(out)
    await writeManifest(out, current()).catch(() => {})
    throw refused(error)
  } finally {
    release()
  }
}
