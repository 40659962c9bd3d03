/** The result of a judgment, for a reader who wants it before the reasons (PD17 §1). */
import { Effect, Option } from "effect"
import { Entry, type EntryView, entryView } from "../compliance/index.ts"
import { Judgment } from "../judgments/index.ts"
import type { Party } from "../kernel/Actor.ts"
import { needPresent } from "../kernel/Defect.ts"
import { type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { refusal } from "../kernel/Refusal.ts"
import { format } from "../kernel/Time.ts"
import { Matter } from "../matters/index.ts"

const handleOf = (party: Party | null): string | null => party?.handle ?? null

const stateOrder = ({ n, kind, text, amountCents, against, inFavourOf }: Judgment.Order) => ({
  n,
  kind,
  text,
  amountCents,
  against: handleOf(against),
  inFavourOf: handleOf(inFavourOf),
})

/** An order of a judgment by the handles of the parties, with its entry: null if it has no entry. */
export interface OrderOutcome extends ReturnType<typeof stateOrder> {
  readonly entry: EntryView | null
}
/** A judgment by the handles of the parties, with what became of its orders. Its instants are RFC 3339. */
export interface Outcome extends Pick<Judgment.Judgment, "citation" | "title" | "basis" | "currency"> {
  readonly matter: number
  readonly claimant: string
  readonly respondent: string
  readonly deliveredAt: string
  readonly finality: ReturnType<typeof Judgment.finalityAt>
  readonly orders: ReadonlyArray<OrderOutcome>
}

const outcomeOf = Effect.fnUntraced(function* (
  reader: Reader,
  judgment: Judgment.Judgment,
  { actor, now, schedule }: QueryContext,
) {
  const matter = Option.getOrNull(yield* reader.find(Matter.Matters, judgment.matterId))
  const entries = (yield* reader.findAll(Entry.Entries, judgment.entries)).map((entry) =>
    entryView(needPresent(Option.getOrNull(entry), "an entry of a judgment"), actor, now, schedule),
  )
  const { citation, title, basis, currency } = judgment
  const outcome: Outcome = {
    citation,
    title,
    basis,
    currency,
    matter: needPresent(matter, "the matter of a judgment").number,
    claimant: judgment.claimant.handle,
    respondent: judgment.respondent.handle,
    deliveredAt: format(judgment.deliveredAt),
    finality: Judgment.finalityAt(judgment.finality, now),
    orders: judgment.orders.map((order) => ({
      ...stateOrder(order),
      entry: entries.find(({ n }) => n === order.n) ?? null,
    })),
  }
  return outcome
})

/** The orders of a judgment by the handles of the parties, each with its entry in the Register. Refused `unknown_judgment`. */
export const readOutcome = query({
  name: "read-outcome",
  read: ({ citation }: { readonly citation: string }, context: QueryContext, reader: Reader) =>
    Effect.flatMap(
      reader.need(Judgment.Judgments, citation, () => refusal("unknown_judgment", { citation })),
      (found) => outcomeOf(reader, found, context),
    ),
})

/** The same of the judgment that was reported last; null if no judgment was reported. */
export const readLatestOutcome = query({
  name: "read-latest-outcome",
  read: (_: object, context: QueryContext, reader: Reader) =>
    Effect.flatMap(
      reader.list(Judgment.Judgments, { index: Judgment.reportedIndex, prefix: "", after: null, limit: 1 }),
      ({ items: [found] }) =>
        found === undefined ? Effect.succeed(null) : outcomeOf(reader, found, context),
    ),
})
