/**
 * The matters between two agents, so that a dealing is judged once and payments on it are capped together, and the instant of that
 * dealing, by which the stakes of its parties are read.
 */

import { Effect, Option, Schema } from "effect"
import type { Agent } from "../agents/index.ts"
import type { Dealing } from "../dealings/index.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import * as Kind from "../kernel/Kind.ts"
import type { Reader } from "../kernel/Reader.ts"
import { type Refusal, refusal, when } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { enforced, rule } from "../kernel/Section.ts"
import { Instant } from "../kernel/Time.ts"
import type { Quote } from "../quotes/index.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import { entriesOf } from "./Causes.ts"
import type { Matter } from "./Matter.ts"
import type { Filing } from "./Pleading.ts"

interface Shown {
  readonly quote: Quote.Quote | null
  /** The entries of the Register of Dealings that the filing names. */
  readonly dealings: ReadonlyArray<Dealing.Dealing>
  readonly claimant: Agent.Agent
  readonly respondent: Agent.Agent | null
}

type Parties = Pick<Shown, "claimant" | "respondent">

/** Whether the lodger of an entry and the agent that it named at lodgement are the two parties. */
const namesBoth = ({ lodger, counterpartyId }: Dealing.Dealing, { claimant, respondent }: Parties): boolean =>
  respondent !== null &&
  ((lodger === claimant.handle && counterpartyId === respondent.id) ||
    (lodger === respondent.handle && counterpartyId === claimant.id))

/** Whether an agent itself lodged an entry, or was named by it and confirmed it. */
const standsBy = (
  { lodger, counterpartyId, review }: Dealing.Dealing,
  { id, handle }: Agent.Agent,
): boolean => lodger === handle || (counterpartyId === id && review?.outcome === "confirmed")

export const instantOfADealing = enforced(
  "Rule 5.3B",
  "The instant of a dealing",
  () =>
    "The instant of the dealing is the acceptance of the quote. If there is no quote, it is the lodgement of the earliest entry that the claim names, that names both parties, and that the respondent lodged or confirmed. If there is no such entry, it is the lodgement of the claimant's own earliest entry that names both, or else the instant that the claim states, and the lower of the stakes at that instant and at filing counts.",
)

/**
 * The instant of the dealing and the instants at which the stakes count: the acceptance of the quote; else the lodgement of the
 * earliest entry that names both parties and that the respondent lodged or confirmed. Else the claimant alone chooses the instant, by
 * an entry of its own or by its statement, so that the lower of the stakes at it and at filing counts (Rule 5.3B).
 */
export const dealingOf = rule(
  ["Rule 5.3B"],
  (shown: Shown, stated: Instant, now: Instant): Pick<Matter, "dealingAt" | "stakeAt"> => {
    const { quote, dealings, respondent } = shown
    const lodged = dealings.filter((dealing) => namesBoth(dealing, shown))
    const agreed = lodged.filter((dealing) => respondent !== null && standsBy(dealing, respondent))
    const accepted = quote?.acceptedAt ?? null
    const shownAt = accepted === null ? agreed.map(({ lodgedAt }) => lodgedAt) : [accepted]
    if (shownAt.length > 0) {
      const dealingAt = Math.min(...shownAt)
      return { dealingAt, stakeAt: [dealingAt] }
    }
    const dealingAt = lodged.length === 0 ? stated : Math.min(...lodged.map(({ lodgedAt }) => lodgedAt))
    return { dealingAt, stakeAt: [dealingAt, now] }
  },
)

/** Refuses an instant of the dealing that lies before the first year of which the Court hears, or in the future (Rule 4.1). */
export const instantChecks = rule(
  ["Rule 4.1"],
  (stated: Instant, now: Instant, { dealingYearMin }: Terms): Refusal | null =>
    when(stated < Date.UTC(dealingYearMin, 0) || stated > now, "dealing_instant", { year: dealingYearMin }),
)

/** The sum that a judgment that stands orders an agent to pay, within the cap of its stake. */
export const Ordered = Schema.Struct({ agentId: Schema.String, cents: Schema.Int })
export type Ordered = typeof Ordered.Type

/** The dealings on which payments by an agent are capped together. */
const Basis = Schema.Struct({ agentId: Schema.String, on: Schema.Array(Schema.String) })
type Basis = typeof Basis.Type

