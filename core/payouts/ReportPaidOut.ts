/**
 * The report that an escrow has paid out: `POST /holds/{id}/paid-out`. Orders met in full are satisfied from the hold, in the same
 * commit (PD11 §12).
 */
import { Effect, Either, Option, Schema } from "effect"
import { Networks, Transfer } from "../chains/index.ts"
import { entries } from "../compliance/index.ts"
import { Escrow, Hold, holds, type Part, Payout, partsOf, perform, Unreported } from "../holds/index.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { type CommandContext, command } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import { ById } from "../kernel/Id.ts"
import type { Reader } from "../kernel/Reader.ts"
import { firstOf, type Refusal, refusal, refusedIn, when } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { enforced, rule } from "../kernel/Section.ts"
import { format, type Instant } from "../kernel/Time.ts"
import { bearingOf, gatherJudged, type Judged } from "./Judged.ts"
import { type Bearing, type Met, meetFrom, type Shares } from "./Sums.ts"

export interface Facts {
  readonly hold: Hold.Hold
  /** The instruction by which the escrow paid; null if the parties settled it themselves. */
  readonly payout: Payout.Payout | null
  readonly judged: Judged | null
  readonly payment: Escrow.Payment | "unpaid" | Escrow.Unread
}

const why = {
  counted: "The chain shows no transfer of this payment to the two sides that has not counted before.",
  before: "The payment was mined before the hold was confirmed.",
  unpaid:
    "The chain shows no payment out of this escrow to its two sides. Name the transaction in txid, or wait for it.",
  holds: "The escrow still holds a part of the payment, and no instruction leaves it there.",
  another: "The transaction moved another sum out of the escrow than the part that is instructed.",
  rest: "A part was paid, and nothing has been instructed of the rest. Ask for a payout instruction first.",
  unreadable: "The chain can't be read now; try again later.",
  unconfirmed: "The payment is not confirmed yet; report it again when its network has confirmed it.",
  early: "The instruction has not taken effect, and the court does not read this chain.",
} as const

/** The part that the instruction pays, if it leaves the rest in the escrow; null otherwise. */
const instructedPart = ({ hold, payout }: Pick<Facts, "hold" | "payout">): number | null =>
  payout === null ? null : (hold.instruction?.partCents ?? null)

/** Whether the instructed part left the escrow, and no other sum with it. If the chain is not read, the receiving party's word counts. */
const paysPart = (facts: Pick<Facts, "hold" | "payout" | "payment">): boolean => {
  const [part, { payment, hold }] = [instructedPart(facts), facts]
  if (part === null) return false
  return typeof payment === "string" || payment.movedUnits === Payout.unitsOf(part, hold.assetDecimals)
}

/** How many confirmations a payment on the chain of a hold needs (PD11 §11A). */
const confirmationsWanted = ({ chain }: Hold.Hold, terms: Terms): number =>
  terms[needPresent(Networks.find(chain), "the network of a hold").confirmations]

export const paidOut = enforced(
  "PD2 §6H",
  "Paid out",
  () =>
    "The service reads on the chain that an escrow has paid out: in one transaction, mined after the hold was confirmed, that pays both sides and carries an event of the escrow for the reference. If the service does not read the chain, the party that receives says so. A payment counts up to the sums that were instructed, or up to the hold if the parties settled it. A transfer counts once, over all holds and all orders. An escrow that still holds a part of the payment has not paid out, unless just the part that is instructed has left it. After a part was reported, another report without the chain needs another instruction. Before the instruction takes effect, only the chain can show a payment.",
)

/**
 * Refuses a report that the chain doesn't confirm. If the chain is not read, the receiving party's report counts, once the instruction has
 * taken effect.
 */
