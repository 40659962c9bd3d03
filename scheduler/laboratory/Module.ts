/** A module of one's own in TypeScript, which exports strategies or measures under a fixed name. */
import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { Either } from "effect"
import { hashOf } from "./Code.ts"

/** The object that a module exports: its name, and the mistake in a value, in one line; null if the value is right. */
export interface Exported {
  readonly name: "strategies" | "measures"
  readonly mistakeOf: (given: unknown) => string | null
}

/** The value that a file gave. Its hash is that of the file and of all files that it imports. */
export interface Loaded<A> {
  /** The file as the command line names it, and its address. */
  readonly file: string
  readonly url: string
  readonly sha256: string
  readonly given: A
}

const firstLine = (error: unknown): string =>
  String(error instanceof Error ? error.message : error).split("\n")[0] ?? ""

/**
 * The object that a module exports, as a new instance: values that one run leaves in its variables never reach another run, so the results
 * do not depend on which worker carries out which runs. Left: why there is nothing, in one line.
 */
export const instanceOf = async <A>(
  url: string,
  run: number,
  { name, mistakeOf }: Exported,
): Promise<Either.Either<A, string>> => {
  try {
    const module: Readonly<Record<string, unknown>> = await import(`${url}?run=${run}`)
    const given = module[name]
    if (given === undefined) return Either.left(`it must export ${name}`)
    const mistake = mistakeOf(given)
    return mistake === null ? Either.right(given as A) : Either.left(mistake) // `mistakeOf` has checked it
  } catch (error) {
    return Either.left(`it can't be loaded: ${firstLine(error)}`)
  }
}

/** Loads a file. Left: what is wrong with it, in one line. */
export const load = async <A>(
  file: string,
  exported: Exported,
): Promise<Either.Either<Loaded<A>, string>> => {
  const path = resolve(file)
  if (!existsSync(path)) return Either.left("there is no such file")
  const address = pathToFileURL(path)
  return Either.map(await instanceOf<A>(address.href, 0, exported), (given) => ({
    file,
    url: address.href,
    sha256: hashOf(address),
    given,
  }))
}
