/** The questions about matters: the public docket, the lists of matters, and one matter with the words of its papers. */

import { Effect, Option, Schema } from "effect"
import type { Actor } from "../Actor.ts"
import { appealsOf } from "../appeals/Lookup.ts"
import { sha256Hex } from "../Hash.ts"
import type { Reader } from "../Reader.ts"
import { type Refusal, refusal } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import type { Schedule } from "../Schedule.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import { readText } from "../Text.ts"
import type { Instant } from "../Time.ts"
import type { Tender } from "../tenders/Tender.ts"
import { shown } from "../Visible.ts"
import { DocketLists, Eligibilities, emptyList, type FilingEligibility, filingEligibility } from "./Docket.ts"
import { docketIndex, type Matter, Matters, partyIndex, type Step } from "./Matter.ts"
import { passMatter } from "./Moves.ts"
import { type Answered, type Papers, readPapers } from "./Paper.ts"
import { sideOf } from "./Parties.ts"
import {
  type Evidence,
  normaliseRule,
  OrderSought,
  type Pleading,
  shownEvidence,
  shownPleading,
} from "./Pleading.ts"
import {
  type DocketItem,
  docketItem,
  type MatterView,
  matterView,
  type TenderView,
  tenderView,
} from "./View.ts"

export type DocketHead = {
  readonly filingEligibility: FilingEligibility
  /** The current list: its number, its places, how many are taken, and how many matters wait. */
  readonly list: {
    readonly number: number
    readonly capacity: number
    readonly open: number
    readonly queued: number
  }
}

/** Whether filing is open, and how full the list is. */
export const docketHead = (
  reader: Reader,
  now: Instant,
  schedule: Schedule,
): Effect.Effect<DocketHead, StoreUnavailable> =>
  Effect.gen(function* () {
    const eligibility = yield* reader.find(Eligibilities, "filing")
    const list = Option.getOrElse(yield* reader.find(DocketLists, emptyList.id), () => emptyList)
    return {
      filingEligibility: filingEligibility(Option.getOrNull(eligibility)),
      list: {
        number: list.list,
        capacity: schedule.at(now).listCapacityMatters,
        open: list.placed,
        queued: list.queued,
      },
    }
  })

/** Where a page begins and how long it is; `after` is the `next` of the page before. */
export interface PageQuery {
  readonly after: string | null
  readonly limit: number
}

export interface PageOf<A> {
  readonly items: ReadonlyArray<A>
  readonly next: string | null
}

const pageOf = (reader: Reader, index: string, prefix: string, { after, limit }: PageQuery) =>
  Effect.map(reader.list(Matters, { index, prefix, after, limit }), ({ items, next }) => ({ items, next }))

/** A pageOf of the docket, in the order of filing. */
export const docketPage = (
  reader: Reader,
  query: PageQuery,
  now: Instant,
  schedule: Schedule,
): Effect.Effect<PageOf<DocketItem>, StoreUnavailable> =>
  Effect.map(pageOf(reader, docketIndex, "", query), ({ items, next }) => ({
    items: items.map((matter) => docketItem(matter, now, schedule.at(matter.filedAt))),
    next,
  }))

/** A pageOf of an agent's own matters; of all matters for the Registrar. */
export const mattersPage = (
  reader: Reader,
  actor: Actor,
  query: PageQuery,
  now: Instant,
  schedule: Schedule,
): Effect.Effect<PageOf<MatterView>, Refusal | StoreUnavailable> => {
  const viewed = ({ items, next }: PageOf<Matter>) =>
    Effect.map(appealsOf(reader, items), (appeals) => ({
      items: items.map((matter, i) =>
        matterView(matter, actor, now, schedule.at(matter.filedAt), appeals[i] ?? null),
      ),
      next,
    }))
  if (actor.role === "registrar" || actor.role === "judge")
    return Effect.flatMap(pageOf(reader, docketIndex, "", query), viewed)
  return actor.role === "agent"
    ? Effect.flatMap(pageOf(reader, partyIndex, `${actor.id}/`, query), viewed)
    : Effect.fail(refusal("agents_only", {}))
}