export const checkReport = rule(
  ["PD2 §6FC", "PD2 §6H"],
  (
    facts: Pick<Facts, "hold" | "payout" | "payment">,
    parts: ReadonlyArray<Part>,
    { now, terms }: Pick<CommandContext, "now" | "terms">,
  ): ReadonlyArray<Refusal | null> => {
    const { hold, payout, payment } = facts
    if (payment === "unpaid" || payment === "unreadable")
      return [refusal("not_paid_out", { why: why[payment] })]
    if (payment !== "unread")
      return [
        when(
          payment.at <= needPresent(hold.confirmedAt, "when a hold that was paid was confirmed"),
          "not_paid_out",
          { why: why.before },
        ),
        when(payment.transfers.length === 0, "not_paid_out", { why: why.counted }),
        when(payment.holds && !paysPart(facts), "not_paid_out", {
          why: instructedPart(facts) === null ? why.holds : why.another,
        }),
        when(payment.confirmations < confirmationsWanted(hold, terms), "not_paid_out", {
          why: why.unconfirmed,
        }),
      ]
    if (payout === null && hold.parts !== undefined) return [refusal("not_paid_out", { why: why.rest })]
    const from = parts
      .map((part) => Unreported.reportsFrom(hold, payout, part, now))
      .find((one) => one !== "never")
    return [
      when(from === undefined, "not_receiver", {}),
      when(from !== undefined && from !== null, "not_paid_out", { why: why.early }),
    ]
  },
)

const unitsTo = ({ transfers }: Escrow.Payment, side: Hold.Side): string =>
  String(transfers.reduce((sum, { to, units }) => (to === side ? sum + BigInt(units) : sum), 0n))

/** The most that counts of what went to each side: what was instructed; without an instruction, up to the hold to either. */
const mostPaid = ({ hold, payout }: Facts): Shares =>
  payout === null
    ? { toPayeeCents: Hold.restCents(hold), toPayerCents: Hold.restCents(hold) }
    : { toPayeeCents: payout.amountToPayeeCents, toPayerCents: payout.amountToPayerCents }

/**
 * The sums that went to each side: as the chain shows, and no more than counts; otherwise as instructed; without an instruction, all to the
 * payee that reports it.
 */
export const sharesPaid = rule(["PD2 §6H"], (facts: Facts): Shares => {
  const { hold, payment } = facts
  const most = mostPaid(facts)
  if (typeof payment === "string")
    return facts.payout === null ? { toPayeeCents: Hold.restCents(hold), toPayerCents: 0 } : most
  const cents = (side: Hold.Side) => Payout.centsOf(unitsTo(payment, side), hold.assetDecimals)
  const toPayeeCents = Math.min(cents("payee"), most.toPayeeCents)
  // The two sums together are never more than the hold.
  const left = Math.min(most.toPayerCents, Hold.restCents(hold) - toPayeeCents)
  return { toPayeeCents, toPayerCents: Math.min(cents("payer"), left) }
})

interface Outcome {
  readonly met: Omit<Hold.PaidOut, "paidOutAt">
  /** Entries that were met move by `meet`; an order without an entry is recorded as met. */
  readonly changes: ReadonlyArray<Change>
}

const nothing: Outcome = {
  met: { satisfiedFromHold: [], notMetInFull: [], refundOrdersSatisfied: [] },
  changes: [],
}

/** The records of what has been paid towards the orders that a payment met, in full or in part, with what was paid before. */
const partsPaid = (
  { judgment: { citation }, partPaid }: Judged,
  { orders }: Bearing,
  met: ReadonlyArray<Met>,
): ReadonlyArray<Change> =>
  met
    .flatMap((one) => [...one.short, ...one.met.map((n) => ({ n, shortCents: 0 }))])
    .flatMap(({ n, shortCents }) => {
      const { amountCents } = needPresent(
        orders.find((order) => order.n === n),
        "an order met in part",
      )
      const cents = (partPaid.get(n) ?? 0) + amountCents - shortCents
      return shortCents === amountCents ? [] : [Changed.put(Hold.PartPayments, { citation, n, cents })]
    })

