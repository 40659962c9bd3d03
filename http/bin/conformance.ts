import { Effect } from "effect"
import { Stores } from "../../adapters/stores/index.ts"
import { listText } from "../../conformance/List.ts"
import { run as examine } from "../../conformance/run.ts"
import * as Starter from "../../conformance/Starter.ts"
import { Failure, print } from "../terminal/Terminal.ts"
import { type CliCommand, exitCodes, type Given, UsageError, whole } from "./Cli.ts"

/** A module as the command line names it: a path, or the name of one of the court's own stores. */
const nameModule = (path: string): string => (/^[./]/.test(path) ? path : `./${path}`)

const begin = (path: string): number => {
  const wrong = Starter.write(nameModule(path))
  if (wrong !== null) throw new Failure(wrong)
  print(
    `${nameModule(path)} is a store to begin with: it keeps records, names, counters and texts in memory.`,
  )
  print(
    "It imports agent-court and effect; install both beside it: npm install ./agent-court-0.1.0.tgz effect@3 (npm pack in a clone makes the file)",
  )
  print(`To see what is missing: agent-court conformance --store ${nameModule(path)}`)
  return exitCodes.done
}

const run = async (given: Given): Promise<number> => {
  const [store, init] = [given.text("store"), given.text("init")]
  if (init !== undefined && store !== undefined)
    throw new UsageError("--init writes a module and --store examines one; give one of them at a time")
  if (init !== undefined) return begin(init)
  if (given.on("list")) {
    print(listText(given.text("only")))
    return exitCodes.done
  }
  if (store === undefined)
    throw new UsageError(
      "--store must name the module to examine; --init ./my-store.ts writes one to begin with, and --list lists the cases",
    )
  const only = given.text("only")
  const seed = whole(given, "seed")
  const modelRuns = whole(given, "runs")
  const limit = whole(given, "limit", 1)
  return Effect.runPromise(
    examine({
      store,
      json: given.on("json"),
      ...(seed === undefined ? {} : { seed }),
      ...(only === undefined ? {} : { only }),
      ...(modelRuns === undefined ? {} : { modelRuns }),
      ...(limit === undefined ? {} : { limitMs: limit * 1000 }),
    }),
  )
}

export const command: CliCommand = {
  usage: "--store <module> | --init <file> | --list",
  takes: [0, 0],
  flags: {
    store: {
      value: "module",
      help: `the path or URL of a module that exports open, and create if its store is durable or shared; or ${Stores.withoutServer.join(", ")}, the court's own stores`,
    },
    init: { value: "file", help: "writes a store in TypeScript to begin with; it overwrites no file" },
    list: { help: "lists the cases with the time that each takes, and runs none" },
    seed: { value: "number", help: "the seed that an earlier run printed, to repeat its random choices" },
    only: { value: "part", help: "runs or lists only the cases whose id contains this text" },
    runs: {
      value: "number",
      help: "how many random sequences of commands are compared with the store in memory (default 20)",
    },
    limit: {
      value: "seconds",
      help: "how long each case may take; a case that takes longer is broken, and the report says what it awaited (default 60)",
    },
    json: { help: "writes one JSON document at the end instead of a line for each case" },
  },
  help: [
    "Checks a store case by case, then compares it with the store in memory over random sequences of commands. A case that needs what the store says that it does not support (durable, shared) is not run, and is reported as such.",
    "Exits with 0 if every promise is kept, 1 if one is broken, 2 if the store could not be examined.",
  ],
  run,
}
