/** Strategies of one's own from a file in TypeScript, which exports `strategies`. */
import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { Either } from "effect"
import { hashOf } from "./Code.ts"
import { mistakeOf } from "./engine/Mind.ts"
import type { Strategies } from "./engine/Strategy.ts"
import type { Path } from "./Source.ts"

export interface Loaded {
  /** The file as the command line names it, and its address. */
  readonly file: string
  readonly url: string
  /** Of the file and of all files that it imports. */
  readonly sha256: string
  readonly given: Strategies
}

const firstLine = (error: unknown): string =>
  String(error instanceof Error ? error.message : error).split("\n")[0] ?? ""

/**
 * The strategies of a module, as a new instance: what one run leaves in its variables never reaches another, so the results do not depend
 * on which worker carries out which runs. Left: why there are none, in one line.
 */
export const instanceOf = async (url: string, run: number): Promise<Either.Either<Strategies, string>> => {
  try {
    const { strategies }: { readonly strategies?: Strategies } = await import(`${url}?run=${run}`)
    if (strategies === undefined) return Either.left("it must export strategies")
    const mistake = mistakeOf(strategies)
    return mistake === null ? Either.right(strategies) : Either.left(mistake)
  } catch (error) {
    return Either.left(`it can't be loaded: ${firstLine(error)}`)
  }
}

/** Loads a file of strategies. Left: what is wrong with it, in one line. */
export const load = async (file: string): Promise<Either.Either<Loaded, string>> => {
  const path = resolve(file)
  if (!existsSync(path)) return Either.left("there is no such file")
  const address = pathToFileURL(path)
  return Either.map(await instanceOf(address.href, 0), (given) => ({
    file,
    url: address.href,
    sha256: hashOf(address),
    given,
  }))
}

const offices = ["judge", "appeals", "registrar"]

/** Every strategy of one's own that a scenario names, as it is written, with the path of the name. */
export const namedStrategies = (
  value: unknown,
  path: Path = [],
): ReadonlyArray<{ readonly path: Path; readonly name: string }> => {
  if (typeof value !== "object" || value === null) return []
  const inner = Object.entries(value).flatMap(([key, part]) =>
    namedStrategies(part, [...path, Array.isArray(value) ? Number(key) : key]),
  )
  if (!("strategy" in value)) return inner
  const [top, ...below] = path
  const isOwn =
    (top === "populations" && below.length === 1) || (offices.includes(String(top)) && below.length === 0)
  if (isOwn) return [{ path: [...path, "strategy"], name: String(value.strategy) }, ...inner]
  if (value.strategy !== "custom") return inner
  return [{ path: [...path, "strategy"], name: "name" in value ? String(value.name) : "" }, ...inner]
}