/** Which orders the payment met, with the changes. An entry that the table lets nobody meet, as it is disputed, stays as it is. */
const outcomeOf = (facts: Facts, context: CommandContext): Outcome => {
  const { hold, judged } = facts
  if (judged === null) return nothing
  const { citation } = judged.judgment
  const bearing = bearingOf(hold, judged, context.now)
  const { byPayer, byPayee } = meetFrom(bearing, sharesPaid(facts), Hold.restCents(hold))
  const short = [...byPayer.short, ...byPayee.short]
  const numbers = new Set([...byPayer.met, ...byPayee.met])
  const moved = judged.entries
    .filter(({ n }) => numbers.has(n))
    .flatMap((entry) => {
      const terms = context.schedule.at(entry.filedAt)
      const moves = entries.perform(entry, { act: "meet", who: "court" }, context.now, terms)
      return Either.isRight(moves) ? [{ n: entry.n, moves: moves.right }] : []
    })
  const entered = new Set(judged.entries.map(({ n }) => n))
  const satisfied = new Set(moved.map(({ n }) => n))
  const isMet = (n: number): boolean => satisfied.has(n) || !entered.has(n)
  const orderOf = (n: number) => ({ citation, n })
  const unentered = [...numbers].filter((n) => !entered.has(n))
  const lists = moved.map(({ moves }) => moves)
  return {
    met: {
      satisfiedFromHold: byPayer.met.filter(isMet).map(orderOf),
      notMetInFull: short.map((one) => ({ citation, ...one })),
      refundOrdersSatisfied: byPayee.met.filter(isMet).map(orderOf),
    },
    changes: [
      ...entries.record(lists, judged, context),
      ...unentered.map((n) => Changed.put(Hold.MetOrders, { citation, n, holdId: hold.id })),
      ...partsPaid(judged, bearing, [byPayer, byPayee]),
    ],
  }
}

/**
 * The instruction by which an escrow was paid: the live one, or the last one if it has ended but was paid all the same. For that, the chain
 * must show a payment within its time, and before it was revoked, that nobody reported before. If the chain is not read, an instruction
 * that counts as paid is paid (PD2 §6I).
 */
const choosePaid = (
  hold: Hold.Hold,
  last: Payout.Payout | null,
  payment: Facts["payment"],
  now: Instant,
): Payout.Payout | null => {
  // An instruction that was reported once does not instruct a later payment: a part may have been paid before.
  if (last === null || last.spentAt !== null) return null
  if (hold.status === "instructed") return last
  if (typeof payment === "string") return Unreported.reportedOn(hold, last, now)
  const { at } = payment
  const stood = last.revoked === null || at < last.revoked.revokedAt
  return stood && at > last.effectiveAt && at < last.expiresAt ? last : null
}

const transfer = (hold: Hold.Hold, { txid }: Escrow.Payment, index: number): string =>
  Transfer.idOf({ network: hold.chain, txid, index })

/** A payment without the transfers that something has counted before. */
const withoutCounted = Effect.fnUntraced(function* (
  reader: Reader,
  hold: Hold.Hold,
  payment: Escrow.Payment,
) {
  const found = yield* reader.findAll(
    Transfer.CountedTransfers,
    payment.transfers.map(({ index }) => transfer(hold, payment, index)),
  )
  const known = new Set(
    found.flatMap((one) => (Option.isSome(one) && one.value.reversedAt === null ? [one.value.index] : [])),
  )
  return { ...payment, transfers: payment.transfers.filter(({ index }) => !known.has(index)) }
})

/** The records that keep the transfers of a payment from counting again. */
const keepCounted = (
  { hold, payment }: Facts,
  { now }: Pick<CommandContext, "now">,
): ReadonlyArray<Change> => {
  if (typeof payment === "string") return []
  const { txid, height, blockHash, at: blockAt } = payment
  const seen = { network: hold.chain, asset: hold.asset, txid, height, blockHash, blockAt }
  const towards = { kind: "hold", id: hold.id } as const
  return payment.transfers.map(({ index, to, units }) => {
    const cents = Payout.centsOf(units, hold.assetDecimals)
    const one = { ...seen, to: Hold.addressOf(hold[to]), index, units }
    return Changed.put(Transfer.CountedTransfers, Transfer.count(one, { towards, cents, at: now }))
  })
}

