/**
 * An instruction that ended unreported where no chain is read (PD2 §6I): what it counts as, whose word changes that, and until when.
 */
import type { Next, Opening } from "../kernel/Moves.ts"
import { days, enforced, hours as hoursOf, rule } from "../kernel/Section.ts"
import type { Instant } from "../kernel/Time.ts"
import type { Hold, Side } from "./Hold.ts"
import type { Part } from "./Moves.ts"
import type { Payout } from "./Payout.ts"

export const unreported = enforced(
  "PD2 §6I",
  "Instructions that nobody reported",
  (t) =>
    `An instruction that ended without a report counts as paid if the service does not read the chain: an instruction that expired, or that was revoked after it had taken effect. While it counts as paid, the service signs no other instruction for that hold or for that judgment. A confirmed hold does not lapse before the end of the time that runs for the word of a party or of the Registrar, and ${hoursOf(t.unspentHours)} after it. The receiving party's report that the escrow paid counts for the instruction, though it comes after the end. If the service reads the chain, the chain decides and not the word of a party.`,
)

export const unspent = enforced(
  "PD2 §6IA",
  "Instructions that were not spent",
  (t) =>
    `The party that would receive may say that it was not spent, once. The other party is told, and may object within ${hoursOf(t.unspentHours)} by naming the transaction in which the escrow paid. If it does not object, the instruction counts as unspent from the end of that time. If it says so itself, at any time, the instruction counts as unspent at once. The Registrar decides an objection within ${days(t.unspentDecisionDays)}. If nobody has decided it by then, the instruction counts as paid for good. The party that would receive had ${days(t.payoutDays)} to spend it and could report it alone. The other party could do neither, and nothing brings back a sum that is paid twice.`,
)

/**
 * The state of an instruction that ended unreported. `unsaid`: nobody has said anything. `said`: the other party may object. `objected`:
 * the Registrar may decide. `unspent` and `paid`: that is how it counts for good.
 */
export type Doubt = "unsaid" | "said" | "objected" | "unspent" | "paid"

/** The doubt about an instruction at `now`; null if it was reported or can still be spent. */
export const doubtOf = rule(
  ["PD2 §6I"],
  ({ status }: Pick<Hold, "status">, payout: Payout, now: Instant): Doubt | null => {
    const { spentAt, revoked, effectiveAt, expiresAt, unspent } = payout
    const ended = revoked === null ? now >= expiresAt : revoked.revokedAt > effectiveAt
    if (status === "paid_out" || spentAt !== null || !ended) return null
    if (unspent === undefined) return "unsaid"
    const { until, objection, decision } = unspent
    if (decision !== null) return decision.unspent ? "unspent" : "paid"
    if (objection !== null) return now < objection.until ? "objected" : "paid"
    return now < until ? "said" : "unspent"
  },
)

/** Whether an instruction counts as paid, though nobody reported it. */
export const countsAsPaid = rule(
  ["PD2 §6I"],
  (hold: Pick<Hold, "status">, payout: Payout, now: Instant): boolean => {
    const doubt = doubtOf(hold, payout, now)
    return doubt !== null && doubt !== "unspent"
  },
)

/** The side that receives by an instruction; the payee without an instruction. */
export const receiverOf = (payout: Pick<Payout, "amountToPayeeCents"> | null): Side =>
  payout?.amountToPayeeCents === 0 ? "payer" : "payee"

/** The side that the instruction of a payout takes money from. */
export const giverOf = (payout: Payout): Side => (receiverOf(payout) === "payee" ? "payer" : "payee")

/** The instruction that a report by words alone is about; null if the parties settled the hold themselves. */
export const reportedOn = (hold: Hold, last: Payout | null, now: Instant): Payout | null => {
  if (last === null || hold.status === "instructed") return last
  return countsAsPaid(hold, last, now) ? last : null
}

/**
 * From when a side may report by its word alone that the escrow paid. The side that would not receive never may. Once a part was paid, a
 * report needs a new instruction, so that a report that comes twice does not count for the rest.
 */
export const reportsFrom = rule(
  ["PD2 §6H"],
  ({ parts }: Pick<Hold, "parts">, payout: Payout | null, part: Part, now: Instant): Opening => {
    if (part !== receiverOf(payout) || (payout === null && parts !== undefined)) return "never"
    // It takes effect after its instant, not at it.
    return payout !== null && now <= payout.effectiveAt ? payout.effectiveAt + 1 : null
  },
)

/**
 * From when the chain can show that a hold was paid by its last instruction. The chain may show at any time that the
 * parties settled it themselves, and nobody else knows of it.
 */
export const shownFrom = rule(["PD2 §6H"], (hold: Hold, last: Payout | null, now: Instant): Opening => {
  if (last === null) return "never"
  if (hold.status === "instructed") return now <= last.effectiveAt ? last.effectiveAt + 1 : null
  return doubtOf(hold, last, now) === null ? "never" : null
})

/**
 * Whether a side may say that an instruction was not spent: the side that would receive if nothing was said yet, and the other side,
 * against itself, for as long as it counts as paid.
 */
export const maySayUnspent = rule(["PD2 §6IA"], (payout: Payout, part: Part, doubt: Doubt | null): boolean =>
  part === receiverOf(payout) ? doubt === "unsaid" : doubt !== null && doubt !== "unspent",
)

const sides = ["payee", "payer"] as const

/** The words that may be said about an instruction that ended unreported. */
export const awaitedWord = (hold: Hold, payout: Payout | null, now: Instant): ReadonlyArray<Next> => {
  if (payout === null) return []
  const doubt = doubtOf(hold, payout, now)
  const { unspent } = payout
  const giver = giverOf(payout)
  const said = sides
    .filter((side) => maySayUnspent(payout, side, doubt))
    .map((side): Next => {
      const next = { who: hold[side].handle, act: "unspent", dueBy: null }
      return side === giver
        ? { ...next, note: "Only if the escrow did not pay: it counts at once, against yourself." }
        : next
    })
  if (doubt === "said" && unspent !== undefined)
    return [{ who: hold[giver].handle, act: "object", dueBy: unspent.until }, ...said]
  return doubt === "objected" && unspent?.objection
    ? [{ who: "registrar", act: "unspent", dueBy: unspent.objection.until }, ...said]
    : said
}
