/**
 * The views of a matter: for its parties, for its judge, and for the public. The answer to a filing says beside the matter what caps the
 * payments that it seeks, and what proves a fact.
 */
import { Effect, Schema } from "effect"
import { Prospect } from "../account/index.ts"
import { Agent, records as agentRecords } from "../agents/index.ts"
import { type Actor, Side } from "../kernel/Actor.ts"
import { listOf, nameSchema, oneOf } from "../kernel/Json.ts"
import { type Next, NextList } from "../kernel/Moves.ts"
import type { Named } from "../kernel/Named.ts"
import type { Reader } from "../kernel/Reader.ts"
import { bounds, type Terms } from "../kernel/Schedule.ts"
import { enforced, rule } from "../kernel/Section.ts"
import { type Instant, Stamp } from "../kernel/Time.ts"
import { Tender } from "../law/index.ts"
import * as Matter from "./Matter.ts"
import { nextOf } from "./Moves.ts"
import { isRespondentBound } from "./Parties.ts"
import { matters, PeriodView } from "./Record.ts"
import { type Between, takenElsewhere } from "./Suits.ts"

const withFiler = (paper: Matter.FiledPleading | null, handle: string): Matter.FiledPleading | null =>
  paper === null ? null : { ...paper, filedBy: handle }

export const counselsWork = enforced(
  "PD2 §8",
  "Counsel's work and the judge",
  () =>
    "Counsel's work is never before the judge. The judge sees what was filed, and does not see how it was made.",
)

/**
 * The matter as a judge sees it: without an offer of consent (Rule 4.7), and without a trace of counsel. Every paper is shown as filed
 * by its party, whoever wrote or filed it (PD2 §8).
 */
export const beforeJudge = rule(["PD2 §8", "Rule 4.7"], (matter: Matter.Matter): Matter.Matter => {
  const { claimant, respondent } = matter
  return {
    ...matter,
    consent: null,
    counsel: { claimant: null, respondent: null },
    claim: { ...matter.claim, filedBy: claimant.handle },
    defence: withFiler(matter.defence, respondent.handle),
    ...(matter.earlierDefences === undefined
      ? {}
      : {
          earlierDefences: matter.earlierDefences.map((text) => ({ ...text, filedBy: respondent.handle })),
        }),
    reply: withFiler(matter.reply, claimant.handle),
  }
})

const valueBands = ["up to USD 500", "USD 500 to 5,000", "over USD 5,000"] as const
type ValueBand = (typeof valueBands)[number]
const MatterState = oneOf(...Matter.Status.literals)
const Track = oneOf("summary", "ordinary")
const OfSide = oneOf(...Side.literals)
const maybe = Schema.NullOr

// The bands that the public docket shows. The middle one begins where the published summary track ends.
const bands: ReadonlyArray<readonly [upToCents: number, band: ValueBand]> = [
  [bounds.summaryThresholdCents, "up to USD 500"],
  [bounds.summaryThresholdCents * 10, "USD 500 to 5,000"],
]

const bandOf = (valueCents: number): ValueBand =>
  bands.find(([upTo]) => valueCents <= upTo)?.[1] ?? "over USD 5,000"

const Listed = Schema.Struct({
  id: Schema.String,
  number: Schema.Int,
  title: Schema.String,
  claimant: Schema.String,
  respondent: Schema.String,
  valueBand: oneOf(...valueBands),
  track: Track,
  status: MatterState,
  filedAt: Stamp,
  servedAt: maybe(Stamp),
  reservedAt: maybe(Stamp),
  endedAt: maybe(Stamp),
  citation: maybe(Schema.String),
})
const docketItemSchema = Schema.encodedBoundSchema(Listed).annotations({ identifier: "DocketItem" })

export interface DocketItem extends Schema.Schema.Type<typeof docketItemSchema> {}

/** A matter as the public docket lists it, without its papers. */
export const DocketItem: Schema.Schema<DocketItem> = docketItemSchema

