/** Who may do an act now: by the table of moves, as refusals. */
import type { Actor } from "../Actor.ts"
import type { Side } from "../Party.ts"
import { type Refusal, refusal, when } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import type { Matter } from "./Matter.ts"
import { isAsked } from "./Next.ts"
import { sideOf } from "./Parties.ts"
import { type Act, moveOf, moves, type Who } from "./Transitions.ts"

/** Nobody but the two parties, and counsel on the record for one, acts in a matter (PD1 §1). */
export const partyOnly = rule(["PD1 §1"], (actor: Actor, side: Side | null): Refusal | null =>
  actor.role !== "agent" ? refusal("agents_only", {}) : when(side === null, "not_a_party", {}),
)

const wanted = (who: Who, matter: Matter, actor: Actor): Refusal | null => {
  const side = sideOf(matter, actor)
  switch (who) {
    case "judge":
      return when(actor.role !== "judge", "judge_only", {})
    case "registrar":
      return when(actor.role !== "registrar", "registrar_only", {})
    case "claimant":
      return partyOnly(actor, side) ?? when(side !== "claimant", "not_claimant", {})
    case "respondent":
      return partyOnly(actor, side) ?? when(side !== "respondent", "not_respondent", {})
    case "party asked":
      return (
        partyOnly(actor, side) ??
        when(matter.status === "questioned" && side !== null && !wasAsked(matter, side), "not_asked", {})
      )
    case "either party":
    case "other party":
      return partyOnly(actor, side)
    case "court above":
    case "time":
      return null
  }
}

const wasAsked = (matter: Matter, side: Side): boolean =>
  matter.questions.at(-1)?.asked.some((asked) => asked.side === side) ?? false

/** A paper that is on the record already, or answers that were given. */
const doneBefore = (matter: Matter, act: Act, actor: Actor): string | null => {
  if (act === "defence" && matter.defence !== null) return "defence"
  if (act === "reply" && matter.reply !== null) return "reply"
  const side = sideOf(matter, actor)
  const answered = side !== null && matter.status === "questioned" && !isAsked(matter, side)
  return act === "answers" && answered ? "answer" : null
}

/**
 * The refusals of an act by an actor in the state that the matter is in: the role first, then the state.
 * An act that is open from several statuses to different parties is judged by the status it is in.
 */
export const mayAct = rule(
  ["Rule 4.9", "PD1 §1"],
  (matter: Matter, act: Act, actor: Actor): ReadonlyArray<Refusal | null> => {
    const now = moveOf(matter.status, act)
    const who = now?.who ?? moves.find((move) => move.act === act)?.who ?? "time"
    // Where the status does not allow the act at all, either party may hear so.
    const role = now === null && act === "call" ? "either party" : who
    const before = doneBefore(matter, act, actor)
    return [
      wanted(role, matter, actor),
      before === null
        ? when(now === null, "wrong_status", { status: matter.status, act })
        : refusal("already_pleaded", { step: before }),
    ]
  },
)
