/** A decision as a store commits it: the puts with the versions that they rest on, the events, the tasks and all else, or nothing. */
import type { Change } from "./Change.ts"
import type { CommandContext, Decision, Envelope } from "./Command.ts"
import { DecidedTwice } from "./Defect.ts"
import type { Json } from "./Json.ts"
import { refKey, type Versions } from "./Reader.ts"
import type { Ref } from "./store/Store.ts"
import type { Instant } from "./Time.ts"

/** An entry that stands where its key puts it: for a list that has an order of its own. */
export interface KeyedEntry {
  readonly index: string
  /** Unique within its index: it ends with the id of the record. */
  readonly key: string
  /**
   * Words by which `search` finds the record under this key, where it is to be found so: letters and digits in lower case with
   * one space between two words, as `Search.normal` makes them.
   */
  readonly words?: string
}

/**
 * An entry of a list that is in the order of the commits, whatever clocks say. The store makes its key: `list`, then a place that
 * only the store understands, then a slash and `rest`. A new entry stands behind every one that is in the list or ever was; those
 * of one change set stand in the order of its puts. An entry that the record has already, with the same index, list and rest,
 * keeps its key for as long as every put names it.
 */
export interface PlacedEntry {
  readonly index: string
  /** What the keys of this list begin with, and no others of the index: it ends with a slash, or is empty where the whole index is one list. */
  readonly list: string
  /** Unique within its list: it ends with the id of the record. */
  readonly rest: string
}

export type IndexEntry = KeyedEntry | PlacedEntry

export const isPlaced = (entry: IndexEntry): entry is PlacedEntry => "list" in entry

export interface Put {
  readonly ref: Ref
  /** The version that the record must have now; 0 where it must not exist. The put makes it one higher. */
  readonly expected: number
  readonly body: Json
  /** All index entries of the record from now on; earlier ones go. */
  readonly index: ReadonlyArray<IndexEntry>
}

export interface Event {
  readonly id: string
  readonly at: Instant
  readonly type: string
  /** What the event is about: `agent/<handle>`, `matter/<id>`, `entry/<id>` … */
  readonly subject: string
  readonly rules: ReadonlyArray<string>
  readonly data: Json
  /**
   * A record that this set numbers: the event's data, then an object with other members, gets the number as its member `sequence`,
   * so that the journal tells it too.
   */
  readonly numbered?: Ref
}

export interface Task {
  /** A task with the id of a waiting one replaces it and ends its lease. */
  readonly id: string
  readonly kind: string
  readonly dueAt: Instant
  readonly body: Json
}

/**
 * What one command changes: data, committed as a whole or not at all. The order of work inside a commit:
 * receipt looked up, preconditions (checks, puts, claims, settles) examined, everything written.
 */
export interface ChangeSet {
  /** The instant of the command by the court's clock. */
  readonly at: Instant
  /** Versions that the decision rested on (0: it rested on the record's absence). */
  readonly checks: ReadonlyArray<{ readonly ref: Ref; readonly version: number }>
  readonly puts: ReadonlyArray<Put>
  /** Unique names to take. A name that the same holder has already is no conflict. */
  readonly claims: ReadonlyArray<{ readonly claim: string; readonly holder: string }>
  /** Unique names to free; a name that this holder does not have is left as it is. Releases come before claims. */
  readonly releases: ReadonlyArray<{ readonly claim: string; readonly holder: string }>
  /** Appended to the journal, in this order. */
  readonly events: ReadonlyArray<Event>
  readonly tasks: ReadonlyArray<Task>
  /** Waiting tasks to drop; one that is not there is no conflict. */
  readonly cancels: ReadonlyArray<string>
  /** Leased tasks that this commit completes. A token that no longer holds is a conflict (`lost`). Settles come before tasks. */
  readonly settles: ReadonlyArray<{ readonly id: string; readonly token: string }>
  /** Content-addressed texts; one that is there already stays. */
  readonly blobs: ReadonlyArray<{ readonly sha256: string; readonly text: string }>
  /** Added to commutative counters; never a precondition. */
  readonly tallies: ReadonlyArray<{ readonly name: string; readonly add: number }>
  /** New records (put in this set) to be given the next serial number of a series: unique and rising. Holes are normal: a number drawn for a set that then fails may be lost. */
  readonly numbers: ReadonlyArray<{ readonly series: string; readonly ref: Ref }>
  readonly receipt: {
    readonly id: string
    readonly fingerprint: string
    readonly reply: Json
    readonly expiresAt: Instant
  } | null
}

