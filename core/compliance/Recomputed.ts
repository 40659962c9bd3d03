/**
 * Entries computed again from the public journal. Each event is read back as the act that it records, the court's own rules do the
 * act again, and the event that they give is compared with the one in the journal.
 */

import { Array as Arr, Either, ParseResult, Schema } from "effect"
import type { Actor } from "../kernel/Actor.ts"
import type { EventChange } from "../kernel/Change.ts"
import { needPresent } from "../kernel/Defect.ts"
import type { PublicItem } from "../kernel/Journal.ts"
import { differences, type Json, showValue } from "../kernel/Json.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { format, type Instant } from "../kernel/Time.ts"
import type { Entry } from "./Entry.ts"
import { movedEvents, openedEvent, weigh } from "./Journal.ts"
import { openEntry } from "./Judged.ts"
import { EventData, type Line, type Opened, type Own, orderedTerms } from "./Line.ts"
import type { EntryAct, Moved } from "./Moves.ts"
import { entries } from "./Record.ts"

const decode = Schema.decodeUnknownEither(EventData)

interface Known {
  readonly entry: (id: string) => Entry | undefined
  /** The entries of the same judgment between the same two parties. */
  readonly together: (entry: Entry) => ReadonlyArray<Entry>
  readonly agentId: (handle: string) => string | null
  readonly filedAt: (matterId: string) => Instant | undefined
  readonly terms: (at: Instant) => Terms
}

/** The changes that an event makes to entries and reputations, and where it differs from the rules. */
export interface Recomputed {
  readonly entries: ReadonlyArray<Entry>
  readonly deltas: ReadonlyArray<readonly [handle: string, delta: number]>
  readonly faults: ReadonlyArray<string>
}

const nameOf = ({ type, subject, at }: PublicItem): string => `${type} of ${subject} at ${format(at)}`

/**
 * Whether a place is of a member that the event that opened an entry states for good. Later events of earlier versions did not state it
 * again, and nothing is hidden by that: a later event that states it otherwise is a fault still.
 */
const isSaidAtOpening = (path: string): boolean =>
  Object.hasOwn(orderedTerms, path.slice(path.lastIndexOf(".") + 1))

/** The differences between the event that the rules make and the one in the journal. */
const unlike = (item: PublicItem, made: EventChange): ReadonlyArray<string> => {
  const { type, subject, rules, data, at } = made
  const theirs = { at: item.at, type: item.type, subject: item.subject, rules: item.rules, data: item.data }
  const isUnsaid = ({ path, theirs }: { readonly path: string; readonly theirs: Json | undefined }) =>
    theirs === undefined && isSaidAtOpening(path)
  return differences({ at: at ?? item.at, type, subject, rules, data }, theirs)
    .filter((one) => !isUnsaid(one))
    .map(
      (one) =>
        `${nameOf(item)}: ${one.path} is ${showValue(one.ours)} by the rules and ${showValue(one.theirs)} in the journal`,
    )
}

const partyOf = (handle: string, { agentId }: Known) => ({ id: agentId(handle), handle, operatorId: null })

const open = (item: PublicItem, told: Opened, known: Known): Recomputed => {
  const filedAt = known.filedAt(told.matterId) ?? told.deliveredAt
  const finality = { status: told.finality, until: told.until }
  const make = (one: (typeof told.entries)[number]): Entry => {
    const against = { ...partyOf(one.bound, known), id: known.agentId(one.bound) ?? one.bound }
    const order = { ...one, kind: one.type, against, inFavourOf: partyOf(one.favoured, known) }
    return openEntry({ ...told, filedAt, finality }, order, one.entry)
  }
  const entries = Arr.map(told.entries, make)
  const again = told.entries.flatMap(({ entry }) =>
    known.entry(entry) === undefined ? [] : [`${nameOf(item)}: entry ${entry} was opened before`],
  )
  return {
    entries,
    deltas: told.entries.map(({ bound }) => [bound, 0]),
    faults: [...again, ...unlike(item, openedEvent(entries))],
  }
}

const whoOf = (by: string, { bound, favoured }: Entry) => {
  if (by === bound.handle) return "bound"
  return by === favoured.handle ? "favoured" : "nobody"
}

