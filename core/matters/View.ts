/** The views of a matter: for its parties, for its judge, and for the public. */

import { Schema } from "effect"
import type { Actor } from "../kernel/Actor.ts"
import { listOf, oneOf } from "../kernel/Json.ts"
import { NextViews } from "../kernel/Moves.ts"
import { bounds, type Terms } from "../kernel/Schedule.ts"
import { enforced, rule } from "../kernel/Section.ts"
import { format, formatNullable, type Instant, Timestamp } from "../kernel/Time.ts"
import { type FiledTender, TenderOutcome } from "../tenders/Tender.ts"
import { passMatter } from "./Law.ts"
import { type FiledPleading, type Matter, MatterStatus } from "./Matter.ts"
import { type Next, nextOf } from "./Moves.ts"
import { isRespondentBound } from "./Parties.ts"

const filedBy = (paper: FiledPleading | null, handle: string): FiledPleading | null =>
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
export const beforeJudge = rule(["PD2 §8", "Rule 4.7"], (matter: Matter): Matter => {
  const { claimant, respondent } = matter
  return {
    ...matter,
    consent: null,
    counsel: { claimant: null, respondent: null },
    claim: { ...matter.claim, filedBy: claimant.handle },
    defence: filedBy(matter.defence, respondent.handle),
    reply: filedBy(matter.reply, claimant.handle),
  }
})

const valueBands = ["up to USD 500", "USD 500 to 5,000", "over USD 5,000"] as const
type ValueBand = (typeof valueBands)[number]
const MatterState = oneOf(...MatterStatus.literals)
const Track = oneOf("summary", "ordinary")
const maybe = Schema.NullOr

// The bands that the public docket shows. The middle one begins where the published summary track ends.
const bands: ReadonlyArray<readonly [upToCents: number, band: ValueBand]> = [
  [bounds.summaryThresholdCents, "up to USD 500"],
  [bounds.summaryThresholdCents * 10, "USD 500 to 5,000"],
]

const bandOf = (valueCents: number): ValueBand =>
  bands.find(([upTo]) => valueCents <= upTo)?.[1] ?? "over USD 5,000"

export const DocketItem = Schema.Struct({
  id: Schema.String,
  number: Schema.Int,
  title: Schema.String,
  claimant: Schema.String,
  respondent: Schema.String,
  valueBand: oneOf(...valueBands),
  track: Track,
  status: MatterState,
  filedAt: Timestamp,
  servedAt: maybe(Timestamp),
  reservedAt: maybe(Timestamp),
  endedAt: maybe(Timestamp),
  citation: maybe(Schema.String),
}).annotations({ identifier: "DocketItem" })
export type DocketItem = typeof DocketItem.Type

export const theDocket = enforced(
  "PD1 §6",
  "The docket",
  () =>
    "The docket is public. It shows the number, title and parties of each matter, a band for its value, its track, its status and its dates. It never shows a pleading.",
)

/** A line of the public docket, at an instant: never a pleading (PD1 §6). */
export const docketItem = rule(["PD1 §6"], (stored: Matter, now: Instant, terms: Terms): DocketItem => {
  const { matter } = passMatter(stored, now, terms)
  return {
    id: matter.id,
    number: matter.number,
    title: matter.title,
    claimant: matter.claimant.handle,
    respondent: matter.respondent.handle,
    valueBand: bandOf(matter.valueCents),
    track: matter.track,
    status: matter.status,
    filedAt: format(matter.filedAt),
    servedAt: formatNullable(matter.servedAt),
    reservedAt: formatNullable(matter.reservedAt),
    endedAt: formatNullable(matter.endedAt),
    citation: matter.citation,
  }
})

const PeriodView = Schema.Struct({ step: Schema.String, opensAt: Timestamp, closesAt: Timestamp })
type PeriodView = typeof PeriodView.Type

export const periodView = ({ period }: Matter): PeriodView | null =>
  period === null
    ? null
    : { step: period.step, opensAt: format(period.opensAt), closesAt: format(period.closesAt) }

const PaperView = Schema.Struct({
  bodySha256: Schema.String,
  authoritiesSha256: maybe(Schema.String),
  filedAt: Timestamp,
  filedBy: Schema.String,
}).annotations({ identifier: "Paper" })
type PaperView = typeof PaperView.Type

const paperView = (paper: FiledPleading | null): PaperView | null =>
  paper === null ? null : { ...paper, filedAt: format(paper.filedAt) }

/** Each of the two sides tenders with at most two pleadings. */
const tendersMax = 4 * bounds.tendersMax

/** No tender has more flags. */
const flagsMax = 10

