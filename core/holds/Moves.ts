/** The moves of a hold (PD2 §§6B to 6H), as one table: rules, `next`, passing, notices and the annex of PD2 come from it. */

import { Either } from "effect"
import type { Actor } from "../kernel/Actor.ts"
import { present } from "../kernel/Defect.ts"
import * as Machine from "../kernel/Moves.ts"
import { type Refusal, refusal } from "../kernel/Refusal.ts"
import type { Instant } from "../kernel/Time.ts"
import { enforced, rule } from "../rulebook/Section.ts"
import { deadlineOf, type Hold, type HoldParty, type HoldStatus, type Side } from "./Hold.ts"

/** `confirmer`: the side that did not name the hold. `clock`: the passing of time. `court`: what follows from another act. */
export type Part = "payer" | "payee" | "confirmer" | "registrar" | "clock" | "court"

/** The events of holds in the journal. Every one has a notice. */
export type HoldEvent =
  | "named"
  | "addressed"
  | "proven"
  | "confirmed"
  | "instructed"
  | "revoked"
  | "expired"
  | "lapsed"
  | "paid_out"

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
  confirm: act(["confirmer"], "not_confirming", move(["named"], "named", "addressed", "PD2 §6D")),
  prove: act(sides, "not_a_party", move(["named"], "named", "proven", "PD2 §6D")),
  complete: act(["court"], "registrar_only", move(["named"], "confirmed", "confirmed", "PD2 §6B", "PD2 §6D")),
  payout: act(sides, "not_a_party", move(["confirmed"], "instructed", "instructed", "PD2 §6E", "PD2 §6F")),
  revoke: act(["registrar"], "registrar_only", move(["instructed"], "confirmed", "revoked", "PD2 §6G")),
  withdraw: act(["court"], "registrar_only", move(["instructed"], "confirmed", "revoked", "PD2 §6G")),
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
    if (actor.role !== "agent") return actor.role === "scheduler" ? ["clock", "court"] : []
    const own = sides.filter((side) => (side === "payer" ? payer : payee).id === actor.id)
    return own.length > 0 && !own.includes(namedBy) ? [...own, "confirmer"] : own
  },
  nameOf: (hold, part, name) => {
    if (part === "confirmer") return isProven(hold[otherSide(hold)]) ? null : hold[otherSide(hold)].handle
    if (part === "payer" || part === "payee")
      return name === "prove" && !mayProve(hold[part]) ? null : hold[part].handle
    return part === "registrar" ? part : null
  },
  dueBy: (hold, name) =>
    name === "revoke" ? present(hold.instruction, "the instruction").effectiveAt : deadlineOf(hold),
  closed: (status, name) => refusal("hold_status", { status, act: name }),
}

/** Whether a side has proven its address. */
export const isProven = ({ provenAt }: HoldParty): boolean => provenAt !== null

/** Whether a side has stated an address that it has still to prove. */
export const mayProve = (side: HoldParty): boolean => side.address !== null && !isProven(side)

/** The side that did not name a hold. */
export const otherSide = ({ namedBy }: Pick<Hold, "namedBy">): Side =>
  namedBy === "payer" ? "payee" : "payer"

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

/** Acts for the court itself: for the passing of time, and for what follows from another act. */
export const court: Actor = { role: "scheduler" }

export const confirmation = enforced(
  "PD2 §6D",
  "Confirmation and lapse",
  () =>
    "The other party confirms the hold with its own address, and each party proves that its address is its own. The key of the address signs a statement that names this court, the chain, the escrow and its reference, the agent, the address and the sum; if the service reads the chain, the contract at the address may sign it. A party sends the signature when it names or confirms the hold, or later. The hold is confirmed once both addresses are proven; until then the service signs nothing for it. A hold that is not paid out lapses at its long stop, unless an instruction for it is live. If that instruction ends after the long stop, the hold lapses at once.",
)

/**
 * The moves that time alone has made by `now`, whether or not a scheduler has recorded them, oldest first: an instruction that
 * nobody used expires, and a hold lapses at its long stop. A hold that becomes `confirmed` again after its long stop lapses at once.
 */
export const passed = rule(["PD2 §6D", "PD2 §6E"], (hold: Hold, now: Instant): ReadonlyArray<Moved> => {
  const due = deadlineOf(hold)
  if (due === null || now < due) return []
  const moved = Either.getOrThrow(transition(hold, "pass", court, {}, Math.max(due, hold.since)))
  return [moved, ...passed(moved.after, now)]
})

/** A hold after the passings that are due at `now`. */
export const current = (hold: Hold, now: Instant): Hold => passed(hold, now).at(-1)?.after ?? hold

/** Whether the instruction of a hold on a judgment is live at `now`. */
export const pays = (hold: Hold, citation: string, now: Instant): boolean => {
  const { status, instruction } = current(hold, now)
  return status === "instructed" && instruction?.citation === citation
}

/** The moves of an act as the court receives it: the passings that are due, the act, and the passings that are due right after it. */
export const perform = (
  hold: Hold,
  act: ActName,
  stated: Partial<Hold>,
  { actor, now }: { readonly actor: Actor; readonly now: Instant },
): Either.Either<ReadonlyArray<Moved>, Refusal> => {
  const before = passed(hold, now)
  return Either.map(transition(before.at(-1)?.after ?? hold, act, actor, stated, now), (moved) => [
    ...before,
    moved,
    ...passed(moved.after, now),
  ])
}

/** The hold after the moves of one act. */
export const afterOf = (moves: ReadonlyArray<Moved>): Hold =>
  present(moves.at(-1), "the move of an act").after

/** The refusal of a step, for `firstOf`; null where the step was not refused. */
export const refusedIn = (found: Either.Either<unknown, Refusal>): Refusal | null =>
  Either.isLeft(found) ? found.left : null
