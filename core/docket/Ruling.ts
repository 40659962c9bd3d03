/** A judgment as other protocols are told of it: how final it is, and what the supplier earned of the deal whose account it determines. */
import { Effect } from "effect"
import { type Disposition, disposition, finalityAt, type Judgment, Judgments } from "../judgments/index.ts"
import { type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { refusal } from "../kernel/Refusal.ts"
import { rule } from "../kernel/Section.ts"
import { format, type Instant } from "../kernel/Time.ts"
import { type Quote, quotes } from "../quotes/index.ts"

/** A deal whose account a judgment determines to its end. Sums are in cents; `owedCents` is within 0 and the price. */
export interface DeterminedDeal {
  readonly supplier: string
  readonly priceCents: number
  readonly owedCents: number
}

/** A judgment for renderings in the forms of other protocols. It has nothing that a party wrote. */
export interface Ruling {
  readonly disposition: Disposition
  readonly deliveredAt: string
  readonly isFinal: boolean
  /** Null if the judgment determines no deal, more than one, or leaves a part of its account open. */
  readonly deal: DeterminedDeal | null
}

/** The account that a judgment determines, if it is the account of one quote alone, with sums and nothing left open. */
const settled = ({ determined = [] }: Pick<Judgment, "determined">) => {
  const [one, ...others] = determined.filter(({ deal }) => deal.kind === "quote")
  if (one === undefined || others.length > 0) return null
  const { price, owed, undecided, deal } = one
  return typeof price === "number" && typeof owed === "number" && price > 0 && undecided === null
    ? { quoteId: deal.id, priceCents: price, owedCents: owed }
    : null
}

/** The ruling of a judgment; `quote`: its account is determined; null if no account of a quote is. */
export const rulingOf = rule(
  ["PD17 §1", "PD15 §11"],
  (judgment: Judgment, quote: Pick<Quote, "supplier"> | null, now: Instant): Ruling => {
    const account = settled(judgment)
    return {
      disposition: disposition(judgment, now),
      deliveredAt: format(judgment.deliveredAt),
      isFinal: finalityAt(judgment.finality, now) === "final",
      deal:
        account === null || quote === null
          ? null
          : {
              supplier: quote.supplier.handle,
              priceCents: account.priceCents,
              owedCents: account.owedCents,
            },
    }
  },
)

/** A judgment for its renderings: `POST /judgments/{citation}/renderings/{format}`. Refused `unknown_judgment`. */
export const readRuling = query({
  name: "read-ruling",
  read: Effect.fnUntraced(function* (
    { citation }: { readonly citation: string },
    { now }: QueryContext,
    reader: Reader,
  ) {
    const judgment = yield* reader.need(Judgments, citation, () => refusal("unknown_judgment", { citation }))
    const account = settled(judgment)
    return rulingOf(judgment, account === null ? null : yield* quotes.need(reader, account.quoteId), now)
  }),
})
