/** What `next` of each record says in a state, compared with what can be done there in truth. */
import { records as appealRecords, reviewNext } from "../../../core/appeals/index.ts"
import { Entries, entryView } from "../../../core/compliance/index.ts"
import { records as holdRecords, holdView, Payouts } from "../../../core/holds/index.ts"
import { published } from "../../../core/kernel/Schedule.ts"
import { Matters, matterView } from "../../../core/matters/index.ts"
import type { Step } from "./Explore.ts"
import type { Snapshot } from "./ForkedStore.ts"
import { viewOf } from "./View.ts"

export type Next = ReadonlyArray<{ readonly who: string; readonly act: string }>

/** A record with its `next`, and whether nothing more can become of it. */
interface Shown {
  readonly id: string
  readonly what: string
  readonly ended: boolean
  readonly next: Next
}

const ends: ReadonlySet<string> = new Set(["decided", "discontinued", "lapsed"])
/** The court of these holds; no signature is made with it. */
const forCourt = { court: "Explored Court", courtId: "explored-court" }
const publicly = { role: "public" } as const

const recordsIn = (state: Snapshot): ReadonlyArray<Shown> => {
  const { all, find } = viewOf(state)
  const { at } = state
  const matters = all(Matters).map((matter): Shown => {
    const appeal =
      matter.review?.appealId == null ? null : find(appealRecords.Appeals, matter.review.appealId)
    const { status, next } = matterView(
      matter,
      publicly,
      at,
      published.at(at),
      reviewNext(matter, appeal, at),
    )
    return { id: matter.id, what: `matter ${status}`, ended: ends.has(status), next }
  })
  const entries = all(Entries).map((entry): Shown => {
    const { next, status } = entryView(entry, publicly, at, published)
    return { id: entry.id, what: `entry ${status}`, ended: status === "superseded", next }
  })
  const holds = all(holdRecords.Holds).map((hold): Shown => {
    const payout = hold.instruction === null ? null : find(Payouts, hold.instruction.payoutId)
    const { next, status } = holdView(hold, payout, at, forCourt)
    return { id: hold.id, what: `hold ${status}`, ended: status === "lapsed" || status === "paid_out", next }
  })
  return [...matters, ...entries, ...holds]
}

const shownIn = (state: Snapshot, saying: Saying): ReadonlyArray<Shown> =>
  recordsIn(state).map((shown) => ({ ...shown, next: saying(shown.what, shown.next) }))

const nameOf = ({ tried }: Step): string =>
  tried === null ? "" : tried.actor.role === "agent" ? tried.actor.handle : tried.actor.role

/** What a court says in place of `next` of a record, if it is broken. */
export type Saying = (what: string, next: Next) => Next

/** The records that wait for somebody, and say so to nobody. */
export const silent = (state: Snapshot, saying: Saying): ReadonlyArray<string> =>
  shownIn(state, saying)
    .filter(({ ended, next }) => !ended && next.length === 0)
    .map(({ what }) => `next is never empty before an end: ${what}`)

/** The acts of parties that can be done and that `next` of their record doesn't name. */
export const unnamed = (
  state: Snapshot,
  steps: ReadonlyArray<Step>,
  saying: Saying,
): ReadonlyArray<string> => {
  const shown = shownIn(state, saying)
  return steps.flatMap((step) => {
    const { tried, led } = step
    if (led._tag !== "Done" || tried === null || tried.on === null) return []
    const { id, act } = tried.on
    const of = shown.find((one) => one.id === id)
    if (of === undefined || of.next.some((one) => one.act === act && one.who === nameOf(step))) return []
    return [`next names each act that can be done: ${of.what} does not name ${act} of ${nameOf(step)}`]
  })
}

/** The acts that `next` names and that were tried in vain by whom it names, each with the code of its refusal. */
export const dead = (state: Snapshot, steps: ReadonlyArray<Step>): ReadonlyArray<string> =>
  recordsIn(state).flatMap(({ id, what, next }) =>
    next.flatMap(({ who, act }) => {
      const own = steps.filter(
        (step) => step.tried?.on?.id === id && step.tried.on.act === act && nameOf(step) === who,
      )
      if (own.length === 0 || own.some(({ led }) => led._tag !== "Refused")) return []
      const codes = own.map(({ led }) => (led._tag === "Refused" ? led.code : ""))
      return [`${what}: ${act} of ${who} is refused: ${[...new Set(codes)].join(", ")}`]
    }),
  )
