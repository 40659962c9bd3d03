/** The moves of a hold (PD2 §§6B to 6H), as one table: rules, `next`, passing, notices and the annex of PD2 come from it. */

import { Either } from "effect"
import type { Actor } from "../Actor.ts"
import { present } from "../Defect.ts"
import * as Machine from "../Moves.ts"
import { type Refusal, refusal } from "../Refusal.ts"
import { enforced, rule } from "../rulebook/Section.ts"
import type { Instant } from "../Time.ts"
import { deadlineOf, type Hold, type HoldStatus } from "./Hold.ts"

/** `confirmer`: the side that did not name the hold. `clock`: the passing of time. */
export type Part = "payer" | "payee" | "confirmer" | "registrar" | "clock"

/** The events of holds in the journal. Every one has a notice. */
export type HoldEvent = "named" | "confirmed" | "instructed" | "revoked" | "expired" | "lapsed" | "paid_out"

export interface Row extends Machine.Move<HoldStatus, Part, HoldStatus> {
  readonly event: HoldEvent
}
type Act = Machine.Act<HoldStatus, Part, Row>
const move = (from: Row["from"], to: HoldStatus, event: HoldEvent, ...sections: Row["sections"]): Row => ({
  from,
  to,
  event,
  serves: ["payer", "payee"],
  sections,
})
const act = (who: Act["who"], stranger: Act["stranger"], ...moves: Act["moves"]): Act => ({
  who,
  stranger,
  moves,
})

const sides = ["payer", "payee"] as const

export const acts = {
  name: act(sides, "not_a_party", move(["none"], "named", "named", "PD2 §6B", "PD2 §6C")),
  confirm: act(["confirmer"], "not_confirming", move(["named"], "confirmed", "confirmed", "PD2 §6D")),
  payout: act(sides, "not_a_party", move(["confirmed"], "instructed", "instructed", "PD2 §6E", "PD2 §6F")),
  revoke: act(["registrar"], "registrar_only", move(["instructed"], "confirmed", "revoked", "PD2 §6G")),
  "paid-out": act(
    sides,
    "not_a_party",
    move(["instructed", "confirmed"], "paid_out", "paid_out", "PD2 §6H", "PD11 §12"),
  ),
  pass: act(
    ["clock"],
    "registrar_only",
    move(["named", "confirmed"], "lapsed", "lapsed", "PD2 §6D"),
    move(["instructed"], "confirmed", "expired", "PD2 §6E"),
  ),
} as const satisfies Machine.Table<HoldStatus, Part, Row>

export type ActName = keyof typeof acts

export type Moved = Machine.Moved<Hold, ActName, Row>

export const machine: Machine.Machine<Hold, HoldStatus, Part, ActName, Row> = {
  acts,
  status: ({ status }) => status,
  partsOf: ({ payer, payee, namedBy }, actor) => {
    if (actor.role === "registrar") return ["registrar"]
    if (actor.role !== "agent") return actor.role === "scheduler" ? ["clock"] : []
    const own = sides.filter((side) => (side === "payer" ? payer : payee).id === actor.id)
    return own.length > 0 && !own.includes(namedBy) ? [...own, "confirmer"] : own
  },
  nameOf: ({ payer, payee, namedBy }, part) => {
    if (part === "confirmer") return (namedBy === "payer" ? payee : payer).handle
    if (part === "payer") return payer.handle
    if (part === "payee") return payee.handle
    return part === "registrar" ? part : null
  },
  dueBy: (hold, name) =>
    name === "revoke" ? present(hold.instruction, "the instruction").effectiveAt : deadlineOf(hold),
  closed: (status, name) => refusal("hold_status", { status, act: name }),
}

/** The move of an act by an actor, with the fields that the act states, or the refusal. It doesn't check whether a time has passed. */
export const transition = rule(
  ["PD2 §6D", "PD2 §6E", "PD2 §6G", "PD2 §6H"],
  (
    hold: Hold,
    name: ActName,
    actor: Actor,
    stated: Partial<Hold>,
    at: Instant,
  ): Either.Either<Moved, Refusal> =>
    Either.map(Machine.allowed(machine, hold, name, machine.partsOf(hold, actor)), (row) => {
      const after = { ...hold, ...stated, status: row.to, since: at }
      return { act: name, move: row, before: hold, after, at }
    }),
)

const clock: Actor = { role: "scheduler" }

export const confirmation = enforced(
  "PD2 §6D",
  "Confirmation and lapse",
  () =>
    "The service signs nothing until the other party confirms the hold with its own address. A hold that is not paid out lapses at its long stop, save while an instruction for it is live; one whose instruction ends after the long stop lapses at once.",
)

/**
 * The moves that time alone has made by `now`, whether or not a scheduler has recorded them, oldest first: an instruction that
 * nobody used expires, and a hold lapses at its long stop. A hold that becomes `confirmed` again after its long stop lapses at once.
 */
export const passed = rule(["PD2 §6D", "PD2 §6E"], (hold: Hold, now: Instant): ReadonlyArray<Moved> => {
  const due = deadlineOf(hold)
  if (due === null || now < due) return []
  const moved = Either.getOrThrow(transition(hold, "pass", clock, {}, Math.max(due, hold.since)))
  return [moved, ...passed(moved.after, now)]
})

/** A hold after the passings that are due at `now`. */
export const current = (hold: Hold, now: Instant): Hold => passed(hold, now).at(-1)?.after ?? hold