/** A matter that is undecided, or decided by a judgment that stands. */
const Suit = Schema.Struct({
  matterId: Schema.String,
  number: Schema.Int,
  claimant: Schema.String,
  /** The dealings that it is about: `quote/<id>` and `dealing/<id>`. */
  about: Schema.Array(Schema.String),
  /** Of those, the dealings by which each party is capped. Absent in matters filed before each had its own: all of them cap both. */
  bases: Schema.optionalWith(Schema.Array(Basis), { exact: true }),
  decided: Schema.Boolean,
  /** If its judgment left something without a decision: the dealings that it decided all the same. No other bars a later claim (PD15 §11A). */
  bars: Schema.optionalWith(Schema.Array(Schema.String), { exact: true }),
  /** Empty while the matter is undecided. */
  ordered: Schema.Array(Ordered),
})
type Suit = typeof Suit.Type

const PastSuit = Schema.Struct({
  about: Schema.Array(Schema.String),
  claimant: Schema.String,
  from: Instant,
  to: Instant,
  /** Whether its claimant discontinued it before a defence. */
  discontinuedUndefended: Schema.Boolean,
})
/** A matter that ended without deciding its dealings, or whose judgment stands no longer: from its filing to that end it was before the Court. */
export type PastSuit = typeof PastSuit.Type

const betweenSchema = Schema.Struct({
  id: Schema.String,
  suits: Schema.Array(Suit),
  /** Absent until a suit is past. */
  past: Schema.optionalWith(Schema.Array(PastSuit), { exact: true }),
})

export interface Between extends Schema.Schema.Type<typeof betweenSchema> {}

/**
 * The suits between two agents. Every filing, delivery and vacation between them writes this one record, so that of two at once the
 * second rests on the first. Their claims are few (PD1 §2), so the record stays small.
 */
export const Between: Schema.Schema<Between> = betweenSchema

export const Suits = Kind.make<Between>({ name: "suits", schema: Between, id: ({ id }) => id })

/** A handle is never freed and holds no slash, so two handles name two agents for good. */
const idOf = (one: string, other: string): string => [one, other].sort().join("/")

/** The matters between two handles, whoever sued, so that no dealing is sued upon twice (Rule 4.1). */
export const between = (
  reader: Reader,
  one: string,
  other: string,
): Effect.Effect<Between, StoreUnavailable> => {
  const id = idOf(one, other)
  return Effect.map(
    reader.find(Suits, id),
    Option.getOrElse(() => ({ id, suits: [] })),
  )
}

/** The matters between the two parties of a matter, that one among them. */
export const of = (reader: Reader, { claimant, respondent }: Matter) =>
  between(reader, claimant.handle, respondent.handle)

const quotePrefix = "quote/"

/** How a suit names a quote among the dealings that it is about: `quote/<id>`. */
export const quoteKey = (id: string): string => `${quotePrefix}${id}`
const entryKey = (id: string): string => `dealing/${id}`

/** The dealings that a filing is about. The entry that shows the acceptance of a quote is the same dealing as the quote. */
export const aboutOf = rule(
  ["Rule 4.1A"],
  (filing: Pick<Filing, "quoteId" | "dealings" | "claim">, quote: Quote.Quote | null) => {
    const { quoteId } = filing
    const dealings = entriesOf(filing)
    const lodged = quote === null || quote.acceptance === null ? dealings : [...dealings, quote.acceptance]
    const entries = [...new Set(lodged)].map(entryKey)
    return quoteId === undefined ? entries : [quoteKey(quoteId), ...entries]
  },
)

/**
 * The dealings by which each party is capped: those of the quote, which both agreed, and the entries that name both and that the party
 * itself lodged or confirmed. No other paper makes a dealing of its own (Rule 5.3A).
 */
export const basesOf = rule(
  ["Rule 5.3A"],
  ({ dealings, quote, ...parties }: Shown, about: ReadonlyArray<string>): ReadonlyArray<Basis> =>
    [parties.claimant, parties.respondent].flatMap((party) => {
      if (party === null) return []
      const own = dealings.filter((dealing) => namesBoth(dealing, parties) && standsBy(dealing, party))
      const accepted = quote === null || quote.acceptance === null ? [] : [quote.acceptance]
      const entries = new Set([...own.map(({ id }) => id), ...accepted].map(entryKey))
      const on = about.filter((one) => one.startsWith(quotePrefix) || entries.has(one))
      return [{ agentId: party.id, on }]
    }),
)

