/** What may or must happen in a matter now, read off the table of moves. */
import { otherSide, type Side } from "../Party.ts"
import { formatNullable } from "../Time.ts"
import type { Matter } from "./Matter.ts"
import { type Act, type Move, moves } from "./Transitions.ts"

/** What may or must happen now, by whom (a handle, or an office) and until when. */
export type Next = { readonly who: string; readonly act: string; readonly dueBy: string | null }

const sides = ["claimant", "respondent"] as const

/** Whether an act by the other side has anything to act on. */
const hasObject = (matter: Matter, act: Act, side: Side): boolean => {
  if (act === "consent/accept") return matter.consent !== null && matter.consent.by === otherSide(side)
  const theirs = matter.tenders.filter((tender) => tender.by !== side)
  return theirs.some((tender) => tender.admittedAt === null && tender.dispute === null)
}

const sidesOf = (matter: Matter, move: Move): ReadonlyArray<Side> => {
  switch (move.who) {
    case "claimant":
    case "respondent":
      return [move.who]
    case "either party":
      return sides
    case "other party":
      return sides.filter((side) => hasObject(matter, move.act, side))
    case "party asked":
      return sides.filter((side) => isAsked(matter, side))
    case "judge":
    case "registrar":
    case "court above":
    case "time":
      return []
  }
}

/** True where a question of the current round waits for this side's answer. */
export const isAsked = (matter: Matter, side: Side): boolean =>
  matter.questions.at(-1)?.asked.some((asked) => asked.side === side && asked.answersSha256 === null) ?? false

/** Powers of an office that nobody waits for. */
const unasked: ReadonlySet<Act> = new Set(["periods", "rehear"])

/** `next` of a matter, from the table. What time alone does, and what nobody waits for, is not in it. */
export const nextOf = (matter: Matter): ReadonlyArray<Next> =>
  moves
    .filter((move) => move.who !== "time" && !unasked.has(move.act) && move.from.includes(matter.status))
    .flatMap((move) => {
      const dueBy = formatNullable(matter.period?.step === move.act ? matter.period.closesAt : null)
      const office = move.who === "judge" || move.who === "registrar" ? [move.who] : []
      const handles = sidesOf(matter, move).map((side) => matter[side].handle)
      return [...office, ...handles].map((who) => ({ who, act: move.act, dueBy }))
    })
