/** `agent-court monitor`: follows the log of a court, and holds the court to what it once signed and to its rules. */
import { setTimeout as sleep } from "node:timers/promises"
import { OtherKey, type RoundResult, resumeWatch, runRound } from "../audit/monitor/Round.ts"
import { Failure, print, runInterruptibly, style } from "../terminal/Terminal.ts"
import { type CliCommand, exitCodes, type Given, UsageError, whole } from "./Cli.ts"

const codes: { readonly [result in RoundResult]: number } = {
  right: exitCodes.done,
  wrong: exitCodes.failed,
  unasked: exitCodes.unasked,
}
const defaults = { everySeconds: 60, reads: 200 } as const

/** Waits, unless the process is asked to stop. Gives whether it goes on. */
const pause = (seconds: number, signal: AbortSignal): Promise<boolean> =>
  sleep(seconds * 1000, true, { signal }).catch(() => false)

const run = async (given: Given): Promise<number> => {
  const file = given.text("state")
  if (file === undefined)
    throw new UsageError("--state names the file in which the monitor keeps what it knows")
  const [base = ""] = given.positionals
  const [vkey, policy, webhook] = [given.text("vkey"), given.text("policy"), given.text("webhook")]
  const running = await resumeWatch({ base, file, vkey, policy, webhook }).catch((error: unknown) => {
    if (error instanceof OtherKey) throw new UsageError(error.message)
    if (!(error instanceof Failure)) throw error
    print(style("yellow", error.message))
    return null
  })
  if (running === null) return exitCodes.unasked
  if (given.on("once")) return codes[await runRound(running, Number.POSITIVE_INFINITY)]
  const seconds = whole(given, "every", 1) ?? defaults.everySeconds
  const reads = whole(given, "reads") ?? defaults.reads
  return runInterruptibly(async (signal) => {
    let code: number = exitCodes.done
    do {
      const found = codes[await runRound(running, reads)]
      if (code !== exitCodes.failed) code = found
    } while (await pause(seconds, signal))
    return code
  })
}

export const command: CliCommand = {
  usage: "<address> --state <file>",
  takes: [1, 1],
  flags: {
    state: {
      value: "file",
      help: "where the monitor keeps what it knows; a new file begins with the log's beginning",
    },
    once: { help: "one round that compares everything, and then end" },
    every: { value: "seconds", help: `how long it waits between rounds (${defaults.everySeconds})` },
    reads: { value: "count", help: `how many answers a round compares (${defaults.reads})` },
    vkey: { value: "key", help: "the key of the log (the first time, the one that the court states)" },
    policy: { value: "file", help: "a C2SP tlog-policy: checkpoints need its quorum of witnesses" },
    webhook: {
      value: "address",
      help: "is sent what is found wrong, as JSON; what it doesn't take is kept, and sent again in a later round",
    },
  },
  help: [
    "Follows the transparency log of a court. Every event that the court recorded is a leaf of the log, and the court signs its size and root. The monitor keeps the last root that it saw, reads each event that is new, and makes every move again by the rules that the court runs. It says so if the log has shrunk, if it shows another past than before, or if an event does not follow from the rules. It also compares with the log what the court serves: the docket, judgments and their seals, entries, labels and reputations.",
    "A round reads what is new and compares some of what is served; the rounds go through all of it in turn. With --once everything is compared.",
    "Exit codes: 1 if anything was found wrong, 2 if the court could not be asked.",
  ],
  run,
}