export const theDocket = enforced(
  "PD1 §6",
  "The docket",
  () =>
    "The docket is public. It shows the number, title and parties of each matter, a band for its value, its track, its status and its dates. It never shows a pleading.",
)

const encodeListed = Schema.encodeSync(Listed)

/** A line of the public docket, at an instant: never a pleading (PD1 §6). */
export const docketItem = rule(
  ["PD1 §6"],
  (stored: Matter.Matter, now: Instant, terms: Terms): DocketItem => {
    const matter = matters.current(stored, now, terms)
    return encodeListed({
      ...matter,
      claimant: matter.claimant.handle,
      respondent: matter.respondent.handle,
      valueBand: bandOf(matter.valueCents),
    })
  },
)

const PaperView = nameSchema(
  "Paper",
  Schema.Struct({
    bodySha256: Schema.String,
    authoritiesSha256: maybe(Schema.String),
    filedAt: Stamp,
    filedBy: Schema.String,
  }),
)

/** Each of the two sides tenders with at most two pleadings. */
const tendersMax = 4 * bounds.tendersMax

const flagsMax = 10

const Tendered = nameSchema(
  "FiledTender",
  Schema.Struct({
    id: Schema.String,
    by: OfSide,
    step: oneOf(...Matter.Step.literals),
    citation: Schema.String,
    pinpoint: maybe(Schema.String),
    grade: Schema.Int.annotations({ jsonSchema: { type: "integer", minimum: 0, maximum: 4 } }),
    flags: listOf(Schema.String, flagsMax),
    outcome: oneOf(...Tender.Outcome.literals),
    admittedAt: maybe(Stamp),
    dispute: maybe(Schema.Struct({ ground: Schema.String, at: Stamp })),
  }),
)
export const TenderView = Schema.encodedBoundSchema(Tendered)
export type TenderView = typeof TenderView.Type

export const tenderView: (tender: Tender.Filed) => TenderView = Schema.encodeSync(Tendered)

/** A matter without the words of its papers: the answer to every act on it. */
const Shown = Schema.Struct({
  id: Schema.String,
  number: Schema.Int,
  title: Schema.String,
  valueCents: Schema.Int,
  currency: Schema.String,
  dealingAt: Stamp,
  quoteId: maybe(Schema.String),
  dealings: listOf(Schema.String, bounds.matterDealingsMax),
  claimant: Schema.String,
  respondent: Schema.String,
  respondentBound: Schema.Boolean,
  counsel: Schema.Struct({ claimant: maybe(Schema.String), respondent: maybe(Schema.String) }),
  track: Track,
  status: MatterState,
  list: maybe(Schema.Int),
  filedAt: Stamp,
  servedAt: maybe(Stamp),
  period: maybe(PeriodView),
  claim: maybe(PaperView),
  defence: maybe(PaperView),
  earlierDefences: listOf(PaperView, bounds.defenceTextsMax),
  reply: maybe(PaperView),
  tenders: listOf(Tendered, tendersMax),
  consent: maybe(Schema.Struct({ offerId: Schema.String, by: Schema.String, offeredAt: Stamp })),
  call: maybe(Schema.Struct({ by: OfSide, at: Stamp, default: Schema.Boolean })),
  reservedAt: maybe(Stamp),
  citation: maybe(Schema.String),
  endedAt: maybe(Stamp),
  appealId: maybe(Schema.String),
  next: NextList,
})
const matterViewSchema = Schema.encodedBoundSchema(Shown).annotations({ identifier: "Matter" })

export interface MatterView extends Schema.Schema.Type<typeof matterViewSchema> {}

/** A matter without its papers, as its parties and its judge read it. */
export const MatterView: Schema.Schema<MatterView> = matterViewSchema

// Mapped, so that it has a name, which editors show in place of its members.
const encodeShown = Schema.encodeSync(Shown)

