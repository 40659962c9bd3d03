/** A judgment as other protocols are told of it: how final it is, and what the supplier earned of the deal whose account it determines. */
import { Effect, Option } from "effect"
import type { Determination } from "../account/index.ts"
import { Dealing } from "../dealings/index.ts"
import { type Disposition, disposition, Judgment } from "../judgments/index.ts"
import { type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { refusal } from "../kernel/Refusal.ts"
import { rule } from "../kernel/Section.ts"
import { format, type Instant } from "../kernel/Time.ts"
import { quotes } from "../quotes/index.ts"

/**
 * A deal whose account a judgment determines to its end: a quote, or a purchase by x402. Sums are in cents; `owedCents` is the part of
 * the price that the supplier earned, within 0 and the price.
 */
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

/** A determined deal with its supplier: whose account is owed by the buyer (`quote`), or by the seller that did not serve (`purchase`). */
export interface SoldDeal {
  readonly kind: "quote" | "purchase"
  readonly supplier: string
  readonly account: Pick<Determination.Determination, "price" | "owed" | "undecided">
}

/** The deal that a judgment determines, if it is one alone, with sums and nothing left open. */
const settledDeal = (sold: ReadonlyArray<SoldDeal>): DeterminedDeal | null => {
  const [one, ...others] = sold
  if (one === undefined || others.length > 0) return null
  const { price, owed, undecided } = one.account
  if (typeof price !== "number" || typeof owed !== "number" || price <= 0 || undecided !== null) return null
  const owedCents = one.kind === "quote" ? owed : price - owed
  // A Judge may state more or less of a purchase than its price.
  if (owedCents < 0 || owedCents > price) return null
  return { supplier: one.supplier, priceCents: price, owedCents }
}

/** The ruling of a judgment; `sold`: the quotes and the purchases whose accounts it determines. */
export const rulingOf = rule(
  ["PD17 §1", "PD15 §11"],
  (judgment: Judgment.Judgment, sold: ReadonlyArray<SoldDeal>, now: Instant): Ruling => ({
    disposition: disposition(judgment, now),
    deliveredAt: format(judgment.deliveredAt),
    isFinal: Judgment.finalityAt(judgment.finality, now) === "final",
    deal: settledDeal(sold),
  }),
)

/** The quotes and the purchases that a judgment determines, with their suppliers. A debt of another kind has no supplier to speak of. */
const readSold = Effect.fnUntraced(function* (reader: Reader, { determined = [] }: Judgment.Judgment) {
  const sold: Array<SoldDeal> = []
  for (const account of determined) {
    const { kind, id } = account.deal
    if (kind === "quote") {
      const { supplier } = yield* quotes.need(reader, id)
      sold.push({ kind, supplier: supplier.handle, account })
      continue
    }
    // A Judge that states an account may name an entry that is not there.
    const entry = Option.getOrNull(yield* reader.find(Dealing.Dealings, id))
    if (entry?.kind !== "offer" || entry.counterparty === null) continue
    sold.push({ kind: "purchase", supplier: entry.counterparty, account })
  }
  return sold
})

/** A judgment for its renderings: `POST /judgments/{citation}/renderings/{format}`. Refused `unknown_judgment`. */
export const readRuling = query({
  name: "read-ruling",
  read: Effect.fnUntraced(function* (
    { citation }: { readonly citation: string },
    { now }: QueryContext,
    reader: Reader,
  ) {
    const judgment = yield* reader.need(Judgment.Judgments, citation, () =>
      refusal("unknown_judgment", { citation }),
    )
    return rulingOf(judgment, yield* readSold(reader, judgment), now)
  }),
})
