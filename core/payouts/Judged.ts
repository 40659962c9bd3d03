/**
 * A judgment on the money of a hold: the facts that are read for it, and the part of it that concerns the hold. The proceedings before the
 * Court on the same quote that keep the money from going back to its payer stand here too (PD2 §6FC).
 */
import { Effect, Either, Option } from "effect"
import { Determination } from "../account/index.ts"
import { Standing } from "../agents/index.ts"
import { records as appealRecords } from "../appeals/index.ts"
import { Delivery, type Judge } from "../bench/index.ts"
import { Entry, Reputation } from "../compliance/index.ts"
import { Hold } from "../holds/index.ts"
import { Judgment } from "../judgments/index.ts"
import type { CommandContext } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import { defaultCurrency } from "../kernel/Money.ts"
import type { Reader } from "../kernel/Reader.ts"
import { type Refusal, refusal } from "../kernel/Refusal.ts"
import { enforced, rule } from "../kernel/Section.ts"
import type { Instant } from "../kernel/Time.ts"
import { hasEnded, Matter, matters, Suits } from "../matters/index.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import { gatherPaidBefore, type PaidBefore } from "./PaidBefore.ts"
import type { Bearing, Met, MoneyOrder, Shares } from "./Sums.ts"

export interface Judged {
  readonly judgment: Judgment.Judgment
  /** The quote of its matter; null if the matter has no quote. */
  readonly quoteId: string | null
  /** The entries of the judgment between the two sides of the hold. */
  readonly entries: ReadonlyArray<Entry.Entry>
  readonly standings: ReadonlyArray<Standing.Standing>
  /** The numbers of the orders without an entry that a hold has already met. */
  readonly met: ReadonlyArray<number>
  /** The sums that holds have already paid towards orders, or that were set off, in cents, by the order's number. */
  readonly partPaid: ReadonlyMap<number, number>
  /** How much was claimed if the judgment only dismisses a claim for payment, in cents; 0 if it does anything else. */
  readonly dismissedCents: number
  /** The judgment's determination of the account of the hold's quote; null if it determines no account. */
  readonly determined: Determination.Determination | null
  readonly paidBefore: PaidBefore
}

const sideOf = ({ payer, payee }: Hold.Hold, id: string | null | undefined): Hold.Side | null => {
  if (id === payer.id) return "payer"
  return id === payee.id ? "payee" : null
}

/** Whether an order lies between the two sides of a hold. */
const isBetween = (hold: Hold.Hold, { against, inFavourOf }: Judgment.Order): boolean => {
  const [by, to] = [sideOf(hold, against?.id), sideOf(hold, inFavourOf?.id)]
  return by !== null && to !== null && by !== to
}

const money: ReadonlySet<Judgment.Order["kind"]> = new Set(["pay", "costs"])
const dismissing: ReadonlySet<Judgment.Order["kind"]> = new Set(["dismiss", "costs"])

/** Whether a judgment only dismisses, and decides by that: a dismissal without a decision moves no hold (PD15 §11A). */
const onlyDismisses = (judgment: Judgment.Judgment): boolean =>
  judgment.orders.some(({ kind }) => kind === "dismiss") &&
  judgment.orders.every(({ kind }) => dismissing.has(kind)) &&
  !Judgment.leavesUndecided(judgment)

/**
 * The outcome of an appeal, and the judgment below whose orders were before it: a judgment that was merely affirmed has no orders of its
 * own.
 */
const readAppealed = (
  reader: Reader,
  appealId: string,
): Effect.Effect<
  { readonly outcome: Judge.Outcome | null; readonly below: Judgment.Judgment },
  StoreUnavailable
> =>
  Effect.gen(function* () {
    const appeal = needPresent(
      Option.getOrNull(yield* reader.find(appealRecords.Appeals, appealId)),
      "the appeal of a judgment",
    )
    const found = Option.getOrNull(yield* reader.find(Judgment.Judgments, appeal.below))
    const below = needPresent(found, "the judgment below")
    const earlier = below.appealId === null ? null : yield* readAppealed(reader, below.appealId)
    return { outcome: appeal.outcome, below: earlier?.outcome === "affirmed" ? earlier.below : below }
  })