/** The act that an event of one entry records. Words that only the parties read are left empty; the event has their SHA-256. */
const actOf = (told: Own, entry: Entry): EntryAct => {
  const who = whoOf(told.by, entry)
  switch (told.act) {
    case "attest": {
      const { date, evidenceSha256, sha256 } = told
      return { act: told.act, who, attestation: { date, evidence: "", evidenceSha256, sha256 } }
    }
    case "dispute": {
      const { by, ground, statementSha256 } = told
      return { act: told.act, who, dispute: { by, ground, statement: "", statementSha256 } }
    }
    case "decide": {
      const { status, reasons, correction, found: performedAt } = told
      return { act: told.act, who: "registrar", decision: { status, reasons, performedAt, correction } }
    }
    case "address": {
      const { network, asset, address, proven } = told
      return { act: told.act, who, address: { network, asset, address }, proven }
    }
    case "prove":
      return { act: told.act, who: "court", performedAt: told.performedAt }
    case "confirm":
      return { act: told.act, who }
    case "pass":
      return { act: told.act, who: "clock" }
    case "meet":
      return { act: told.act, who: "court" }
  }
}

/** The entry as an event states it, for an event that the rules refuse, so that later events can still be checked. */
const asStated = (entry: Entry, { status, dueAt, window, suspendedSince }: Line): Entry => ({
  ...entry,
  status,
  dueAt: dueAt ?? entry.dueAt,
  window,
  suspendedSince,
})

interface Followed {
  readonly line: Line
  readonly entry: Entry
  readonly moved: Moved | null
  readonly fault: string | null
}

const follow = (item: PublicItem, line: Line, entry: Entry, act: EntryAct, known: Known): Followed => {
  const moved = entries.transition(entry, act, item.at, known.terms(entry.filedAt))
  if (Either.isRight(moved)) return { line, entry: moved.right.after, moved: moved.right, fault: null }
  const fault = `${nameOf(item)}: entry ${entry.id} was ${entry.status}, and the rules refuse "${act.act}" (${moved.left.code})`
  return { line, entry: asStated(entry, line), moved: null, fault }
}

/** The actor that an event names. The event has only a name, and the event that is made again takes no more from the actor. */
const actorOf = (by: string): Actor => ({ role: "agent", id: by, handle: by })

const move = (
  item: PublicItem,
  by: string,
  told: ReadonlyArray<readonly [Line, (entry: Entry) => EntryAct]>,
  known: Known,
): Recomputed => {
  const lost = told.filter(([{ entry }]) => known.entry(entry) === undefined)
  const followed = told.flatMap(([line, act]) => {
    const entry = known.entry(line.entry)
    return entry === undefined ? [] : [follow(item, line, entry, act(entry), known)]
  })
  const moves = followed.flatMap(({ moved }) => moved ?? [])
  const beside = { entries: moves.flatMap(({ before }) => known.together(before)) }
  const weighed = new Map(weigh(moves, beside).map(({ moved, delta }) => [moved, delta]))
  const refused = followed.flatMap(({ fault }) => fault ?? [])
  const unopened = lost.map(([{ entry }]) => `${nameOf(item)}: the journal never opened entry ${entry}`)
  const whole = moves.length === told.length
  return {
    entries: followed.map(({ entry }) => entry),
    deltas: [
      ...lost.map(([line]) => [line.bound, line.delta] as const),
      ...followed.map(
        ({ line, moved }) => [line.bound, (moved && weighed.get(moved)) ?? line.delta] as const,
      ),
    ],
    faults: [
      ...unopened,
      ...refused,
      ...(whole
        ? unlike(item, needPresent(movedEvents(moves, actorOf(by), beside)[0], "the event of a move"))
        : []),
    ],
  }
}

/** The changes that an event of the Register of Compliance makes to entries, by the rules and by the earlier words of the journal. */
export const recompute = (item: PublicItem, known: Known): Recomputed => {
  const read = decode(item.data)
  if (Either.isLeft(read)) {
    const why = needPresent(ParseResult.ArrayFormatter.formatErrorSync(read.left)[0], "what is wrong")
    const place = ` (${[...why.path, why.message].join(": ")})`
    return {
      entries: [],
      deltas: [],
      faults: [`${nameOf(item)}: it does not have the shape of such an event${place}`],
    }
  }
  const told = read.right
  switch (told.act) {
    case "open":
      return open(item, told, known)
    case "suspend":
    case "resume":
    case "supersede": {
      const { act, finality: status, until } = told
      const shared: EntryAct = { act, who: "court", finality: { status, until } }
      return move(
        item,
        told.by,
        told.entries.map((line) => [line, () => shared]),
        known,
      )
    }
    default:
      return move(item, told.by, [[told, (entry) => actOf(told, entry)]], known)
  }
}
