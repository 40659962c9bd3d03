/** The judge's questions (Rule 4.6), and the parties' answers: one paper for each side and round, screened like a pleading. */

import { Effect, Schema } from "effect"
import type { Agent } from "../agents/index.ts"
import { Findings } from "../evidence/index.ts"
import { type Side, sides } from "../kernel/Actor.ts"
import { type CommandContext, command } from "../kernel/Command.ts"
import { byteLength } from "../kernel/Hash.ts"
import { ById } from "../kernel/Id.ts"
import { type Refusal, refusal, when } from "../kernel/Refusal.ts"
import { chars, count, enforced, rule } from "../kernel/Section.ts"
import { blobOf, type Text, textOf } from "../kernel/Text.ts"
import { decideAct } from "./Decide.ts"
import type { Matter } from "./Matter.ts"
import { isAsked } from "./Moves.ts"
import { asksOf, note, texts, toOther } from "./Notices.ts"
import { answeredEvidence, verifiedText } from "./Paper.ts"
import { aboutMatter, actingSide, appearingOf, recordAppearance, sideOf } from "./Parties.ts"
import { Answers, Questions, roundsMax } from "./Pleading.ts"
import { type OnRecord, onRecord, perform } from "./Record.ts"
import { answerTexts, screenPaper } from "./Screen.ts"

const askedSides = (matter: Matter, { questions }: Questions) =>
  sides.flatMap((side) => {
    const numbers = questions.filter(({ to }) => to === matter[side].handle).map(({ n }) => n)
    return numbers.length === 0 ? [] : [{ side, numbers, answersSha256: null }]
  })

export const questionsOfTheJudge = enforced(
  "Rule 4.6",
  "Questions of the judge",
  (t) =>
    `The judge may put numbered questions to a party while the matter is reserved: at most ${t.questionsMax} at a time, of at most ${chars(t.questionCharsMax)} each, in at most ${count(t.questionRoundsMax, "round")}. Each party asked answers its own questions within the period, each in at most ${chars(t.answerCharsMax)}. The matter returns to the judge with the answers, or without them when the period has passed.`,
)

/** Questions go to parties, and no number is used twice in a matter, so that an answer names one question. */
const questionChecks = rule(
  ["Rule 4.6"],
  (matter: Matter, { questions }: Questions): ReadonlyArray<Refusal | null> => {
    const numbers = questions.map(({ n }) => n)
    const again = numbers.findIndex((n, i) => numbers.indexOf(n) < i)
    const earlier = new Set(
      matter.questions.flatMap(({ asked }) => asked.flatMap(({ numbers: before }) => before)),
    )
    const used = numbers.find((n) => earlier.has(n))
    const stranger = questions.find(
      ({ to }) => to !== matter.claimant.handle && to !== matter.respondent.handle,
    )
    return [
      again < 0
        ? null
        : refusal("question_numbers", {}, [{ path: `questions[${again}].n`, message: "used before" }]),
      used === undefined ? null : refusal("question_used", { n: used }),
      stranger === undefined ? null : refusal("not_a_party_named", { handle: stranger.to }),
      when(matter.questions.length >= roundsMax, "too_many_rounds", { max: roundsMax }),
    ]
  },
)

/** The judge puts questions; those asked have a period to answer. */
export const putQuestions = command({
  name: "put-questions",
  sections: ["Rule 4.6"],
  input: Schema.Struct({ ...ById.fields, ...Questions.fields }),
  gather: (input, context, reader) => onRecord(reader, input.id, context),
  decide: (facts: OnRecord, input, context) => {
    const text = textOf(input.questions)
    const asked = askedSides(facts.matter, input)
    const round = { askedAt: context.now, questionsSha256: text.sha256, asked }
    const act = {
      act: "questions",
      against: questionChecks(facts.matter, input),
      writes: (matter: Matter): Matter => ({ ...matter, questions: [...matter.questions, round] }),
    } as const
    return decideAct(facts, act, context, (after) => ({
      notes: asked.map(({ side }) => note(side, texts.questioned(after), asksOf(after))),
      also: [blobOf(text)],
    }))
  },
})

const AnswerInput = Schema.Struct({ ...ById.fields, ...Answers.fields })
type AnswerInput = typeof AnswerInput.Type

