/** Invariants of money. They are written from the judgments themselves and share no arithmetic with the rules that they hold to account. */
import { Determination } from "../../../../core/account/index.ts"
import { Transfer } from "../../../../core/chains/index.ts"
import { Entry } from "../../../../core/compliance/index.ts"
import { type Hold, records as holdRecords, Payout } from "../../../../core/holds/index.ts"
import { Judgment } from "../../../../core/judgments/index.ts"
import { needPresent } from "../../../../core/kernel/Defect.ts"
import { bounds } from "../../../../core/kernel/Schedule.ts"
import { days, hours, minutes } from "../../../../core/kernel/Time.ts"
import { Matter } from "../../../../core/matters/index.ts"
import { each, type Invariant, instantOf, sum } from "../Invariant.ts"
import type { Watched } from "../Watched.ts"

/** The sum that some orders have one agent pay another, costs included, in cents. */
const ordered = (orders: ReadonlyArray<Judgment.Order>, by: string, to: string): number =>
  sum(
    orders.map(({ kind, amountCents, against, inFavourOf }) =>
      (kind === "pay" || kind === "costs") && against?.id === by && inFavourOf?.id === to
        ? (amountCents ?? 0)
        : 0,
    ),
  )

const judgmentOf = (store: Watched, citation: string): Judgment.Judgment =>
  needPresent(store.find(Judgment.Judgments, citation), `the judgment ${citation}`)
const holdOf = (store: Watched, { holdId }: Payout.Payout): Hold.Hold =>
  needPresent(store.find(holdRecords.Holds, holdId), "the hold of an instruction")

/** The matters on the quote of a hold, or the matter that it stands on. */
const mattersOf = (store: Watched, { quoteId, matterId }: Hold.Hold): ReadonlyArray<Matter.Matter> =>
  store.all(Matter.Matters).filter((it) => (quoteId === null ? it.id === matterId : it.quoteId === quoteId))

/** The most that a judgment gives the payee of a hold: what it orders, or what the account of its quote leaves unpaid, with costs (PD2 §6F). */
const given = (
  { orders, determined = [] }: Judgment.Judgment,
  { payer, payee, quoteId }: Hold.Hold,
): number => {
  const all = ordered(orders, payer.id, payee.id)
  const found = determined.find(({ deal }) => deal.kind === "quote" && deal.id === quoteId)
  const pays = ordered(
    orders.filter(({ kind }) => kind === "pay"),
    payer.id,
    payee.id,
  )
  return found === undefined ? all : all + Math.max(0, Determination.unpaidTo(found, "supplier") - pays)
}

const dismisses = ({ orders }: Judgment.Judgment): boolean =>
  orders.some(({ kind }) => kind === "dismiss") &&
  orders.every(({ kind }) => kind === "dismiss" || kind === "costs")

/** An attested entry is not among these, since time alone satisfies it, and nobody may have recorded that yet. */
const owing: ReadonlySet<Entry.Entry["status"]> = new Set([
  "open",
  "notified",
  "unsatisfied",
  "disputed",
  "pending",
])

/** Whether the Register has an order of this judgment to pay an agent that is neither met nor superseded. */
const owes = (store: Watched, { entries }: Judgment.Judgment, to: string): boolean =>
  entries
    .map((id) => needPresent(store.find(Entry.Entries, id), "an entry of a judgment"))
    .some(({ type, favoured, status }) => type === "pay" && favoured.id === to && owing.has(status))

/** An order with what the reports on other holds left of it, if one of them met it in part. */
const restOf = (
  store: Watched,
  { id }: Hold.Hold,
  citation: string,
  order: Judgment.Order,
): Judgment.Order => {
  const others = store.all(holdRecords.Holds).filter((it) => it.id !== id)
  const short = others
    .flatMap(({ paidOut, parts = [] }) => [...parts, ...(paidOut === null ? [] : [paidOut])])
    .flatMap(({ notMetInFull }) => notMetInFull)
    .filter((it) => it.citation === citation && it.n === order.n)
  return { ...order, amountCents: Math.min(order.amountCents ?? 0, ...short.map((it) => it.shortCents)) }
}

/**
 * The sums that left an escrow to each side, in cents: by the chain if it was read, otherwise by the instruction, or by the payee's word.
 */
const leftEscrow = (store: Watched, { id, payer, payee, instruction, amountCents }: Hold.Hold) => {
  const seen = store
    .all(Transfer.CountedTransfers)
    .filter(({ towards }) => towards.kind === "hold" && towards.id === id)
  const to = (address: string | null) => sum(seen.map((it) => (it.to === address ? it.cents : 0)))
  if (seen.length > 0) return { toPayee: to(payee.address), toPayer: to(payer.address) }
  const payout = instruction === null ? null : store.find(Payout.Payouts, instruction.payoutId)
  return payout?.spentAt == null
    ? { toPayee: amountCents, toPayer: 0 }
    : { toPayee: payout.amountToPayeeCents, toPayer: payout.amountToPayerCents }
}

const undecided: ReadonlySet<Matter.Matter["status"]> = new Set([
  "queued",
  "served",
  "undefended",
  "pleading",
  "defended",
  "closed",
  "reserved",
  "questioned",
])

