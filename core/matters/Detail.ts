/** A matter with the words of its papers: for its parties, counsel on the record, the Registrar and the Judge. */
import { Effect, Schema } from "effect"
import type { Actor } from "../Actor.ts"
import { appealsOf } from "../appeals/Gather.ts"
import { sha256Hex } from "../Hash.ts"
import type { Reader } from "../Reader.ts"
import { type Refusal, refusal } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import type { Schedule } from "../Schedule.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import type { Instant } from "../Time.ts"
import type { Tender } from "../tenders/Tender.ts"
import { shown } from "../Visible.ts"
import { type Matter, Matters, type Step } from "./Matter.ts"
import { readText } from "./Paper.ts"
import { type Answered, type Papers, readPapers } from "./Papers.ts"
import { sideOf } from "./Parties.ts"
import { passMatter } from "./Passing.ts"
import { type Evidence, normaliseRule, OrderSought, type Pleading } from "./Pleading.ts"
import { shownEvidence, shownPleading } from "./Shown.ts"
import { type MatterView, matterView, type TenderView, tenderView } from "./View.ts"

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
