/** The moves of an appeal (Rules, part 6) as one table: the rules act by it, `next` shows it, and the Rules print it. */

import type { Actor } from "../kernel/Actor.ts"
import { needPresent } from "../kernel/Defect.ts"
import type * as Machine from "../kernel/Machine.ts"
import * as Table from "../kernel/Moves.ts"
import { refusal } from "../kernel/Refusal.ts"
import { bounds, type Terms } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"
import { days, type Instant } from "../kernel/Time.ts"
import { type Matter, sideOf } from "../matters/index.ts"
import { type Appeal, type AppealStatus, remainingAppellants } from "./Appeal.ts"

/** `party`: one bound by the judgment. `estimator`: the service that prices the hearing, or the Registrar instead. `time`: nobody acts. */
export type Part = "party" | "appellant" | "registrar" | "judge" | "estimator" | "time"

/** The events of the journal about appeals, without `appeal.`. */
type MoveEvent =
  | "noticed"
  | "leave_sought"
  | "leave_granted"
  | "leave_refused"
  | "leave_lapsed"
  | "withdrawn"
  | "stated"
  | "hearing"
  | "decided"
  | "lapsed"
  | "abated"
/** `joined` is not a move: the other party appeals too, and both are heard together. */
export type AppealEvent = MoveEvent | "joined"
/** The events of which both parties get a notice. The others come with a notice of a judgment or of its vacation. */
export type ServedEvent = Exclude<AppealEvent, "decided" | "abated">

/** One move of an appeal, with its effect on the judgment below: it is suspended, it stands, or the judgment on appeal decides. */
export interface Move extends Table.Move<AppealStatus, Part, AppealStatus> {
  readonly event: MoveEvent
  readonly below: "suspended" | "stands" | "decided" | "unchanged"
}

type Row = Table.Act<AppealStatus, Part, Move>
const act = (who: Part, stranger: Row["stranger"], ...moves: Row["moves"]): Row => ({
  who: [who],
  stranger,
  moves,
})

/** A withdrawal by one of two appellants makes no move: the appeal of the other goes on. */
export const acts = {
  appeal: act("party", "not_a_party", {
    from: ["none"],
    to: "noticed",
    event: "noticed",
    below: "suspended",
    serves: ["party"],
    sections: ["Rule 6.0", "PD11 §7"],
  }),
  leave: act("party", "not_a_party", {
    from: ["none"],
    to: "leave_sought",
    event: "leave_sought",
    below: "suspended",
    serves: ["party"],
    sections: ["Rule 6.1", "PD11 §7"],
  }),
  "grant leave": act("registrar", "registrar_only", {
    from: ["leave_sought"],
    to: "noticed",
    event: "leave_granted",
    below: "unchanged",
    serves: ["party"],
    sections: ["Rule 6.1"],
  }),
  "refuse leave": act("registrar", "registrar_only", {
    from: ["leave_sought"],
    to: "leave_refused",
    event: "leave_refused",
    below: "stands",
    serves: ["party"],
    sections: ["Rule 6.1", "PD11 §7"],
  }),
  withdraw: act("appellant", "not_appellant", {
    from: ["leave_sought", "noticed", "stated"],
    to: "withdrawn",
    event: "withdrawn",
    below: "stands",
    serves: ["party"],
    sections: ["Rule 6.2", "PD2 §5A", "PD11 §7"],
  }),
  estimate: act("estimator", "registrar_only", {
    from: ["noticed"],
    to: "stated",
    event: "stated",
    below: "unchanged",
    serves: ["party"],
    sections: ["Rule 6.2", "PD2 §5"],
  }),
  pass: act(
    "time",
    "registrar_only",
    {
      from: ["noticed"],
      to: "hearing",
      event: "hearing",
      below: "unchanged",
      serves: ["party"],
      sections: ["Rule 6.2", "PD2 §5"],
    },
    {
      from: ["stated"],
      to: "hearing",
      event: "hearing",
      below: "unchanged",
      serves: ["party"],
      sections: ["Rule 6.2", "PD2 §5A"],
    },
    {
      from: ["leave_sought"],
      to: "leave_refused",
      event: "leave_lapsed",
      below: "stands",
      serves: ["party"],
      sections: ["Rule 6.1", "PD11 §7"],
    },
    {
      from: ["hearing"],
      to: "decided",
      event: "lapsed",
      below: "stands",
      serves: ["party"],
      sections: ["Rule 6.3", "PD11 §7"],
    },
  ),
  judgment: act("judge", "judge_only", {
    from: ["hearing"],
    to: "decided",
    event: "decided",
    below: "decided",
    serves: [],
    sections: ["Rule 6.3"],
  }),
  abate: act("registrar", "registrar_only", {
    from: ["leave_sought", "noticed", "stated", "hearing"],
    to: "abated",
    event: "abated",
    below: "decided",
    serves: [],
    sections: ["Rule 7.4"],
  }),
} satisfies Table.Table<AppealStatus, Part, Move>
export type Act = keyof typeof acts

/** An appeal with its matter, which names the parties. */
interface InMatter {
  readonly appeal: Appeal
  readonly matter: Matter
}

