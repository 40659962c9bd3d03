/**
 * The sums that the payee of a hold has already had of what a judgment gives it: from holds by this judgment and by others, and by orders of
 * other judgments on the same quote. A hold that goes on after a part was paid must not pay the same debt twice (PD2 §6FC).
 */
import { Effect, Option } from "effect"
import { asOfCall } from "../bench/index.ts"
import { Entry, Reputation } from "../compliance/index.ts"
import { Hold, holds, listHolds, Payout } from "../holds/index.ts"
import { Judgment } from "../judgments/index.ts"
import type { CommandContext } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import type { Reader } from "../kernel/Reader.ts"
import { rule } from "../kernel/Section.ts"
import type { Instant } from "../kernel/Time.ts"
import { Matter, Suits } from "../matters/index.ts"

/** A sum that a hold paid the payee, and when the Court was told. `citation`: the judgment; null if the parties settled it themselves. */
export interface Payment {
  readonly citation: string | null
  readonly cents: number
  readonly at: Instant
}

/** The sums that the payee had already, in cents; `byThis` is what this judgment gave from holds. */
export interface PaidBefore {
  readonly byThis: number
  /** From holds, by judgments that no longer stand or by the parties themselves. It comes off all that this judgment gives. */
  readonly byOthers: number
  /** The orders of other judgments in force on the quote. They come off what an account gives beyond the orders of this judgment. */
  readonly ordered: number
}

/** An order to pay the payee of a judgment in force. `performedAt`: when it was met otherwise than from a hold; null if it was not. */
export interface OtherOrder {
  readonly citation: string
  readonly cents: number
  readonly performedAt: Instant | null
}

const sum = (of: ReadonlyArray<{ readonly cents: number }>): number =>
  of.reduce((total, { cents }) => total + cents, 0)

/**
 * Finds what the payee had before. The account of a judgment counted what was paid by its call (`calledAt`), so only what came later comes
 * off. A judgment without an account counted nothing.
 */
export const findPaidBefore = rule(
  ["PD2 §6F"],
  (
    citation: string,
    calledAt: Instant | null,
    payments: ReadonlyArray<Payment>,
    others: ReadonlyArray<OtherOrder>,
    fallen: ReadonlySet<string>,
  ): PaidBefore => {
    const since = calledAt ?? Number.NEGATIVE_INFINITY
    // Only an account says that what the parties settled themselves was for this deal, and that it has not counted it.
    const isOthers = ({ citation: by }: Payment): boolean =>
      by === null ? calledAt !== null : fallen.has(by)
    const open = others.filter(({ performedAt }) => performedAt === null || performedAt >= since)
    const ordered = [...new Set(open.map((one) => one.citation))].map((other) => {
      const counted = payments.filter((one) => one.citation === other && one.at < since)
      return Math.max(0, sum(open.filter((one) => one.citation === other)) - sum(counted))
    })
    return {
      byThis: sum(payments.filter((one) => one.citation === citation)),
      byOthers: sum(payments.filter((one) => isOthers(one) && one.at >= since)),
      ordered: ordered.reduce((total, cents) => total + cents, 0),
    }
  },
)

/** The sums that a hold has paid the payee: each part, and what it paid when it ended. */
const paymentsOf = Effect.fnUntraced(function* (reader: Reader, hold: Hold.Hold) {
  const { parts = [], status, since, paidToPayee } = hold
  const paid = parts.map(({ citation, cents, reportedAt: at }): Payment => ({ citation, cents, at }))
  if (status !== "paid_out") return paid
  const last = yield* Payout.findLast(reader, hold)
  // An instruction that paid a part, or was never spent, has not paid the rest: the parties settled that themselves.
  const isByLast =
    last !== null && last.spentAt !== null && !parts.some(({ payoutId }) => payoutId === last.id)
  const ended: Payment = isByLast
    ? { citation: last.citation, cents: last.amountToPayeeCents, at: since }
    : { citation: null, cents: paidToPayee?.cents ?? 0, at: since }
  return [...paid, ended]
})

/** When an order was met otherwise than from a hold; null if it was not met so. */
const performedAtOf = (entry: Entry.Entry | undefined, now: Instant): Instant | null =>
  entry !== undefined && Reputation.statusAt(entry, now) === "satisfied" ? entry.performedAt : null

/** The orders to pay the payee of other judgments in force on the quote of a hold. */
const othersOn = Effect.fnUntraced(function* (
  reader: Reader,
  { quoteId, payer, payee }: Hold.Hold,
  citation: string,
  now: Instant,
) {
  const quote = needPresent(quoteId, "the quote of an account that a judgment determined")
  const ids = Suits.onQuote(yield* Suits.between(reader, payer.handle, payee.handle), quote)
  const matters = (yield* reader.findAll(Matter.Matters, ids)).flatMap(Option.toArray)
  const inForce = matters.flatMap(({ review }) => review?.inForce ?? []).filter((one) => one !== citation)
  const found = yield* Effect.forEach(yield* Judgment.needAll(reader, inForce), (judgment) =>
    Effect.map(reader.findAll(Entry.Entries, judgment.entries), (all) => {
      const entries = all.flatMap(Option.toArray)
      return judgment.orders
        .filter(
          ({ kind, against, inFavourOf }) =>
            kind === "pay" && against?.id === payer.id && inFavourOf?.id === payee.id,
        )
        .map(
          ({ n, amountCents }): OtherOrder => ({
            citation: judgment.citation,
            cents: amountCents ?? 0,
            performedAt: performedAtOf(
              entries.find((entry) => entry.n === n),
              now,
            ),
          }),
        )
    }),
  )
  return found.flat()
})

const hasFallen = ({ finality: { status } }: Judgment.Judgment): boolean =>
  status === "superseded" || status === "vacated"

/** Reads what the payee of a hold had before of what a judgment gives it. `determines`: whether the judgment determines the quote's account. */
export const gatherPaidBefore = Effect.fnUntraced(function* (
  reader: Reader,
  hold: Hold.Hold,
  {
    judgment,
    matter,
    determines,
  }: { readonly judgment: Judgment.Judgment; readonly matter: Matter.Matter; readonly determines: boolean },
  { now, terms }: Pick<CommandContext, "now" | "terms">,
) {
  const key =
    hold.quoteId === null
      ? Hold.matterKey(needPresent(hold.matterId, "the matter of a hold without a quote"))
      : Hold.quoteKey(hold.quoteId)
  const all = (yield* listHolds(reader, key, terms)).map((one) => holds.current(one, now))
  const payments = (yield* Effect.forEach(all, (one) => paymentsOf(reader, one))).flat()
  const cited = [...new Set(payments.flatMap(({ citation }) => citation ?? []))]
  const fallen = (yield* Judgment.needAll(reader, cited)).filter(hasFallen).map(({ citation }) => citation)
  const others = determines ? yield* othersOn(reader, hold, judgment.citation, now) : []
  const calledAt = determines ? asOfCall(matter) : null
  return findPaidBefore(judgment.citation, calledAt, payments, others, new Set(fallen))
})
