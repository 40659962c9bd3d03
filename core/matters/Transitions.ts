/** The legal moves of a matter as one table: what the rules allow, what `next` shows and what the documentation draws. */
import { rule } from "../Rule.ts"
import type { SectionId } from "../rulebook/Section.ts"
import type { Terms } from "../Schedule.ts"
import { days, hours, type Instant } from "../Time.ts"
import type { Matter, MatterStatus, PeriodStep } from "./Matter.ts"

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
