/** The moves of a matter as one table: who may do what and when, what time does, what is awaited next, and what the documentation draws. */
import type { Actor } from "../Actor.ts"
import { otherSide, type Side, sides } from "../Party.ts"
import { type Refusal, refusal, when } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import type { SectionId } from "../rulebook/Section.ts"
import type { Terms } from "../Schedule.ts"
import { days, formatNullable, hours, type Instant } from "../Time.ts"
import type { Matter, MatterStatus, PeriodStep } from "./Matter.ts"
import { sideOf } from "./Parties.ts"

export type Act =
  | "list/open"
  | "defence"
  | "reply"
  | "call"
  | "questions"
  | "answers"
  | "judgment"
  | "consent"
  | "consent/accept"
  | "tenders/admit"
  | "tenders/dispute"
  | "periods"
  | "discontinue"
  | "remit"
  | "rehear"
  | "pass"

/** `other party`: the side that did not tender or offer; `party asked`: to whom a question was put; `court above`: the judgment on an appeal; `time`: nobody acts. */
export type Who =
  | "claimant"
  | "respondent"
  | "either party"
  | "other party"
  | "party asked"
  | "judge"
  | "registrar"
  | "court above"
  | "time"

export interface Move {
  readonly from: ReadonlyArray<MatterStatus>
  readonly act: Act
  readonly who: Who
  /** The status afterwards; null where it stays as it is, and the running period with it. */
  readonly to: MatterStatus | null
  /** The period that the move opens, where it opens one. */
  readonly opens: PeriodStep | null
  readonly sections: readonly [SectionId, ...SectionId[]]
}

const pleadable = ["served", "undefended", "defended", "closed"] as const

/** Answers move the matter once everybody asked has answered; until then it stays `questioned`. */
export const moves: ReadonlyArray<Move> = [
  {
    from: ["queued"],
    act: "list/open",
    who: "registrar",
    to: "served",
    opens: "defence",
    sections: ["PD1 §5"],
  },
  {
    from: ["served", "undefended"],
    act: "defence",
    who: "respondent",
    to: "defended",
    opens: "reply",
    sections: ["Rule 4.3"],
  },
  { from: ["served"], act: "pass", who: "time", to: "undefended", opens: "call", sections: ["Rule 4.9"] },
  { from: ["defended"], act: "reply", who: "claimant", to: "closed", opens: "call", sections: ["Rule 4.4"] },
  { from: ["defended"], act: "pass", who: "time", to: "closed", opens: "call", sections: ["Rule 4.9"] },
  {
    from: ["undefended"],
    act: "call",
    who: "claimant",
    to: "reserved",
    opens: null,
    sections: ["Rule 4.4A"],
  },
  { from: ["closed"], act: "call", who: "either party", to: "reserved", opens: null, sections: ["Rule 4.5"] },
  {
    from: ["undefended", "closed"],
    act: "pass",
    who: "time",
    to: "lapsed",
    opens: null,
    sections: ["Rule 4.8"],
  },
  {
    from: ["reserved"],
    act: "questions",
    who: "judge",
    to: "questioned",
    opens: "answers",
    sections: ["Rule 4.6"],
  },
  {
    from: ["questioned"],
    act: "answers",
    who: "party asked",
    to: "reserved",
    opens: null,
    sections: ["Rule 4.6"],
  },
  { from: ["questioned"], act: "pass", who: "time", to: "reserved", opens: null, sections: ["Rule 4.9"] },
  { from: ["reserved"], act: "judgment", who: "judge", to: "decided", opens: null, sections: ["Rule 5.2"] },
  { from: pleadable, act: "consent", who: "either party", to: null, opens: null, sections: ["Rule 4.7"] },
  {
    from: pleadable,
    act: "consent/accept",
    who: "other party",
    to: "decided",
    opens: null,
    sections: ["Rule 4.7"],
  },
  {
    from: pleadable,
    act: "tenders/admit",
    who: "other party",
    to: null,
    opens: null,
    sections: ["Rule 4.10"],
  },
  {
    from: pleadable,
    act: "tenders/dispute",
    who: "other party",
    to: null,
    opens: null,
    sections: ["Rule 4.10"],
  },
  {
    from: [...pleadable, "questioned"],
    act: "periods",
    who: "judge",
    to: null,
    opens: null,
    sections: ["Rule 4.9"],
  },
  {
    from: ["queued", ...pleadable],
    act: "discontinue",
    who: "claimant",
    to: "discontinued",
    opens: null,
    sections: ["Rule 4.8"],
  },
  {
    from: ["decided"],
    act: "remit",
    who: "court above",
    to: "reserved",
    opens: null,
    sections: ["Rule 6.3"],
  },
  { from: ["decided"], act: "rehear", who: "registrar", to: "reserved", opens: null, sections: ["Rule 7.4"] },
]

