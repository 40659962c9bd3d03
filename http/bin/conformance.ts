/** `agent-court conformance`. */
import { Effect } from "effect"
import { run as examine } from "../../conformance/run.ts"
import { type CliCommand, type Given, UsageError, whole } from "./Cli.ts"

const run = async (given: Given): Promise<number> => {
  const store = given.text("store")
  if (store === undefined) throw new UsageError("--store must name the module to examine")
  const only = given.text("only")
  const seed = whole(given, "seed")
  const modelRuns = whole(given, "runs")
  return Effect.runPromise(
    examine({
      store,
      json: given.on("json"),
      ...(seed === undefined ? {} : { seed }),
      ...(only === undefined ? {} : { only }),
      ...(modelRuns === undefined ? {} : { modelRuns }),
    }),
  )
}

export const command: CliCommand = {
  usage: "--store <module>",
  takes: [0, 0],
  flags: {
    store: {
      value: "module",
      help: "path or URL of a module that exports open, and create for a durable store; or memory, sqlite or denokv, which are the court's own",
    },
    seed: { value: "number", help: "the seed of an earlier run, to repeat its random choices" },
    only: { value: "part", help: "only the cases whose id contains this" },
    runs: { value: "number", help: "random sequences compared with the store in memory" },
    json: { help: "one JSON document at the end instead of a line for each case" },
  },
  help: [
    "Examines a store, case by case, and compares it with the store in memory over random sequences. A case that needs an ability which the store declares missing is reported, never left out silently.",
    "Exits with 0 where every promise is kept, 1 where one is broken, 2 where the store could not be examined.",
  ],
  run,
}