export const TenderView = Schema.Struct({
  id: Schema.String,
  by: Schema.String,
  step: Schema.String,
  citation: Schema.String,
  pinpoint: maybe(Schema.String),
  grade: Schema.Int.annotations({ jsonSchema: { type: "integer", minimum: 0, maximum: 4 } }),
  flags: listOf(Schema.String, flagsMax),
  outcome: oneOf(...TenderOutcome.literals),
  admittedAt: maybe(Timestamp),
  dispute: maybe(Schema.Struct({ ground: Schema.String, at: Timestamp })),
}).annotations({ identifier: "FiledTender" })
export type TenderView = typeof TenderView.Type

export const tenderView = (tender: FiledTender): TenderView => ({
  id: tender.id,
  by: tender.by,
  step: tender.step,
  citation: tender.citation,
  pinpoint: tender.pinpoint,
  grade: tender.grade,
  flags: tender.flags,
  outcome: tender.outcome,
  admittedAt: formatNullable(tender.admittedAt),
  dispute: tender.dispute === null ? null : { ground: tender.dispute.ground, at: format(tender.dispute.at) },
})

/** A matter without the words of its papers: the answer to every act on it. */
export const MatterView = Schema.Struct({
  id: Schema.String,
  number: Schema.Int,
  title: Schema.String,
  valueCents: Schema.Int,
  currency: Schema.String,
  dealingAt: Timestamp,
  quoteId: maybe(Schema.String),
  dealings: listOf(Schema.String, bounds.matterDealingsMax),
  claimant: Schema.String,
  respondent: Schema.String,
  respondentBound: Schema.Boolean,
  counsel: Schema.Struct({ claimant: maybe(Schema.String), respondent: maybe(Schema.String) }),
  track: Track,
  status: MatterState,
  list: maybe(Schema.Int),
  filedAt: Timestamp,
  servedAt: maybe(Timestamp),
  period: maybe(PeriodView),
  claim: maybe(PaperView),
  defence: maybe(PaperView),
  reply: maybe(PaperView),
  tenders: listOf(TenderView, tendersMax),
  consent: maybe(Schema.Struct({ offerId: Schema.String, by: Schema.String, offeredAt: Timestamp })),
  call: maybe(Schema.Struct({ by: Schema.String, at: Timestamp, default: Schema.Boolean })),
  reservedAt: maybe(Timestamp),
  citation: maybe(Schema.String),
  endedAt: maybe(Timestamp),
  /** The appeal that is pending, or was last. */
  appealId: maybe(Schema.String),
  next: NextViews,
}).annotations({ identifier: "Matter" })
export type MatterView = typeof MatterView.Type

/**
 * The matter as one viewer may see it at `now`. The judge sees no offer of consent and no counsel (Rule 4.7, PD2 §8). `onAppeal` are
 * the acts that are awaited once the matter is decided, which `next` has too.
 */
export const matterView = (
  stored: Matter,
  viewer: Actor,
  now: Instant,
  terms: Terms,
  onAppeal: ReadonlyArray<Next> = [],
): MatterView => {
  const passed = passMatter(stored, now, terms).matter
  const matter = viewer.role === "judge" ? beforeJudge(passed) : passed
  return {
    id: matter.id,
    number: matter.number,
    title: matter.title,
    valueCents: matter.valueCents,
    currency: matter.currency,
    dealingAt: format(matter.dealingAt),
    quoteId: matter.quoteId,
    dealings: matter.dealings,
    claimant: matter.claimant.handle,
    respondent: matter.respondent.handle,
    respondentBound: isRespondentBound(matter),
    counsel: {
      claimant: matter.counsel.claimant?.handle ?? null,
      respondent: matter.counsel.respondent?.handle ?? null,
    },
    track: matter.track,
    status: matter.status,
    list: matter.list === 0 ? null : matter.list,
    filedAt: format(matter.filedAt),
    servedAt: formatNullable(matter.servedAt),
    period: periodView(matter),
    claim: paperView(matter.claim),
    defence: paperView(matter.defence),
    reply: paperView(matter.reply),
    tenders: matter.tenders.map(tenderView),
    consent:
      matter.consent === null
        ? null
        : {
            offerId: matter.consent.offerId,
            by: matter[matter.consent.by].handle,
            offeredAt: format(matter.consent.offeredAt),
          },
    call: matter.call === null ? null : { ...matter.call, at: format(matter.call.at) },
    reservedAt: formatNullable(matter.reservedAt),
    citation: matter.citation,
    endedAt: formatNullable(matter.endedAt),
    appealId: matter.review?.appealId ?? null,
    next: [...nextOf(matter), ...onAppeal],
  }
}