/** How long after its period a matter lapses, as nobody called for judgment. In the other states it never does. */
const lapsesAfter: { readonly [S in Matter.Matter["status"]]?: number } = {
  served: days(bounds.callDays),
  pleading: hours(bounds.stepHours) + days(bounds.callDays),
  defended: days(bounds.callDays),
  undefended: 0,
  closed: 0,
}

/** Whether a matter is undecided at an instant. A matter that has lapsed by time alone is not, though nobody may have recorded that yet. */
const isUndecided = ({ status, period }: Matter.Matter, at: number): boolean => {
  const wait = lapsesAfter[status]
  const lapsed = period !== null && wait !== undefined && period.closesAt + wait <= at
  return undecided.has(status) && !lapsed
}

const skewMax = minutes(10)

/** The cents that an instruction paid the payee, without the orders that the Registrar has since found not to be satisfied. */
const countsStill = (store: Watched, payout: Payout.Payout): number => {
  const { since } = holdOf(store, payout)
  const { orders, entries } = judgmentOf(store, payout.citation)
  const found = entries.map((id) => needPresent(store.find(Entry.Entries, id), "an entry of a judgment"))
  const reopened = found.filter(
    ({ decision }) => decision !== null && decision.status !== "satisfied" && decision.at >= since - skewMax,
  )
  const open = orders.filter(({ n }) => reopened.some((entry) => entry.n === n))
  return Math.max(0, payout.amountToPayeeCents - sum(open.map(({ amountCents }) => amountCents ?? 0)))
}

export const money: ReadonlyArray<Invariant> = [
  each(
    "the payee is paid no more than the judgment orders or its account says, unless a claim against it was dismissed",
    Payout.Payouts,
    ({ before, after }, store) => {
      if (before !== null) return true
      const hold = holdOf(store, after)
      const judgment = judgmentOf(store, after.citation)
      const won = dismisses(judgment) && judgment.respondent.id === hold.payee.id
      return won || after.amountToPayeeCents <= given(judgment, hold)
    },
  ),
  each(
    "all instructions that were carried out on one judgment pay the payee no more than it orders or its account says, or than the Registrar finds open",
    Payout.Payouts,
    ({ after }, store) => {
      const hold = holdOf(store, after)
      const { payee } = hold
      const judgment = judgmentOf(store, after.citation)
      if (after.spentAt === null || dismisses(judgment)) return true
      const before = store
        .all(Payout.Payouts)
        .filter(
          ({ id, citation, spentAt }) => citation === after.citation && spentAt !== null && id !== after.id,
        )
        .filter((it) => holdOf(store, it).payee.id === payee.id)
      return (
        after.amountToPayeeCents + sum(before.map((it) => countsStill(store, it))) <= given(judgment, hold)
      )
    },
  ),
  each(
    "nothing goes back to the payer while another judgment on the quote is owed to the payee, or a matter on it is undecided",
    Payout.Payouts,
    ({ before, after }, store, commit) => {
      if (before !== null || after.amountToPayerCents === 0) return true
      const hold = holdOf(store, after)
      const matters = mattersOf(store, hold)
      const standing = matters.flatMap(({ review }) => review?.inForce ?? [])
      const others = standing.filter((it) => it !== after.citation).map((it) => judgmentOf(store, it))
      return (
        !others.some((judgment) => owes(store, judgment, hold.payee.id)) &&
        !matters.some((matter) => isUndecided(matter, instantOf(commit)))
      )
    },
  ),
  each(
    "nothing goes back to the payer while a part of the account is open, by the judgment that leaves it open",
    Payout.Payouts,
    ({ before, after }, store) => {
      if (before !== null || after.amountToPayerCents === 0) return true
      const { quoteId } = holdOf(store, after)
      const { determined = [] } = judgmentOf(store, after.citation)
      return !determined.some(
        ({ deal, undecided }) => deal.kind === "quote" && deal.id === quoteId && undecided !== null,
      )
    },
  ),
  each(
    "a hold meets orders for no more than left its escrow, and what both sides owe each other",
    holdRecords.Holds,
    ({ before, after }, store) => {
      if (after.paidOut === null || before?.paidOut != null) return true
      const { payer, payee, paidOut } = after
      const [met] = [...paidOut.satisfiedFromHold, ...paidOut.refundOrdersSatisfied]
      if (met === undefined) return true
      const { orders } = judgmentOf(store, met.citation)
      const of = (refs: ReadonlyArray<{ readonly n: number }>) =>
        orders
          .filter(({ n }) => refs.some((it) => it.n === n))
          .map((order) => restOf(store, after, met.citation, order))
      const setOff = Math.min(ordered(orders, payer.id, payee.id), ordered(orders, payee.id, payer.id))
      const left = leftEscrow(store, after)
      return (
        ordered(of(paidOut.satisfiedFromHold), payer.id, payee.id) <= left.toPayee + setOff &&
        ordered(of(paidOut.refundOrdersSatisfied), payee.id, payer.id) <= left.toPayer + setOff
      )
    },
  ),
  each(
    "a transfer counts for one thing, unless a reorganisation has removed it",
    Transfer.CountedTransfers,
    ({ before, after }) =>
      before === null ||
      before.reversedAt !== null ||
      (before.towards.kind === after.towards.kind && before.towards.id === after.towards.id),
  ),
]
