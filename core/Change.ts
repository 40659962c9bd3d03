/** What a decision asks for, one value a change. `Court` turns them into a `ChangeSet` with the versions that were read. */

import type { IndexEntry } from "./ChangeSet.ts"
import type { Json } from "./Json.ts"
import type { Kind } from "./Kind.ts"
import type { SectionId } from "./rulebook/Section.ts"
import type { Ref } from "./store/Store.ts"
import type { Instant } from "./Time.ts"

export type Change =
  | {
      readonly _tag: "Put"
      readonly kind: string
      readonly id: string
      readonly body: Json
      readonly index: ReadonlyArray<IndexEntry>
      /** The series that gives this new record its serial number, where one does. */
      readonly series: string | null
      /** Whether the record may have been put before in this decision, and this put replaces that one. */
      readonly latest: boolean
    }
  | { readonly _tag: "Claim"; readonly claim: string; readonly holder: string }
  | { readonly _tag: "Release"; readonly claim: string; readonly holder: string }
  | {
      readonly _tag: "Event"
      readonly type: string
      readonly subject: string
      readonly rules: ReadonlyArray<SectionId>
      readonly data: Json
      /** The instant of the event, where it is not the command's. */
      readonly at: Instant | null
      /** The new record whose serial number the store adds to the data as `sequence`, where one is to stand there. */
      readonly numbered: Ref | null
    }
  | {
      readonly _tag: "Task"
      readonly id: string
      readonly kind: string
      readonly dueAt: Instant
      readonly body: Json
    }
  | { readonly _tag: "Cancel"; readonly id: string }
  | { readonly _tag: "Blob"; readonly sha256: string; readonly text: string }
  | { readonly _tag: "Tally"; readonly name: string; readonly add: number }
  /** The court's seal over this text, put as the record of kind `seal` with this id before the commit. */
  | { readonly _tag: "Seal"; readonly id: string; readonly payload: string }

export type EventChange = Extract<Change, { readonly _tag: "Event" }>

// A record's type is its JSON (see Kind); TypeScript can't see that an interface has no other members.
const json = <A>(record: A): Json => record as Json

interface Putting {
  /** The series that gives a new record its serial number. */
  readonly series?: string
}

/** Writes a record, new or changed. A decision that puts one record twice is a defect. */
export const put = <A>(kind: Kind<A>, record: A, { series }: Putting = {}): Change => ({
  _tag: "Put",
  kind: kind.name,
  id: kind.id(record),
  body: json(record),
  index: kind.index(record),
  series: series ?? null,
  latest: false,
})
/** Writes a record that several steps of one decision may write, each on what the one before it left: the latest counts. */
export const putLatest = <A>(kind: Kind<A>, record: A): Change => ({
  _tag: "Put",
  kind: kind.name,
  id: kind.id(record),
  body: json(record),
  index: kind.index(record),
  series: null,
  latest: true,
})
export const claim = (name: string, holder: string): Change => ({ _tag: "Claim", claim: name, holder })
export const release = (name: string, holder: string): Change => ({ _tag: "Release", claim: name, holder })
/** An event of the public journal: it carries nothing that the public may not read. */
export const event = (
  type: string,
  subject: string,
  rules: ReadonlyArray<SectionId>,
  data: Json,
  at: Instant | null = null,
): EventChange => ({ _tag: "Event", type, subject, rules, data, at, numbered: null })
/** An event of a record that is given a serial number in the same commit: the number stands in its data, as `sequence`. */
export const numberedEvent = <A>(
  kind: Kind<A>,
  record: A,
  type: string,
  subject: string,
  rules: ReadonlyArray<SectionId>,
  data: { readonly [key: string]: Json },
): Change => ({
  _tag: "Event",
  type,
  subject,
  rules,
  data,
  at: null,
  numbered: { kind: kind.name, id: kind.id(record) },
})
/** A deadline or a piece of work; a task with the same id is replaced. */
export const task = (id: string, kind: string, dueAt: Instant, body: Json): Change => ({
  _tag: "Task",
  id,
  kind,
  dueAt,
  body,
})
export const cancel = (id: string): Change => ({ _tag: "Cancel", id })
export const blob = (sha256: string, text: string): Change => ({ _tag: "Blob", sha256, text })
export const tally = (name: string, add: number): Change => ({ _tag: "Tally", name, add })
export const seal = (id: string, payload: string): Change => ({ _tag: "Seal", id, payload })
