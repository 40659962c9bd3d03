/**
 * For tests and pages: the five machines as exits, from which follows how a record comes to an end without any office, and how long that
 * takes. The acts are read from the tables; the clock is that of the machines, on one record in each status.
 */
import { Either } from "effect"
import { acts as appealActs } from "../appeals/index.ts"
import { appealIn } from "../appeals/testing/Given.ts"
import { passesAt } from "../appeals/testing/index.ts"
import { entries, acts as entryActs } from "../compliance/index.ts"
import {
  attest,
  dispute,
  open as ordered,
  passedAt,
  having as performed,
  terms,
  threeDays,
} from "../compliance/testing/Given.ts"
import { type Hold, acts as holdActs, holds } from "../holds/index.ts"
import { confirmed, instructed, named } from "../holds/testing/Given.ts"
import { afterOf } from "../kernel/Machine.ts"
import { bounds } from "../kernel/Schedule.ts"
import { days, hours } from "../kernel/Time.ts"
import { moves as matterMoves, matters } from "../matters/index.ts"
import { endings, acts as quoteActs, quotes } from "../quotes/index.ts"
import { buyer, having, offered, acts as quoteDone, seller } from "../quotes/testing/Given.ts"
import { start } from "./Context.ts"
import type { Exit } from "./Ends.ts"
import { matterIn } from "./Matters.ts"

interface Row {
  readonly from: ReadonlyArray<string>
  readonly to: string
  readonly who: ReadonlyArray<string>
}

/** Parts that only an office has, or that follow from what another record does. */
const offices = new Set(["registrar", "judge", "estimator", "court", "court above"])

/** The exits of a table by acts. A move that may end in several statuses is an exit to each. */
const byActs = (
  rows: ReadonlyArray<Row>,
  several: Readonly<Record<string, ReadonlyArray<string>>> = {},
): ReadonlyArray<Exit> =>
  rows
    .filter(({ who, to }) => to !== "same" && !who.includes("clock"))
    .flatMap(({ from, to, who }) =>
      from.flatMap((status) =>
        (several[to] ?? [to]).map((end): Exit => {
          const by = who.every((part) => offices.has(part)) ? "office" : "party"
          return { from: status, to: end, by, hours: 0 }
        }),
      ),
    )

const rowsOf = (
  acts: Readonly<
    Record<string, { readonly who: ReadonlyArray<string>; readonly moves: ReadonlyArray<Omit<Row, "who">> }>
  >,
): ReadonlyArray<Row> =>
  Object.values(acts).flatMap(({ who, moves }) => moves.map((move) => ({ who, ...move })))

/** The exit that time makes for a record that is in its status since `start`; no exit if no time runs. */
const byTime = <R extends { readonly status: string }>(
  records: ReadonlyArray<R>,
  due: (record: R) => number | null,
  current: (record: R, now: number) => { readonly status: string },
): ReadonlyArray<Exit> =>
  records.flatMap((record) => {
    const at = due(record)
    if (at === null) return []
    const { status } = current(record, at)
    return [{ from: record.status, to: status, by: "time", hours: (at - start) / hours(1) }]
  })

const open = {
  ...ordered,
  window: { kind: "performance", opensAt: start, closesAt: start + hours(bounds.orderHoursMax) },
} as const
const accepted = having(offered({ inspectionHours: bounds.inspectionHoursMax }), [
  quoteDone.accept,
  buyer,
  start,
])
const closed = having(accepted, [quoteDone.close, seller, start])
const longStopAt = start + days(bounds.longStopDaysMax)
const passings = appealActs.pass.moves
/** The appeals in each status in which time runs, as long as it may. A statement is made by the estimator. */
const pendingAppeals = [
  appealIn("leave_sought"),
  appealIn("noticed"),
  appealIn("stated"),
  appealIn("hearing", { hearingAt: start }),
]

/** A hold after its deadline, if it secures nothing that is undecided: what it secures ends by the clocks of the other machines. */
const lapsed = (hold: Hold.Hold, now: number): Hold.Hold =>
  hold.status === "confirmed"
    ? afterOf(Either.getOrThrow(holds.perform(hold, { act: "lapse", who: ["clock"] }, now)))
    : holds.current(hold, now)

/** The five machines, each with the longest terms that a party may state, and the statuses that end it. */
export const machines: ReadonlyArray<readonly [string, ReadonlyArray<Exit>, ReadonlyArray<string>]> = [
  [
    "matters",
    [
      // A claim is filed to be served, or to wait for a place on the list.
      ...["served", "queued"].map((to): Exit => ({ from: "none", to, by: "party", hours: 0 })),
      ...byActs(matterMoves),
      ...byTime(
        (["served", "undefended", "pleading", "defended", "closed", "questioned"] as const).map((status) => {
          const matter = matterIn(status)
          const isCall = matter.period?.step === "call"
          return isCall
            ? {
                ...matter,
                period: { step: "call" as const, opensAt: start, closesAt: start + days(bounds.callDays) },
              }
            : matter
        }),
        matters.due.at,
        (matter, now) => matters.current(matter, now, bounds),
      ),
    ],
    ["decided", "discontinued", "lapsed"],
  ],
  [
    "quotes",
    [
      ...byActs(rowsOf(quoteActs), endings),
      ...byTime([offered(), accepted, closed], quotes.due.at, quotes.current),
    ],
    ["declined", "lapsed", "withdrawn", "replaced", "settled", "disputed"],
  ],
  [
    "holds",
    [
      ...byActs(rowsOf(holdActs)),
      ...byTime(
        [named({ longStopAt }), confirmed({ longStopAt }), instructed({ longStopAt })],
        holds.due.at,
        lapsed,
      ),
    ],
    ["lapsed", "paid_out"],
  ],
  [
    "compliance",
    [
      ...byActs(rowsOf(entryActs), { found: ["satisfied", "unsatisfied", "pending"] }),
      ...byTime([open], entries.due.at, (entry, now) => entries.current(entry, now, terms)),
      ...byTime([performed(ordered, [attest(start), start])], entries.due.at, passedAt),
      // A notice is served three days after the order; its window is counted from there.
      ...byTime([passedAt(ordered, start + threeDays)], entries.due.at, passedAt).map((exit) => ({
        ...exit,
        hours: exit.hours - threeDays / hours(1),
      })),
      // Disputes from each status in which time runs: undecided, they end as they began, or without the words of the party bound.
      ...byTime(
        [
          performed(open, [dispute("bound"), start]),
          performed(ordered, [attest(start), start], [dispute("bound"), start]),
          performed(ordered, [attest(start), start], [dispute("favoured"), start]),
        ],
        entries.due.at,
        (entry, now) => entries.current(entry, now, terms),
      ),
    ],
    ["satisfied", "unsatisfied", "pending", "superseded"],
  ],
  [
    "appeals",
    [
      ...byActs(rowsOf(appealActs)),
      ...byTime(pendingAppeals, passesAt, ({ status }) => ({
        status: passings.find(({ from }) => from.some((one) => one === status))?.to ?? status,
      })),
    ],
    ["decided", "withdrawn", "leave_refused", "abated"],
  ],
]
