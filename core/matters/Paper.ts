/** Papers on the record: how a pleading is measured, stored and read back, with the questions and their answers. */
import { Effect, Schema } from "effect"
import type { Change } from "../kernel/Change.ts"
import { byteLength } from "../kernel/Hash.ts"
import type { Reader } from "../kernel/Reader.ts"
import { blobOf, readText, type Text, textOf } from "../kernel/Text.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import { Tender } from "../tenders/index.ts"
import type { FiledPleading, Matter } from "./Matter.ts"
import { Answer, Pleading, Question } from "./Pleading.ts"

/** A pleading as two texts, each measured against a limit of its own: the body, and its authorities if it has any. */
export interface Paper {
  readonly body: Text
  readonly authorities: Text | null
  readonly bodyBytes: number
  readonly authoritiesBytes: number
}

export const paperOf = ({ authorities, ...rest }: Pleading): Paper => {
  const body = textOf(rest)
  const tendered = authorities.length === 0 ? null : textOf(authorities)
  return {
    body,
    authorities: tendered,
    bodyBytes: byteLength(body.text),
    authoritiesBytes: tendered === null ? 0 : byteLength(tendered.text),
  }
}

/** The paper on the record. */
export const filedPleading = (paper: Paper, filedBy: string, filedAt: number): FiledPleading => ({
  bodySha256: paper.body.sha256,
  authoritiesSha256: paper.authorities?.sha256 ?? null,
  filedAt,
  filedBy,
})

export const paperChanges = (paper: Paper): ReadonlyArray<Change> => [
  blobOf(paper.body),
  ...(paper.authorities === null ? [] : [blobOf(paper.authorities)]),
]

const Body = Pleading.omit("authorities")

const Authorities = Schema.Array(Tender)

/** The pleading as it was filed, from its two texts. */
export const readPleading = (reader: Reader, filed: FiledPleading) =>
  Effect.gen(function* () {
    const body = yield* readText(reader, Body, filed.bodySha256)
    const authorities =
      filed.authoritiesSha256 === null ? [] : yield* readText(reader, Authorities, filed.authoritiesSha256)
    return { ...body, authorities } satisfies Pleading
  })

/** A question with its answer; null if it has none, or none yet. */
export interface Answered {
  readonly question: Question
  readonly answer: Answer | null
}

/** The words of all papers on the record of a matter, without offers of consent. */
export interface Papers {
  readonly claim: Pleading
  readonly defence: Pleading | null
  readonly reply: Pleading | null
  readonly questions: ReadonlyArray<Answered>
}

const paper = (reader: Reader, filed: FiledPleading | null) =>
  filed === null ? Effect.succeed(null) : readPleading(reader, filed)

type Round = Matter["questions"][number]

const answeredIn = (reader: Reader, round: Round) =>
  Effect.gen(function* () {
    const questions = yield* readText(reader, Schema.Array(Question), round.questionsSha256)
    const papers = yield* Effect.forEach(round.asked, ({ answersSha256 }) =>
      answersSha256 === null ? Effect.succeed([]) : readText(reader, Schema.Array(Answer), answersSha256),
    )
    const answers = papers.flat()
    return questions.map(
      (question): Answered => ({
        question,
        answer: answers.find(({ n }) => n === question.n) ?? null,
      }),
    )
  })

/** Reads the papers of a matter. */
export const readPapers = (reader: Reader, matter: Matter): Effect.Effect<Papers, StoreUnavailable> =>
  Effect.gen(function* () {
    const rounds = yield* Effect.forEach(matter.questions, (round) => answeredIn(reader, round))
    return {
      claim: yield* readPleading(reader, matter.claim),
      defence: yield* paper(reader, matter.defence),
      reply: yield* paper(reader, matter.reply),
      questions: rounds.flat(),
    }
  })
