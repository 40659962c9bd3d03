/** The part of matters and judgments in the account of a quote: what was filed, pleaded, denied and admitted on it, and ordered before. */
import { Effect, Option } from "effect"
import { type Matter as MatterFacts, type Ordered, otherSide, type Side } from "../account/index.ts"
import { Judgments } from "../judgments/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import type { Reader } from "../kernel/Reader.ts"
import { type Matter, Matters, onQuote, readPleading, suitsBetween } from "../matters/index.ts"
import type { Quote } from "../quotes/index.ts"
import type { BeforeCourt } from "./Quoted.ts"

type Pleaded = Effect.Effect.Success<ReturnType<typeof readPleading>>
type Admission = NonNullable<Pleaded["admits"]>[number]

/** What a respondent admits by one admission that it owes on the quote, in cents. Neither a debt on an entry nor costs are owed on it. */
const admittedCents = (claim: Pleaded, respondent: string, admission: Admission): number => {
  const n = typeof admission === "number" ? admission : admission.n
  const { kind, cause, against, amountCents } = needPresent(
    claim.orders?.[n - 1],
    "the order that is admitted",
  )
  if (kind !== "pay" || cause === "debt" || against !== respondent) return 0
  const asked = needPresent(amountCents, "the sum of an order to pay")
  return typeof admission === "number" ? asked : Math.min(asked, admission.amountCents)
}

const matterFacts = Effect.fnUntraced(function* (reader: Reader, matter: Matter, claimant: Side) {
  const claim = yield* readPleading(reader, matter.claim)
  const respondent = otherSide(claimant)
  const admits: Array<MatterFacts["admits"][number]> = []
  const denials = [{ at: matter.filedAt, denies: claim.denies }]
  if (matter.defence !== null) {
    const { filedAt: at } = matter.defence
    const { admits: admissions = [], denies } = yield* readPleading(reader, matter.defence)
    const cents = admissions.reduce<number>(
      (sum, one) => sum + admittedCents(claim, matter.respondent.handle, one),
      0,
    )
    if (cents > 0) admits.push({ by: respondent, at, cents })
    denials.push({ at, denies })
  }
  const pleadedAt = (side: Side) => (side === claimant ? matter.filedAt : (matter.defence?.filedAt ?? null))
  const facts: MatterFacts = {
    id: matter.id,
    filedAt: matter.filedAt,
    claimant,
    pleads: { supplier: pleadedAt("supplier"), buyer: pleadedAt("buyer") },
    deniedAt: denials.find(({ denies }) => denies?.includes("delivery"))?.at ?? null,
    admits,
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

const claimantSide = (matter: Matter, { supplier }: Quote): Side =>
  matter.claimant.id === supplier.id ? "supplier" : "buyer"

/** The matters between the parties of a quote that rest on it and stand, or are undecided. */
const mattersOn = Effect.fnUntraced(function* (reader: Reader, { id, supplier, buyer }: Quote) {
  if (buyer.party === null) return []
  const between = yield* suitsBetween(reader, supplier.handle, buyer.party.handle)
  return (yield* reader.findAll(Matters, onQuote(between, id))).flatMap(Option.toArray)
})

/** What matters on a quote add to its account, of which one may be before the court, beside what others ordered. */
const addedBy = Effect.fnUntraced(function* (
  reader: Reader,
  quote: Quote,
  before: Matter | null,
  others: ReadonlyArray<Matter>,
) {
  const ordered: Array<Ordered> = []
  for (const matter of others) ordered.push(...(yield* orderedIn(reader, matter, quote.supplier.id)))
  const facts: BeforeCourt = {
    matter: before === null ? null : yield* matterFacts(reader, before, claimantSide(before, quote)),
    ordered,
    pending: [],
  }
  return facts
})

/** What matters on a quote add to its account. There is one undecided matter at most, since a quote has one account. */
export const beforeCourt = Effect.fnUntraced(function* (reader: Reader, quote: Quote) {
  const found = yield* mattersOn(reader, quote)
  return yield* addedBy(reader, quote, found.find(({ endedAt }) => endedAt === null) ?? null, found)
})

/** What matters add to the account of a quote as one of them is judged, at first instance or again: its own judgments add nothing. */
export const beforeCourtIn = Effect.fnUntraced(function* (reader: Reader, quote: Quote, matter: Matter) {
  const others = (yield* mattersOn(reader, quote)).filter(({ id }) => id !== matter.id)
  return yield* addedBy(reader, quote, matter, others)
})
