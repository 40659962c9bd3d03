/** The moves of an appeal (Rules, part 6) as one table: the rules act by it, `next` shows it, and the Rules print it. */

import type { Actor } from "../kernel/Actor.ts"
import { needPresent } from "../kernel/Defect.ts"
import type * as Machine from "../kernel/Machine.ts"
import * as Table from "../kernel/Moves.ts"
import type { Named } from "../kernel/Named.ts"
import { refusal } from "../kernel/Refusal.ts"
import { bounds, type Terms } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"
import { days, type Instant } from "../kernel/Time.ts"
import { type Matter, Parties } from "../matters/index.ts"
import * as Appeal from "./Appeal.ts"

/** `party`: one bound by the judgment. `estimator`: the service that prices the hearing, or the Registrar instead. `clock`: nobody acts. */
export type Part = "party" | "appellant" | "registrar" | "judge" | "estimator" | "clock"

/** The effect of a move on the judgment below: it is suspended, it stands, or the judgment on appeal decides. */
export interface Effect {
  readonly below: "suspended" | "stands" | "decided" | "unchanged"
}
const { act, move } = Table.of<Appeal.Status, Part, Effect>({ below: "unchanged" })
const suspended = { below: "suspended" } as const
const stands = { below: "stands" } as const
const decided = { below: "decided" } as const

const table = {
  appeal: act(
    ["party"],
    "not_a_party",
    move(["none"], "noticed", "noticed", ["party"], ["Rule 6.0", "PD11 §7"], suspended),
  ),
  leave: act(
    ["party"],
    "not_a_party",
    move(["none"], "leave_sought", "leave_sought", ["party"], ["Rule 6.1", "PD11 §7"], suspended),
  ),
  "grant leave": act(
    ["registrar"],
    "registrar_only",
    move(["leave_sought"], "noticed", "leave_granted", ["party"], ["Rule 6.1"]),
  ),
  "refuse leave": act(
    ["registrar"],
    "registrar_only",
    move(["leave_sought"], "leave_refused", "leave_refused", ["party"], ["Rule 6.1", "PD11 §7"], stands),
  ),
  withdraw: act(
    ["appellant"],
    "not_appellant",
    move(
      ["leave_sought", "noticed", "stated"],
      "withdrawn",
      "withdrawn",
      ["party"],
      ["Rule 6.2", "PD2 §5A", "PD11 §7"],
      stands,
    ),
  ),
  estimate: act(
    ["estimator"],
    "registrar_only",
    move(["noticed"], "stated", "stated", ["party"], ["Rule 6.2", "PD2 §5"]),
  ),
  pass: act(
    ["clock"],
    "registrar_only",
    move(["noticed"], "hearing", "hearing", ["party"], ["Rule 6.2", "PD2 §5"]),
    move(["stated"], "hearing", "hearing", ["party"], ["Rule 6.2", "PD2 §5A"]),
    move(["leave_sought"], "leave_refused", "leave_lapsed", ["party"], ["Rule 6.1", "PD11 §7"], stands),
    move(["hearing"], "decided", "lapsed", ["party"], ["Rule 6.3", "PD11 §7"], stands),
  ),
  judgment: act(["judge"], "judge_only", move(["hearing"], "decided", "decided", [], ["Rule 6.3"], decided)),
  abate: act(
    ["registrar"],
    "registrar_only",
    move(["leave_sought", "noticed", "stated", "hearing"], "abated", "abated", [], ["Rule 7.4"], decided),
  ),
}

export type Acts = Named<typeof table>

/** A withdrawal by one of two appellants makes no move: the appeal of the other goes on. */
export const acts: Acts = table
export type ActName = keyof typeof acts
/** A move of an appeal, with its effect on the judgment below. */
export type Move = Table.RowOf<typeof acts>

/** `joined` is not a move: the other party appeals too, and both are heard together. */
export type AppealEvent = Move["event"] | "joined"
/** The events of which both parties get a notice. The others come with a notice of a judgment or of its vacation. */
export type ServedEvent = Exclude<AppealEvent, "decided" | "abated">

