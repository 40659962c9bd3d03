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
    // A text of the defence that repeats a denial denies since the first text that did.
    const texts = [...(matter.earlierDefences ?? []), matter.defence]
    const first = yield* Effect.findFirst(texts, (text) =>
      Effect.map(readPleading(reader, text), (read) => read.denies?.includes("delivery") === true),
    )
    denials.push({ at: Option.match(first, { onNone: () => at, onSome: ({ filedAt }) => filedAt }), denies })
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