/** The matters on any of some dealings (`quote/<id>`, `dealing/<id>`) that are undecided, or decided by a judgment that stands. */
export const mattersOn = ({ suits }: Between, dealings: ReadonlyArray<string>): ReadonlyArray<string> =>
  suits.filter(({ about }) => about.some((one) => dealings.includes(one))).map(({ matterId }) => matterId)

/** The matters on a quote that are undecided, or decided by a judgment that stands. */
export const onQuote = (between: Between, quoteId: string): ReadonlyArray<string> =>
  mattersOn(between, [quoteKey(quoteId)])

/** The suits in the way of a claim: its claimant's own on any of its dealings, and anybody's on its quote, which has one account. */
export const suitsInTheWay = (
  { suits }: Between,
  claimant: string,
  about: ReadonlyArray<string>,
): ReadonlyArray<Suit> =>
  suits.filter((suit) =>
    (suit.bars ?? suit.about).some(
      (one) => about.includes(one) && (suit.claimant === claimant || one.startsWith(quotePrefix)),
    ),
  )

export const oneDealing = enforced(
  "Rule 4.1A",
  "A dealing is judged once",
  () =>
    "A dealing is judged once. While a matter is undecided, its claimant may not file another matter against the same agent on the same quote or the same entry of the Register of Dealings; after a judgment on it that stands, the claimant may not do so either. A quote has one account for both of its parties: neither files on it while a matter on it is undecided, or after a judgment on it that stands. The entry that shows the acceptance of a quote is the same dealing as the quote. A matter does not count if it was discontinued, if it has lapsed, or if its judgment was vacated without a rehearing. The other party may bring a claim of its own on the same entry of the Register of Dealings.",
)

/** The refusals of a claim on a dealing that is before the Court already, or has been decided. */
export const onceChecks = rule(
  ["Rule 4.1A"],
  (between: Between, claimant: string, about: ReadonlyArray<string>): ReadonlyArray<Refusal> =>
    suitsInTheWay(between, claimant, about).map(({ decided, number }) =>
      refusal(decided ? "already_decided" : "already_before_court", { number }),
    ),
)

/**
 * Refuses to let a matter bar a dealing on which another claim is before the Court or decided. Only a judgment that left the dealing
 * without a decision lets such a claim in, and that claim decides it (PD15 §11A).
 */
export const laterClaim = rule(
  ["PD15 §11A", "Rule 4.1A"],
  (between: Between | null, { id }: Pick<Matter, "id">, after: SuitAfter): Refusal | null => {
    const suit = between?.suits.find(({ matterId }) => matterId === id)
    if (between === null || suit === undefined) return null
    const others = { ...between, suits: between.suits.filter((one) => one !== suit) }
    const bars = typeof after === "string" ? suit.about : after.bars
    const [later] = suitsInTheWay(others, suit.claimant, bars)
    return later === undefined ? null : refusal("later_claim", { number: later.number })
  },
)

/** The time that a suit was before the Court, if it is about any dealing. */
const pastOf = ({ about, claimant }: Suit, from: Instant, to: Instant): ReadonlyArray<PastSuit> =>
  about.length === 0 ? [] : [{ about, claimant, from, to, discontinuedUndefended: false }]

/** The suits once a matter no longer stands in the way of another on its dealings: the time that it was before the Court is kept (PD15 §2). */
export const freed = rule(
  ["Rule 4.1A", "PD15 §2"],
  (between: Between, { id, filedAt, status, defence }: Matter, to: Instant): Between => {
    const suit = between.suits.find(({ matterId }) => matterId === id)
    if (suit === undefined) return between
    const suits = between.suits.filter((one) => one !== suit)
    const discontinuedUndefended = status === "discontinued" && defence === null
    const past = pastOf(suit, filedAt, to).map((one) => ({ ...one, discontinuedUndefended }))
    return past.length === 0
      ? { ...between, suits }
      : { ...between, suits, past: [...(between.past ?? []), ...past] }
  },
)

/** The matters that were before the Court on any of some dealings and did not decide them. */
export const pastOn = ({ past = [] }: Between, dealings: ReadonlyArray<string>): ReadonlyArray<PastSuit> =>
  past.filter(({ about }) => about.some((one) => dealings.includes(one)))