/** An appeal with its matter, which names the parties. */
interface InMatter {
  readonly appeal: Appeal.Appeal
  readonly matter: Matter.Matter
}

export const partsOf = ({ appeal, matter }: InMatter, actor: Actor): ReadonlyArray<Part> => {
  switch (actor.role) {
    case "registrar":
      return ["registrar", "estimator"]
    case "scheduler":
      return ["clock", "estimator"]
    case "judge":
      return ["judge"]
    default: {
      const side = Parties.sideOf(matter, actor)
      if (side === null) return []
      return Appeal.remainingAppellants(appeal).some((one) => one.side === side)
        ? ["party", "appellant"]
        : ["party"]
    }
  }
}

export const reading: Table.Reading<InMatter, Appeal.Status, Part, ActName, Move> = {
  acts,
  status: ({ appeal }) => appeal.status,
  nameOf: ({ appeal, matter }, part, name) => {
    switch (part) {
      case "appellant":
        return Appeal.remainingAppellants(appeal).map(({ side }) => matter[side].handle)
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

/** The move that an act makes from a status; undefined if the status does not allow the act. */
export const moveFrom = (name: ActName, status: Appeal.Status): Move | undefined =>
  Table.moveFrom<Move>(acts[name], status)

/** Whether an appeal is pending, that is, not ended. */
export const isPending = ({ status }: Pick<Appeal.Appeal, "status">): boolean =>
  moveFrom("abate", status) !== undefined

/** An act on an appeal, with the members that it states. */
export interface AppealAct {
  readonly act: ActName
  readonly who: ReadonlyArray<Part>
  readonly stated?: Partial<Appeal.Appeal>
}

/** An act states what rests on figures, so that a move needs no figures. Beside an appeal stands its matter. */
export interface Types
  extends Machine.TypesOf<Appeal.Appeal, typeof acts, AppealAct, readonly [], Matter.Matter> {}
export type Moved = Machine.Moved<Types>

/** The instant by which an appeal noticed at `noticedAt` must be priced. */
export const pricingDueAt = rule(
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
export const passesAt = rule(
  ["Rule 6.1", "Rule 6.2", "Rule 6.3"],
  (appeal: Appeal.Appeal): Instant | null => {
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
  },
)

/** The instant at which a move takes effect: what time alone does has its own instant, whether or not a scheduler has run. */
export const effectAt = rule(
  ["Rule 6.1", "Rule 6.2", "Rule 6.3", "PD2 §5", "PD2 §5A"],
  (appeal: Appeal.Appeal, move: Move, now: Instant): Instant =>
    moveFrom("pass", appeal.status) === move
      ? needPresent(passesAt(appeal), "the instant at which time moves an appeal")
      : now,
)

const nobodyGave = "Nobody gave leave in time."

/**
 * The statement that time alone makes: leave that nobody gave is refused, and an appeal that nobody decided leaves the judgment as it is.
 */
const passing = ({ event }: Move, at: Instant): Partial<Appeal.Appeal> => {
  if (event === "leave_lapsed") return { leave: { granted: false, reasons: nobodyGave, at } }
  return event === "lapsed" ? { outcome: "affirmed" } : {}
}

/** The appeal after an act. A withdrawal by one of two appellants leaves it as it is. */
export const appealAfter = (
  appeal: Appeal.Appeal,
  { act: name, stated }: AppealAct,
  move: Move,
  at: Instant,
): Appeal.Appeal => {
  const { to } = move
  const on = { ...appeal, ...stated, ...passing(move, at) }
  if (name === "withdraw" && Appeal.remainingAppellants(on).length > 0) return on
  return {
    ...on,
    status: to,
    hearingAt: to === "hearing" ? at : on.hearingAt,
    endedAt: isPending({ status: to }) ? null : at,
  }
}
