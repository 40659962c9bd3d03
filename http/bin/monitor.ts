/** `agent-court monitor`: follows the log of a court, and holds the court to what it once signed and to its rules. */
import { readFile } from "node:fs/promises"
import { setTimeout as sleep } from "node:timers/promises"
import { Either } from "effect"
import { count } from "../../core/kernel/Section.ts"
import { type Policy, parsePolicy, type VerifierKey } from "../../core/log/index.ts"
import { beginning, type Following } from "../audit/monitor/Following.ts"
import { type Kept, keep, kept } from "../audit/monitor/Kept.ts"
import { keyIn, readKey, Wrong } from "../audit/monitor/LogReader.ts"
import { Monitor } from "../audit/monitor/Monitor.ts"
import {
  addFindings,
  afterFailure,
  dueFindings,
  nothingUntold,
  type Untold,
} from "../audit/monitor/Untold.ts"
import { type CliCommand, exitCodes, Failure, type Given, print, style, UsageError, whole } from "./Cli.ts"

const defaults = { everySeconds: 60, reads: 200 } as const

/** The key that the log is held to: the kept or given key, or else the key that the court states now. */
const keyOf = async (given: Given, base: string, before: Kept | null): Promise<VerifierKey> => {
  const text = given.text("vkey")
  if (before !== null) {
    if (text !== undefined && keyIn(text, "--vkey").id !== before.key.id)
      throw new UsageError("--vkey is another key than the one of the state; name another file with --state")
    return before.key
  }
  if (text !== undefined) return keyIn(text, "--vkey")
  return readKey(base)
}

const policyOf = async (file: string | undefined): Promise<Policy | null> => {
  if (file === undefined) return null
  const text = await readFile(file, "utf8").catch(() => {
    throw new Failure(`${file} can't be read`)
  })
  return Either.getOrThrowWith(
    parsePolicy(text),
    ({ line, problem }) => new Failure(`${file}:${line}: ${problem}`),
  )
}

const webhookWithinMs = 10_000

/** Tells the webhook. Gives why it did not take what it was told; null if it did. */
const tellWebhook = async (address: string, body: object): Promise<string | null> => {
  const signal = AbortSignal.timeout(webhookWithinMs)
  const headers = { "content-type": "application/json" }
  const response = await fetch(address, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
    signal,
  }).catch(() => null)
  await response?.body?.cancel()
  if (response === null) return "no answer"
  return response.ok ? null : `it answered ${response.status}`
}

/** A monitor with the file of its state, and what stands in the file. */
interface Running {
  readonly monitor: Monitor
  readonly file: string
  untold: Untold
  kept: Pick<Kept, "following" | "untold">
}

/** Tells the webhook what it has not taken yet. A webhook that doesn't take it is said, and the monitor goes on. */
const deliver = async (given: Given, running: Running): Promise<void> => {
  const webhook = given.text("webhook")
  const findings = dueFindings(running.untold, Date.now())
  if (webhook === undefined || findings === null) return
  const { log, following } = running.monitor
  const why = await tellWebhook(webhook, { court: log.base, size: following.range.size, findings })
  if (why === null) {
    running.untold = nothingUntold
    return
  }
  running.untold = afterFailure(running.untold, Date.now())
  const kept = `${count(findings.length, "finding")} ${findings.length === 1 ? "is" : "are"} kept`
  const again = new Date(running.untold.againAt).toISOString()
  print(
    style(
      "yellow",
      `the webhook was not told: ${why}; ${kept}, and it is told again in a round after ${again}`,
    ),
  )
}

/** Prints what was found, and tells the webhook. Gives whether there was anything. */
const tell = async (given: Given, running: Running, more: ReadonlyArray<string> = []): Promise<boolean> => {
  const lines = [...running.monitor.take(), ...more]
  for (const line of lines) print(style("red", line))
  if (given.text("webhook") !== undefined) running.untold = addFindings(running.untold, lines)
  await deliver(given, running)
  return lines.length > 0
}