/** A piece of evidence with the hash of its words as filed; the bench reads them as `Shown.ts` has it. */
const evidenceView = (evidence: Evidence, bench: boolean) => ({
  ...(bench ? shownEvidence(evidence) : evidence),
  sha256: sha256Hex(evidence.content),
})

/** A tender on the record with its words. */
export type TenderedView = TenderView & {
  readonly proposition: string
  readonly text: string | null
  readonly provenance: Tender["provenance"] | null
  readonly attested: boolean
}

const tenderedView = (matter: Matter, step: Step, tender: Tender, position: number) =>
  matter.tenders
    .filter((filed) => filed.step === step && filed.position === position)
    .map(
      (filed): TenderedView => ({
        ...tenderView(filed),
        proposition: tender.proposition,
        text: tender.text ?? null,
        provenance: tender.provenance ?? null,
        attested: filed.attested,
      }),
    )

/** A paper as filed, its rules in one form, its evidence with the hash that commits it, its tenders with their grades. */
const pleadingView = (matter: Matter, step: Step, pleading: Pleading, bench: boolean) => {
  const paper = bench ? shownPleading(pleading) : pleading
  return {
    ...paper,
    rules: paper.rules.map(normaliseRule),
    evidence: pleading.evidence.map((piece) => evidenceView(piece, bench)),
    authorities: paper.authorities.flatMap((tender, i) => tenderedView(matter, step, tender, i)),
  }
}

export type PleadingView = ReturnType<typeof pleadingView>

const questionView = ({ question, answer }: Answered, bench: boolean) => ({
  ...question,
  answer:
    answer === null
      ? null
      : {
          text: bench ? shown(answer.text) : answer.text,
          evidence: (answer.evidence ?? []).map((piece) => evidenceView(piece, bench)),
        },
})

export type QuestionView = ReturnType<typeof questionView>

export type MatterDetail = MatterView & {
  readonly pleadings: {
    readonly claim: PleadingView
    readonly defence: PleadingView | null
    readonly reply: PleadingView | null
  }
  readonly questions: ReadonlyArray<QuestionView>
  /** Orders on offer by consent; null for the judge, always (Rule 4.7). */
  readonly offer: ReadonlyArray<OrderSought> | null
}

/** Pleadings go to the parties, counsel on the record, the Registrar and the Judge (PD1 §6). */
export const mayRead = rule(
  ["PD1 §1", "PD1 §6"],
  (matter: Matter, actor: Actor): boolean =>
    actor.role === "registrar" || actor.role === "judge" || sideOf(matter, actor) !== null,
)

const detailed = (
  matter: Matter,
  view: MatterView,
  papers: Papers,
  offer: MatterDetail["offer"],
  bench: boolean,
): MatterDetail => ({
  ...view,
  pleadings: {
    claim: pleadingView(matter, "claim", papers.claim, bench),
    defence: papers.defence === null ? null : pleadingView(matter, "defence", papers.defence, bench),
    reply: papers.reply === null ? null : pleadingView(matter, "reply", papers.reply, bench),
  },
  questions: papers.questions.map((asked) => questionView(asked, bench)),
  offer,
})

/** The matter as an actor may read it at `now`; refused to everybody else. */
export const readMatter = (
  reader: Reader,
  id: string,
  actor: Actor,
  now: Instant,
  schedule: Schedule,
): Effect.Effect<MatterDetail, Refusal | StoreUnavailable> =>
  Effect.gen(function* () {
    const stored = yield* reader.need(Matters, id, () => refusal("unknown_matter", { id }))
    if (!mayRead(stored, actor)) return yield* refusal("not_a_party", {})
    const terms = schedule.at(stored.filedAt)
    const { matter } = passMatter(stored, now, terms)
    const papers = yield* readPapers(reader, matter)
    const bench = actor.role === "judge"
    const consent = bench ? null : matter.consent
    const offer =
      consent === null ? null : yield* readText(reader, Schema.Array(OrderSought), consent.ordersSha256)
    const appeal = (yield* appealsOf(reader, [matter]))[0] ?? null
    return detailed(matter, matterView(matter, actor, now, terms, appeal), papers, offer, bench)
  })
