/** The rounds of a monitor: each goes on with the log, and compares as much of what is served as it may. */
import { setTimeout as sleep } from "node:timers/promises"
import { type Checkpoint, equalBytes, rootOfRange } from "../../../core/log/index.ts"
import { progress } from "../Cli.ts"
import { type Check, courtTime } from "../replay/Check.ts"
import { type Following, faultsOf, follow } from "./Following.ts"
import { type Log, readCheckpoint, readEntries, Wrong } from "./LogReader.ts"
import { type Known, knownOf, turn } from "./Turn.ts"

/** Entries are folded when so many bytes or so many of them have been read. */
const batch = { bytes: 4_000_000, entries: 20_000 }

/** Goes on with the entries up to a size. The faults are those of the new entries. */
const goOn = async (before: Following, log: Log, size: number) => {
  const faults: Array<string> = []
  let following = before
  let waiting: Array<Uint8Array> = []
  let bytes = 0
  const take = (): void => {
    following = follow(following, waiting)
    faults.push(...faultsOf(following))
    waiting = []
    bytes = 0
    progress("events", following.range.size, size)
  }
  for await (const entries of readEntries(log, before.range.size, size)) {
    waiting.push(...entries)
    bytes += entries.reduce((sum, { length }) => sum + length, 0)
    if (bytes >= batch.bytes || waiting.length >= batch.entries) take()
  }
  take()
  return { following, faults }
}

/** How often a difference is looked at, and how long after each other: by then the log has what was served. */
const patience = { attempts: 4, pauseMs: 1_500 }

interface Synced {
  readonly following: Following
  /** What the new events contradict. */
  readonly faults: ReadonlyArray<string>
}

/**
 * Reads the checkpoint and the entries that are new, and holds the log to what was read before: throws `Wrong` if the log has shrunk, or
 * if its tree is not that of the entries.
 */
const sync = async (before: Following, log: Log): Promise<Synced> => {
  const { range } = before
  const checkpoint: Checkpoint = await readCheckpoint(log)
  if (checkpoint.size < range.size)
    throw new Wrong(
      `the log has shrunk: it had ${range.size} events, and its checkpoint has ${checkpoint.size}`,
    )
  const isNew = checkpoint.size > range.size
  const synced = isNew ? await goOn(before, log, checkpoint.size) : { following: before, faults: [] }
  if (!equalBytes(rootOfRange(synced.following.range), checkpoint.root))
    throw new Wrong(
      isNew
        ? `the entries of the log do not have the root of its checkpoint of size ${checkpoint.size}: an event that was read before, or one of ${range.size + 1} to ${checkpoint.size}, is not what was signed`
        : `the log shows another past: its checkpoint of size ${checkpoint.size} has another root than the events that were read`,
    )
  return synced
}

/** A monitor at work: the log that it follows, what it knows, and what it goes through. */
export class Monitor {
  readonly log: Log
  following: Following
  readonly #again: typeof patience
  #known: Known
  #turn: Generator<Check<Known>>
  /** What was found wrong since it was last taken. */
  #found: Array<string> = []

  /** `again`: how often a difference is looked at, and how long after each other. Tests of a court at rest look once. */
  constructor(log: Log, following: Following, again = patience) {
    this.log = log
    this.#again = again
    this.following = following
    this.#known = knownOf(following)
    this.#turn = turn(() => this.#known)
  }

  /** Goes on with the log. */
  async sync(): Promise<void> {
    const { following, faults } = await sync(this.following, this.log)
    this.#found.push(...faults)
    if (following === this.following) return
    this.following = following
    this.#known = knownOf(following)
  }

  /**
   * Makes the next comparisons, `most` of them or as many as a turn has left. Gives how many it made. Something that differs is read
   * again after the log has gone on, since a court goes on while it is read, and counts if it differs each time.
   */
  async compare(most: number): Promise<number> {
    const base = this.log.base
    const court = { base, now: await courtTime(base, this.following.registers) }
    for (let made = 0; made < most; made++) {
      const next = this.#turn.next()
      if (next.done === true) {
        this.#turn = turn(() => this.#known)
        return made
      }
      let lines = await next.value.lines(this.#known, court)
      for (let n = 1; n < this.#again.attempts && lines.length > 0; n++) {
        await sleep(this.#again.pauseMs)
        await this.sync()
        court.now = await courtTime(base, this.following.registers)
        lines = await next.value.lines(this.#known, court)
      }
      this.#found.push(...lines)
    }
    return most
  }

  /** What was found since the last call, each once. */
  take(): ReadonlyArray<string> {
    const found = [...new Set(this.#found)]
    this.#found = []
    return found
  }
}
