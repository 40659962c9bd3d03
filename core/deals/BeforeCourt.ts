/** The part of matters and judgments in the account of a quote: what was filed, pleaded, denied and admitted on it, and ordered before. */
import { Effect, Option } from "effect"
import { type Matter as MatterFacts, type Ordered, otherSide, type Side } from "../account/index.ts"
import { Judgments } from "../judgments/index.ts"
import type { Reader } from "../kernel/Reader.ts"
import { type Matter, Matters, onQuote, readPleading, suitsBetween } from "../matters/index.ts"
import type { Quote } from "../quotes/index.ts"
import type { BeforeCourt } from "./Quoted.ts"

type Pleaded = Effect.Effect.Success<ReturnType<typeof readPleading>>

/** What a defence admits of the claim, in cents: the whole of an order by its number, or the part that it states. */
const admittedCents = (claim: Pleaded, { admits = [] }: Pleaded): number =>
  admits.reduce<number>((sum, one) => {
    const n = typeof one === "number" ? one : one.n
    const asked = claim.orders?.[n - 1]?.amountCents ?? 0
    return sum + (typeof one === "number" ? asked : one.amountCents)
  }, 0)

/** When the buyer first denied the delivery in the matter; null if it did not. */
const deniedIn = (matter: Matter, claim: Pleaded, defence: Pleaded | null): number | null => {
  if (claim.denies?.includes("delivery")) return matter.claim.filedAt
  return defence?.denies?.includes("delivery") && matter.defence !== null ? matter.defence.filedAt : null
}

const matterFacts = Effect.fnUntraced(function* (reader: Reader, matter: Matter, claimant: Side) {
  const claim = yield* readPleading(reader, matter.claim)
  const { defence: filed } = matter
  const defence = filed === null ? null : yield* readPleading(reader, filed)
  const respondent = otherSide(claimant)
  const admitted = defence === null ? 0 : admittedCents(claim, defence)
  const pleads = { [claimant]: matter.filedAt, [respondent]: filed?.filedAt ?? null }
  const facts: MatterFacts = {
    id: matter.id,
    filedAt: matter.filedAt,
    claimant,
    pleads: { supplier: pleads.supplier ?? null, buyer: pleads.buyer ?? null },
    deniedAt: deniedIn(matter, claim, defence),
    admits: filed === null || admitted === 0 ? [] : [{ by: respondent, at: filed.filedAt, cents: admitted }],
  }
  return facts
})

/** The orders to pay of the judgments that stand in a decided matter on the quote. */
const orderedIn = Effect.fnUntraced(function* (reader: Reader, { review }: Matter, supplierId: string) {
  const found = (yield* reader.findAll(Judgments, review?.inForce ?? [])).flatMap(Option.toArray)
  return found.flatMap(
    ({ citation, orders }): ReadonlyArray<Ordered> =>
      orders.flatMap(({ n, kind, against, amountCents }) =>
        kind === "pay" && amountCents !== null && against !== null
          ? [
              {
                citation,
                n,
                against: against.id === supplierId ? "supplier" : "buyer",
                cents: amountCents,
                metBy: [],
              },
            ]
          : [],
      ),
  )
})

/** What matters on a quote add to its account. There is one undecided matter at most, since a quote has one account. */
export const beforeCourt = Effect.fnUntraced(function* (reader: Reader, { id, supplier, buyer }: Quote) {
  const nothing: BeforeCourt = { matter: null, ordered: [], pending: [] }
  if (buyer.party === null) return nothing
  const between = yield* suitsBetween(reader, supplier.handle, buyer.party.handle)
  const found = (yield* reader.findAll(Matters, onQuote(between, id))).flatMap(Option.toArray)
  const undecided = found.find(({ endedAt }) => endedAt === null)
  const ordered: Array<Ordered> = []
  for (const matter of found) ordered.push(...(yield* orderedIn(reader, matter, supplier.id)))
  const claimant: Side = undecided?.claimant.id === supplier.id ? "supplier" : "buyer"
  const facts: BeforeCourt = {
    matter: undecided === undefined ? null : yield* matterFacts(reader, undecided, claimant),
    ordered,
    pending: [],
  }
  return facts
})
