/**
 * The moves of an entry of the Register (PD11), as one table. The law and the laboratory's rows move by it; `next`, the annex of
 * PD11, the diagrams and the tests of every cell are derived from it.
 */

import type { Standing } from "../agents/index.ts"
import type { Networks } from "../chains/index.ts"
import type { Judgment } from "../judgments/index.ts"
import type { Actor } from "../kernel/Actor.ts"
import type * as Machine from "../kernel/Machine.ts"
import * as Table from "../kernel/Moves.ts"
import type { Named } from "../kernel/Named.ts"
import { refusal } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import type { Instant } from "../kernel/Time.ts"
import type { Entry, WindowKind } from "./Entry.ts"

/**
 * Who may move an entry. `court` stands for a judgment, an appeal, a hold or a chain reading; `clock` for the passing of time. An actor
 * has one part in an entry, and a stranger is `nobody`, so that each act refuses a stranger in its own way.
 */
export type Part = "bound" | "favoured" | "registrar" | "court" | "clock" | "nobody"

/** The further members of a row: the change of the window and of the adjustments, and when the move takes effect. */
export interface Effect {
  /**
   * The window that opens. `kept`: it stays as it is. `fresh`: the running one begins again now. `began`: the window for which the status
   * waits begins again. `closed`: no window runs any more.
   */
  readonly window: WindowKind | "kept" | "fresh" | "closed" | "began"
  /**
   * How the adjustments change. `timely`: credit for performance within the time fixed. `missed`: a debit. `found`: exactly the adjustment
   * that the status found carries stays. `reversed`: all are reversed. `unearned`: credits are reversed, and debits stay. `began`: as
   * `unearned`, if the dispute takes an attestation away. `none`: they stay as they are.
   */
  readonly credit: "timely" | "missed" | "found" | "reversed" | "unearned" | "began" | "none"
  /** When the move takes effect: at the commit, or at the instant at which the window closed. */
  readonly at: "now" | "close"
}

/**
 * The statuses of `to` that depend on more than the move. `found`: as the Registrar decides. `began`: as it was before the dispute, or
 * without the attestation that it denies.
 */
type Depends = "found" | "began"
const { act, move } = Table.of<Standing.EntryStatus, Part, Effect, Depends, "bound" | "favoured">({
  window: "closed",
  credit: "none",
  at: "now",
})

const live = ["open", "attested", "notified", "satisfied", "unsatisfied", "disputed", "pending"] as const
const undisputed = live.filter((status) => status !== "disputed")
const both = ["bound", "favoured"] as const

const table = {
  open: act(
    ["court"],
    "judge_only",
    move(["none"], "open", "opened", [], ["PD11 §2"], { window: "performance" }),
  ),
  attest: act(
    ["bound"],
    "not_bound",
    move(["open", "notified"], "attested", "attested", ["favoured"], ["PD11 §3"], { window: "dispute" }),
  ),
  confirm: act(
    ["favoured"],
    "not_favoured",
    move(["open", "notified", "attested"], "satisfied", "confirmed", ["bound"], ["PD11 §3", "PD11 §10"], {
      credit: "timely",
    }),
  ),
  prove: act(
    ["court"],
    "registrar_only",
    // For a notified or attested entry there is a further condition: see `objection` in Law.ts.
    move(["open", "notified", "attested"], "satisfied", "proved", both, ["PD11 §11", "PD11 §10"], {
      credit: "timely",
    }),
  ),
  address: act(
    ["favoured"],
    "not_favoured",
    move(live, "same", "addressed", ["bound"], ["PD11 §11"], { window: "kept" }),
  ),
  pass: act(
    ["clock"],
    "registrar_only",
    move(["open"], "notified", "notified", ["bound"], ["PD11 §4"], { window: "notice" }),
    move(["attested"], "satisfied", "satisfied", both, ["PD11 §3", "PD11 §10"], {
      credit: "timely",
      at: "close",
    }),
    move(["notified"], "unsatisfied", "unsatisfied", both, ["PD11 §4", "PD11 §10"], {
      credit: "missed",
      at: "close",
    }),
    move(["disputed"], "began", "undecided", both, ["PD11 §5", "PD11 §10"], {
      window: "began",
      credit: "began",
    }),
  ),
  dispute: act(
    ["bound", "favoured"],
    "not_a_party",
    move(undisputed, "disputed", "disputed", both, ["PD11 §5"], { window: "decision" }),
  ),
  decide: act(
    ["registrar"],
    "registrar_only",
    move(live, "found", "decided", both, ["PD11 §6", "PD11 §10"], { credit: "found" }),
  ),
  suspend: act(
    ["court"],
    "registrar_only",
    move(live, "same", "suspended", both, ["PD11 §7"], { window: "kept" }),
  ),
  resume: act(
    ["court"],
    "registrar_only",
    move(live, "same", "resumed", both, ["PD11 §7"], { window: "fresh" }),
  ),
  supersede: act(
    ["court"],
    "registrar_only",
    move(live, "superseded", "superseded", both, ["PD11 §8", "PD11 §10"], { credit: "reversed" }),
  ),
  meet: act(
    ["court"],
    "registrar_only",
    // For a satisfied or disputed entry there is a further condition: see `objection` in Law.ts.
    move(live, "satisfied", "met", both, ["PD11 §12"], { credit: "unearned" }),
  ),
}

