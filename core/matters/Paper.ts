/** Papers on the record: how a pleading is measured, stored and read back, with the questions and their answers. */
import { Effect, Schema } from "effect"
import { Findings, readDocuments, type Verified } from "../evidence/index.ts"
import type { Change } from "../kernel/Change.ts"
import { byteLength } from "../kernel/Hash.ts"
import type { Reader } from "../kernel/Reader.ts"
import { blobOf, readText, type Text, textOf } from "../kernel/Text.ts"
import { Tender } from "../law/index.ts"
import type { ChangeSet } from "../store/ChangeSet.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import { type FiledPleading, type Matter, Matters } from "./Matter.ts"
import { Answer, type Evidence, Pleading, Question } from "./Pleading.ts"

/** A pleading as two texts, each measured against a limit of its own: the body, and its authorities if it has any. */
export interface Paper {
  readonly body: Text
  readonly authorities: Text | null
  readonly bodyBytes: number
  readonly authoritiesBytes: number
}

export const paperOf = ({ authorities, more: _, ...rest }: Pleading): Paper => {
  const body = textOf(rest)
  const tendered = authorities.length === 0 ? null : textOf(authorities)
  return {
    body,
    authorities: tendered,
    bodyBytes: byteLength(body.text),
    authoritiesBytes: tendered === null ? 0 : byteLength(tendered.text),
  }
}

/** The hash of the findings on the artifacts in a paper, for its record and its event; nothing if the paper has no artifact. */
export const verifiedText = (kept: Findings.Kept | null): { readonly verifiedSha256?: string } =>
  kept === null ? {} : { verifiedSha256: kept.text.sha256 }

/** The paper on the record, with what was found of its artifacts. */
export const filedPleading = (
  paper: Paper,
  filedBy: string,
  filedAt: number,
  kept: Findings.Kept | null = null,
): FiledPleading => ({
  bodySha256: paper.body.sha256,
  authoritiesSha256: paper.authorities?.sha256 ?? null,
  filedAt,
  filedBy,
  ...verifiedText(kept),
})

export const paperChanges = (paper: Paper, kept: Findings.Kept | null = null): ReadonlyArray<Change> => [
  blobOf(paper.body),
  ...(paper.authorities === null ? [] : [blobOf(paper.authorities)]),
  ...Findings.keptChanges(kept),
]

const Body = Pleading.omit("authorities")
const decodeBody = Schema.decodeSync(Schema.parseJson(Body))

const Authorities = Schema.Array(Tender.Tender)

/** The pleading as it was filed, from its two texts. */
export const readPleading = (reader: Reader, filed: FiledPleading) =>
  Effect.gen(function* () {
    const body = yield* readText(reader, Body, filed.bodySha256)
    const authorities =
      filed.authoritiesSha256 === null ? [] : yield* readText(reader, Authorities, filed.authoritiesSha256)
    const pleading: Pleading = { ...body, authorities }
    return pleading
  })

/** A piece of evidence with the findings on it at filing; null if it is not an artifact that the Court recognised. */
export interface FiledEvidence extends Evidence {
  readonly verified: Verified.Verified | null
}

export interface ReadPleading extends Omit<Pleading, "evidence"> {
  readonly evidence: ReadonlyArray<FiledEvidence>
}

interface ReadAnswer extends Omit<Answer, "evidence"> {
  readonly evidence: ReadonlyArray<FiledEvidence>
}

/** A question with its answer; null if the question has no answer, or no answer yet. */
export interface Answered {
  readonly question: Question
  readonly answer: ReadAnswer | null
}

/** The words of all papers on the record of a matter, without offers of consent. */
export interface Papers {
  readonly claim: ReadPleading
  readonly defence: ReadPleading | null
  /** The earlier texts of the defence, oldest first. */
  readonly earlierDefences: ReadonlyArray<ReadPleading>
  readonly reply: ReadPleading | null
  readonly questions: ReadonlyArray<Answered>
}

