import { Effect } from "effect"
import { Readers } from "../../adapters/chains/index.ts"
import { announce, complaint } from "../court/Announcement.ts"
import { environment } from "../court/Variables.ts"
import { configuration, endInTime, keepTime, runOn, stopAsked } from "../operate/Running.ts"
import { type CliCommand, exitCodes } from "./Cli.ts"

const run = async (): Promise<number> => {
  const config = configuration()
  const program = Effect.gen(function* () {
    yield* keepTime(config, true)
    yield* Readers.start(config.chains.everyMs)
    announce(config, "The scheduler is running.")
    yield* stopAsked
    announce(config, "Stopping: tasks that are under way are finished first.")
    yield* endInTime
  })
  await runOn(config, program)
  announce(config, "Stopped. Every acknowledged act is recorded.")
  return exitCodes.done
}

export const command: CliCommand = {
  usage: "",
  takes: [0, 0],
  flags: {},
  help: [
    "Carries out what falls due (deadlines, judgments and notices) and reads the chains that are configured. Any number of schedulers may share one store with any number of courts that serve; each task is done once.",
    "It signs for the court, so it needs the same keys under COURT_DATA.",
    ...environment,
  ],
  run,
  complaint,
}
