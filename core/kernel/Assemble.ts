/** How the changes of a decision become the change set that a store commits. */
import { type ChangeSet, type Event, type Put, refKey, type Task } from "../store/ChangeSet.ts"
import { limits } from "../store/Store.ts"
import type { Change } from "./Change.ts"
import type { CommandContext, Decision, Envelope } from "./Command.ts"
import { DecidedTwice, EventTooLarge } from "./Defect.ts"
import { byteLength } from "./Hash.ts"
import { itemText } from "./Journal.ts"
import type { Json } from "./Json.ts"
import type { Versions } from "./Reader.ts"

type Tagged<Tag extends Change["_tag"]> = Extract<Change, { readonly _tag: Tag }>

const changesTagged = <Tag extends Change["_tag"]>(
  changes: ReadonlyArray<Change>,
  tag: Tag,
): ReadonlyArray<Tagged<Tag>> => changes.filter((change): change is Tagged<Tag> => change._tag === tag)

/** The puts by the key of their record. A second put of a record throws `DecidedTwice`, unless it is marked as the latest. */
const putsOf = (changes: ReadonlyArray<Tagged<"Put">>, versions: Versions): ReadonlyMap<string, Put> => {
  const puts = new Map<string, Put>()
  for (const { kind, id, body, index, latest } of changes) {
    const ref = { kind, id }
    const key = refKey(ref)
    if (puts.has(key) && !latest) throw new DecidedTwice(`one decision puts record ${key} twice`)
    puts.set(key, { ref, expected: versions.get(key)?.version ?? 0, body, index })
  }
  return puts
}

const numbersOf = (changes: ReadonlyArray<Tagged<"Put">>): ChangeSet["numbers"] =>
  changes.flatMap(({ series, kind, id }) => (series === null ? [] : [{ series, ref: { kind, id } }]))

/** The data of an event with the hash of what its actor signed. Data that is not an object stays as it is. */
const signedData = (data: Json, signatureBase: string | undefined): Json =>
  signatureBase === undefined || data === null || typeof data !== "object" || Array.isArray(data)
    ? data
    : { ...data, signatureBase: `sha-256=${signatureBase}` }

/** The members of a serial number, which the store adds to the data of an event. */
const sequenceBytes = 64

/** The event itself. Throws `EventTooLarge` if a log can't take it: its bundles count the bytes of an event in 16 bits. */
const checkBytes = (event: Event): Event => {
  const max = limits.eventBytes - sequenceBytes
  // No character of a text has more than three bytes, so that an event that is short even with its id need not be counted.
  if (3 * JSON.stringify(event).length <= max) return event
  const bytes = byteLength(itemText(event))
  if (bytes > max) throw new EventTooLarge(`${event.type} of ${event.subject} has ${bytes} bytes`)
  return event
}

const eventsOf = (
  changes: ReadonlyArray<Tagged<"Event">>,
  { fresh, now }: CommandContext,
  signatureBase: string | undefined,
): ReadonlyArray<Event> =>
  changes.map(({ type, subject, rules, data: stated, at, numbered }, i) => {
    const data = signedData(stated, signatureBase)
    const event = checkBytes({ id: fresh("event", i), at: at ?? now, type, subject, rules, data })
    return numbered === null ? event : { ...event, numbered }
  })

/** The tasks. A second task with one id throws `DecidedTwice`. */
const tasksOf = (changes: ReadonlyArray<Tagged<"Task">>): ReadonlyArray<Task> => {
  const ids = new Set<string>()
  return changes.map(({ id, kind, dueAt, body }) => {
    if (ids.has(id)) throw new DecidedTwice(`one decision puts task ${id} twice`)
    ids.add(id)
    return { id, kind, dueAt, body }
  })
}

/**
 * The change set of a decision: its changes, the puts of its seals, the versions that it rests on, the receipt, and the tasks that
 * the command completes. Throws `DecidedTwice` if the decision puts one record or one task twice, and `EventTooLarge` for an
 * event that no log can take.
 */
export const assemble = (
  decision: Decision<Json>,
  seals: ReadonlyArray<Change>,
  versions: Versions,
  { now, settles = [], idempotency, signatureBase }: Envelope,
  context: CommandContext,
): ChangeSet => {
  const changes = [...decision.changes, ...seals]
  const putChanges = changesTagged(changes, "Put")
  const puts = putsOf(putChanges, versions)
  return {
    at: now,
    checks: [...versions].flatMap(([key, check]) => (puts.has(key) ? [] : [check])),
    puts: [...puts.values()],
    claims: changesTagged(changes, "Claim").map(({ claim, holder }) => ({ claim, holder })),
    releases: changesTagged(changes, "Release").map(({ claim, holder }) => ({ claim, holder })),
    events: eventsOf(changesTagged(changes, "Event"), context, signatureBase),
    tasks: tasksOf(changesTagged(changes, "Task")),
    cancels: changesTagged(changes, "Cancel").map(({ id }) => id),
    settles,
    blobs: changesTagged(changes, "Blob").map(({ sha256, text }) => ({ sha256, text })),
    drops: changesTagged(changes, "Drop").map(({ sha256 }) => sha256),
    tallies: changesTagged(changes, "Tally").map(({ name, add }) => ({ name, add })),
    numbers: numbersOf(putChanges),
    receipt: idempotency === undefined ? null : { ...idempotency, reply: decision.reply },
  }
}
