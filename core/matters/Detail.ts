/** A matter with the words of its papers, as its parties, counsel on the record, the Registrar and the Judge read it. */
import { Schema } from "effect"
import { sha256Hex } from "../Hash.ts"
import type { Tender } from "../tenders/Tender.ts"
import { shown } from "../Visible.ts"
import type { Matter, Step } from "./Matter.ts"
import type { Answered, Papers } from "./Paper.ts"
import {
  type Evidence,
  normaliseRule,
  OrderSought,
  Pleading,
  shownEvidence,
  shownPleading,
} from "./Pleading.ts"
import { MatterView, TenderView, tenderView } from "./View.ts"

const EvidenceView = Schema.Struct({
  label: Schema.String,
  kind: Schema.String,
  content: Schema.String,
  signature: Schema.optional(Schema.String),
  sha256: Schema.String,
}).annotations({ identifier: "CommittedEvidence" })

const provenance = Schema.Struct({
  source: Schema.String,
  url: Schema.optional(Schema.String),
  edition: Schema.optional(Schema.String),
  language: Schema.optional(Schema.String),
  translator: Schema.optional(Schema.String),
})

/** A tender on the record with its words. */
const TenderedView = Schema.Struct({
  ...TenderView.fields,
  proposition: Schema.String,
  text: Schema.NullOr(Schema.String),
  provenance: Schema.optional(Schema.NullOr(provenance)),
  attested: Schema.Boolean,
})

const PleadingView = Schema.Struct({
  ...Pleading.fields,
  rules: Schema.Array(Schema.Struct({ proposition: Schema.String, citations: Schema.Array(Schema.String) })),
  evidence: Schema.Array(EvidenceView),
  authorities: Schema.Array(TenderedView),
}).annotations({ identifier: "FiledPleading" })

const QuestionView = Schema.Struct({
  n: Schema.Int,
  to: Schema.String,
  text: Schema.String,
  answer: Schema.NullOr(Schema.Struct({ text: Schema.String, evidence: Schema.Array(EvidenceView) })),
})

export const MatterDetail = Schema.Struct({
  ...MatterView.fields,
  pleadings: Schema.Struct({
    claim: PleadingView,
    defence: Schema.NullOr(PleadingView),
    reply: Schema.NullOr(PleadingView),
  }),
  questions: Schema.Array(QuestionView),
  /** Orders on offer by consent; null for the judge, always (Rule 4.7). */
  offer: Schema.NullOr(Schema.Array(OrderSought)),
}).annotations({ identifier: "MatterDetail" })
export type MatterDetail = typeof MatterDetail.Type

/** A piece of evidence with the hash of its words as filed; the bench reads them with marks for what nobody could see. */
const evidenceView = (evidence: Evidence, bench: boolean) => ({
  ...(bench ? shownEvidence(evidence) : evidence),
  sha256: sha256Hex(evidence.content),
})

const tenderedView = (matter: Matter, step: Step, tender: Tender, position: number) =>
  matter.tenders
    .filter((filed) => filed.step === step && filed.position === position)
    .map((filed): typeof TenderedView.Type => ({
      ...tenderView(filed),
      proposition: tender.proposition,
      text: tender.text ?? null,
      provenance: tender.provenance ?? null,
      attested: filed.attested,
    }))

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

/** A matter with its papers. `bench`: for the judge, who sees marks where a text holds what nobody could see. */
export const matterDetail = (
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
