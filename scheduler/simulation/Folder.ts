/**
 * The folder of results. Every finished run has files of its own under `runs/`, whole or absent; the manifest says which runs are
 * finished, failed and missing, and is written anew, whole, after each. So a kill or a full disk costs the runs under way alone.
 */
import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import Database from "better-sqlite3"
import { Either, Schema } from "effect"
import { partial, type Written, writeWhole } from "../../adapters/host/WholeFile.ts"
import { acts as transitions } from "../../core/compliance/Moves.ts"
import { instruments, publication } from "../../core/rulebook/Rulebook.ts"
import { rulesVersion } from "../../core/rulebook/Section.ts"
import { bounds } from "../../core/Schedule.ts"
import { sha256Hex } from "../../core/Text.ts"
import { code } from "./Code.ts"
import { Digest, digestFile, entriesFile, type RunId } from "./Digest.ts"
import type { Study } from "./Study.ts"

const format = "agent-court simulation results 2"

/** Something that the person at the terminal can put right. */
export class FolderError extends Error {
  override readonly name = "FolderError"
}

const versionIn = (folder: string): string => {
  const file = join(folder, "package.json")
  if (existsSync(file))
    return (JSON.parse(readFileSync(file, "utf8")) as { readonly version: string }).version
  return dirname(folder) === folder ? "unknown" : versionIn(dirname(folder))
}
export const version = versionIn(dirname(fileURLToPath(import.meta.url)))

/** The law under which a study ran: the text of every instrument, the published figures and the table of moves. */
export const rulebook = {
  version: rulesVersion,
  sha256: sha256Hex(
    JSON.stringify([instruments.map((one) => publication(one, bounds).sha256), bounds, transitions]),
  ),
}

/** Equal for studies whose runs are the same, seed for seed: the same scenarios under the same law, run by the same code. */
export const fingerprintOf = ({ conditions }: Study, by = code): string =>
  sha256Hex(
    JSON.stringify([
      format,
      version,
      rulebook,
      by,
      conditions.map(({ scenario }) => ({ ...scenario, seed: null })),
    ]),
  )

/** The runs of a study in order: all conditions on the first seed, then on the second, so that more seeds only add runs. */
export const planned = ({ conditions, seeds }: Study): ReadonlyArray<RunId> =>
  seeds.flatMap((seed, replicate) =>
    conditions.map((_, condition) => ({
      run: replicate * conditions.length + condition,
      condition,
      replicate,
      seed,
    })),
  )

/** Numbers in order as ranges: `0-3,7`. */
export const ranges = (numbers: ReadonlyArray<number>): string => {
  const found: Array<[from: number, to: number]> = []
  for (const number of numbers) {
    const last = found.at(-1)
    if (last !== undefined && last[1] === number - 1) last[1] = number
    else found.push([number, number])
  }
  return found.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(",")
}

/** A run that ended in an error, to be repeated with its seed. */
export interface FailedRun extends RunId {
  readonly error: string
}

export interface State {
  readonly study: Study
  readonly fingerprint: string
  readonly finished: ReadonlyArray<number>
  readonly failed: ReadonlyArray<FailedRun>
  /** The files made of the runs, once they are all there. */
  readonly files: Readonly<Record<string, Written>>
  readonly complete: boolean
}

const manifestFile = (folder: string): string => join(folder, "manifest.json")

/** Writes the manifest. Nothing in it depends on when, where or by how many workers the study was run. */
export const writeManifest = (folder: string, state: State): Promise<Written> => {
  const { study, fingerprint, finished, failed, files, complete } = state
  const done = new Set([...finished, ...failed.map(({ run }) => run)])
  const runs = planned(study)
  const manifest = {
    format,
    name: study.name,
    title: study.experiment.title ?? study.name,
    description: study.conditions[0].scenario.description,
    status: complete ? "complete" : "incomplete",
    runs: {
      planned: runs.length,
      finished: ranges(finished),
      failed,
      missing: ranges(runs.map(({ run }) => run).filter((run) => !done.has(run))),
    },
    files,
    seeds: study.seeds,
    conditions: study.conditions.map(({ parameters }, condition) => ({ condition, parameters })),
    comparedWith: study.compare,
    rulebook,
    code,
    versions: { "agent-court": version },
    fingerprint,
    experiment: study.experiment,
    scenario: study.written,
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
  }),
)

