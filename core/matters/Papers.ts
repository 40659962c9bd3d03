import { Effect, Schema } from "effect"
import type { Reader } from "../Reader.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import { Answer, type FiledPleading, type Matter, Question } from "./Matter.ts"
import { readPleading, readText } from "./Paper.ts"
import type { Pleading } from "./Pleading.ts"

/** A question with what was answered; null while, or where, nothing was. */
export interface Answered {
  readonly question: Question
  readonly answer: Answer | null
}

/** The words of all papers on the record of a matter, offers of consent apart. */
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

/** Reads the words of a matter. */
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
