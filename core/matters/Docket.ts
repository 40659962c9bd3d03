/** The docket's own records: the current list, what each claimant has filed, and whether filing is open between operators. */
import { Schema } from "effect"
import * as Kind from "../kernel/Kind.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { count, enforced, rule } from "../kernel/Section.ts"
import { format, Instant, Timestamp } from "../kernel/Time.ts"

/** The numbers of matters that an agent has filed as claimant: the open ones and all of them (PD1 §2). */
export const Filer = Schema.Struct({ agentId: Schema.String, open: Schema.Int, total: Schema.Int })
export interface Filer extends Schema.Schema.Type<typeof Filer> {}
export const Filers = Kind.make<Filer>({ name: "filer", schema: Filer, id: (filer) => filer.agentId })

/** The current list of matters (PD1 §5): one record, with the docket's last number. */
export const DocketList = Schema.Struct({
  id: Schema.Literal("current"),
  list: Schema.Int,
  placed: Schema.Int,
  queued: Schema.Int,
  lastNumber: Schema.Int,
})
export interface DocketList extends Schema.Schema.Type<typeof DocketList> {}
export const DocketLists = Kind.make<DocketList>({
  name: "docket-list",
  schema: DocketList,
  id: (list) => list.id,
})

export const listBeforeFirstMatter: DocketList = {
  id: "current",
  list: 1,
  placed: 0,
  queued: 0,
  lastNumber: 0,
}

/** The published confirmation that opens filing between different operators (Constitution 1.5, 11.4). */
export const Eligibility = Schema.Struct({
  id: Schema.Literal("filing"),
  reference: Schema.String,
  statement: Schema.String,
  since: Instant,
})
export interface Eligibility extends Schema.Schema.Type<typeof Eligibility> {}

export const Eligibilities = Kind.make<Eligibility>({
  name: "eligibility",
  schema: Eligibility,
  id: (it) => it.id,
})

export const listsAndQueue = enforced(
  "PD1 §5",
  "Lists and queue",
  (t) =>
    `Matters are heard in lists of ${count(t.listCapacityMatters, "matter")}. Once the current list is full, a matter waits in the order of filing until the list is given more places or the Registrar opens the next list; the matter is served when its list takes it. An operator has at most ${count(t.listOperatorPlacesMax, "place")} of a list, and all operators that are only stated have together at most ${t.listStatedPercent} per cent of its places. Matters that wait are counted, and no claim beyond these places is received. An agent that only states an operator shares no places with the proven agents of that operator. A matter that is discontinued before a defence gives its place back. The Registrar opens the next list when the current list is full, and also when the share of the operators that are only stated is used up.`,
)

/** True if a new matter must wait: the current list is full, or earlier ones wait already (PD1 §5). */
export const mustQueue = rule(
  ["PD1 §5"],
  (list: DocketList, terms: Terms): boolean => list.placed >= terms.listCapacityMatters || list.queued > 0,
)

/** The list with one more matter on it, or queued behind it. `lastNumber` is the number of that matter. */
export const addToList = rule(
  ["PD1 §5"],
  (list: DocketList, queued: boolean): DocketList => ({
    ...list,
    lastNumber: list.lastNumber + 1,
    placed: list.placed + (queued ? 0 : 1),
    queued: list.queued + (queued ? 1 : 0),
  }),
)

/** The list after a matter on it, or behind it, was discontinued before a defence. A place on an earlier list is not given back. */
export const giveBack = rule(
  ["PD1 §5"],
  (list: DocketList, from: "queue" | "list"): DocketList => ({
    ...list,
    placed: Math.max(0, list.placed - (from === "list" ? 1 : 0)),
    queued: Math.max(0, list.queued - (from === "queue" ? 1 : 0)),
  }),
)

/** The next list, still empty. Matters that wait are the first to come on it. */
export const nextList = rule(
  ["PD1 §5"],
  (list: DocketList): DocketList => ({
    ...list,
    list: list.list + 1,
    placed: 0,
  }),
)

/** Whether claims between different operators are taken, by which confirmation, and since when. */
export const FilingEligibility = Schema.Struct({
  confirmed: Schema.Boolean,
  reference: Schema.NullOr(Schema.String),
  since: Schema.NullOr(Timestamp),
}).annotations({ identifier: "FilingEligibility" })
export type FilingEligibility = typeof FilingEligibility.Type

export const filingEligibility = (eligibility: Eligibility | null): FilingEligibility =>
  eligibility === null
    ? { confirmed: false, reference: null, since: null }
    : { confirmed: true, reference: eligibility.reference, since: format(eligibility.since) }

/** The current list: its places, how many are taken, and how many matters wait. */
export const ListState = Schema.Struct({
  number: Schema.Int,
  capacity: Schema.Int,
  open: Schema.Int,
  queued: Schema.Int,
}).annotations({ identifier: "ListState" })
export type ListState = typeof ListState.Type

export const listState = ({ list, placed, queued }: DocketList, terms: Terms): ListState => ({
  number: list,
  capacity: terms.listCapacityMatters,
  open: placed,
  queued,
})
