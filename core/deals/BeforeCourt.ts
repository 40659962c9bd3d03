/** The part of matters and judgments in the account of a deal: what was filed, pleaded, denied and admitted on it, and ordered before. */
import { Effect, Option } from "effect"
import { Deal } from "../account/index.ts"
import { Entry, records as entryRecords } from "../compliance/index.ts"
import { Judgment } from "../judgments/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import type { Reader } from "../kernel/Reader.ts"
import { Matter, readPleading, Suits } from "../matters/index.ts"
import type { Earlier } from "./Met.ts"
import type { Parties } from "./Stated.ts"

type Pleaded = Effect.Effect.Success<ReturnType<typeof readPleading>>
type Admission = NonNullable<Pleaded["admits"]>[number]

/** The facts that matters and judgments add to the account of a deal. The payments that met earlier orders are read with the deal's. */
export interface BeforeCourt {
  readonly matter: Deal.Matter | null
  readonly earlier: ReadonlyArray<Earlier>
  readonly pending: ReadonlyArray<Deal.Pending>
}

/** The sum that one admission of a respondent admits on the quote, in cents. Neither a debt on an entry nor costs are owed on it. */
const admittedCents = (claim: Pleaded, respondent: string, admission: Admission): number => {
  const n = typeof admission === "number" ? admission : admission.n
  const { kind, cause, against, amountCents } = needPresent(
    claim.orders?.[n - 1],
    "the order that is admitted",
  )
  if (kind !== "pay" || cause === "debt" || cause === "mandate" || against !== respondent) return 0
  const asked = needPresent(amountCents, "the sum of an order to pay")
  return typeof admission === "number" ? asked : Math.min(asked, admission.amountCents)
}

const matterFacts = Effect.fnUntraced(function* (reader: Reader, matter: Matter.Matter, claimant: Deal.Side) {
  const claim = yield* readPleading(reader, matter.claim)
  const respondent = Deal.otherSide(claimant)
  const admits: Array<Deal.Matter["admits"][number]> = []
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
  const pleadingTime = (side: Deal.Side) =>
    side === claimant ? matter.filedAt : (matter.defence?.filedAt ?? null)
  const facts: Deal.Matter = {
    id: matter.id,
    filedAt: matter.filedAt,
    claimant,
    pleads: { supplier: pleadingTime("supplier"), buyer: pleadingTime("buyer") },
    deniedAt: denials.find(({ denies }) => denies?.includes("delivery"))?.at ?? null,
    admits,
  }
  return facts
})

const standingIn = (reader: Reader, { review }: Matter.Matter) =>
  Effect.map(reader.findAll(Judgment.Judgments, review?.inForce ?? []), (found) =>
    found.flatMap(Option.toArray),
  )

/** How an order was satisfied. Transfers that do not come to its sum satisfied nothing: the rest was paid by word. */
const findPerformance = Effect.fnUntraced(function* (
  reader: Reader,
  entry: Entry.Entry | undefined,
  cents: number,
) {
  if (entry === undefined) return { satisfied: null, transferredCents: 0 }
  const proof = Option.getOrNull(yield* reader.find(entryRecords.Proofs, entry.id))
  const transferredCents = (proof?.parts ?? []).reduce((sum, part) => sum + part.cents, 0)
  if (entry.status !== "satisfied") return { satisfied: null, transferredCents }
  return { satisfied: transferredCents >= cents ? "by transfer" : "by word", transferredCents } as const
})

/** The orders to pay of a judgment. A respondent that is not bound has no entries (Rule 2.4). */
const findOrders = Effect.fnUntraced(function* (
  reader: Reader,
  judgment: Judgment.Judgment,
  supplierId: string,
) {
  const { citation, deliveredAt, orders } = judgment
  const entries = (yield* reader.findAll(Entry.Entries, judgment.entries)).flatMap(Option.toArray)
  const ordered: Array<Earlier> = []
  for (const { n, kind, against, amountCents: cents } of orders) {
    if (kind !== "pay" || cents === null || against === null) continue
    const entry = entries.find((one) => one.n === n)
    const performed = yield* findPerformance(reader, entry, cents)
    const side: Deal.Side = against.id === supplierId ? "supplier" : "buyer"
    ordered.push({ citation, n, against: side, cents, deliveredAt, ...performed })
  }
  return ordered
})

/** A deal as suits know it: its parties, and the quote or the entries on which a matter may rest, as `quote/<id>` and `dealing/<id>`. */
export interface SuedOn {
  readonly parties: Parties
  readonly dealings: ReadonlyArray<string>
}

export const suitOnQuote = (supplier: Parties["supplier"], buyer: Parties["buyer"], id: string): SuedOn => ({
  parties: { supplier, buyer },
  dealings: [Suits.quoteKey(id)],
})

/** When the account of a deal was decided: by the first of the judgments that stand on it; null if it has not been. */
export const findDecisionTime = Effect.fnUntraced(function* (reader: Reader, { parties, dealings }: SuedOn) {
  const between = yield* Suits.between(reader, parties.supplier.handle, parties.buyer.handle)
  const found = (yield* reader.findAll(Matter.Matters, Suits.mattersOn(between, dealings))).flatMap(
    Option.toArray,
  )
  const isOfDeal = (key: string): boolean => dealings.includes(key)
  const instants: Array<number> = []
  for (const matter of found)
    instants.push(
      ...(yield* standingIn(reader, matter))
        .filter(
          (one) =>
            !Judgment.leavesUndecided(one) ||
            Judgment.determinedQuotes(one).map(Suits.quoteKey).some(isOfDeal),
        )
        .map(({ deliveredAt }) => deliveredAt),
    )
  return instants.length === 0 ? null : Math.min(...instants)
})

/**
 * The facts that matters on a deal add to its account. `judged` is the matter for which it is drawn up; without one it is the matter
 * that is undecided, of which a quote has one at most. A filing gives the suits as they are once a matter that has lapsed makes way.
 */
export const beforeCourt = Effect.fnUntraced(function* (
  reader: Reader,
  { parties, dealings }: SuedOn,
  judged: string | null = null,
  suits: Suits.Between | null = null,
) {
  const { supplier, buyer } = parties
  const between = suits ?? (yield* Suits.between(reader, supplier.handle, buyer.handle))
  const found = (yield* reader.findAll(Matter.Matters, Suits.mattersOn(between, dealings))).flatMap(
    Option.toArray,
  )
  const matter = found.find(({ id, endedAt }) => (judged === null ? endedAt === null : id === judged))
  const earlier: Array<Earlier> = []
  for (const one of found)
    if (one.id !== matter?.id)
      for (const judgment of yield* standingIn(reader, one))
        earlier.push(...(yield* findOrders(reader, judgment, supplier.id)))
  const sideOf = (handle: string): Deal.Side => (handle === supplier.handle ? "supplier" : "buyer")
  const facts: BeforeCourt = {
    matter: matter === undefined ? null : yield* matterFacts(reader, matter, sideOf(matter.claimant.handle)),
    earlier,
    pending: Suits.pastOn(between, dealings).map(({ about: _, claimant, ...past }) => ({
      claimant: sideOf(claimant),
      ...past,
    })),
  }
  return facts
})
