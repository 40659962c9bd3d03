/** The moves of a hold (PD2 §§6B to 6H), as one table: rules, `next`, passing, notices and the annex of PD2 come from it. */

import type { Actor } from "../kernel/Actor.ts"
import { needPresent } from "../kernel/Defect.ts"
import type * as Machine from "../kernel/Machine.ts"
import * as Table from "../kernel/Moves.ts"
import type { Named } from "../kernel/Named.ts"
import { refusal } from "../kernel/Refusal.ts"
import { rule } from "../kernel/Section.ts"
import type { Instant } from "../kernel/Time.ts"
import * as Hold from "./Hold.ts"

/** `confirmer`: the side that did not name the hold. `clock`: the passing of time. `court`: what follows from another act. */
export type Part = "payer" | "payee" | "confirmer" | "registrar" | "clock" | "court"

const { act, move } = Table.of<Hold.Status, Part, object, never, Hold.Side>({})
const sides = ["payer", "payee"] as const

const table = {
  name: act(sides, "not_a_party", move(["none"], "named", "named", sides, ["PD2 §6B", "PD2 §6C"])),
  confirm: act(["confirmer"], "not_confirming", move(["named"], "named", "addressed", sides, ["PD2 §6D"])),
  prove: act(sides, "not_a_party", move(["named"], "named", "proven", sides, ["PD2 §6D"])),
  complete: act(
    ["court"],
    "registrar_only",
    move(["named"], "confirmed", "confirmed", sides, ["PD2 §6B", "PD2 §6D"]),
  ),
  payout: act(
    sides,
    "not_a_party",
    move(["confirmed"], "instructed", "instructed", sides, ["PD2 §6E", "PD2 §6F"]),
  ),
  evaluate: act(sides, "not_a_party", move(["confirmed"], "confirmed", "evaluated", sides, ["PD2 §6EA"])),
  // A matter on the quote was filed, which decides instead of the evaluation.
  contest: act(
    ["court"],
    "registrar_only",
    move(["confirmed"], "confirmed", "contested", sides, ["PD2 §6EB"]),
  ),
  revoke: act(
    ["registrar"],
    "registrar_only",
    move(["instructed"], "confirmed", "revoked", sides, ["PD2 §6G"]),
  ),
  withdraw: act(
    ["court"],
    "registrar_only",
    move(["instructed"], "confirmed", "revoked", sides, ["PD2 §6G"]),
  ),
  "paid-out": act(
    sides,
    "not_a_party",
    move(["instructed", "confirmed"], "paid_out", "paid_out", sides, ["PD2 §6H", "PD11 §12"]),
  ),
  // A report comes to this if its instruction left the rest in the escrow: the hold goes on for the rest.
  part: act(
    ["court"],
    "registrar_only",
    move(["instructed", "confirmed"], "confirmed", "part_paid", sides, ["PD2 §6FC", "PD2 §6H", "PD11 §12"]),
  ),
  pass: act(
    ["clock"],
    "registrar_only",
    move(["named"], "lapsed", "lapsed", sides, ["PD2 §6DA"]),
    move(["instructed"], "confirmed", "expired", sides, ["PD2 §6E"]),
  ),
  // Time alone does not end a confirmed hold: only the command that has read what it secures.
  lapse: act(["clock"], "registrar_only", move(["confirmed"], "lapsed", "lapsed", sides, ["PD2 §6DA"])),
  keep: act(["clock"], "registrar_only", move(["confirmed"], "confirmed", "kept", sides, ["PD2 §6DA"])),
}

export type Acts = Named<typeof table>

/** The table of moves of a hold: who may do each act, from which status, and by which provision (PD2 §6B to §6I). */
export const acts: Acts = table

export type ActName = keyof typeof acts
type Move = Table.RowOf<typeof acts>

/** An act with the fields of the hold that it states. */
export interface HoldAct {
  readonly act: ActName
  readonly who: ReadonlyArray<Part>
  readonly stated?: Partial<Hold.Hold>
}

export interface Types extends Machine.TypesOf<Hold.Hold, typeof acts, HoldAct> {}
/** A hold after an act, with the changes to its records, notices and deadlines. */
export type Moved = Machine.Moved<Types>

/** The parts that an actor has in a hold: sides, the side that may confirm, or an office. */
export const partsOf = ({ payer, payee, namedBy }: Hold.Hold, actor: Actor): ReadonlyArray<Part> => {
  if (actor.role === "registrar") return ["registrar"]
  if (actor.role !== "agent") return actor.role === "scheduler" ? ["clock", "court"] : []
  const own = sides.filter((side) => (side === "payer" ? payer : payee).id === actor.id)
  return own.length > 0 && !own.includes(namedBy) ? [...own, "confirmer"] : own
}

export const reading: Table.Reading<Hold.Hold, Hold.Status, Part, ActName, Move> = {
  acts,
  status: ({ status }) => status,
  nameOf: (hold, part, name) => {
    if (part === "confirmer") return isProven(hold[otherSide(hold)]) ? null : hold[otherSide(hold)].handle
    if (part === "payer" || part === "payee")
      return name === "prove" && !mayProve(hold[part]) ? null : hold[part].handle
    return part === "registrar" ? part : null
  },
  dueBy: (hold, name) =>
    name === "revoke" ? needPresent(hold.instruction, "the instruction").effectiveAt : Hold.deadlineOf(hold),
  closed: ({ status }, name) => refusal("hold_status", { status, act: name }),
}

export const isProven = ({ provenAt }: Hold.Party): boolean => provenAt !== null

/** Whether a side has stated an address that it has still to prove. */
const mayProve = (side: Hold.Party): boolean => side.address !== null && !isProven(side)

export const otherSide = ({ namedBy }: Pick<Hold.Hold, "namedBy">): Hold.Side =>
  namedBy === "payer" ? "payee" : "payer"

/** A move that time makes takes effect when it was due, however late it is recorded. */
export const effectAt = rule(
  ["PD2 §6DA", "PD2 §6E"],
  (hold: Hold.Hold, { event }: Move, now: Instant): Instant =>
    event === "lapsed" || event === "expired"
      ? Math.max(needPresent(Hold.deadlineOf(hold), "the deadline that passed"), hold.since)
      : now,
)