const addFindings = (
  evidence: ReadonlyArray<Evidence>,
  findings: ReadonlyMap<number, Verified.Verified>,
  from = 0,
): ReadonlyArray<FiledEvidence> =>
  evidence.map((piece, i) => ({ ...piece, verified: findings.get(from + i) ?? null }))

/** A pleading with the findings on each piece of its evidence. */
export const readPaper = (reader: Reader, filed: FiledPleading) =>
  Effect.gen(function* () {
    const pleading = yield* readPleading(reader, filed)
    const findings = yield* Findings.readFindings(reader, filed.verifiedSha256)
    return { ...pleading, evidence: addFindings(pleading.evidence, findings) } satisfies ReadPleading
  })

const paper = (reader: Reader, filed: FiledPleading | null) =>
  filed === null ? Effect.succeed(null) : readPaper(reader, filed)

/** The evidence of the paper that a change set puts on the record of a matter; empty if the change set records no pleading. */
export const recordedEvidence = (changes: ChangeSet): ReadonlyArray<FiledEvidence> => {
  const filed = changes.puts
    .filter(({ ref }) => ref.kind === Matters.name)
    .map(({ body }) => Matters.decode(body))
    .flatMap(({ claim, defence, reply }) => [claim, defence, reply].map((paper) => paper?.bodySha256))
  const findings = Findings.recordedFindings(changes)
  return changes.blobs
    .filter(({ sha256 }) => filed.includes(sha256))
    .flatMap(({ text }) => addFindings(decodeBody(text).evidence, findings))
}

/** The evidence of the answers of one paper, in the order in which it is examined. */
export const answeredEvidence = (answers: ReadonlyArray<Answer>): ReadonlyArray<Evidence> =>
  answers.flatMap(({ evidence }) => evidence ?? [])

/** The answers of one side, as they are on the record. */
const readAnswers = (reader: Reader, { answersSha256, verifiedSha256 }: Round["asked"][number]) =>
  Effect.gen(function* () {
    if (answersSha256 === null) return []
    const answers = yield* readText(reader, Schema.Array(Answer), answersSha256)
    const findings = yield* Findings.readFindings(reader, verifiedSha256)
    return answers.map((answer, i): ReadAnswer => {
      const before = answeredEvidence(answers.slice(0, i)).length
      return { ...answer, evidence: addFindings(answer.evidence ?? [], findings, before) }
    })
  })

type Round = Matter["questions"][number]

const readAnswered = (reader: Reader, round: Round) =>
  Effect.gen(function* () {
    const questions = yield* readText(reader, Schema.Array(Question), round.questionsSha256)
    const papers = yield* Effect.forEach(round.asked, (asked) => readAnswers(reader, asked))
    const answers = papers.flat()
    return questions.map(
      (question): Answered => ({
        question,
        answer: answers.find(({ n }) => n === question.n) ?? null,
      }),
    )
  })

export const readPapers = (reader: Reader, matter: Matter): Effect.Effect<Papers, StoreUnavailable> =>
  Effect.gen(function* () {
    const rounds = yield* Effect.forEach(matter.questions, (round) => readAnswered(reader, round))
    return {
      claim: yield* readPaper(reader, matter.claim),
      defence: yield* paper(reader, matter.defence),
      earlierDefences: yield* Effect.forEach(matter.earlierDefences ?? [], (text) => readPaper(reader, text)),
      reply: yield* paper(reader, matter.reply),
      questions: rounds.flat(),
    }
  })

/** Reads the documents that were fetched for the artifacts in the papers of a matter. */
export const readFetched = (reader: Reader, { claim, defence, reply, questions }: Matter) => {
  const papers = [claim, defence, reply, ...questions.flatMap(({ asked }) => asked)]
  return readDocuments(
    reader,
    papers.flatMap((paper) => paper?.verifiedSha256 ?? []),
  )
}
