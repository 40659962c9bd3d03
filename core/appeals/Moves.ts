/** The legal moves of an appeal (Rules, part 6) as one table: what the rules allow, what `next` shows, what the Rules print. */

import type { Matter } from "../matters/Matter.ts"
import type { Next } from "../matters/Next.ts"
import { rule } from "../Rule.ts"
import type { SectionId } from "../rulebook/Section.ts"
import type { Terms } from "../Schedule.ts"
import { days, format, formatNullable, type Instant } from "../Time.ts"
import { type Appeal, type AppealStatus, appealing } from "./Appeal.ts"
import { lies, seriesOf } from "./Law.ts"

export type Act =
  | "appeal"
  | "leave"
  | "grant leave"
  | "refuse leave"
  | "withdraw"
  | "estimate"
  | "pass"
  | "judgment"
  | "abate"

/** `party`: one bound by the judgment; `estimator`: what prices the hearing, or the Registrar in its place; `time`: nobody acts. */
export type Who = "party" | "appellant" | "registrar" | "judge" | "estimator" | "time"

export interface Move {
  /** `none`: before there is an appeal. */
  readonly from: ReadonlyArray<AppealStatus | "none">
  readonly act: Act
  readonly who: Who
  readonly to: AppealStatus
  /** What becomes of the judgment below: time stands still for it, it stands, or what comes decides. */
  readonly below: "suspended" | "stands" | "decided" | "unchanged"
  readonly sections: readonly [SectionId, ...SectionId[]]
}

/** A withdrawal by one of two appellants leaves the appeal as it is: the other goes on with it. */
export const moves: ReadonlyArray<Move> = [
  {
    from: ["none"],
    act: "appeal",
    who: "party",
    to: "noticed",
    below: "suspended",
    sections: ["Rule 6.0", "PD11 §7"],
  },
  {
    from: ["none"],
    act: "leave",
    who: "party",
    to: "leave_sought",
    below: "suspended",
    sections: ["Rule 6.1", "PD11 §7"],
  },
  {
    from: ["leave_sought"],
    act: "grant leave",
    who: "registrar",
    to: "noticed",
    below: "unchanged",
    sections: ["Rule 6.1"],
  },
  {
    from: ["leave_sought"],
    act: "refuse leave",
    who: "registrar",
    to: "leave_refused",
    below: "stands",
    sections: ["Rule 6.1", "PD11 §7"],
  },
  {
    from: ["leave_sought", "noticed", "stated"],
    act: "withdraw",
    who: "appellant",
    to: "withdrawn",
    below: "stands",
    sections: ["Rule 6.2", "PD2 §5A", "PD11 §7"],
  },
  {
    from: ["noticed"],
    act: "estimate",
    who: "estimator",
    to: "stated",
    below: "unchanged",
    sections: ["Rule 6.2", "PD2 §5"],
  },
  {
    from: ["noticed"],
    act: "pass",
    who: "time",
    to: "hearing",
    below: "unchanged",
    sections: ["Rule 6.2", "PD2 §5"],
  },
  {
    from: ["stated"],
    act: "pass",
    who: "time",
    to: "hearing",
    below: "unchanged",
    sections: ["Rule 6.2", "PD2 §5A"],
  },
  {
    from: ["hearing"],
    act: "judgment",
    who: "judge",
    to: "decided",
    below: "decided",
    sections: ["Rule 6.3"],
  },
  {
    from: ["leave_sought", "noticed", "stated", "hearing"],
    act: "abate",
    who: "registrar",
    to: "abated",
    below: "decided",
    sections: ["Rule 7.4"],
  },
]

/** The move that an act makes from a status; null where the status does not allow it. */
export const moveOf = (status: AppealStatus | "none", act: Act): Move | null =>
  moves.find((move) => move.act === act && move.from.includes(status)) ?? null