/** The suits between two agents with one more, by what it is about and on what it rests. */
export const add = (
  between: Between,
  { id, number, claimant }: Matter,
  about: ReadonlyArray<string>,
  bases: ReadonlyArray<Basis>,
): Between => ({
  ...between,
  suits: [
    ...between.suits,
    { matterId: id, number, claimant: claimant.handle, about, bases, decided: false, ordered: [] },
  ],
})

/**
 * How judgments leave the suit of a matter: no judgment stands, they decide it, or they leave something without a decision, but for the
 * dealings of `bars` (PD15 §11).
 */
export type SuitAfter = "undecided" | "decided" | { readonly bars: ReadonlyArray<string> }

/**
 * The changes that make a matter decided, with the sums that the judgments that stand order; or undecided, if no judgment stands. If they
 * leave something without a decision, the matter bars claims on the dealings that they decided alone, and the time that it was before the
 * Court is kept (PD15 §2).
 */
export const decidedSuit = rule(
  ["Rule 4.1A", "Rule 5.3A", "PD15 §11A"],
  (
    between: Between | null,
    { id, filedAt }: Pick<Matter, "id" | "filedAt">,
    after: SuitAfter,
    ordered: ReadonlyArray<Ordered>,
    at: Instant,
  ): ReadonlyArray<Change> => {
    const suit = between?.suits.find(({ matterId }) => matterId === id)
    if (between === null || suit === undefined) return []
    const { bars: before, ...rest } = suit
    const decided: Suit = { ...rest, decided: after !== "undecided", ordered }
    const made: Suit = typeof after === "string" ? decided : { ...decided, bars: after.bars }
    const opened = typeof after !== "string" && before === undefined
    return [
      Changed.put(Suits, {
        ...between,
        suits: between.suits.map((one) => (one === suit ? made : one)),
        ...(opened ? { past: [...(between.past ?? []), ...pastOf(suit, filedAt, at)] } : {}),
      }),
    ]
  },
)

/** The changes that free the dealings of a matter which ended, or stands, without a judgment. */
export const freedSuit = (between: Between | null, matter: Matter, at: Instant): ReadonlyArray<Change> =>
  between === null ? [] : [Changed.putLatest(Suits, freed(between, matter, at))]

/** The one dealing of all that is claimed from an agent on no dealing by which it is capped. */
const claimed = ["claimed"]

/** The dealings of a suit by which an agent is capped. */
const basisOf = (suit: Suit | undefined, agentId: string): ReadonlyArray<string> => {
  const on = suit?.bases === undefined ? suit?.about : suit.bases.find((one) => one.agentId === agentId)?.on
  return on === undefined || on.length === 0 ? claimed : on
}

/** The sum that an agent is ordered to pay in some suits on a dealing by which it is capped, in cents. */
const sumTakenOn = (suits: ReadonlyArray<Suit>, dealing: string, agentId: string): number =>
  suits
    .filter((suit) => basisOf(suit, agentId).includes(dealing))
    .flatMap(({ ordered }) => ordered)
    .reduce((sum, one) => (one.agentId === agentId ? sum + one.cents : sum), 0)

/** The sum that an agent is ordered to pay on a quote by the judgments that stand, in cents. */
export const takenOnQuote = rule(
  ["Rule 5.3A"],
  ({ suits }: Between, quoteId: string, agentId: string): number =>
    sumTakenOn(suits, quoteKey(quoteId), agentId),
)

/**
 * The sum that an agent is ordered to pay in other matters between the parties, on the dealing of this matter on which that is most, in
 * cents. Sums are counted for each dealing, since matters may share some of their dealings and not others. Matters on no dealing of the
 * agent's own share one, so that whoever splits a claim gains nothing.
 */
export const takenElsewhere = rule(
  ["Rule 5.3A"],
  (between: Between | null, matterId: string, agentId: string): number => {
    const suits = between?.suits ?? []
    const basis = basisOf(
      suits.find((suit) => suit.matterId === matterId),
      agentId,
    )
    return Math.max(
      ...basis.map((dealing) =>
        sumTakenOn(
          suits.filter((suit) => suit.matterId !== matterId),
          dealing,
          agentId,
        ),
      ),
    )
  },
)
