/** `agent-court conformance`. */
import { Effect } from "effect"
import { Stores } from "../../adapters/stores/index.ts"
import { run as examine } from "../../conformance/run.ts"
import { type CliCommand, type Given, UsageError, whole } from "./Cli.ts"

const run = async (given: Given): Promise<number> => {
  const store = given.text("store")
  if (store === undefined) throw new UsageError("--store must name the module to examine")
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
  usage: "--store <module>",
  takes: [0, 0],
  flags: {
    store: {
      value: "module",
      help: `the path or URL of a module that exports open, and create if its store is durable or shared; or ${Stores.withoutServer.join(", ")}, the court's own stores`,
    },
    seed: { value: "number", help: "the seed that an earlier run printed, to repeat its random choices" },
    only: { value: "part", help: "runs only the cases whose id contains this text" },
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