/** The facts beside a matter on which its `next` rests. */
export interface Awaited {
  readonly onAppeal: ReadonlyArray<Next>
  readonly callOpensAt: Instant | null
}

/**
 * The matter as one viewer may see it at `now`. The judge sees no offer of consent and no counsel (Rule 4.7, PD2 §8). `onAppeal` are
 * the acts that are awaited once the matter is decided, which `next` has too. `callOpensAt`: from when it may be called.
 */
export const matterView = (
  stored: Matter.Matter,
  viewer: Actor,
  now: Instant,
  terms: Terms,
  { onAppeal = [], callOpensAt = null }: Partial<Awaited> = {},
): MatterView => {
  const passed = matters.current(stored, now, terms)
  const matter = viewer.role === "judge" ? beforeJudge(passed) : passed
  const { claimant, respondent, counsel, consent } = matter
  return encodeShown({
    ...matter,
    claimant: claimant.handle,
    respondent: respondent.handle,
    respondentBound: isRespondentBound(matter),
    counsel: {
      claimant: counsel.claimant?.handle ?? null,
      respondent: counsel.respondent?.handle ?? null,
    },
    list: matter.list === 0 ? null : matter.list,
    earlierDefences: matter.earlierDefences ?? [],
    consent: consent && { ...consent, by: matter[consent.by].handle },
    appealId: matter.review?.appealId ?? null,
    next: [...nextOf(matter, now, callOpensAt), ...onAppeal],
  })
}

/**
 * The stakes in force at some instants, the lowest of each agent, by agent id (Rule 5.3). They are read from a list, whose later entries a
 * commit does not notice. That is safe here: a stake counts from the instant at which it is published, so that no stake can be added for
 * the past.
 */
export const stakesAt = rule(
  ["Rule 5.3A"],
  (reader: Reader, agentIds: ReadonlyArray<string>, instants: ReadonlyArray<Instant>) =>
    Effect.map(
      Effect.forEach(agentIds, (agentId) =>
        Effect.map(
          Effect.forEach(instants, (at) => reader.list(agentRecords.Stakes, Agent.stakeInForce(agentId, at))),
          (found) => [agentId, Math.min(...found.map(({ items }) => items[0]?.cents ?? 0))] as const,
        ),
      ),
      (found): ReadonlyMap<string, number> => new Map(found),
    ),
)

/**
 * The cap on payments against the respondent in a matter as it is filed, in cents: its stake at the dealing, less the sum that it is
 * ordered to pay in other matters on the same dealing. `stakes` has the respondent's alone; it is empty for a respondent that is not
 * enrolled, and the cap is null.
 */
export const capAtFiling = rule(
  ["Rule 5.3A"],
  (matterId: string, stakes: ReadonlyMap<string, number>, between: Between | null): number | null => {
    const [staked] = stakes
    if (staked === undefined) return null
    const [agentId, cents] = staked
    return Math.max(0, cents - takenElsewhere(between, matterId, agentId))
  },
)

/** The accounts on which the orders of a claim rest, each with the outlook of the party that reads. */
export const accounts = listOf(Prospect.AccountOutlook, bounds.ordersMax).annotations({
  description:
    "The accounts of the deals on which the orders rest, as things stand: what you would get, how much of it is covered, and what is missing from whom, until when (PD15). Empty for everybody but the parties, and once a judgment is delivered.",
})

const filedSchema = Schema.Struct({
  matter: MatterView,
  capCents: Schema.NullOr(Schema.Int).annotations({
    description:
      "The most that payments against the respondent may come to in this matter as things stand: its stake at the dealing, less what other judgments on the dealing order it to pay (Rule 5.3A). Null if the respondent is not enrolled and so has no stake.",
  }),
  accounts,
}).annotations({ identifier: "Filed" })

export type Filed = Named<typeof filedSchema.Type>

/** The answer to a filing: the matter, the most that it may come to in cents of USD, and what the accounts of its deals show. */
export const Filed: Schema.Schema<Filed> = filedSchema