/** The move that an act makes from a status; null where the status does not allow it. */
export const moveOf = (status: MatterStatus, act: Act): Move | null =>
  moves.find((move) => move.act === act && move.from.includes(status)) ?? null

const ended: ReadonlyArray<MatterStatus> = ["decided", "discontinued", "lapsed"]

export const hasEnded = (status: MatterStatus): boolean => ended.includes(status)

const lengthOf = (step: PeriodStep, terms: Terms): number =>
  step === "call" ? days(terms.callDays) : hours(terms.stepHours)

/** The matter after a move made at an instant, under the figures in force when it was filed (Rule 8.1). */
export const advance = rule(
  ["Rule 4.9", "Rule 8.1"],
  (matter: Matter, move: Move, at: Instant, terms: Terms): Matter =>
    move.to === null
      ? matter
      : {
          ...matter,
          status: move.to,
          period:
            move.opens === null
              ? null
              : { step: move.opens, opensAt: at, closesAt: at + lengthOf(move.opens, terms) },
          servedAt: move.to === "served" ? at : matter.servedAt,
          reservedAt: move.to === "reserved" ? at : matter.reservedAt,
          endedAt: hasEnded(move.to) ? at : null,
        },
)

/** The rules let an act through that the table does not know from this status: a defect, never an answer. */
export class NoSuchMove extends Error {
  override readonly name = "NoSuchMove"
}

/** The matter after an act that the rules have allowed, and the move that the act was. */
export const movedBy = (
  matter: Matter,
  act: Act,
  at: Instant,
  terms: Terms,
): { readonly after: Matter; readonly move: Move } => {
  const move = moveOf(matter.status, act)
  if (move === null) throw new NoSuchMove(`${act} from ${matter.status}`)
  return { after: advance(matter, move, at, terms), move }
}

/** A period that passed: at its own instant, and the matter after it. */
export interface Passing {
  readonly move: Move
  readonly at: Instant
  readonly matter: Matter
}

/** A matter with every passing that is due applied, and those passings in order. */
export interface Passed {
  readonly matter: Matter
  readonly passings: ReadonlyArray<Passing>
}

/**
 * Applies every period that has passed at `now`, each at its own instant, in order. A period passes at `closesAt` itself.
 * `terms` are those in force when the matter was filed.
 */
export const passMatter = rule(
  ["Rule 4.8", "Rule 4.9"],
  (matter: Matter, now: Instant, terms: Terms): Passed => {
    const passings: Array<Passing> = []
    let current = matter
    while (current.period !== null && current.period.closesAt <= now) {
      const move = moveOf(current.status, "pass")
      if (move === null) break
      const at = current.period.closesAt
      current = advance(current, move, at, terms)
      passings.push({ move, at, matter: current })
    }
    return { matter: current, passings }
  },
)

/** What may or must happen now, by whom (a handle, or an office) and until when. */
export type Next = { readonly who: string; readonly act: string; readonly dueBy: string | null }

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