/** Whether a dismissal disposes of the claim: at first instance, or by setting aside what was ordered below. */
const disposesOfClaim = (reader: Reader, { appealId, respondent }: Judgment.Judgment) =>
  appealId === null
    ? Effect.succeed(true)
    : Effect.map(
        readAppealed(reader, appealId),
        ({ outcome, below }) =>
          outcome === "set_aside" &&
          below.orders.some(({ kind, against }) => kind === "pay" && against?.id === respondent.id),
      )

/** The sum that a claimant sought from the respondent. A claim that the claimant pay says nothing about a sum to recover. */
const readClaimedCents = (reader: Reader, matter: Matter.Matter) =>
  Effect.map(Delivery.soughtOf(reader, matter), (sought) => {
    const [by, of] = [matter.claimant.handle, matter.respondent.handle]
    const claimed = sought.filter((it) => it.kind === "pay" && it.against === of && it.inFavourOf === by)
    return claimed.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0)
  })

/** The sum of the claim for payment that a judgment only dismisses, in cents; 0 if it does anything else. */
const findDismissedCents = Effect.fnUntraced(function* (
  reader: Reader,
  judgment: Judgment.Judgment,
  matter: Matter.Matter,
) {
  if (!onlyDismisses(judgment) || !(yield* disposesOfClaim(reader, judgment))) return 0
  return yield* readClaimedCents(reader, matter)
})

/** The numbers of the orders without an entry that a hold has met. */
const findMetWithoutEntry = (reader: Reader, citation: string, orders: ReadonlyArray<Judgment.Order>) =>
  Effect.map(
    reader.findAll(
      Hold.MetOrders,
      orders.map(({ n }) => Hold.orderId({ citation, n })),
    ),
    (found) => found.flatMap(Option.toArray).map(({ n }) => n),
  )

/** The sums that holds have paid towards orders of a judgment that they did not meet in full, by the order's number. */
const partPayments = (reader: Reader, citation: string, orders: ReadonlyArray<Judgment.Order>) =>
  Effect.map(
    reader.findAll(
      Hold.PartPayments,
      orders.map(({ n }) => Hold.orderId({ citation, n })),
    ),
    (found) => new Map(found.flatMap(Option.toArray).map(({ n, cents }) => [n, cents])),
  )

const matterOf = (reader: Reader, { matterId, citation }: Judgment.Judgment) =>
  Effect.map(reader.find(Matter.Matters, matterId), (found) =>
    needPresent(Option.getOrNull(found), `the matter of ${citation}`),
  )

const determinationFor = (
  { quoteId }: Hold.Hold,
  { determined = [] }: Judgment.Judgment,
): Determination.Determination | null =>
  determined.find(({ deal }) => deal.kind === "quote" && deal.id === quoteId) ?? null

/** The judgment of a citation with all facts that a hold needs. Refused `unknown_judgment`. */
export const gatherJudged = Effect.fnUntraced(function* (
  reader: Reader,
  hold: Hold.Hold,
  citation: string,
  context: Pick<CommandContext, "now" | "terms">,
) {
  const judgment = yield* reader.need(Judgment.Judgments, citation, () =>
    refusal("unknown_judgment", { citation }),
  )
  const matter = yield* matterOf(reader, judgment)
  const between = judgment.orders.filter((order) => isBetween(hold, order))
  const numbers = new Set(between.map(({ n }) => n))
  const all = (yield* reader.findAll(Entry.Entries, judgment.entries)).flatMap(Option.toArray)
  const entries = all.filter(({ n }) => numbers.has(n))
  const entered = new Set(entries.map(({ n }) => n))
  const bound = [...new Map(entries.map((entry) => [entry.bound.id, entry.bound])).values()]
  const unentered = between.filter(({ n, kind }) => money.has(kind) && !entered.has(n))
  const determined = determinationFor(hold, judgment)
  const judged: Judged = {
    judgment,
    quoteId: matter.quoteId,
    entries,
    standings: yield* Standing.readAll(reader, bound),
    met: yield* findMetWithoutEntry(reader, citation, unentered),
    partPaid: yield* partPayments(reader, citation, between),
    dismissedCents: yield* findDismissedCents(reader, judgment, matter),
    determined,
    paidBefore: yield* gatherPaidBefore(
      reader,
      hold,
      { judgment, matter, determines: determined !== null },
      context,
    ),
  }
  return judged
})

