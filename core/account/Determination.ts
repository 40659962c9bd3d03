/** The determination of a deal by a judgment: its account as it was decided, as the sealed payload states it (PD15 §11). */
import { Schema } from "effect"
import { sha256Hex } from "../kernel/Hash.ts"
import { listOf } from "../kernel/Json.ts"
import { type Refusal, refusal } from "../kernel/Refusal.ts"
import { enforced, rule } from "../kernel/Section.ts"
import { standingPart } from "./Account.ts"
import { otherSide, type Side } from "./Deal.ts"
import { type Account, Finding, type Line, LineName, RecordRef, refsMax, Sum } from "./View.ts"

export const determinations = enforced(
  "PD15 §11",
  "Determinations",
  () =>
    "A judgment on the account of a quote, or on a debt, states what it determines: what is owed, what was paid and refunded, and the balance. These sums lie between nothing and the price, but what was paid may be more. A judge that decides on the papers states the lines as well, with the SHA-256 of the id of each record that was read. Another judge that decides a claim for an account states its sums too; its judgment is refused otherwise, unless it only dismisses or remits without a decision.",
)

const DeterminedLine = Schema.Struct({
  line: LineName,
  finding: Finding,
  cents: Schema.optional(Sum),
  millionths: Schema.optional(Schema.Int),
  by: listOf(
    Schema.Struct({
      record: RecordRef.fields.record,
      sha256: Schema.String.annotations({ description: "The SHA-256 of the id of the record" }),
    }),
    refsMax,
  ),
}).annotations({ identifier: "DeterminedLine" })

const determinationSchema = Schema.Struct({
  deal: Schema.Struct({
    kind: Schema.Literal("quote", "debt"),
    id: Schema.String.pipe(Schema.maxLength(64)),
  }),
  price: Schema.NullOr(Sum),
  owed: Schema.NullOr(Sum),
  paid: Schema.NullOr(Sum),
  refunded: Schema.NullOr(Sum),
  balance: Schema.NullOr(Sum).annotations({
    description: "Above 0 the buyer owes it, below 0 the supplier; for a debt the buyer is who owes it",
  }),
  undecided: Schema.NullOr(Schema.Union(Schema.Int, Schema.Literal("all"))).annotations({
    description: "null, the cents that are left open, or `all`",
  }),
  lines: Schema.optional(listOf(DeterminedLine, LineName.literals.length)),
}).annotations({ identifier: "Determination" })

export interface Determination extends Schema.Schema.Type<typeof determinationSchema> {}

/** The sums of an account as a judgment determines them, and its lines if the judge read records for them. */
export const Determination: Schema.Schema<Determination> = determinationSchema

const lineOf = ({ line, finding, cents, millionths, by }: Line): typeof DeterminedLine.Type => ({
  line,
  finding,
  ...(cents === undefined ? {} : { cents }),
  ...(millionths === undefined ? {} : { millionths }),
  // The id of an exhibit is the SHA-256 of its content already.
  by: by.map(({ record, id }) => ({ record, sha256: record === "exhibit" ? id : sha256Hex(id) })),
})

/** The determination that follows from an account. It names records by their hash, because their ids are the parties' own. */
export const take = rule(["PD15 §11"], (account: Account): Determination => {
  const { deal, price, owed, paid, refunded, balance, undecided, lines } = account
  return { deal, price, owed, paid, refunded, balance, undecided, lines: lines.map(lineOf) }
})

/** The sums of a determination alone, as the record of a judgment keeps them. */
export const sumsOf = ({ lines: _, ...sums }: Determination): Determination => sums

const within = (sum: Sum | null, most: number): boolean =>
  sum === null || (typeof sum === "number" ? sum >= 0 && sum <= most : sum.min >= 0 && sum.max <= most)

/** Refuses a judgment on the account of a quote that does not state it, or states sums outside of nothing and the price. */
export const check = rule(
  ["PD15 §11"],
  (
    quote: { readonly id: string; readonly priceCents: number },
    stated: ReadonlyArray<Determination>,
  ): Refusal | null => {
    const found = stated.find(({ deal }) => deal.kind === "quote" && deal.id === quote.id)
    const { id, priceCents } = quote
    if (found === undefined) return refusal("determination_wanted", { id, priceCents })
    const fits = found.undecided === "all" || (found.owed !== null && found.balance !== null)
    return fits && within(found.owed, priceCents) ? null : refusal("determination_wanted", { id, priceCents })
  },
)

/** The least sum that one side of a deal is owed and has not been paid, by a determination, in cents. */
export const unpaidTo = rule(["PD15 §11"], (determined: Determination, side: Side): number => {
  const part = standingPart(determined)
  return part?.against === otherSide(side) ? part.cents : 0
})
