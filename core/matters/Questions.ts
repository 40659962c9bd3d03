/** The judge's questions to the parties (Rule 4.6). */
import { Either } from "effect"
import { command } from "../Command.ts"
import { firstOf, type Refusal, refusal, when } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import { type Matter, type Questions as Put, roundsMax } from "./Matter.ts"
import { duty, note } from "./Notices.ts"
import { kept, textOf } from "./Paper.ts"
import { acted, type OnRecord, onRecord } from "./Record.ts"
import { mayAct } from "./Standing.ts"
import { movedBy } from "./Transitions.ts"

export interface QuestionsInput extends Put {
  readonly matterId: string
}

const askedSides = (matter: Matter, { questions }: Put) =>
  (["claimant", "respondent"] as const).flatMap((side) => {
    const numbers = questions.filter(({ to }) => to === matter[side].handle).map(({ n }) => n)
    return numbers.length === 0 ? [] : [{ side, numbers, answersSha256: null }]
  })

/** Questions go to parties, and no number is used twice in a matter, so that an answer names one question. */
const questionChecks = rule(
  ["Rule 4.6"],
  (matter: Matter, { questions }: Put): ReadonlyArray<Refusal | null> => {
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
  name: "putQuestions",
  sections: ["Rule 4.6"],
  gather: (input: QuestionsInput, context, reader) => onRecord(reader, input.matterId, context),
  decide: (facts: OnRecord, input, context) => {
    const { matter } = facts.passed
    const refused = firstOf([...mayAct(matter, "questions", context.actor), ...questionChecks(matter, input)])
    return Either.map(refused, () => {
      const text = textOf(input.questions)
      const asked = askedSides(matter, input)
      const round = { askedAt: context.now, questionsSha256: text.sha256, asked }
      const on: Matter = { ...matter, questions: [...matter.questions, round] }
      const { after } = movedBy(on, "questions", context.now, facts.terms)
      const notes = asked.map(({ side }) =>
        note(
          side,
          "matter.questioned",
          `The judge has put questions to you in matter ${after.number}.${duty(after)}`,
        ),
      )
      const act = { after, event: "matter.questioned", rules: ["Rule 4.6"], notes } as const
      return acted(facts, act, context, [kept(text)])
    })
  },
})
