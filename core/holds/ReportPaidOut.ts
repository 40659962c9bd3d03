/**
 * The report that an escrow has paid out: `POST /holds/{id}/paid-out`. Orders met in full are satisfied from the hold, in the same
 * commit (PD11 §12).
 */
import { Effect, Either } from "effect"
import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import { type CommandContext, command } from "../Command.ts"
import { networkNamed } from "../chains/Networks.ts"
import { perform as performEntry } from "../compliance/Law.ts"
import { recordMoves as recordEntries } from "../compliance/Record.ts"
import { present } from "../Defect.ts"
import type { Reader } from "../Reader.ts"
import { firstOf, type Refusal, refusal, when } from "../Refusal.ts"
import { rule } from "../rulebook/Section.ts"
import type { Terms } from "../Schedule.ts"
import { format, type Instant } from "../Time.ts"
import { lastPayout, needHold, type On, perform, refusedIn } from "./Acts.ts"
import { type EscrowPayment, Escrows, type Unread } from "./Escrow.ts"
import { addressOf, costsClaim, type Hold, type PaidOut, type PaidOutReport } from "./Hold.ts"
import { current, machine, type Part } from "./Moves.ts"
import { centsOf, contractOf, type Payout, Payouts } from "./Payout.ts"
import { recordMoves } from "./Record.ts"
import { bearingOf, gatherJudged, type Judged, metFrom, type Shares } from "./Sums.ts"

export interface Facts {
  readonly hold: Hold
  /** The instruction by which the escrow paid; null where the parties settled it themselves. */
  readonly payout: Payout | null
  readonly judged: Judged | null
  readonly payment: EscrowPayment | "unpaid" | Unread
}

/** The party that receives the money, whose report counts where the chain is not read. Without an instruction it is the payee. */
const receives = (payout: Payout | null): Part =>
  payout !== null && payout.amountToPayeeCents === 0 ? "payer" : "payee"

const why = {
  unpaid:
    "The chain shows no payment out of this escrow to its two sides. Name the transaction in txid, or wait for it.",
  unreadable: "The chain can't be read now; try again later.",
  unconfirmed: "The payment is not confirmed yet; report it again when its network has confirmed it.",
  early: "The instruction has not taken effect, and the court does not read this chain.",
} as const

/** How many confirmations a payment on the chain of a hold needs (PD11 §11). */
const wanted = ({ chain }: Hold, terms: Terms): number =>
  terms[present(networkNamed(chain), "the network of a hold").confirmations]

/** Refuses a report that the chain doesn't confirm. Where the chain is not read, the receiving party's report counts, once the instruction has taken effect. */
export const believed = rule(
  ["PD2 §6H"],
  (
    { hold, payout, payment }: Pick<Facts, "hold" | "payout" | "payment">,
    parts: ReadonlyArray<Part>,
    { now, terms }: Pick<CommandContext, "now" | "terms">,
  ): ReadonlyArray<Refusal | null> => {
    if (payment === "unpaid" || payment === "unreadable")
      return [refusal("not_paid_out", { why: why[payment] })]
    if (payment !== "unread")
      return [when(payment.confirmations < wanted(hold, terms), "not_paid_out", { why: why.unconfirmed })]
    return [
      when(!parts.includes(receives(payout)), "not_receiver", {}),
      when(payout !== null && now <= payout.effectiveAt, "not_paid_out", { why: why.early }),
    ]
  },
)

/** What went to each side: as the chain shows; otherwise as instructed; without an instruction, all to the payee that reports it. */
const sharesPaid = ({ hold, payout, payment }: Facts): Shares => {
  if (typeof payment !== "string") {
    const cents = (units: string) => centsOf(units, hold.assetDecimals)
    return { toPayeeCents: cents(payment.toPayeeUnits), toPayerCents: cents(payment.toPayerUnits) }
  }
  return payout === null
    ? { toPayeeCents: hold.amountCents, toPayerCents: 0 }
    : { toPayeeCents: payout.amountToPayeeCents, toPayerCents: payout.amountToPayerCents }
}

const nothingMet = { satisfiedFromHold: [], notMetInFull: [], refundOrdersSatisfied: [] }

