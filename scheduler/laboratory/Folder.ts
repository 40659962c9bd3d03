/**
 * The folder of results. Every finished run has its own files under `runs/`, each of which is whole or absent. After each run the
 * manifest is replaced by another, which says which runs are finished, failed and missing. So a kill or a full disk loses only the runs that
 * have not finished.
 */
import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import Database from "better-sqlite3"
import { Either, Schema } from "effect"
import { partial, type Written, writeWhole } from "../../adapters/host/WholeFile.ts"
import { acts as transitions } from "../../core/compliance/index.ts"
import { sha256Hex } from "../../core/kernel/Hash.ts"
import { publication, rulesVersion } from "../../core/kernel/Instrument.ts"
import { bounds } from "../../core/kernel/Schedule.ts"
import { Rulebook } from "../../core/rulebook/index.ts"
import { code } from "./Code.ts"
import { type Digest, findFinishedRun, partsOf, type RunId } from "./Digest.ts"
import { arrangeParts, type dataSets, hasParts } from "./Parts.ts"
import { resolveScenario } from "./Resolved.ts"
import { type Modules, type Shard, shardText } from "./Shard.ts"
import type { Study } from "./Study.ts"

export const format = "agent-court simulation results 4"

/** An error that the user can solve; its message says how. */
export class FolderError extends Error {
  override readonly name = "FolderError"
}

const versionIn = (folder: string): string => {
  const file = join(folder, "package.json")
  if (existsSync(file))
    return (JSON.parse(readFileSync(file, "utf8")) as { readonly version: string }).version // the court's own package.json
  return dirname(folder) === folder ? "unknown" : versionIn(dirname(folder))
}
export const version = versionIn(dirname(fileURLToPath(import.meta.url)))

/** The version of the law, and a hash of the text of every instrument, the published figures and the table of moves. */
export const rulebook = {
  version: rulesVersion,
  sha256: sha256Hex(
    JSON.stringify([Rulebook.instruments.map((one) => publication(one, bounds).sha256), bounds, transitions]),
  ),
}

/** A hash that two studies share if their runs are the same for every seed: the same scenarios, law and code. */
export const fingerprintOf = ({ conditions, strategies, own }: Study, by = code): string =>
  sha256Hex(
    JSON.stringify([
      format,
      version,
      rulebook,
      by,
      conditions.map(({ scenario }) => ({ ...scenario, seed: null })),
      ...(strategies === undefined ? [] : [strategies.sha256]),
      ...(own === undefined ? [] : [{ measures: own.sha256 }]),
    ]),
  )

/**
 * The runs of a study in order: all conditions on the first seed, then on the second, and so on, so that more seeds only add runs. A shard has
 * every `of`-th of them, so that each shard takes about as long.
 */
export const planRuns = ({ conditions, seeds }: Study, shard?: Shard): ReadonlyArray<RunId> => {
  const all = seeds.flatMap((seed, replicate) =>
    conditions.map((_, condition) => ({
      run: replicate * conditions.length + condition,
      condition,
      replicate,
      seed,
    })),
  )
  return shard === undefined ? all : all.filter(({ run }) => run % shard.of === shard.number - 1)
}

/** Sorted numbers as ranges, for example `0-3,7`. */
export const ranges = (numbers: ReadonlyArray<number>): string => {
  const found: Array<[from: number, to: number]> = []
  for (const number of numbers) {
    const last = found.at(-1)
    if (last !== undefined && last[1] === number - 1) last[1] = number
    else found.push([number, number])
  }
  return found.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(",")
}

/** A run that ended in an error. Its seed repeats it. */
export interface FailedRun extends RunId {
  readonly error: string
}

export interface State {
  readonly study: Study
  /** The shard of the study that the folder has; absent if it has all runs. */
  readonly shard?: Shard
  readonly fingerprint: string
  readonly finished: ReadonlyArray<number>
  readonly failed: ReadonlyArray<FailedRun>
  /** The files made from the runs; empty before all runs have ended. */
  readonly files: Readonly<Record<string, Written>>
  /** The folders of parts that the runs have written; empty before all runs have ended. */
  readonly dataSets: ReturnType<typeof dataSets>
  readonly complete: boolean
}

/** The part of a manifest about the law, the code and the modules that its results come from. */
export const provenanceOf = ({ strategies, own }: Study, fingerprint: string) => ({
  rulebook,
  code,
  ...(strategies === undefined ? {} : { strategies: { sha256: strategies.sha256 } }),
  ...(own === undefined ? {} : { measures: { sha256: own.sha256 } }),
  versions: { "agent-court": version },
  fingerprint,
})

const manifestFile = (folder: string): string => join(folder, "manifest.json")

/** Writes the manifest. It does not depend on the time, the machine or the number of workers. */
export const writeManifest = (folder: string, state: State): Promise<Written> => {
  const { study, shard, fingerprint, finished, failed, files, complete } = state
  const done = new Set([...finished, ...failed.map(({ run }) => run)])
  const runs = planRuns(study, shard)
  const manifest = {
    format,
    name: study.name,
    title: study.experiment.title ?? study.name,
    description: study.conditions[0].scenario.description,
    status: complete ? "complete" : "incomplete",
    ...(shard === undefined ? {} : { shard: shardText(shard) }),
    runs: {
      planned: runs.length,
      finished: ranges(finished),
      failed,
      missing: ranges(runs.map(({ run }) => run).filter((run) => !done.has(run))),
    },
    files,
    dataSets: state.dataSets,
    seeds: study.seeds,
    conditions: study.conditions.map(({ parameters }, condition) => ({ condition, parameters })),
    comparedWith: study.compare,
    ...provenanceOf(study, fingerprint),
    experiment: study.experiment,
    scenario: study.written,
    resolved: resolveScenario(study),
  }
  return writeWhole(manifestFile(folder), [`${JSON.stringify(manifest, null, 2)}\n`])
}