interface Answering extends OnRecord {
  readonly appearing: Agent.Agent | null
  readonly paper: Text
}

export interface AnsweringFacts extends Answering {
  /** The findings on the artifacts in the evidence of the answers (Rule 4.11). */
  readonly kept: Findings.Kept | null
}

/** Each answer names a question of the current round put to this side, once. */
export const answerNumbers = rule(
  ["Rule 4.6"],
  (matter: Matter, side: Side | null, { answers }: Answers): Refusal | null => {
    const round = matter.status === "questioned" ? matter.questions.at(-1) : undefined
    const open = round?.asked.find((asked) => asked.side === side)
    if (open === undefined) return null
    const left = new Set(open.numbers)
    const i = answers.findIndex(({ n }) => !left.delete(n))
    const bad = answers[i]
    return bad === undefined
      ? null
      : refusal("unknown_question", { n: bad.n }, [
          { path: `answers[${i}].n`, message: "no open question to you has this number" },
        ])
  },
)

/** Labels of evidence differ within one paper of answers. */
const answerLabels = rule(["Rule 4.2"], ({ answers }: Answers): Refusal | null => {
  const seen = new Set<string>()
  const all = answers.flatMap(({ evidence }, i) =>
    (evidence ?? []).map(({ label }, j) => ({ label, path: `answers[${i}].evidence[${j}].label` })),
  )
  const twice = all.find(({ label }) => seen.size === seen.add(label).size)
  return twice === undefined
    ? null
    : refusal("duplicate_evidence_label", { label: twice.label }, [
        { path: twice.path, message: "this label is used before" },
      ])
})

const withAnswers =
  (facts: AnsweringFacts, { actor }: CommandContext) =>
  (passed: Matter): Matter => {
    const side = actingSide(passed, actor)
    const matter = recordAppearance(passed, side, facts.appearing)
    const last = matter.questions.length - 1
    const questions = matter.questions.map((round, i) => ({
      ...round,
      asked: round.asked.map((asked) =>
        i === last && asked.side === side
          ? { ...asked, answersSha256: facts.paper.sha256, ...verifiedText(facts.kept) }
          : asked,
      ),
    }))
    return { ...matter, questions }
  }

const answering = (facts: Answering, input: AnswerInput, { actor }: CommandContext) => {
  const side = sideOf(facts.matter, actor)
  const answered = side !== null && facts.matter.status === "questioned" && !isAsked(facts.matter, side)
  const max = facts.terms.pleadingBytesMax
  const found = byteLength(facts.paper.text)
  return {
    act: "answers",
    against: [
      when(answered, "already_pleaded", { step: "answer" }),
      answerNumbers(facts.matter, side, input),
      answerLabels(input),
      when(found > max, "pleading_too_large", { max, found }),
    ],
  } as const
}

/** Answers the judge's questions. A question that is not answered stays unanswered. */
export const answerQuestions = command({
  name: "answer-questions",
  sections: ["Rule 4.6", "Rule 4.11", "PD1 §4"],
  input: AnswerInput,
  gather: (input, context, reader) =>
    Effect.gen(function* () {
      const on = yield* onRecord(reader, input.id, context)
      const appearing = yield* appearingOf(reader, on.stored, context)
      const facts: Answering = { ...on, appearing, paper: textOf(input.answers) }
      yield* perform(facts, answering(facts, input, context), context)
      const side = actingSide(facts.matter, context.actor)
      const about = yield* aboutMatter(reader, recordAppearance(on.stored, side, appearing))
      const contents = answeredEvidence(input.answers).map(({ content }) => content)
      return {
        ...facts,
        kept: yield* Findings.examine(reader, contents, about, context),
      } satisfies AnsweringFacts
    }),
  examine: ({ answers }, context) => screenPaper(answerTexts(answers), context),
  decide: (facts: AnsweringFacts, input, context) => {
    const act = { ...answering(facts, input, context), writes: withAnswers(facts, context) }
    return decideAct(facts, act, context, (after) => {
      const side = actingSide(after, context.actor)
      const by = after[side].handle
      return {
        data: { by, sha256: facts.paper.sha256, ...verifiedText(facts.kept) },
        notes: toOther(side, texts.answered(after, by)),
        also: [blobOf(facts.paper), ...Findings.keptChanges(facts.kept)],
      }
    })
  },
})
