/** The rounds of a monitor: each reads on, compares, tells what it found, and keeps the state in a file. */
import { count } from "../../../core/kernel/Section.ts"
import type { Note } from "../../../core/log/index.ts"
import { Failure, print, style } from "../../terminal/Terminal.ts"
import { readPolicy } from "../witness/Policy.ts"
import { beginning, type Following } from "./Following.ts"
import { type Kept, readState, writeState } from "./Kept.ts"
import { keyIn, readKey, Wrong } from "./LogReader.ts"
import { Monitor } from "./Monitor.ts"
import { addFindings, afterFailure, dueFindings, nothingUntold, type Untold } from "./Untold.ts"

/** The log to follow and the file of its state. `vkey` is the key of the log, `policy` a file, `webhook` an address. */
interface Watch {
  readonly base: string
  readonly file: string
  readonly vkey: string | undefined
  readonly policy: string | undefined
  readonly webhook: string | undefined
}

/** The key of the log that was named isn't the one of the state. */
export class OtherKey extends Error {}

/** The key that the log is held to: the kept or given key, or else the key that the court states now. */
const keyOf = async ({ base, vkey: text }: Watch, before: Kept | null): Promise<Note.VerifierKey> => {
  if (before !== null) {
    if (text !== undefined && keyIn(text, "--vkey").id !== before.key.id)
      throw new OtherKey("--vkey is another key than the one of the state; name another file with --state")
    return before.key
  }
  if (text !== undefined) return keyIn(text, "--vkey")
  return readKey(base)
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
  readonly webhook: string | undefined
  untold: Untold
  kept: Pick<Kept, "following" | "untold">
}

/** Tells the webhook what it has not taken yet. A webhook that doesn't take it is said, and the monitor goes on. */
const deliver = async (running: Running): Promise<void> => {
  const { webhook } = running
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
const tell = async (running: Running, more: ReadonlyArray<string> = []): Promise<boolean> => {
  const lines = [...running.monitor.take(), ...more]
  for (const line of lines) print(style("red", line))
  if (running.webhook !== undefined) running.untold = addFindings(running.untold, lines)
  await deliver(running)
  return lines.length > 0
}

/** Keeps a state, if another one stands in the file. */
const keepState = async (running: Running, following: Following): Promise<void> => {
  const { monitor, file, untold, kept } = running
  if (following === kept.following && untold === kept.untold) return
  await writeState(file, { key: monitor.log.key, following, untold })
  running.kept = { following, untold }
}

/**
 * Tells what was found, and only then keeps the state: whoever is killed between the two finds it again, and says it twice. A state that
 * was kept first would never show it again.
 */
const settle = async (running: Running): Promise<boolean> => {
  const found = await tell(running)
  await keepState(running, running.monitor.following)
  return found
}

/** The result of a round: nothing differs, something is wrong, or the court could not be asked. */
export type RoundResult = "right" | "wrong" | "unasked"

/** Runs one round, which compares `reads` answers. If the log itself is wrong, the state stays at what was right. */
export const runRound = async (running: Running, reads: number): Promise<RoundResult> => {
  const { monitor } = running
  let isWrong = false
  try {
    await monitor.sync()
    isWrong = await settle(running)
    const compared = await monitor.compare(reads)
    isWrong = (await settle(running)) || isWrong
    if (isWrong) return "wrong"
    const events = count(monitor.following.range.size, "event")
    const answers = count(compared, "answer")
    print(style("green", `${events} follow from the rules; ${answers} compared, no difference.`))
    return "right"
  } catch (error) {
    if (!(error instanceof Wrong || error instanceof Failure)) throw error
    const isOfLog = error instanceof Wrong
    if (!isOfLog) print(style("yellow", `not asked: ${error.message}`))
    isWrong = (await tell(running, isOfLog ? [error.message] : [])) || isWrong
    await keepState(running, running.kept.following).catch((late: Error) =>
      print(style("yellow", late.message)),
    )
    return isWrong ? "wrong" : "unasked"
  }
}

/** Goes on where the state of the file ends, or begins a new one. Throws `OtherKey` if the state has another key than the one named. */
export const resumeWatch = async (watch: Watch): Promise<Running> => {
  const { base, file, webhook } = watch
  const before = await readState(file)
  const key = await keyOf(watch, before)
  const policy = watch.policy === undefined ? null : readPolicy(watch.policy)
  const { following, untold } = before ?? { following: beginning, untold: nothingUntold }
  const monitor = new Monitor({ base, key, policy }, following)
  return { monitor, file, webhook, untold, kept: { following, untold } }
}