const Hash = Schema.Struct({ sha256: Schema.String })
const Known = Schema.parseJson(
  Schema.Struct({
    format: Schema.Literal(format),
    fingerprint: Schema.String,
    rulebook: Hash,
    code: Hash,
    shard: Schema.optional(Schema.String),
    strategies: Schema.optional(Hash),
    measures: Schema.optional(Hash),
  }),
)

/** The part of a manifest about its study; undefined if the folder has no results in this format. */
export const readKnown = (folder: string): typeof Known.Type | undefined => {
  const text = existsSync(manifestFile(folder)) ? readFileSync(manifestFile(folder), "utf8") : ""
  return Either.getOrUndefined(Schema.decodeEither(Known)(text))
}

/** The differences between this study and the one in a folder, in words. */
export const difference = (known: typeof Known.Type, { strategies, own }: Modules): string => {
  const others = [
    ...(known.rulebook.sha256 === rulebook.sha256 ? [] : ["another rulebook"]),
    ...(known.code.sha256 === code.sha256 ? [] : ["other code"]),
    ...(known.strategies?.sha256 === strategies?.sha256 ? [] : ["other strategies"]),
    ...(known.measures?.sha256 === own?.sha256 ? [] : ["other measures"]),
  ]
  return others.length === 0 ? "another scenario" : others.join(" and ")
}

/** By what the folder of a study is known as its own. */
interface Own {
  readonly fingerprint: string
  readonly modules: Modules
  readonly shard: Shard | undefined
}

/**
 * Refuses a folder that holds anything but the results of this study.
 * @throws FolderError
 */
const refuseOthers = (folder: string, { fingerprint, modules, shard }: Own): void => {
  const there = existsSync(folder) ? readdirSync(folder) : []
  if (there.every((name) => name === lockFile || name.endsWith(partial))) return
  const known = readKnown(folder)
  if (known === undefined) {
    throw new FolderError(
      `${folder} holds other files, or results in an older format; choose another folder with --out`,
    )
  }
  if (known.fingerprint !== fingerprint) {
    throw new FolderError(
      `${folder} holds the results of another study (${difference(known, modules)}); choose another folder with --out, or remove this one`,
    )
  }
  if (known.shard !== (shard && shardText(shard))) {
    throw new FolderError(
      `${folder} holds ${known.shard === undefined ? "all runs" : `shard ${known.shard}`} of this study; choose another folder with --out`,
    )
  }
}

/**
 * Makes the folder of a study, or opens it to continue the study, and locks it. Gives the function that unlocks it.
 * @throws FolderError if it holds anything else or another process has locked it; it is not changed then.
 */
export const open = (folder: string, own: Own): (() => void) => {
  refuseOthers(folder, own)
  // An absolute path, since with a relative one Node loops for ever if the working folder was removed.
  mkdirSync(resolve(folder), { recursive: true })
  const release = lock(folder)
  if (release === undefined) {
    throw new FolderError(
      `another process is writing to ${folder}; wait until it ends, or choose another folder with --out`,
    )
  }
  try {
    // Another process may have written a study here between the first check and the lock.
    refuseOthers(folder, own)
  } catch (error) {
    release()
    throw error
  }
  return release
}

const folders = ["runs", "charts", ...partsOf]
/** Makes the subfolders of an open folder, after its manifest was written, so that a folder with results always has a manifest. */
export const makeFolders = (folder: string, { study, shard }: State): void => {
  const { entries } = study.experiment
  const wanted = ["runs", ...(shard === undefined ? ["charts"] : []), ...(entries ? partsOf : [])]
  for (const part of wanted) mkdirSync(resolve(folder, part), { recursive: true })
  sweep(folder)
  arrangeParts(folder, entries ? new Set(planRuns(study, shard).map(({ run }) => run)) : new Set())
}

/** Removes the unfinished files of a killed process. */
export const sweep = (folder: string): void => {
  for (const part of [folder, ...folders.map((name) => join(folder, name))]) {
    for (const name of existsSync(part) ? readdirSync(part) : [])
      if (name.endsWith(partial)) rmSync(join(part, name), { force: true })
  }
}

/** The digests of the finished runs of this study, with their parts if the experiment asks for entries. */
export const findFinishedRuns = (
  folder: string,
  { study, shard, fingerprint }: Pick<State, "study" | "shard" | "fingerprint">,
): ReadonlyArray<Digest> =>
  planRuns(study, shard).flatMap((id) => {
    const found = findFinishedRun(folder, id, fingerprint)
    return found !== undefined && (!study.experiment.entries || hasParts(folder, found)) ? [found] : []
  })

/** The file that is locked. It is never removed, or two processes could each lock a file of this name. */
const lockFile = ".lock"

const isBusy = (error: unknown): boolean =>
  error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY")

/**
 * Locks a folder, which must exist, and gives the function that releases the lock; undefined if another process has it. The lock is the
 * file lock that SQLite takes for a writer. The operating system releases it when its process ends, also after a kill.
 */
const lock = (folder: string): (() => void) | undefined => {
  // Throws the operating system's own error if nothing can be written there.
  accessSync(folder, constants.W_OK)
  const path = join(folder, lockFile)
  let database: Database.Database | undefined
  try {
    const held = new Database(path, { timeout: 0 })
    database = held
    // Nothing is ever written, so no journal file is needed.
    held.pragma("journal_mode = memory")
    held.exec("BEGIN EXCLUSIVE")
    return () => {
      held.close()
    }
  } catch (error) {
    database?.close()
    if (isBusy(error)) return undefined
    throw new Error(`${path} can't be locked: ${error instanceof Error ? error.message : String(error)}`)
  }
}
