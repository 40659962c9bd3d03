/** The file of a scenario that the command line names, and other files beside it. */
import { readdirSync, readFileSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { Either } from "effect"
import { didYouMean } from "../../../core/kernel/Near.ts"
import { pathOf, shipped } from "../../../scheduler/laboratory/Shipped.ts"
import { UsageError } from "../Cli.ts"

/** The text of a file. Left: why it can't be read, in one line. */
export const readText = (path: string): Either.Either<string, string> =>
  Either.try({
    try: () => readFileSync(path, "utf8"),
    catch: (error) => {
      const code = error instanceof Error && "code" in error ? error.code : ""
      if (code === "ENOENT") return `there is no file ${path}`
      return code === "EISDIR" ? `${path} is a folder` : `${path} can't be read (${String(code)})`
    },
  })

export const isThere = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === false

const scenariosBeside = (wanted: string): ReadonlyArray<string> => {
  const folder = dirname(wanted)
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return []
  return readdirSync(folder)
    .filter((name) => /\.(ya?ml|json)$/.test(name))
    .map((name) => (wanted.includes("/") ? join(folder, name) : name))
}

/**
 * The file of a study: a path, or the name of a scenario that ships, even if a folder has that name too.
 * @throws UsageError if there is neither.
 */
export const fileOf = (wanted: string): string => {
  const found = isThere(wanted) ? wanted : pathOf(wanted)
  if (found !== undefined) return found
  const isFolder = statSync(wanted, { throwIfNoEntry: false }) !== undefined
  const hint = didYouMean(wanted, [...shipped, ...scenariosBeside(wanted)])
  throw new UsageError(
    `${isFolder ? `${wanted} is a folder` : `there is no file ${wanted}`}, and no scenario of that name ships${hint === "" ? `; those are ${shipped.join(", ")}` : hint}`,
  )
}
