/**
 * The parts of a data set: each run writes its entries to `entries/part-*.parquet` and its agents to `agents/part-*.parquet`, so that each
 * folder is one table and nothing is copied at the end.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from "node:fs"
import { join, resolve } from "node:path"
import { type Digest, type PartsOf, partFile, partNumber, partsOf } from "./Digest.ts"

const aside = "aside"

/** Moves the parts of one place for which `moves` is true to another. */
const move = (from: string, to: string, moves: (run: number) => boolean): void => {
  const names = existsSync(from) ? readdirSync(from) : []
  const moving = names.filter((name) => {
    const run = partNumber(name)
    return run !== null && moves(run)
  })
  if (moving.length > 0) mkdirSync(resolve(to), { recursive: true })
  for (const name of moving) renameSync(join(from, name), join(to, name))
}

/** A study with fewer runs than before keeps the parts of the others apart, so that the data set has only its own; more runs take them back. */
export const arrangeParts = (folder: string, planned: ReadonlySet<number>): void => {
  for (const of of partsOf) {
    const away = join(folder, aside, of)
    move(join(folder, of), away, (run) => !planned.has(run))
    move(away, join(folder, of), (run) => planned.has(run))
  }
}

/** Whether the parts of a run are there, as long as they were written. */
export const hasParts = (folder: string, { run, parts }: Digest): boolean =>
  parts !== null &&
  partsOf.every(
    (of) => statSync(partFile(folder, of, run), { throwIfNoEntry: false })?.size === parts[of].bytes,
  )

interface DataSet {
  readonly parts: number
  readonly bytes: number
}

/** The data sets of these runs; empty if they have no data sets. */
export const dataSets = (digests: ReadonlyArray<Digest>): Readonly<Partial<Record<PartsOf, DataSet>>> => {
  const written = digests.flatMap(({ parts }) => (parts === null ? [] : [parts]))
  if (written.length === 0) return {}
  return Object.fromEntries(
    partsOf.map((of) => [
      of,
      { parts: written.length, bytes: written.reduce((sum, parts) => sum + parts[of].bytes, 0) },
    ]),
  )
}
