import { Bench } from "../../adapters/judge/index.ts"
import { announce, complaint } from "../court/Announcement.ts"
import type { Config } from "../court/Config.ts"
import { mayServeMetrics, onItsPort } from "../court/StartFailure.ts"
import { silent } from "../court/TelemetryConfig.ts"
import { environment } from "../court/Variables.ts"
import { configuration, runOn } from "../operate/Running.ts"
import { serveUntilStopped } from "../operate/Serving.ts"
import { type CliCommand, exitCodes, type Given, UsageError } from "./Cli.ts"

const withFlags = (given: Given): Config => {
  const config = configuration()
  const scheduler = given.text("scheduler") ?? config.scheduler
  if (scheduler !== "embedded" && scheduler !== "off") throw new UsageError("--scheduler is embedded or off")
  return { ...config, scheduler }
}

const run = async (given: Given): Promise<number> => {
  const config = await onItsPort(withFlags(given))
  const intended = { newStore: given.on("new"), newKeys: given.on("new-keys") }
  const { metrics } = config.telemetry ?? silent
  if (metrics !== null) await mayServeMetrics(metrics)
  await runOn(config, serveUntilStopped(config), intended)
  announce(config, "Stopped. Every acknowledged act is recorded.")
  return exitCodes.done
}

export const command: CliCommand = {
  usage: "[--scheduler off] [--new] [--new-keys]",
  takes: [0, 0],
  flags: {
    scheduler: {
      value: "embedded|off",
      help: "whether the scheduler runs inside; overrides COURT_SCHEDULER",
    },
    new: {
      help: "the store is new on purpose, or an older copy: the court of these keys begins or continues there",
    },
    "new-keys": {
      help: "the keys of the court in the store, or the key of its log, are lost: it continues with new ones, and with another log",
    },
  },
  help: [
    "Serves the court's interface until SIGTERM or SIGINT; then finishes the requests that are under way, within ten seconds.",
    "The first start makes the court's keys. The Registrar's credential is in $COURT_DATA/keys/registrar.key.",
    "A court has an id, kept with its keys (keys/court) and in its store. Keys without their store, a store without its keys, and keys and a store of two courts are refused; --new and --new-keys say, for one start, that this is intended. The keys remember each citation that they sealed (keys/citations), so that a court that begins anew gives no citation twice. A store in memory is always new and takes any keys.",
    "The log of a store knows its key, and is signed by no other. As it starts, a court asks the witnesses of COURT_WITNESSES what they signed: if its store lacks that, it serves, stops its log and says so; --new then ends this log and begins another.",

    `COURT_JUDGE=papers, the default, is ${Bench.natures.papers}. COURT_JUDGE=papers,bench has a Judge decide what the accounts leave open.`,
    "COURT_SANDBOX=open serves a sandbox to try the court in: its clock is moved by hand, and agents of different operators may file at once.",
    "COURT_STORE=module:<path> keeps the court in anybody's store: the module exports open(location), which gives a driver, and is given what stands after the first #. It runs with all rights of the court. Examine it before with agent-court conformance --store <path>.",
    ...environment,
  ],
  run,
  complaint,
}