export const partsOf = ({ appeal, matter }: InMatter, actor: Actor): ReadonlyArray<Part> => {
  switch (actor.role) {
    case "registrar":
      return ["registrar", "estimator"]
    case "scheduler":
      return ["time", "estimator"]
    case "judge":
      return ["judge"]
    default: {
      const side = sideOf(matter, actor)
      if (side === null) return []
      return remainingAppellants(appeal).some((one) => one.side === side) ? ["party", "appellant"] : ["party"]
    }
  }
}

export const reading: Table.Reading<InMatter, AppealStatus, Part, Act, Move> = {
  acts,
  status: ({ appeal }) => appeal.status,
  partsOf,
  nameOf: ({ appeal, matter }, part, name) => {
    switch (part) {
      case "appellant":
        return remainingAppellants(appeal).map(({ side }) => matter[side].handle)
      case "judge":
        return part
      // An appeal abates when its judgment is vacated, which nobody is asked to do.
      case "registrar":
        return name === "abate" ? null : part
      // If the estimator can't price the hearing, the court awaits the Registrar.
      case "estimator":
        return "registrar"
      // `openNext` shows until when a party may join. The passing of time is nobody's act.
      default:
        return null
    }
  },
  // Each act but the abatement, which nobody is asked to do, is possible only until time alone moves the appeal.
  dueBy: ({ appeal }, name) => (name === "abate" ? null : passesAt(appeal)),
  closed: ({ appeal: { status } }, name) => refusal("appeal_state", { status, act: name }),
}

/** The move that an act makes from a status; null if the status does not allow it. */
export const moveOf = (status: AppealStatus, name: Act): Move | null =>
  Table.moveFrom<Move>(acts[name], status) ?? null

/** Whether an appeal is pending, that is, not ended. */
export const isPending = ({ status }: Pick<Appeal, "status">): boolean => moveOf(status, "abate") !== null

/** An act on an appeal, with the members that it states. */
export interface AppealAct {
  readonly act: Act
  readonly who: ReadonlyArray<Part>
  readonly stated?: Partial<Appeal>
}

/** The types of the machine of appeals. An act states what rests on figures, so that a move needs no figures. */
export interface Types {
  readonly record: Appeal
  readonly part: Part
  readonly row: Move
  readonly name: Act
  readonly act: AppealAct
  readonly figures: readonly []
  readonly beside: Matter
}

export type Moved = Machine.Moved<Types>

/** The instant by which an appeal noticed at `noticedAt` must be priced. */
export const pricedBy = rule(
  ["PD2 §5"],
  (noticedAt: Instant, terms: Terms): Instant => noticedAt + days(terms.appealPricingDays),
)

/** The instant at which leave that was sought at `soughtAt` is refused unless somebody has given it. */
export const leaveBy = rule(
  ["Rule 6.1"],
  (soughtAt: Instant, terms: Terms): Instant => soughtAt + days(terms.leaveDays),
)

/**
 * The instant at which time alone moves an appeal: leave is refused, the hearing begins (the window of the fee statement closes, or the
 * time to price the appeal has passed), or the appeal lapses. Null if it has ended.
 */
export const passesAt = rule(["Rule 6.1", "Rule 6.2", "Rule 6.3"], (appeal: Appeal): Instant | null => {
  switch (appeal.status) {
    case "leave_sought":
      return appeal.leaveBy ?? leaveBy(appeal.noticedAt, bounds)
    case "noticed":
      return appeal.pricedBy
    case "stated":
      return needPresent(appeal.statement, "the statement of the fee").withdrawBy
    case "hearing":
      return (
        needPresent(appeal.hearingAt, "the instant at which a hearing began") +
        days(appeal.decisionDays ?? bounds.appealDecisionDays)
      )
    default:
      return null
  }
})

/** The instant at which a move takes effect: what time alone does has its own instant, whether or not a scheduler has run. */
export const effectAt = rule(
  ["Rule 6.1", "Rule 6.2", "Rule 6.3", "PD2 §5", "PD2 §5A"],
  (appeal: Appeal, move: Move, now: Instant): Instant =>
    moveOf(appeal.status, "pass") === move
      ? needPresent(passesAt(appeal), "the instant at which time moves an appeal")
      : now,
)

const nobodyGave = "Nobody gave leave in time."

/**
 * The statement that time alone makes: leave that nobody gave is refused, and an appeal that nobody decided leaves the judgment as it is.
 */
const passing = ({ event }: Move, at: Instant): Partial<Appeal> => {
  if (event === "leave_lapsed") return { leave: { granted: false, reasons: nobodyGave, at } }
  return event === "lapsed" ? { outcome: "affirmed" } : {}
}

/** The appeal after an act. A withdrawal by one of two appellants leaves it as it is. */
export const appealAfter = (
  appeal: Appeal,
  { act: name, stated }: AppealAct,
  move: Move,
  at: Instant,
): Appeal => {
  const { to } = move
  const on = { ...appeal, ...stated, ...passing(move, at) }
  if (name === "withdraw" && remainingAppellants(on).length > 0) return on
  return {
    ...on,
    status: to,
    hearingAt: to === "hearing" ? at : on.hearingAt,
    endedAt: isPending({ status: to }) ? null : at,
  }
}
