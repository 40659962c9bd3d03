/** Reads the flags of `simulate` together: which entry, which shard, and which flags a form of the command does not take. */
import { parseShard, type Shard } from "../../../scheduler/laboratory/Shard.ts"
import type { Study } from "../../../scheduler/laboratory/Study.ts"
import { type Given, UsageError } from "../Cli.ts"

/**
 * The entry that `--explain` names, and its run: the first run if it names only an entry.
 * @throws UsageError if it is neither a number nor two.
 */
export const entryToExplain = (
  given: Given,
): { readonly run: number; readonly entry: number } | undefined => {
  const text = given.text("explain")
  if (text === undefined) return undefined
  const [, run = "0", entry] = /^(?:(\d{1,9}):)?(\d{1,9})$/.exec(text) ?? []
  if (entry === undefined) throw new UsageError("--explain is the number of an entry, or run:entry")
  return { run: Number(run), entry: Number(entry) }
}

export const shardOf = (given: Given): Shard | undefined => {
  const text = given.text("shard")
  if (text === undefined) return undefined
  const shard = parseShard(text)
  if (shard === null) throw new UsageError("--shard is a number and how many there are: 3/16")
  return shard
}

/** @throws UsageError if one of the flags is given that this form of the command doesn't take. */
export const refuseFlags = (given: Given, form: string, why: Readonly<Record<string, string>>): void => {
  for (const [flag, reason] of Object.entries(why))
    if (given.on(flag) || given.text(flag) !== undefined || (given.texts?.(flag) ?? []).length > 0)
      throw new UsageError(`simulate ${form} takes no --${flag}: ${reason}`)
}

export const each = (flags: ReadonlyArray<string>, reason: string): Readonly<Record<string, string>> =>
  Object.fromEntries(flags.map((flag) => [flag, reason]))

/** @throws UsageError if `--csv` asks for entries that the study does not write. */
export const asCsv = (given: Given, study: Study): Study => {
  if (!given.on("csv")) return study
  if (!study.experiment.entries)
    throw new UsageError("--csv writes the entries as CSV too, and experiment.entries is false")
  return { ...study, experiment: { ...study.experiment, csv: true } }
}