/** The moves of a hold by a report: it ends, or it goes on for the rest if the instruction paid a part. */
const movesOf = (facts: Facts, paidOut: Hold.PaidOut, context: CommandContext) => {
  const { hold, payout, payment } = facts
  const { toPayeeCents } = sharesPaid(facts)
  const txid = typeof payment === "string" ? null : payment.txid
  const ends = perform(hold, "paid-out", { paidOut, paidToPayee: { cents: toPayeeCents, txid } }, context)
  if (payout === null || !paysPart(facts)) return ends
  const { id: payoutId, citation, amountToPayeeCents: cents } = payout
  const part = { ...paidOut, payoutId, citation, cents, toPayeeCents, txid, reportedAt: context.now }
  const stated = { parts: [...(hold.parts ?? []), part] }
  return Either.flatMap(ends, () => holds.perform(hold, { act: "part", who: ["court"], stated }, context.now))
}

/** Reads what the chain shows of the escrow of an open hold. */
const gatherPayment = Effect.fnUntraced(function* (
  reader: Reader,
  hold: Hold.Hold,
  txid: string | undefined,
  context: CommandContext,
) {
  // The chain is asked only about a report that its maker may make, from a hold that is open.
  if (Either.isLeft(perform(hold, "paid-out", {}, context))) return "unread"
  yield* Escrow.takeAsk(context)
  const sides = {
    payer: Hold.addressOf(hold.payer),
    payee: Hold.addressOf(hold.payee),
    asset: Payout.contractOf(hold.asset),
  }
  const after = needPresent(hold.confirmedAt, "when an open hold was confirmed")
  const payment = yield* (yield* Escrow.Escrows).payment(hold, sides, txid ?? null, after)
  return typeof payment === "string" ? payment : yield* withoutCounted(reader, hold, payment)
})

const gatherFacts = Effect.fnUntraced(function* (
  { id, txid }: Payout.On & Hold.PaidOutReport,
  context: CommandContext,
  reader: Reader,
) {
  const { actor, now } = context
  const stored = yield* holds.need(reader, id)
  const hold = holds.current(stored, now)
  if (partsOf(hold, actor).length === 0) return yield* refusal("not_a_party", {})
  const payment = yield* gatherPayment(reader, hold, txid, context)
  const payout = choosePaid(hold, yield* Payout.findLast(reader, hold), payment, now)
  const citation = payout?.citation ?? hold.secures?.citation ?? null
  const facts: Facts = {
    hold: stored,
    payout,
    judged: citation === null ? null : yield* gatherJudged(reader, hold, citation, context),
    payment,
  }
  return facts
})

/** A side reports the transaction by which the escrow paid out (PD2 §6H, PD11 §12). */
export const reportPaidOut = command({
  name: "report-paid-out",
  sections: ["PD2 §6H", "PD11 §12"],
  input: Schema.Struct({ ...ById.fields, ...Hold.PaidOutReport.fields }),
  gather: gatherFacts,
  decide: (facts, _input, context) =>
    Either.gen(function* () {
      const { hold, payout, payment } = facts
      const at = typeof payment === "string" ? context.now : payment.at
      const { met, changes } = outcomeOf(facts, context)
      const paidOut = { paidOutAt: at, ...met }
      const moves = movesOf(facts, paidOut, context)
      yield* firstOf([refusedIn(moves), ...checkReport(facts, partsOf(hold, context.actor), context)])
      return {
        changes: [
          ...(payout === null ? [] : [Changed.put(Payout.Payouts, { ...payout, spentAt: at })]),
          ...keepCounted(facts, context),
          ...holds.record([yield* moves], null, context),
          ...changes,
        ],
        reply: { paidOutAt: format(at), ...met },
      }
    }),
})