export type Acts = Named<typeof table>

/** The table of moves of an entry: who may do each act, from which status, and by which provision (PD11). */
export const acts: Acts = table

/** The acts that move an entry, by their names in the table of moves. */
export type ActName = keyof typeof acts
/** A move of an entry, with its effect on the window and on the adjustments. */
export type Move = Table.RowOf<typeof acts>
/** The events of entries in the journal. Every event but `opened` has a notice. */
export type EntryEvent = Move["event"]
export const actNames = Table.namesOf<ActName>(acts)
/** The move that an act makes from a status; undefined if it is refused. */
export const moveFrom = (name: ActName, status: Standing.EntryStatus): Move | undefined =>
  Table.moveFrom<Move>(acts[name], status)

type Stated<Field extends "attestation" | "dispute" | "decision"> = Omit<NonNullable<Entry[Field]>, "at">

/** An act on an entry, and what it states. `who` is the part that the actor has in the entry. */
export type EntryAct =
  | { readonly act: "attest"; readonly who: Part; readonly attestation: Stated<"attestation"> }
  | { readonly act: "confirm" | "pass"; readonly who: Part }
  /** A chain reading: the block time of the transfer that reached the sum. */
  | { readonly act: "prove"; readonly who: Part; readonly performedAt: Instant }
  /** `address` is null if the address given can't be read. `proven`: a signature has shown that it is the party's own. */
  | {
      readonly act: "address"
      readonly who: Part
      readonly address: Networks.Address | null
      readonly proven: boolean
    }
  | { readonly act: "dispute"; readonly who: Part; readonly dispute: Stated<"dispute"> }
  | { readonly act: "decide"; readonly who: Part; readonly decision: Stated<"decision"> }
  | {
      readonly act: "suspend" | "resume" | "supersede"
      readonly who: Part
      readonly finality: Judgment.Finality
    }
  /** Met in full from a hold. */
  | { readonly act: "meet"; readonly who: Part }

/** The records that an act on an entry reads besides: one judgment moves the reputation of a party by its entries together (PD11 §10). */
export interface Beside {
  /** The entries of the same judgment between the same two parties, at least. */
  readonly entries: ReadonlyArray<Entry>
  readonly standings: ReadonlyArray<Standing.Standing>
}

/** An entry moves by the figures in force when its matter was filed (Rule 8.1). */
export interface Types
  extends Machine.TypesOf<Entry, typeof acts, EntryAct, readonly [terms: Terms], Beside> {}

/** An entry after an act, with the changes to its records, notices and deadlines. */
export type Moved = Machine.Moved<Types>

const awaited: { readonly [Kind in WindowKind]: ReadonlyArray<ActName> } = {
  performance: ["attest", "confirm"],
  dispute: ["confirm", "dispute"],
  notice: ["attest", "confirm", "dispute"],
  decision: ["decide"],
}

/** The part that an actor has in an entry; `nobody` for a stranger. */
export const partOf = ({ bound, favoured }: Entry, actor: Actor): Part => {
  if (actor.role === "registrar") return "registrar"
  if (actor.role === "scheduler") return "clock"
  if (actor.role === "chain") return "court"
  if (actor.role !== "agent") return "nobody"
  if (actor.id === bound.id) return "bound"
  return actor.id === favoured.id ? "favoured" : "nobody"
}

export const reading: Table.Reading<Entry, Standing.EntryStatus, Part, ActName, Move> = {
  acts,
  status: ({ status }) => status,
  nameOf: ({ bound, favoured }, part) => {
    if (part === "bound") return bound.handle
    if (part === "favoured") return favoured.handle
    return part === "registrar" ? part : null
  },
  dueBy: ({ window, suspendedSince }, name) =>
    window !== null && suspendedSince === null && awaited[window.kind].includes(name)
      ? window.closesAt
      : null,
  closed: ({ status }, name) =>
    name === "dispute" && status === "disputed"
      ? refusal("already_disputed", {})
      : refusal("entry_state", { status, act: name }),
}
