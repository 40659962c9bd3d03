/** Compares what `next` of each record says in a state with what can be done there in truth. */
import { Effect } from "effect"
import { records as appealRecords, reviewNext } from "../../../core/appeals/index.ts"
import { Entry, entryView } from "../../../core/compliance/index.ts"
import { records as holdRecords } from "../../../core/holds/index.ts"
import { needPresent } from "../../../core/kernel/Defect.ts"
import { type QueryContext, query } from "../../../core/kernel/Query.ts"
import type { Reader } from "../../../core/kernel/Reader.ts"
import { published } from "../../../core/kernel/Schedule.ts"
import { Accounts, Matter, matters, matterView } from "../../../core/matters/index.ts"
import { readHold } from "../../../core/payouts/index.ts"
import { registrar } from "../seeded/Asked.ts"
import type { Court } from "./Court.ts"
import type { Step } from "./Explore.ts"
import type { Snapshot } from "./ForkedStore.ts"
import { viewOf } from "./View.ts"

export type Next = ReadonlyArray<{
  readonly who: string
  readonly act: string
  readonly opensAt?: string
}>

/** From when a matter may be called, if the times of its deal still run. */
export const callable = query({
  name: "callable",
  read: Effect.fnUntraced(function* (
    { matter }: { readonly matter: Matter.Matter },
    context: QueryContext,
    reader: Reader,
  ) {
    const { now, schedule } = context
    const terms = schedule.at(matter.filedAt)
    const opensAt = yield* Accounts.callOpensAt(reader, matters.current(matter, now, terms), { now, terms })
    return { opensAt }
  }),
})

/** A record with its `next`, and whether nothing more can become of it. */
interface Shown {
  readonly id: string
  readonly what: string
  readonly ended: boolean
  readonly next: Next
}

const ends: ReadonlySet<string> = new Set(["decided", "discontinued", "lapsed"])
const publicly = { role: "public" } as const

const recordsIn = (court: Court, state: Snapshot): ReadonlyArray<Shown> => {
  const { all, find } = viewOf(state)
  const { at } = state
  const appealOf = (id: string | null | undefined) => (id == null ? null : find(appealRecords.Appeals, id))
  const ofMatters = all(Matter.Matters).map((matter): Shown => {
    const { opensAt } = needPresent(
      court.ask(state, callable, { matter }, registrar),
      "when a matter is called",
    )
    const awaited = { onAppeal: reviewNext(matter, null, at), callOpensAt: opensAt }
    const { status, next } = matterView(matter, publicly, at, published.at(at), awaited)
    return { id: matter.id, what: `matter ${status}`, ended: ends.has(status), next }
  })
  const appeals = all(Matter.Matters).flatMap((matter): ReadonlyArray<Shown> => {
    const appeal = appealOf(matter.review?.appealId)
    if (appeal === null) return []
    const next = reviewNext(matter, appeal, at)
      .slice(reviewNext(matter, null, at).length)
      .map(({ who, act }) => ({ who, act }))
    return [{ id: appeal.id, what: `appeal ${appeal.status}`, ended: next.length === 0, next }]
  })
  const entries = all(Entry.Entries).map((entry): Shown => {
    const { next, status } = entryView(entry, publicly, at, published)
    return { id: entry.id, what: `entry ${status}`, ended: status === "superseded", next }
  })
  const holds = all(holdRecords.Holds).map(({ id }): Shown => {
    const { hold } = needPresent(court.ask(state, readHold, { id }, registrar), "a hold that is there")
    const { next, status } = hold
    return { id, what: `hold ${status}`, ended: status === "lapsed" || status === "paid_out", next }
  })
  return [...ofMatters, ...appeals, ...entries, ...holds]
}

/** The answer that a broken court gives in the place of `next` of a record. */
export type Saying = (what: string, next: Next) => Next

const nameOf = ({ tried }: Step): string =>
  tried === null ? "" : tried.actor.role === "agent" ? tried.actor.handle : tried.actor.role

/** The records that wait for somebody, and say so to nobody. */
const silent = (shown: ReadonlyArray<Shown>): ReadonlyArray<string> =>
  shown
    .filter(({ ended, next }) => !ended && next.length === 0)
    .map(({ what }) => `next is never empty before an end: ${what}`)

/** Whether `next` says that somebody can do an act now. */
const isNamed = ({ next }: Shown, act: string, name: string): boolean =>
  next.some((one) => one.act === act && one.who === name && one.opensAt === undefined)

/** The acts that can be done and that `next` of their record doesn't name. */
const unnamed = (shown: ReadonlyArray<Shown>, steps: ReadonlyArray<Step>): ReadonlyArray<string> =>
  steps.flatMap((step) => {
    const { tried, led } = step
    if (led._tag !== "Done" || tried === null || tried.on === null) return []
    const { id, act } = tried.on
    const of = shown.find((one) => one.id === id)
    if (of === undefined || isNamed(of, act, nameOf(step))) return []
    return [`next names each act that can be done: ${of.what} does not name ${act} of ${nameOf(step)}`]
  })

/**
 * Acts that nobody tries here: each has tests of its own, and would make many states that differ in nothing else. Time alone makes a hold
 * lapse.
 */
const untried: ReadonlySet<string> = new Set(["assign", "address", "lapse"])

/** The acts that `next` names, though whoever it names is refused. */
const dead = (shown: ReadonlyArray<Shown>, steps: ReadonlyArray<Step>): ReadonlyArray<string> =>
  shown.flatMap(({ id, what, next }) =>
    next.flatMap(({ who, act, opensAt }) => {
      if (opensAt !== undefined || untried.has(act)) return []
      const own = steps.filter(
        (step) => step.tried?.on?.id === id && step.tried.on.act === act && nameOf(step) === who,
      )
      if (own.some(({ led }) => led._tag !== "Refused")) return []
      const codes = [...new Set(own.flatMap(({ led }) => (led._tag === "Refused" ? [led.code] : [])))]
      const why = codes.length === 0 ? "is not tried" : `is refused: ${codes.join(", ")}`
      return [`next names no act that is refused: ${what}, ${act} of ${who} ${why}`]
    }),
  )

/** The faults of `next` in a state, found by comparison with all that was tried there. */
export const nextFaults =
  (court: Court, saying: Saying) =>
  (state: Snapshot, steps: ReadonlyArray<Step>): ReadonlyArray<string> => {
    const shown = recordsIn(court, state).map((one) => ({ ...one, next: saying(one.what, one.next) }))
    return [...silent(shown), ...unnamed(shown, steps), ...dead(shown, steps)]
  }
