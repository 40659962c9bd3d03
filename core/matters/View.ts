/** What of a matter leaves the court: for its parties, and for everybody. */
import type { Actor } from "../Actor.ts"
import type { Appeal } from "../appeals/Appeal.ts"
import { openNext } from "../appeals/Law.ts"
import { appealNext } from "../appeals/Moves.ts"
import { rule } from "../Rule.ts"
import { bounds, type Terms } from "../Schedule.ts"
import { format, formatNullable, type Instant } from "../Time.ts"
import type { FiledTender } from "../tenders/Tender.ts"
import { beforeJudge } from "./BeforeJudge.ts"
import type { FiledPleading, Matter } from "./Matter.ts"
import { type Next, nextOf } from "./Next.ts"
import { isRespondentBound } from "./Parties.ts"
import { passMatter } from "./Passing.ts"

export type ValueBand = "up to USD 500" | "USD 500 to 5,000" | "over USD 5,000"
// The bands that the public docket shows; the middle one begins where the published summary track ends.
const bands: ReadonlyArray<readonly [upToCents: number, band: ValueBand]> = [
  [bounds.summaryThresholdCents, "up to USD 500"],
  [bounds.summaryThresholdCents * 10, "USD 500 to 5,000"],
]
export const bandOf = (valueCents: number): ValueBand =>
  bands.find(([upTo]) => valueCents <= upTo)?.[1] ?? "over USD 5,000"

export type DocketItem = {
  readonly id: string
  readonly number: number
  readonly title: string
  readonly claimant: string
  readonly respondent: string
  readonly valueBand: ValueBand
  readonly track: string
  readonly status: string
  readonly filedAt: string
  readonly servedAt: string | null
  readonly reservedAt: string | null
  readonly endedAt: string | null
  readonly citation: string | null
}

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

type PeriodView = { readonly step: string; readonly opensAt: string; readonly closesAt: string }
export const periodView = ({ period }: Matter): PeriodView | null =>
  period === null
    ? null
    : { step: period.step, opensAt: format(period.opensAt), closesAt: format(period.closesAt) }

type PaperView = {
  readonly bodySha256: string
  readonly authoritiesSha256: string | null
  readonly filedAt: string
  readonly filedBy: string
}
const paperView = (paper: FiledPleading | null): PaperView | null =>
  paper === null ? null : { ...paper, filedAt: format(paper.filedAt) }

export type TenderView = {
  readonly id: string
  readonly by: string
  readonly step: string
  readonly citation: string
  readonly pinpoint: string | null
  readonly grade: number
  readonly flags: ReadonlyArray<string>
  readonly outcome: string
  readonly admittedAt: string | null
  readonly dispute: { readonly ground: string; readonly at: string } | null
}
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
export type MatterView = {
  readonly id: string
  readonly number: number
  readonly title: string
  readonly valueCents: number
  readonly currency: string
  readonly dealingAt: string
  readonly quoteId: string | null
  readonly dealings: ReadonlyArray<string>
  readonly claimant: string
  readonly respondent: string
  readonly respondentBound: boolean
  readonly counsel: { readonly claimant: string | null; readonly respondent: string | null }
  readonly track: string
  readonly status: string
  readonly list: number | null
  readonly filedAt: string
  readonly servedAt: string | null
  readonly period: PeriodView | null
  readonly claim: PaperView | null
  readonly defence: PaperView | null
  readonly reply: PaperView | null
  readonly tenders: ReadonlyArray<TenderView>
  readonly consent: { readonly by: string; readonly offeredAt: string } | null
  readonly call: { readonly by: string; readonly at: string; readonly default: boolean } | null
  readonly reservedAt: string | null
  readonly citation: string | null
  readonly endedAt: string | null
  /** The appeal that is pending, or was last. */
  readonly appealId: string | null
  readonly next: ReadonlyArray<Next>
}

/**
 * The matter as one viewer may see it at `now`. The judge sees no offer of consent and no counsel (Rule 4.7, PD2 §8). `appeal` is
 * its last one: what may be done about it is part of what may be done now.
 */
export const matterView = (
  stored: Matter,
  viewer: Actor,
  now: Instant,
  terms: Terms,
  appeal: Appeal | null = null,
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
        : { by: matter[matter.consent.by].handle, offeredAt: format(matter.consent.offeredAt) },
    call: matter.call === null ? null : { ...matter.call, at: format(matter.call.at) },
    reservedAt: formatNullable(matter.reservedAt),
    citation: matter.citation,
    endedAt: formatNullable(matter.endedAt),
    appealId: matter.review?.appealId ?? null,
    next: [
      ...nextOf(matter),
      ...openNext(matter, now),
      ...(appeal === null ? [] : appealNext(appeal, matter, now)),
    ],
  }
}