/** Keeps a state, if another one stands in the file. */
const keepState = async (running: Running, following: Following): Promise<void> => {
  const { monitor, file, untold, kept } = running
  if (following === kept.following && untold === kept.untold) return
  await keep(file, { key: monitor.log.key, following, untold })
  running.kept = { following, untold }
}

/**
 * Tells what was found, and only then keeps the state: whoever is killed between the two finds it again, and says it twice. A state that
 * was kept first would never show it again.
 */
const settle = async (given: Given, running: Running): Promise<boolean> => {
  const found = await tell(given, running)
  await keepState(running, running.monitor.following)
  return found
}

/** Runs one round, and gives its exit code. If the log itself is wrong, the state stays at what was right. */
const runRound = async (given: Given, running: Running, reads: number): Promise<number> => {
  const { monitor } = running
  let isWrong = false
  try {
    await monitor.sync()
    isWrong = await settle(given, running)
    const compared = await monitor.compare(reads)
    isWrong = (await settle(given, running)) || isWrong
    if (isWrong) return exitCodes.failed
    const events = count(monitor.following.range.size, "event")
    const answers = count(compared, "answer")
    print(style("green", `${events} follow from the rules; ${answers} compared, no difference.`))
    return exitCodes.done
  } catch (error) {
    if (!(error instanceof Wrong || error instanceof Failure)) throw error
    const isOfLog = error instanceof Wrong
    if (!isOfLog) print(style("yellow", `not asked: ${error.message}`))
    isWrong = (await tell(given, running, isOfLog ? [error.message] : [])) || isWrong
    await keepState(running, running.kept.following).catch((late: Error) =>
      print(style("yellow", late.message)),
    )
    return isWrong ? exitCodes.failed : exitCodes.unasked
  }
}

/** Waits, unless the process is asked to stop. Gives whether it goes on. */
const pause = (seconds: number, signal: AbortSignal): Promise<boolean> =>
  sleep(seconds * 1000, true, { signal }).catch(() => false)

const resume = async (given: Given, file: string): Promise<Running> => {
  const [base = ""] = given.positionals
  const before = await kept(file)
  const key = await keyOf(given, base, before)
  const policy = await policyOf(given.text("policy"))
  const { following, untold } = before ?? { following: beginning, untold: nothingUntold }
  const monitor = new Monitor({ base, key, policy }, following)
  return { monitor, file, untold, kept: { following, untold } }
}

const run = async (given: Given): Promise<number> => {
  const file = given.text("state")
  if (file === undefined)
    throw new UsageError("--state names the file in which the monitor keeps what it knows")
  const running = await resume(given, file).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error
    print(style("yellow", error.message))
    return null
  })
  if (running === null) return exitCodes.unasked
  if (given.on("once")) return runRound(given, running, Number.POSITIVE_INFINITY)
  const stopped = new AbortController()
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopped.abort())
  const seconds = whole(given, "every", 1) ?? defaults.everySeconds
  const reads = whole(given, "reads") ?? defaults.reads
  let code: number = exitCodes.done
  do {
    const found = await runRound(given, running, reads)
    if (code !== exitCodes.failed) code = found
  } while (await pause(seconds, stopped.signal))
  return code
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
    "Follows the transparency log of a court. Every event that the court recorded is a leaf of the log, and the court signs its size and root. The monitor keeps the last root that it saw, reads each event that is new, and makes every move again by the rules that the court runs. It says so if the log has shrunk, if it shows another past than before, if an event does not follow from the rules, or if the docket, a judgment and its seal, an entry, a label or a reputation is not served as the log has it.",
    "A round reads what is new and compares some of what is served; the rounds go through all of it in turn. With --once everything is compared.",
    "Exit codes: 1 if anything was found wrong, 2 if the court could not be asked.",
  ],
  run,
}
