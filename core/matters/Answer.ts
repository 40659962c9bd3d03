/** The parties' answers to the judge's questions (Rule 4.6): one paper a side and round, screened like a pleading. */
import { Effect, Either } from "effect"
import type { Agent } from "../agents/Agent.ts"
import { type CommandContext, command } from "../Command.ts"
import { byteLength } from "../Hash.ts"
import type { Side } from "../Party.ts"
import { firstOf, type Refusal, refusal, when } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import { appeared, appearingOf } from "./Appearance.ts"
import type { Answers, Matter } from "./Matter.ts"
import { toOther } from "./Notices.ts"
import { kept, type Text, textOf } from "./Paper.ts"
import { actingSide, sideOf } from "./Parties.ts"
import { acted, type OnRecord, onRecord } from "./Record.ts"
import { answerTexts, screen } from "./Screening.ts"
import { mayAct } from "./Standing.ts"
import { movedBy } from "./Transitions.ts"

export interface AnswerInput extends Answers {
  readonly matterId: string
}

interface Answering extends OnRecord {
  readonly appearing: Agent | null
  readonly paper: Text
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

const checks = (facts: Answering, input: AnswerInput, { actor }: CommandContext) => {
  const { matter } = facts.passed
  const max = facts.terms.pleadingBytesMax
  const found = byteLength(facts.paper.text)
  return [
    ...mayAct(matter, "answers", actor),
    answerNumbers(matter, sideOf(matter, actor), input),
    answerLabels(input),
    when(found > max, "pleading_too_large", { max, found }),
  ]
}

/** The matter with a side's answers; before the judge again once everybody asked has answered. */
const answered = (facts: Answering, side: Side, now: number): Matter => {
  const matter = appeared(facts.passed.matter, side, facts.appearing)
  const last = matter.questions.length - 1
  const questions = matter.questions.map((round, i) => ({
    ...round,
    asked: round.asked.map((asked) =>
      i === last && asked.side === side ? { ...asked, answersSha256: facts.paper.sha256 } : asked,
    ),
  }))
  const on: Matter = { ...matter, questions }
  const waiting = questions[last]?.asked.some(({ answersSha256 }) => answersSha256 === null) ?? false
  return waiting ? on : movedBy(on, "answers", now, facts.terms).after
}

/** Answers the judge's questions. What is not answered stays unanswered. */
export const answer = command({
  name: "answer",
  sections: ["Rule 4.6", "PD1 §4"],
  gather: (input: AnswerInput, context, reader) =>
    Effect.gen(function* () {
      const on = yield* onRecord(reader, input.matterId, context)
      const appearing = yield* appearingOf(reader, on.stored, context)
      return { ...on, appearing, paper: textOf(input.answers) } satisfies Answering
    }),
  examine: ({ answers }, context) => screen(answerTexts(answers), context),
  decide: (facts: Answering, input, context) =>
    Either.map(firstOf(checks(facts, input, context)), () => {
      const side = actingSide(facts.passed.matter, context.actor)
      const after = answered(facts, side, context.now)
      const text = `${after[side].handle} has answered the judge's questions in matter ${after.number}.`
      return acted(
        facts,
        {
          after,
          event: "matter.answered",
          rules: ["Rule 4.6"],
          data: { by: after[side].handle, sha256: facts.paper.sha256 },
          notes: toOther(side, "matter.answered", text),
        },
        context,
        [kept(facts.paper)],
      )
    }),
})
