/** The changes that a decision asks for, each as one value. `assemble` collects them for the store. */

import type { IndexEntry, Ref } from "../store/ChangeSet.ts"
import type { Json } from "./Json.ts"
import type { Kind } from "./Kind.ts"
import type { SectionId } from "./Section.ts"
import type { Instant } from "./Time.ts"

export type Change =
  | {
      readonly _tag: "Put"
      readonly kind: string
      readonly id: string
      readonly body: Json
      readonly index: ReadonlyArray<IndexEntry>
      /** The series that gives this new record its serial number; null if no series gives it one. */
      readonly series: string | null
      /** True if this put may replace an earlier put of the same record in this decision. */
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
      /** The instant of the event; null if it is that of the command. */
      readonly at: Instant | null
      /** The new record whose serial number the store adds to the data as `sequence`; null if it adds no number. */
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
  | { readonly _tag: "Drop"; readonly sha256: string }
  | { readonly _tag: "Tally"; readonly name: string; readonly add: number }
  /** Asks for the court's seal over this text. The court signs before the commit and puts the seal as a record with this id. */
  | { readonly _tag: "Seal"; readonly id: string; readonly payload: string }

export type EventChange = Extract<Change, { readonly _tag: "Event" }>

const putOf = <A>(kind: Kind<A>, record: A, series: string | null, latest: boolean): Change => ({
  _tag: "Put",
  kind: kind.name,
  id: kind.id(record),
  body: kind.encode(record),
  index: kind.index(record),
  series,
  latest,
})

/**
 * Writes a record, new or changed. `series` gives a new record its serial number. It is a defect to put one record twice in a
 * decision, or to put a record that its kind can't read again.
 */
export const put = <A>(kind: Kind<A>, record: A, { series }: { readonly series?: string } = {}): Change =>
  putOf(kind, record, series ?? null, false)
/** Writes a record that several steps of one decision may write in turn. The last put counts. */
export const putLatest = <A>(kind: Kind<A>, record: A): Change => putOf(kind, record, null, true)
export const claim = (name: string, holder: string): Change => ({ _tag: "Claim", claim: name, holder })
export const release = (name: string, holder: string): Change => ({ _tag: "Release", claim: name, holder })
/** An event of the public journal. Its data must hold nothing that is private. */
export const event = (
  type: string,
  subject: string,
  rules: ReadonlyArray<SectionId>,
  data: Json,
  at: Instant | null = null,
): EventChange => ({ _tag: "Event", type, subject, rules, data, at, numbered: null })
/** An event about a record that gets a serial number in the same commit. The store adds the number to its data as `sequence`. */
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
/** Sets a task, such as a deadline. It replaces a waiting task with the same id. */
export const task = (id: string, kind: string, dueAt: Instant, body: Json): Change => ({
  _tag: "Task",
  id,
  kind,
  dueAt,
  body,
})
export const cancel = (id: string): Change => ({ _tag: "Cancel", id })
export const blob = (sha256: string, text: string): Change => ({ _tag: "Blob", sha256, text })
/** Forgets the text under a hash. Only a text that no other record names may be dropped. */
export const drop = (sha256: string): Change => ({ _tag: "Drop", sha256 })
/** Adds to a commutative counter. */
export const tally = (name: string, add: number): Change => ({ _tag: "Tally", name, add })
/** Asks for the court's seal over a text; the seal becomes a record with this id. */
export const seal = (id: string, payload: string): Change => ({ _tag: "Seal", id, payload })
