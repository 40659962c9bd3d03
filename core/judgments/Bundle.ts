import { Effect } from "effect"
import { confirmedIndex, Dealings, hashIndex } from "../dealings/Dealing.ts"
import { sha256Hex } from "../Hash.ts"
import { Answers, type FiledPleading, type Matter, Questions } from "../matters/Matter.ts"
import { readPleading, readText } from "../matters/Paper.ts"
import type { Evidence } from "../matters/Pleading.ts"
import type { Reader } from "../Reader.ts"
import { rule } from "../Rule.ts"
import type { Bundle, BundledPleading, BundledQuestion, RegisteredEvidence } from "./Judge.ts"

const atOnce = 8

/** Which of these handles lodged a hash, and which confirmed an entry of it. Entries and reviews are never taken back, so a list will do. */
const registered = (reader: Reader, evidence: Evidence, handles: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sha256 = sha256Hex(evidence.content)
    const has = (index: string, prefix: string) =>
      Effect.map(
        reader.list(Dealings, { index, prefix, after: null, limit: 1 }),
        ({ items }) => items.length > 0,
      )
    const lodgedBy = yield* Effect.filter(handles, (handle) => has(hashIndex, `${sha256}/${handle}/`))
    const confirmedBy = yield* Effect.filter(handles, (handle) => has(confirmedIndex, `${handle}/${sha256}/`))
    return { ...evidence, sha256, lodgedBy, confirmedBy } satisfies RegisteredEvidence
  })

const allRegistered = (reader: Reader, evidence: ReadonlyArray<Evidence>, handles: ReadonlyArray<string>) =>
  Effect.forEach(evidence, (piece) => registered(reader, piece, handles), { concurrency: atOnce })

const bundled = (reader: Reader, filed: FiledPleading, handles: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const pleading = yield* readPleading(reader, filed)
    const evidence = yield* allRegistered(reader, pleading.evidence, handles)
    return { ...pleading, evidence } satisfies BundledPleading
  })

const questionsOf = (reader: Reader, matter: Matter, handles: ReadonlyArray<string>) =>
  Effect.forEach(matter.questions, (round) =>
    Effect.gen(function* () {
      const { questions } = yield* readText(reader, Questions, round.questionsSha256)
      const given = yield* Effect.forEach(round.asked, ({ side, answersSha256 }) =>
        answersSha256 === null
          ? Effect.succeed([])
          : Effect.map(readText(reader, Answers, answersSha256), ({ answers }) =>
              answers.map((answer) => ({ ...answer, by: matter[side].handle })),
            ),
      )
      return yield* Effect.forEach(questions, (question) =>
        Effect.gen(function* () {
          const answer = given.flat().find(({ n, by }) => n === question.n && by === question.to)
          const evidence = yield* allRegistered(reader, answer?.evidence ?? [], handles)
          return { ...question, answer: answer?.text ?? null, evidence } satisfies BundledQuestion
        }),
      )
    }),
  )

/** All that a judge sees of a matter. Offers of consent are left out (Rule 4.7), and counsel's work was never in (PD2 §8). */
export const readBundle = rule(["Rule 4.7", "PD2 §8"], (reader: Reader, matter: Matter) =>
  Effect.gen(function* () {
    const handles = [matter.claimant.handle, matter.respondent.handle]
    const paper = (filed: FiledPleading | null) =>
      filed === null ? Effect.succeed(null) : bundled(reader, filed, handles)
    const claim = yield* bundled(reader, matter.claim, handles)
    const defence = yield* paper(matter.defence)
    const reply = yield* paper(matter.reply)
    const questions = (yield* questionsOf(reader, matter, handles)).flat()
    return { matter: { ...matter, consent: null }, claim, defence, reply, questions } satisfies Bundle
  }),
)
