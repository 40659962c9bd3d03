/** One round of a monitor: it goes on with the log, and compares as much of what is served as it may. */
import { setTimeout as sleep } from "node:timers/promises"
import { type Checkpoint, equalBytes, rootOfRange } from "../../../core/log/index.ts"
import { progress } from "../Cli.ts"
import type { Check } from "../replay/Check.ts"
import { type Following, faultsOf, follow } from "./Following.ts"
import { type Log, readCheckpoint, readEntries, Wrong } from "./LogReader.ts"
import { type Known, knownOf } from "./Turn.ts"

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

export interface Synced {
  readonly following: Following
  /** What the new events contradict. */
  readonly faults: ReadonlyArray<string>
}

/**
 * Reads the checkpoint and the entries that are new, and holds the log to what was read before: throws `Wrong` if the log has shrunk, or
 * if its tree is not that of the entries.
 */
export const sync = async (before: Following, log: Log): Promise<Synced> => {
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

/** A court goes on while it is read, so a difference counts only if it is still there after the log has come so often. */
const attempts = 4
const pauseMs = 1_500

/** Makes a comparison; if it finds a difference, again with more of the log. Gives the differences that stay. */
export const compare = async (
  state: { following: Following },
  log: Log,
  { lines }: Check<Known>,
  time: () => number,
): Promise<Synced["faults"]> => {
  const faults: Array<string> = []
  let found = await lines(knownOf(state.following), { base: log.base, now: time() })
  for (let n = 1; n < attempts && found.length > 0; n++) {
    await sleep(pauseMs)
    const synced = await sync(state.following, log)
    state.following = synced.following
    faults.push(...synced.faults)
    found = await lines(knownOf(state.following), { base: log.base, now: time() })
  }
  return [...faults, ...found]
}