/** Whether the order of an entry still has to be met. Words of the party bound that nobody disputed don't meet it. */
const isOwed = (entry: Entry.Entry, now: Instant): boolean => {
  const status = Reputation.statusAt(entry, now)
  return status === "satisfied" ? entry.silent || entry.status !== "satisfied" : status !== "superseded"
}

/**
 * The orders of a judgment that move money between the two sides, in its order, with what is left to pay of each. No hold pays a sum in
 * another currency.
 */
const ordersOf = (
  hold: Hold.Hold,
  { judgment, entries, met, partPaid }: Judged,
  now: Instant,
): ReadonlyArray<MoneyOrder> =>
  judgment.orders.flatMap((order) => {
    const { n, kind, against } = order
    const by = sideOf(hold, against?.id)
    if ((kind !== "pay" && kind !== "costs") || by === null || order.amountCents === null) return []
    const amountCents = order.amountCents - (partPaid.get(n) ?? 0)
    if (!isBetween(hold, order) || judgment.currency !== defaultCurrency) return []
    const entry = entries.find((one) => one.n === n)
    const live = entry === undefined ? !met.includes(n) : isOwed(entry, now)
    return [{ n, kind, by, amountCents, live }]
  })

/** The sum that was paid towards the orders of a judgment, in cents. A debt of the payee that was set off is so much less from holds. */
const sumPaidOnOrders = ({ payer }: Hold.Hold, { judgment, partPaid }: Judged): number =>
  judgment.orders.reduce((sum, { n, against }) => {
    const cents = partPaid.get(n) ?? 0
    return against?.id === payer.id ? sum + cents : sum - cents
  }, 0)

/**
 * The sum that a determined account gives the payee of a hold on a quote beyond the orders, and that no hold has paid, in cents. An account
 * of which a part is undecided gives nothing beyond the orders.
 */
const beyondOrders = (hold: Hold.Hold, judged: Judged): number | null => {
  const { judgment, determined, paidBefore } = judged
  if (determined === null) return null
  if (determined.undecided !== null) return 0
  const ordered = judgment.orders
    .filter((order) => order.kind === "pay" && isBetween(hold, order) && order.against?.id === hold.payer.id)
    .reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0)
  const given = Math.max(0, Determination.unpaidTo(determined, "supplier") - ordered - paidBefore.ordered)
  return Math.max(0, given - Math.max(0, paidBefore.byThis - sumPaidOnOrders(hold, judged)))
}

/** The sum in cents that holds paid the payee otherwise than by a judgment in force, and that no order of this judgment has taken for its own yet. */
const othersLeft = (hold: Hold.Hold, judged: Judged): number => {
  const { byOthers, byThis } = judged.paidBefore
  return Math.max(0, byOthers - Math.max(0, sumPaidOnOrders(hold, judged) - byThis))
}

/** The part of a judgment that concerns a hold: its orders, and the side claimed against if it only dismisses a claim to all of it. */
export const bearingOf = (hold: Hold.Hold, judged: Judged, now: Instant): Bearing => {
  const { judgment, dismissedCents } = judged
  const dismisses = dismissedCents >= hold.amountCents && judgment.currency === defaultCurrency
  const dismissedFor = dismisses ? sideOf(hold, judgment.respondent.id) : null
  return {
    orders: ordersOf(hold, judged, now),
    dismissedFor,
    beyondOrders: beyondOrders(hold, judged),
    // Who defeated a claim against itself keeps what it was paid.
    paidBefore: dismissedFor === "payee" ? 0 : othersLeft(hold, judged),
  }
}

/** Whether a judgment lies between the two sides of a hold, on the same quote or in the same matter. */
export const concerns = (hold: Hold.Hold, { judgment, quoteId }: Judged): boolean => {
  const parties = [judgment.claimant.id, judgment.respondent.id]
  const same = hold.quoteId === null ? judgment.matterId === hold.matterId : quoteId === hold.quoteId
  return same && parties.includes(hold.payer.id) && parties.includes(hold.payee.id)
}