const outcomeOf = (facts: Facts, now: Instant): Omit<PaidOut, "paidOutAt"> => {
  const { hold, judged } = facts
  if (judged === null) return nothingMet
  const { citation } = judged.judgment
  const { byPayer, byPayee } = metFrom(bearingOf(hold, judged, now), sharesPaid(facts))
  const named = (n: number) => ({ citation, n })
  return {
    satisfiedFromHold: byPayer.met.map(named),
    notMetInFull: [...byPayer.short, ...byPayee.short].map((short) => ({ citation, ...short })),
    refundOrdersSatisfied: byPayee.met.map(named),
  }
}

/** The changes of the orders that were met: their entries move by `meet`, and costs are claimed as met. A disputed entry stays as it is. */
const metChanges = (
  { hold, judged }: Facts,
  outcome: Omit<PaidOut, "paidOutAt">,
  context: CommandContext,
): ReadonlyArray<Change> => {
  if (judged === null) return []
  const numbers = [...outcome.satisfiedFromHold, ...outcome.refundOrdersSatisfied].map(({ n }) => n)
  const lists = judged.entries
    .filter(({ n }) => numbers.includes(n))
    .flatMap((entry) => {
      const terms = context.schedule.at(entry.filedAt)
      const moves = performEntry(entry, { act: "meet", who: "court" }, context.now, terms)
      return Either.isRight(moves) ? [moves.right] : []
    })
  const { citation, orders } = judged.judgment
  const costs = orders.filter(({ kind, n }) => kind === "costs" && numbers.includes(n))
  return [
    ...recordEntries(lists, judged.standings, context).changes,
    ...costs.map(({ n }) => Changed.claim(costsClaim(citation, n), hold.id)),
  ]
}

/**
 * The instruction by which an escrow was paid: the live one, or the last one if it has expired but the chain shows a payment within
 * its time that nobody reported before.
 */
const paidBy = (hold: Hold, last: Payout | null, payment: Facts["payment"]): Payout | null => {
  if (last === null || last.revoked !== null) return null
  const inItsTime =
    typeof payment !== "string" && payment.at > last.effectiveAt && payment.at < last.expiresAt
  return hold.status === "instructed" || inItsTime ? last : null
}

const gatherFacts = Effect.fnUntraced(function* (
  { id, txid }: On & PaidOutReport,
  { actor, now }: CommandContext,
  reader: Reader,
) {
  const stored = yield* needHold(reader, id)
  const hold = current(stored, now)
  if (machine.partsOf(hold, actor).length === 0) return yield* refusal("not_a_party", {})
  const open = hold.status === "instructed" || hold.status === "confirmed"
  const payment = open
    ? yield* (yield* Escrows).payment(
        hold,
        { payer: addressOf(hold.payer), payee: addressOf(hold.payee), asset: contractOf(hold.asset) },
        txid ?? null,
      )
    : "unread"
  const payout = paidBy(hold, yield* lastPayout(reader, hold), payment)
  const citation = payout?.citation ?? hold.secures?.citation ?? null
  const facts: Facts = {
    hold: stored,
    payout,
    judged: citation === null ? null : yield* gatherJudged(reader, hold, citation),
    payment,
  }
  return facts
})

/** A side reports that the escrow has paid out. */
export const reportPaidOut = command({
  name: "report-paid-out",
  sections: ["PD2 §6H", "PD11 §12"],
  gather: gatherFacts,
  decide: (facts, _input, context) =>
    Either.gen(function* () {
      const { hold, payout, payment } = facts
      const at = typeof payment === "string" ? context.now : payment.at
      const outcome = outcomeOf(facts, context.now)
      const moves = perform(hold, "paid-out", { paidOut: { paidOutAt: at, ...outcome } }, context)
      yield* firstOf([refusedIn(moves), ...believed(facts, machine.partsOf(hold, context.actor), context)])
      return {
        changes: [
          ...(payout === null ? [] : [Changed.put(Payouts, { ...payout, spentAt: at })]),
          ...recordMoves([yield* moves], context),
          ...metChanges(facts, outcome, context),
        ],
        reply: { paidOutAt: format(at), ...outcome },
      }
    }),
})
