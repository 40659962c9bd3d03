/** The questions about matters: the public docket, pages of matters, and one matter with the words of its papers. */
import { Effect, Option, Schema } from "effect"
import { KeptDocumentView, Verified } from "../evidence/index.ts"
import type { Actor } from "../kernel/Actor.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { elementsMax, listOf } from "../kernel/Json.ts"
import { type Paged, type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { refusal } from "../kernel/Refusal.ts"
import { bounds } from "../kernel/Schedule.ts"
import { readText } from "../kernel/Text.ts"
import { markInvisible } from "../kernel/Visible.ts"
import { Tender } from "../law/index.ts"
import { sentencesMax } from "../quotes/index.ts"
import { recordOf } from "./Bundle.ts"
import { DocketLists, Eligibilities, filingEligibility, listBeforeFirstMatter, listState } from "./Docket.ts"
import { docketIndex, type Matter, Matters, partyIndex, type Step } from "./Matter.ts"
import {
  type Answered,
  type FiledEvidence,
  type Papers,
  type ReadPleading,
  readFetched,
  readPapers,
} from "./Paper.ts"
import { normaliseRule, OrderSought, Pleading, shownEvidence, shownPleading } from "./Pleading.ts"
import { type Awaited, accounts, docketItem, MatterView, matterView, TenderView, tenderView } from "./View.ts"

const EvidenceView = Schema.Struct({
  label: Schema.String,
  kind: Schema.String,
  content: Schema.String,
  signature: Schema.optional(Schema.String),
  sha256: Schema.String,
  verified: Schema.NullOr(Verified.View).annotations({
    description:
      "The findings of the Court at filing, if this is an artifact that agents sign: who signed, whose keys these were, which checks hold, and what was said (Rule 4.11). Null if it is not such an artifact.",
  }),
}).annotations({ identifier: "CommittedEvidence" })

const provenance = Schema.Struct({
  source: Schema.String,
  url: Schema.optional(Schema.String),
  edition: Schema.optional(Schema.String),
  language: Schema.optional(Schema.String),
  translator: Schema.optional(Schema.String),
})

const TenderedView = Schema.extend(
  TenderView,
  Schema.Struct({
    proposition: Schema.String,
    text: Schema.NullOr(Schema.String),
    provenance: Schema.optional(Schema.NullOr(provenance)),
    attested: Schema.Boolean,
  }),
)

const PleadingView = Schema.Struct({
  ...Pleading.fields,
  rules: listOf(
    Schema.Struct({ proposition: Schema.String, citations: listOf(Schema.String, elementsMax) }),
    elementsMax,
  ),
  evidence: listOf(EvidenceView, elementsMax),
  authorities: listOf(TenderedView, bounds.tendersMax),
}).annotations({ identifier: "FiledPleading" })

/** An earlier text of a defence, as it was filed. The grades of its tenders stand with the text that is on record. */
const EarlierView = Schema.Struct({
  ...PleadingView.fields,
  authorities: listOf(Tender.Tender, bounds.tendersMax),
}).annotations({
  identifier: "EarlierPleading",
})

const QuestionView = Schema.Struct({
  n: Schema.Int,
  to: Schema.String,
  text: Schema.String,
  answer: Schema.NullOr(Schema.Struct({ text: Schema.String, evidence: listOf(EvidenceView, elementsMax) })),
})

const matterDetailSchema = Schema.extend(
  MatterView,
  Schema.Struct({
    pleadings: Schema.Struct({
      claim: PleadingView,
      defence: Schema.NullOr(PleadingView),
      earlierDefences: listOf(EarlierView, bounds.defenceTextsMax),
      reply: Schema.NullOr(PleadingView),
    }),
    questions: listOf(QuestionView, bounds.questionsMax * bounds.questionRoundsMax),
    /** The orders that are offered by consent; always null for the judge (Rule 4.7). */
    offer: Schema.NullOr(listOf(OrderSought, elementsMax)),
    documents: listOf(KeptDocumentView, elementsMax).annotations({
      description:
        "The documents that were fetched as artifacts were examined, as they were then: `bytes` is base64, and its SHA-256 is `sha256`.",
    }),
    accounts,
    /** The sentences of its quote's record, as at the call once judgment is called for; null if the matter rests on no quote. */
    record: Schema.NullOr(listOf(Schema.String, sentencesMax)),
  }),
).annotations({ identifier: "MatterDetail" })

export interface MatterDetail extends Schema.Schema.Type<typeof matterDetailSchema> {}

/** A matter with its papers, as a party reads it. */
export const MatterDetail: Schema.Schema<MatterDetail> = matterDetailSchema

// Mapped, so that it has a name, which editors show in place of its members.
/** A piece of evidence with the hash of its content as filed. The judge sees a mark for each invisible character. */
const evidenceView = (evidence: FiledEvidence, bench: boolean) => ({
  ...(bench ? shownEvidence(evidence) : evidence),
  sha256: sha256Hex(evidence.content),
  verified: evidence.verified === null ? null : Verified.show(evidence.verified),
})

const tenderedView = (matter: Matter, step: Step, tender: Tender.Tender, position: number) =>
  matter.tenders
    .filter((filed) => filed.step === step && filed.position === position)
    .map((filed): typeof TenderedView.Type => ({
      ...tenderView(filed),
      proposition: tender.proposition,
      text: tender.text ?? null,
      provenance: tender.provenance ?? null,
      attested: filed.attested,
    }))

/** A paper as filed, its rules in one form, its evidence with the hash that commits it. */
const textView = (pleading: ReadPleading, bench: boolean) => {
  const paper = bench ? shownPleading(pleading) : pleading
  return {
    ...paper,
    rules: paper.rules.map(normaliseRule),
    evidence: pleading.evidence.map((piece) => evidenceView(piece, bench)),
  }
}

const pleadingView = (matter: Matter, step: Step, pleading: ReadPleading, bench: boolean) => {
  const paper = textView(pleading, bench)
  return {
    ...paper,
    authorities: paper.authorities.flatMap((tender, i) => tenderedView(matter, step, tender, i)),
  }
}

const questionView = ({ question, answer }: Answered, bench: boolean) => ({
  ...question,
  answer:
    answer === null
      ? null
      : {
          text: bench ? markInvisible(answer.text) : answer.text,
          evidence: answer.evidence.map((piece) => evidenceView(piece, bench)),
        },
})

/** A matter with its papers. `bench`: for the judge, who sees a mark for each invisible character. */
const matterDetail = (
  matter: Matter,
  view: MatterView,
  papers: Papers,
  offer: MatterDetail["offer"],
  record: MatterDetail["record"],
  documents: MatterDetail["documents"],
  accounts: MatterDetail["accounts"],
  bench: boolean,
): MatterDetail => ({
  ...view,
  pleadings: {
    claim: pleadingView(matter, "claim", papers.claim, bench),
    defence: papers.defence === null ? null : pleadingView(matter, "defence", papers.defence, bench),
    earlierDefences: papers.earlierDefences.map((text) => textView(text, bench)),
    reply: papers.reply === null ? null : pleadingView(matter, "reply", papers.reply, bench),
  },
  questions: papers.questions.map((asked) => questionView(asked, bench)),
  offer,
  documents,
  accounts,
  record,
})

/** Whether filing is open, how full the current list is, and a page of the docket in the order of filing: `GET /docket`, public. */
export const docket = query({
  name: "docket",
  read: Effect.fnUntraced(function* (
    { page }: Paged,
    { now, schedule, terms }: QueryContext,
    reader: Reader,
  ) {
    const eligibility = yield* reader.find(Eligibilities, "filing")
    const list = Option.getOrElse(
      yield* reader.find(DocketLists, listBeforeFirstMatter.id),
      () => listBeforeFirstMatter,
    )
    const { items, next } = yield* reader.list(Matters, { index: docketIndex, prefix: "", ...page })
    return {
      filingEligibility: filingEligibility(Option.getOrNull(eligibility)),
      list: listState(list, terms),
      items: items.map((matter) => docketItem(matter, now, schedule.at(matter.filedAt))),
      next,
    }
  }),
})

/**
 * A matter, as time has left it, with the words of its papers and the record of its quote. `awaited`: what its `next` has beside its own
 * moves. `accounts`: what the party that reads is told of its deals.
 */
export const readDetail = (
  reader: Reader,
  matter: Matter,
  { actor, now, schedule }: QueryContext,
  awaited: Awaited,
  accounts: MatterDetail["accounts"],
) =>
  Effect.gen(function* () {
    const papers = yield* readPapers(reader, matter)
    const bench = actor.role === "judge"
    const consent = bench ? null : matter.consent
    const offer =
      consent === null ? null : yield* readText(reader, Schema.Array(OrderSought), consent.ordersSha256)
    const view = matterView(matter, actor, now, schedule.at(matter.filedAt), awaited)
    const record = yield* recordOf(reader, matter, matter.call?.at ?? now)
    const documents = yield* readFetched(reader, matter)
    return matterDetail(matter, view, papers, offer, record?.sentences ?? null, documents, accounts, bench)
  })

/** A page of an agent's own matters, or of all matters for the Registrar and the Judge. Refused `agents_only`. */
export const readPage = (reader: Reader, actor: Actor, page: Paged["page"]) =>
  Effect.gen(function* () {
    if (actor.role !== "registrar" && actor.role !== "judge" && actor.role !== "agent")
      return yield* refusal("agents_only", {})
    const of =
      actor.role === "agent"
        ? { index: partyIndex, prefix: `${actor.id}/` }
        : { index: docketIndex, prefix: "" }
    return yield* reader.list(Matters, { ...of, ...page })
  })
