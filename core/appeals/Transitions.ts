/** The legal moves of an appeal (Rules, part 6) as one table: what the rules allow, what `next` shows, what the Rules print. */
import type { SectionId } from "../rulebook/Section.ts"
import type { Appeal, AppealStatus } from "./Appeal.ts"

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