/** The rules let an act through that the table does not know from this status: a defect, never an answer. */
export class NoSuchMove extends Error {
  override readonly name = "NoSuchMove"
}

/** The move of an act that the rules have allowed. */
export const moveFrom = (status: AppealStatus | "none", act: Act): Move => {
  const move = moveOf(status, act)
  if (move === null) throw new NoSuchMove(`${act} from ${status}`)
  return move
}

/** Whether an appeal is pending: something may still become of it. */
export const isPending = ({ status }: Pick<Appeal, "status">): boolean => moveOf(status, "abate") !== null

/** An appeal with what time has done to it, and the instant at which it did so; null where nothing was due. */
export interface Passed {
  readonly appeal: Appeal
  readonly at: Instant | null
}

/** The instant at which an appeal is heard, if nobody acts before: the window of its statement closes, or nobody has priced it in time. */
export const hearingDue = ({ status, statement, pricedBy }: Appeal): Instant | null => {
  if (status === "stated") return statement?.withdrawBy ?? null
  return status === "noticed" ? pricedBy : null
}

/** The instant by which an appeal that is noticed now must be priced. */
export const pricedBy = rule(
  ["PD2 §5"],
  (noticedAt: Instant, terms: Terms): Instant => noticedAt + days(terms.appealPricingDays),
)

/**
 * Begins the hearing where its instant has come by `now`, at that instant, whether or not a scheduler has run (Rule 6.2): the
 * window of the fee statement closes at `withdrawBy` itself, and an appeal that nobody has priced is heard without a fee (PD2 §5).
 */
export const passAppeal = rule(["Rule 6.2", "PD2 §5", "PD2 §5A"], (appeal: Appeal, now: Instant): Passed => {
  const dueAt = hearingDue(appeal)
  const move = moveOf(appeal.status, "pass")
  return move === null || dueAt === null || now < dueAt
    ? { appeal, at: null }
    : { appeal: { ...appeal, status: move.to, hearingAt: dueAt }, at: dueAt }
})

const whoOf = (move: Move, appeal: Appeal, matter: Matter): ReadonlyArray<string> => {
  switch (move.who) {
    case "appellant":
      return appealing(appeal).map(({ side }) => matter[side].handle)
    case "judge":
    case "registrar":
      return move.act === "abate" ? [] : [move.who]
    // Where the estimator can't price the hearing, it waits for the Registrar.
    case "estimator":
      return ["registrar"]
    // A party joins until its own time has passed: `openNext` says so. Nobody waits for the clock.
    case "party":
    case "time":
      return []
  }
}

/** What is done before the hearing begins, or not at all. */
const untilHearing: ReadonlySet<Act> = new Set(["withdraw", "estimate"])

/** `next` of an appeal at `now`. */
export const appealNext = (stored: Appeal, matter: Matter, now: Instant): ReadonlyArray<Next> => {
  const { appeal } = passAppeal(stored, now)
  return moves
    .filter((move) => move.from.includes(appeal.status))
    .flatMap((move) => {
      const dueBy = untilHearing.has(move.act) ? formatNullable(hearingDue(appeal)) : null
      return whoOf(move, appeal, matter).map((who) => ({ who, act: move.act, dueBy }))
    })
}

/** Who may still appeal from the judgment in force, or apply for leave to, and until when. */
export const openNext = ({ review, claimant, respondent }: Matter, now: Instant): ReadonlyArray<Next> => {
  const last = review?.inForce.at(-1)
  if (review === undefined || last === undefined || review.openUntil === null || now >= review.openUntil)
    return []
  const path = lies[seriesOf(last)]
  if (path === null) return []
  const dueBy = format(review.openUntil)
  return (
    [
      ["claimant", claimant],
      ["respondent", respondent],
    ] as const
  ).flatMap(([side, { id, handle }]) =>
    id === null || review.appealed.includes(side) ? [] : [{ who: handle, act: path.act, dueBy }],
  )
}