/** What makes the study of a folder another one. */
const difference = (known: typeof Known.Type): string => {
  const others = [
    ...(known.rulebook.sha256 === rulebook.sha256 ? [] : ["another rulebook"]),
    ...(known.code.sha256 === code.sha256 ? [] : ["other code"]),
  ]
  return others.length === 0 ? "another scenario" : others.join(" and ")
}

/**
 * Refuses a folder that holds anything but the results of this study.
 * @throws FolderError
 */
const refuseOthers = (folder: string, fingerprint: string): void => {
  const there = existsSync(folder) ? readdirSync(folder) : []
  if (there.every((name) => name === lockFile || name.endsWith(partial))) return
  const text = existsSync(manifestFile(folder)) ? readFileSync(manifestFile(folder), "utf8") : ""
  const known = Either.getOrUndefined(Schema.decodeEither(Known)(text))
  if (known === undefined) {
    throw new FolderError(
      `${folder} holds other files, or results in an older form; say with --out where the results go`,
    )
  }
  if (known.fingerprint !== fingerprint) {
    throw new FolderError(
      `${folder} holds the results of another study (${difference(known)}); say with --out where these go, or remove it`,
    )
  }
}

/**
 * Makes the folder, or opens that of the same study to go on with it, for this process alone. Gives what ends that.
 * @throws FolderError where it holds anything else, or another process writes to it: nothing of it is touched then.
 */
export const open = (folder: string, fingerprint: string): (() => void) => {
  refuseOthers(folder, fingerprint)
  // Absolute: Node looks for the parents of a relative path for ever where the working folder has been removed.
  mkdirSync(resolve(folder), { recursive: true })
  const release = lock(folder)
  if (release === undefined) {
    throw new FolderError(
      `another process is writing to ${folder}; wait until it ends, or say with --out where these results go`,
    )
  }
  try {
    // Another may have come and gone since the first look.
    refuseOthers(folder, fingerprint)
  } catch (error) {
    release()
    throw error
  }
  return release
}

const parts = ["runs", "charts"]
/** Makes the parts of an open folder. Its manifest comes first, so that a folder says whose it is before it holds anything. */
export const furnish = (folder: string): void => {
  for (const part of parts) mkdirSync(resolve(folder, part), { recursive: true })
  sweep(folder)
}

/** Removes what a killed process was writing. */
export const sweep = (folder: string): void => {
  for (const part of [folder, ...parts.map((name) => join(folder, name))]) {
    for (const name of existsSync(part) ? readdirSync(part) : [])
      if (name.endsWith(partial)) rmSync(join(part, name), { force: true })
  }
}

const decode = Schema.decodeEither(Schema.parseJson(Digest))

/** The runs that are finished already: of this study, on this seed, with their entries where they are wanted. */
export const finishedRuns = (folder: string, study: Study, fingerprint: string): ReadonlyArray<Digest> =>
  planned(study).flatMap(({ run, seed }) => {
    const file = digestFile(folder, run)
    if (!existsSync(file) || (study.experiment.entries && !existsSync(entriesFile(folder, run)))) return []
    const found = Either.getOrUndefined(decode(readFileSync(file, "utf8")))
    return found?.fingerprint === fingerprint && found.seed === seed ? [found] : []
  })

/** The file that is locked. It stays, empty: were it removed, two processes could each lock a file of its name. */
const lockFile = ".lock"

const isBusy = (error: unknown): boolean =>
  error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY")

/**
 * Takes the lock of a folder, which must exist, and gives what releases it; undefined where somebody else has it. It is a lock of the
 * operating system on a file, the one that SQLite takes for a writer, so that it ends with its process, however that ends: what a kill
 * leaves behind locks nothing.
 */
const lock = (folder: string): (() => void) | undefined => {
  // Says in the words of the operating system why nothing can be written there.
  accessSync(folder, constants.W_OK)
  const path = join(folder, lockFile)
  let database: Database.Database | undefined
  try {
    const held = new Database(path, { timeout: 0 })
    database = held
    // Nothing is ever written: no journal is needed beside it.
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