/** A change set at an instant that changes nothing; others are made by spreading it. */
export const empty = (at: Instant): ChangeSet => ({
  at,
  checks: [],
  puts: [],
  claims: [],
  releases: [],
  events: [],
  tasks: [],
  cancels: [],
  settles: [],
  blobs: [],
  tallies: [],
  numbers: [],
  receipt: null,
})

/** The data of an event as the journal keeps it, by the numbers that its set has drawn. */
export const toldOf = ({ data, numbered }: Event, drawn: (ref: Ref) => number | undefined): Json => {
  const sequence = numbered === undefined ? undefined : drawn(numbered)
  return sequence === undefined || data === null || typeof data !== "object" || Array.isArray(data)
    ? data
    : { ...data, sequence }
}

/** A list of a change set while it is being filled. */
type Filling<A> = A extends ReadonlyArray<infer Item> ? Array<Item> : never

/** The change set of a decision: its changes, the versions that it rests on, its receipt and the tasks it settles. */
export const assemble = (
  decision: Decision<Json>,
  seals: ReadonlyArray<Change>,
  versions: Versions,
  envelope: Envelope,
  context: CommandContext,
): ChangeSet => {
  const puts = new Map<string, Put>()
  const numbers: Filling<ChangeSet["numbers"]> = []
  const claims: Filling<ChangeSet["claims"]> = []
  const releases: Filling<ChangeSet["releases"]> = []
  const events: Filling<ChangeSet["events"]> = []
  const tasks: Filling<ChangeSet["tasks"]> = []
  const cancels: Filling<ChangeSet["cancels"]> = []
  const blobs: Filling<ChangeSet["blobs"]> = []
  const tallies: Filling<ChangeSet["tallies"]> = []
  const add = (change: Change): void => {
    switch (change._tag) {
      case "Put": {
        const ref = { kind: change.kind, id: change.id }
        const key = refKey(ref)
        if (puts.has(key) && !change.latest) throw new DecidedTwice(`one decision puts record ${key} twice`)
        const expected = versions.get(key)?.version ?? 0
        puts.set(key, { ref, expected, body: change.body, index: change.index })
        if (change.series !== null) numbers.push({ series: change.series, ref })
        break
      }
      case "Claim":
        claims.push({ claim: change.claim, holder: change.holder })
        break
      case "Release":
        releases.push({ claim: change.claim, holder: change.holder })
        break
      case "Event": {
        const { type, subject, rules, data, numbered } = change
        const id = context.fresh("event", events.length)
        const event = { id, at: change.at ?? envelope.now, type, subject, rules, data }
        events.push(numbered === null ? event : { ...event, numbered })
        break
      }
      case "Task":
        if (tasks.some(({ id }) => id === change.id))
          throw new DecidedTwice(`one decision puts task ${change.id} twice`)
        tasks.push({ id: change.id, kind: change.kind, dueAt: change.dueAt, body: change.body })
        break
      case "Cancel":
        cancels.push(change.id)
        break
      case "Blob":
        blobs.push({ sha256: change.sha256, text: change.text })
        break
      case "Tally":
        tallies.push({ name: change.name, add: change.add })
        break
      case "Seal":
        // Its seal was made before, and comes as a put.
        break
    }
  }
  decision.changes.forEach(add)
  seals.forEach(add)
  const checks: Filling<ChangeSet["checks"]> = []
  for (const [key, check] of versions) if (!puts.has(key)) checks.push(check)
  const { idempotency } = envelope
  return {
    at: envelope.now,
    checks,
    puts: [...puts.values()],
    claims,
    releases,
    events,
    tasks,
    cancels,
    settles: envelope.settles ?? [],
    blobs,
    tallies,
    numbers,
    receipt: idempotency === undefined ? null : { ...idempotency, reply: decision.reply },
  }
}

/** How many operations a change set counts for against `limits.operations`. */
export const operations = (set: ChangeSet): number =>
  set.checks.length +
  set.puts.length +
  set.claims.length +
  set.releases.length +
  set.events.length +
  set.tasks.length +
  set.cancels.length +
  set.settles.length +
  set.blobs.length +
  set.tallies.length
