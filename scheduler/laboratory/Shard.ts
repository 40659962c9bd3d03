/**
 * A shard: the runs of a study that one machine takes. Its folder of results says which shard it is, and holds the inputs of the study, so that
 * `Merge.ts` can read the study again without them.
 */
import { readFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import { Either, Schema } from "effect"
import { writeWhole } from "../../adapters/host/WholeFile.ts"
import type { ReadFile } from "./Source.ts"
import { type Additions, read, type Study } from "./Study.ts"

/** The part of a study that one machine runs: `number` counts from 1 up to `of`. */
export interface Shard {
  readonly number: number
  readonly of: number
}

export const shardText = ({ number, of }: Shard): string => `${number}/${of}`

const shardsMax = 100_000

export const parseShard = (text: string): Shard | null => {
  const [, number, of] = /^(\d{1,6})\/(\d{1,6})$/.exec(text)?.map(Number) ?? []
  return number === undefined || of === undefined || number < 1 || number > of || of > shardsMax
    ? null
    : { number, of }
}

const Inputs = Schema.Struct({
  name: Schema.String,
  text: Schema.String,
  set: Schema.Array(Schema.String),
  runs: Schema.NullOr(Schema.String),
  /** The files that the scenario names, by their paths beside it. */
  files: Schema.Record({ key: Schema.String, value: Schema.String }),
})
/** Everything that a study is read from but its strategies and measures, which are code and are known by their hashes alone. */
export type Inputs = typeof Inputs.Type

/** A way to read the files of a scenario that keeps what it has read. */
export const recorder = (file: string, text: string, additions: Additions, readFile: ReadFile) => {
  const files: Record<string, string> = {}
  const recording: ReadFile = (path) =>
    Either.map(readFile(path), (found) => {
      files[relative(resolve(dirname(file)), resolve(path))] = found
      return found
    })
  const inputs = (): Inputs => ({
    name: "scenario.yaml",
    text,
    set: additions.set,
    runs: additions.runs ?? null,
    files,
  })
  return { recording, inputs }
}

const inputsFile = (folder: string): string => join(folder, "inputs.json")

export const writeInputs = (folder: string, inputs: Inputs) =>
  writeWhole(inputsFile(folder), [`${JSON.stringify(inputs, null, 2)}\n`])

/** The modules of one's own that a study is read with. */
export type Modules = Pick<Additions, "strategies" | "own">

/** The study of a shard's folder with its modules, read as its own command read it. Left: why it can't be read. */
export const studyIn = (folder: string, { strategies, own }: Modules): Either.Either<Study, string> =>
  Either.gen(function* () {
    const text = yield* Either.try({
      try: () => readFileSync(inputsFile(folder), "utf8"),
      catch: () => "it has no inputs.json",
    })
    const {
      name,
      text: scenario,
      set,
      runs,
      files,
    } = yield* Either.mapLeft(
      Schema.decodeEither(Schema.parseJson(Inputs))(text),
      () => "its inputs.json is broken",
    )
    const readFile: ReadFile = (path) => {
      const found = files[relative(resolve("."), path)]
      return found === undefined ? Either.left(`there is no file ${path}`) : Either.right(found)
    }
    return yield* Either.mapLeft(
      read(name, scenario, { set, runs: runs ?? undefined, strategies, own }, readFile),
      ([first]) => `its inputs.json can't be read: ${first?.message}`,
    )
  })