export interface Pending {
  /** Whether a matter on the quote is undecided, its judgment can still be appealed, or it leaves a part of the account undecided. */
  readonly undecided: boolean
  /** The orders on the quote to pay the payee that are neither satisfied nor superseded. */
  readonly owed: ReadonlyArray<typeof Hold.OrderRef.Type>
}

/** The orders of a judgment to pay an agent that still have to be met. */
const findOwed = Effect.fnUntraced(function* (
  reader: Reader,
  { citation, orders, entries }: Judgment.Judgment,
  payeeId: string,
  { now }: Pick<CommandContext, "now">,
) {
  const pays = orders.filter(({ kind, inFavourOf }) => kind === "pay" && inFavourOf?.id === payeeId)
  if (pays.length === 0) return []
  const found = (yield* reader.findAll(Entry.Entries, entries)).flatMap(Option.toArray)
  const owed = new Map(found.map((entry) => [entry.n, isOwed(entry, now)]))
  const met = yield* findMetWithoutEntry(
    reader,
    citation,
    pays.filter(({ n }) => !owed.has(n)),
  )
  return pays.flatMap(({ n }) => ((owed.get(n) ?? !met.includes(n)) ? [{ citation, n }] : []))
})

/** Reads what lies before the Court on the quote of a judgment; if it rests on no quote, in its matter alone. */
export const gatherPending = Effect.fnUntraced(function* (
  reader: Reader,
  { payer, payee }: Hold.Hold,
  { judgment, quoteId, determined }: Judged,
  context: Pick<CommandContext, "now" | "schedule">,
) {
  const on =
    quoteId === null ? [] : Suits.onQuote(yield* Suits.between(reader, payer.handle, payee.handle), quoteId)
  const found = yield* reader.findAll(Matter.Matters, [...new Set([judgment.matterId, ...on])])
  const about = found
    .flatMap(Option.toArray)
    .map((one) => matters.current(one, context.now, context.schedule.at(one.filedAt)))
  const inForce = yield* Judgment.needAll(
    reader,
    about.flatMap(({ review }) => review?.inForce ?? []),
  )
  const isOpen = ({ finality }: Judgment.Judgment) =>
    ["open to appeal", "under appeal"].includes(Judgment.finalityAt(finality, context.now))
  const owed = yield* Effect.forEach(inForce, (one) => findOwed(reader, one, payee.id, context))
  const pending: Pending = {
    undecided:
      (determined?.undecided ?? null) !== null ||
      about.some(({ status }) => !hasEnded(status)) ||
      inForce.some(isOpen),
    owed: owed.flat(),
  }
  return pending
})

/** Whether something else on the quote may still take what would go back to the payer. `met` are the orders that the payout meets. */
const mayStillTake = ({ undecided, owed }: Pending, citation: string, { met }: Met): boolean =>
  undecided || owed.some((order) => order.citation !== citation || !met.includes(order.n))

export const partsOfAHold = enforced(
  "PD2 §6FC",
  "The payer's rest, and parts of a hold",
  () =>
    "Nothing goes back to the payer while a matter on the same quote is undecided or its judgment is not final, or while an order on that quote to pay the payee, other than the orders that this payout meets, is neither satisfied nor superseded. Until then the payee is paid its sum alone, and the rest stays in the escrow. Once that part is reported, the hold goes on for the rest, and a later judgment divides the rest alone. In every other case the two sums together are all that the hold still has.",
)

/**
 * The shares that a judgment moves of a hold now, of the two shares into which it divides the hold. While something else on the quote may take
 * the payer's share, that share stays in the escrow: a part is paid. Refused if the payee gets nothing, since then nothing moves.
 */
export const moveShares = rule(
  ["PD2 §6FC"],
  (pending: Pending, citation: string, shares: Shares, met: Met): Either.Either<Shares, Refusal> => {
    if (shares.toPayerCents === 0 || !mayStillTake(pending, citation, met)) return Either.right(shares)
    return shares.toPayeeCents === 0
      ? Either.left(refusal("payout_pending_matter", {}))
      : Either.right({ ...shares, toPayerCents: 0 })
  },
)
