/** What keeps money of a hold from going back to its payer: what else lies before the Court on the same quote (PD2 §6F). */
import { Effect, Option } from "effect"
import { Entries, statusAt } from "../compliance/index.ts"
import type { Hold, OrderRef } from "../holds/index.ts"
import { finalityAt, type Judgment, judgmentsOf } from "../judgments/index.ts"
import type { CommandContext } from "../kernel/Command.ts"
import type { Reader } from "../kernel/Reader.ts"
import { type Refusal, when } from "../kernel/Refusal.ts"
import { rule } from "../kernel/Section.ts"
import { hasEnded, Matters, onQuote, passMatter, suitsBetween } from "../matters/index.ts"
import { isLive, type Judged, metWithoutEntry } from "./Judged.ts"
import type { Met } from "./Sums.ts"

export interface Pending {
  /** Whether a matter on the quote is undecided, or its judgment can still be appealed. */
  readonly undecided: boolean
  /** The orders on the quote to pay the payee that are neither satisfied nor superseded. */
  readonly owed: ReadonlyArray<typeof OrderRef.Type>
}

/** The orders of a judgment to pay an agent that still have to be met. */
const owedBy = Effect.fnUntraced(function* (
  reader: Reader,
  { citation, orders, entries }: Judgment,
  payeeId: string,
  { now }: CommandContext,
) {
  const pays = orders.filter(({ kind, inFavourOf }) => kind === "pay" && inFavourOf?.id === payeeId)
  if (pays.length === 0) return []
  const found = (yield* reader.findAll(Entries, entries)).flatMap(Option.toArray)
  const statuses = new Map(found.map((entry) => [entry.n, statusAt(entry, now)]))
  const met = yield* metWithoutEntry(
    reader,
    citation,
    pays.filter(({ n }) => !statuses.has(n)),
  )
  return pays.flatMap(({ n }) => (isLive(statuses.get(n) ?? null, met.includes(n)) ? [{ citation, n }] : []))
})

/** Reads what lies before the Court on the quote of a judgment; if it rests on none, in its matter alone. */
export const gatherPending = Effect.fnUntraced(function* (
  reader: Reader,
  { payer, payee }: Hold,
  { judgment, quoteId }: Judged,
  context: CommandContext,
) {
  const on = quoteId === null ? [] : onQuote(yield* suitsBetween(reader, payer.handle, payee.handle), quoteId)
  const found = yield* reader.findAll(Matters, [...new Set([judgment.matterId, ...on])])
  const matters = found
    .flatMap(Option.toArray)
    .map((one) => passMatter(one, context.now, context.schedule.at(one.filedAt)).matter)
  const inForce = yield* judgmentsOf(
    reader,
    matters.flatMap(({ review }) => review?.inForce ?? []),
  )
  const isOpen = ({ finality }: Judgment) =>
    ["open to appeal", "under appeal"].includes(finalityAt(finality, context.now))
  const owed = yield* Effect.forEach(inForce, (one) => owedBy(reader, one, payee.id, context))
  const pending: Pending = {
    undecided: matters.some(({ status }) => !hasEnded(status)) || inForce.some(isOpen),
    owed: owed.flat(),
  }
  return pending
})

/** Refuses to send money back to the payer while something else on the quote may take it. `met` are the orders that the payout meets. */
export const mayReturn = rule(
  ["PD2 §6F"],
  (
    { undecided, owed }: Pending,
    citation: string,
    { toPayerCents }: { readonly toPayerCents: number },
    { met }: Met,
  ): Refusal | null => {
    const other = owed.filter((order) => order.citation !== citation || !met.includes(order.n))
    return when(toPayerCents > 0 && (undecided || other.length > 0), "payout_pending_matter", {})
  },
)
