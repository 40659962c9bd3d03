/** What may or must happen about a judgment or an appeal now, read off the table of moves. */
import type { Matter } from "../matters/Matter.ts"
import type { Next } from "../matters/Moves.ts"
import { format, formatNullable, type Instant } from "../Time.ts"
import { type Appeal, appealing } from "./Appeal.ts"
import { lies, seriesOf } from "./Lies.ts"
import { hearingDue, passAppeal } from "./Passing.ts"
import { type Act, type Move, moves } from "./Transitions.ts"

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
export const nextOf = (stored: Appeal, matter: Matter, now: Instant): ReadonlyArray<Next> => {
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
