/** The kit as a program: `agent-court conformance` runs it, and so does `node conformance/run.ts --store ./my-store.ts`. */
import { parseArgs } from "node:util"
import { Effect, Either } from "effect"
import { listText } from "./List.ts"
import * as Report from "./Report.ts"
import * as Supervision from "./Supervision.ts"

/** The options of the command line: those of a run, and how its report is printed. */
export interface RunOptions extends Report.Options {
  /** Writes one JSON document at the end instead of a line for each case. */
  readonly json?: boolean
}

/** Examines a store in a process of its own and writes the results. Gives the exit code: 0 if every promise is kept, 1 if one is broken, 2 if the store could not be examined. */
export const run = ({ json = false, ...options }: RunOptions, write: (text: string) => void = console.log) =>
  Effect.gen(function* () {
    const seen = json ? undefined : (line: Report.Line) => write(Report.lineText(line))
    const ended = yield* Effect.either(Supervision.run(options, seen))
    if (Either.isLeft(ended)) {
      const { message, cause } = ended.left
      const stack = typeof cause === "string" && cause !== "" ? `\n${cause}` : ""
      write(json ? JSON.stringify({ store: options.store, error: message }) : `${message}${stack}`)
      return 2
    }
    write(json ? JSON.stringify(ended.right, null, 2) : Report.summaryText(ended.right))
    return Report.isKept(ended.right) ? 0 : 1
  })

const usage =
  "usage: node conformance/run.ts --list [<part of an id>] | --store <module> [--seed <number>] [--only <part of an id>] [--runs <number>] [--limit <seconds>] [--json]"

/** The options that the arguments give; null if they name no store. */
export const optionsOf = (args: ReadonlyArray<string>): RunOptions | null => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      store: { type: "string" },
      seed: { type: "string" },
      only: { type: "string" },
      runs: { type: "string" },
      limit: { type: "string" },
      json: { type: "boolean", default: false },
    },
  })
  if (values.store === undefined) return null
  return {
    store: values.store,
    json: values.json,
    ...(values.seed === undefined ? {} : { seed: Number(values.seed) }),
    ...(values.only === undefined ? {} : { only: values.only }),
    ...(values.runs === undefined ? {} : { modelRuns: Number(values.runs) }),
    ...(values.limit === undefined ? {} : { limitMs: Number(values.limit) * 1000 }),
  }
}

if (import.meta.main && process.argv[2] === "--list") console.log(listText(process.argv[3]))
else if (import.meta.main) {
  const options = optionsOf(process.argv.slice(2))
  if (options === null) console.error(usage)
  process.exitCode = options === null ? 2 : await Effect.runPromise(run(options))
}
