/** The legal moves of an appeal (Rules, part 6) as one table: what the rules allow, what `next` shows, what the Rules print. */

import type { Either } from "effect"
import type { Actor } from "../Actor.ts"
import { present } from "../Defect.ts"
import * as Machine from "../Moves.ts"
import type { Matter } from "../matters/Matter.ts"
import type { Next } from "../matters/Moves.ts"
import { sideOf } from "../matters/Parties.ts"
import { type Refusal, refusal } from "../Refusal.ts"
import { rule } from "../rulebook/Section.ts"
import type { Terms } from "../Schedule.ts"
import { days, formatNullable, type Instant } from "../Time.ts"
import { type Appeal, type AppealStatus, appealing } from "./Appeal.ts"
import { openNext } from "./Law.ts"

/** `party`: one bound by the judgment; `estimator`: what prices the hearing, or the Registrar in its place; `time`: nobody acts. */
export type Part = "party" | "appellant" | "registrar" | "judge" | "estimator" | "time"

/** The events of the journal about appeals, without `appeal.`. */
type MoveEvent =
  | "noticed"
  | "leave_sought"
  | "leave_granted"
  | "leave_refused"
  | "withdrawn"
  | "stated"
  | "hearing"
  | "decided"
  | "abated"
/** `joined` moves nothing: the other party appeals too, and both are heard together. */
export type AppealEvent = MoveEvent | "joined"
/** The events of which both parties have a notice of their own. Of the others, the notices of the judgment tell them. */
export type ServedEvent = Exclude<AppealEvent, "decided" | "abated">

/** One move of an appeal, with what becomes of the judgment below: time stands still for it, it stands, or what comes decides. */
export interface Move extends Machine.Move<AppealStatus, Part, AppealStatus> {
  readonly event: MoveEvent
  readonly below: "suspended" | "stands" | "decided" | "unchanged"
}

type Row = Machine.Act<AppealStatus, Part, Move>
const act = (who: Part, stranger: Row["stranger"], ...moves: Row["moves"]): Row => ({
  who: [who],
  stranger,
  moves,
})

/** A withdrawal by one of two appellants leaves the appeal as it is: the other goes on with it. */
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
} satisfies Machine.Table<AppealStatus, Part, Move>
export type Act = keyof typeof acts

/** An appeal in its matter, where its parties stand. */
interface InMatter {
  readonly appeal: Appeal
  readonly matter: Matter
}

const partsOf = ({ appeal, matter }: InMatter, actor: Actor): ReadonlyArray<Part> => {
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
      return appealing(appeal).some((one) => one.side === side) ? ["party", "appellant"] : ["party"]
    }
  }
}

export const machine: Machine.Machine<InMatter, AppealStatus, Part, Act, Move> = {
  acts,
  status: ({ appeal }) => appeal.status,
  partsOf,
  nameOf: ({ appeal, matter }, part, name) => {
    switch (part) {
      case "appellant":
        return appealing(appeal).map(({ side }) => matter[side].handle)
      case "judge":
        return part
      // Nobody is asked to vacate a judgment, which is what abates an appeal.
      case "registrar":
        return name === "abate" ? null : part
      // Where the estimator can't price the hearing, it waits for the Registrar.
      case "estimator":
        return "registrar"
      // A party joins until its own time has passed: `openNext` says so. Nobody waits for the clock.
      default:
        return null
    }
  },
  // These two are done before the hearing begins, or not at all.
  dueBy: ({ appeal }, name) => (name === "withdraw" || name === "estimate" ? hearingDue(appeal) : null),
  closed: (status, name) => refusal("appeal_state", { status, act: name }),
}

/** The move that an act makes from a status; null where the status does not allow it. */
export const moveOf = (status: AppealStatus, name: Act): Move | null =>
  Machine.moveFrom<Move>(acts[name], status) ?? null

/** The move that an act by an actor makes on an appeal, or the refusal. */
export const allowed = (on: InMatter, name: Act, actor: Actor): Either.Either<Move, Refusal> =>
  Machine.allowed(machine, on, name, partsOf(on, actor))

/** Whether an appeal is pending: something may still become of it. */
export const isPending = ({ status }: Pick<Appeal, "status">): boolean => moveOf(status, "abate") !== null

/** An appeal with what time has done to it, and the instant at which it did so; null where nothing was due. */
export interface Passed {
  readonly appeal: Appeal
  readonly at: Instant | null
}

/** The instant at which an appeal is heard, if nobody acts before: the window of its statement closes, or nobody has priced it in time. */
export const hearingDue = ({ status, statement, pricedBy }: Appeal): Instant | null => {
  if (status === "stated") return present(statement, "the statement of the fee").withdrawBy
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

/** `next` of an appeal at `now`. */
export const appealNext = (stored: Appeal, matter: Matter, now: Instant): ReadonlyArray<Next> =>
  Machine.nextOf(machine, { appeal: passAppeal(stored, now).appeal, matter }).map(({ dueBy, ...next }) => ({
    ...next,
    dueBy: formatNullable(dueBy),
  }))

/** What is open on a decided matter at `now`: an appeal to whoever may still bring one, and the steps of the appeal that there is. */
export const reviewNext = (matter: Matter, appeal: Appeal | null, now: Instant): ReadonlyArray<Next> => [
  ...openNext(matter, now),
  ...(appeal === null ? [] : appealNext(appeal, matter, now)),
]
