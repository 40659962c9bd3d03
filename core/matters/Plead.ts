/** The defence and the reply: the papers that answer another paper. */

import { Effect, Either, Schema } from "effect"
import type { Agent } from "../agents/index.ts"
import { examineEvidence, type Kept, type Verifiers } from "../evidence/index.ts"
import { nameOf } from "../kernel/Actor.ts"
import { type Command, type CommandContext, command } from "../kernel/Command.ts"
import { ById } from "../kernel/Id.ts"
import { afterOf } from "../kernel/Machine.ts"
import type { Reader } from "../kernel/Reader.ts"
import { type Knowledge, knownOf, type OwnLaw } from "../law/index.ts"
import type { Quote } from "../quotes/index.ts"
import { admissionChecks, denialChecks } from "./Causes.ts"
import { decideAct } from "./Decide.ts"
import { answerChecks } from "./Law.ts"
import type { Matter } from "./Matter.ts"
import { asksOf, texts, toOther } from "./Notices.ts"
import { filedPleading, type Paper, paperChanges, paperOf, readPleading, verifiedText } from "./Paper.ts"
import { aboutMatter, appearingOf, recordAppearance } from "./Parties.ts"
import { Pleading } from "./Pleading.ts"
import { type OnRecord, onRecord, perform } from "./Record.ts"
import { pleadingTexts, type Screen, screenPaper } from "./Screen.ts"
import { type Assessed, assess, assessTenders, filedTenders, hiddenFrom, tenderedChanges } from "./Tenders.ts"
import type { MatterView } from "./View.ts"

const PleadInput = Schema.Struct({ ...ById.fields, ...Pleading.fields })
type PleadInput = typeof PleadInput.Type

interface Answering extends OnRecord {
  readonly paper: Paper
  /** How many facts the paper answered has. */
  readonly answered: number
  /** How many orders the claim seeks. */
  readonly sought: number
  /** The quote on which the matter rests. */
  readonly quote: Quote | null
  /** The agent that acts, if the respondent was not enrolled when served. */
  readonly appearing: Agent | null
}

export interface PleadingFacts extends Answering {
  /** What the Court knows of each authority tendered now, and of those on the record that may rise. */
  readonly known: ReadonlyArray<Knowledge>
  readonly assessed: ReadonlyArray<Assessed>
  /** What was found of the artifacts in its evidence (Rule 4.11). */
  readonly kept: Kept | null
}

/** The two papers that answer another paper, and what differs between them. */
const papers = {
  defence: {
    by: "respondent",
    answers: "claim",
    section: "Rule 4.3",
    words: texts.defended,
  },
  reply: {
    by: "claimant",
    answers: "defence",
    section: "Rule 4.4",
    words: texts.replied,
  },
} as const

type AnswerStep = keyof typeof papers

/** A paper as an act: it is refused for what the matter or its own words lack. */
const actOf = (act: AnswerStep, facts: Answering, pleading: Pleading) => ({
  act,
  against: [
    ...answerChecks(pleading, facts.paper, facts.answered, facts.terms),
    ...admissionChecks(act, pleading, facts.sought, ""),
    denialChecks(act, pleading, facts.quote, facts.stored[papers[act].by].id ?? facts.appearing?.id ?? null),
  ],
})

/** The matter with a paper and its tenders. */
const withPaper =
  (
    step: AnswerStep,
    facts: PleadingFacts,
    { authorities }: Pleading,
    { actor, fresh, now }: CommandContext,
  ) =>
  (passed: Matter): Matter => {
    const { by } = papers[step]
    const matter = recordAppearance(passed, by, facts.appearing)
    const { track } = matter
    const tenders = filedTenders(authorities, facts.known, { by, step, track }, fresh)
    return {
      ...matter,
      [step]: filedPleading(facts.paper, nameOf(actor), now, facts.kept),
      tenders: [...assessTenders(matter, facts.assessed).tenders, ...tenders],
    }
  }

const gatherAnswer =
  (step: AnswerStep) =>
  (reader: Reader, { id, ...pleading }: PleadInput, context: CommandContext) =>
    Effect.gen(function* () {
      const on = yield* onRecord(reader, id, context)
      const answered = on.stored[papers[step].answers]
      const paper = answered === null ? null : yield* readPleading(reader, answered)
      const appearing = yield* appearingOf(reader, on.stored, context)
      const { quote } = yield* aboutMatter(reader, on.stored)
      return {
        ...on,
        paper: paperOf(pleading),
        answered: paper?.facts.length ?? 0,
        sought: paper?.orders?.length ?? 0,
        quote,
        appearing,
      } satisfies Answering
    })

const plead = (
  step: AnswerStep,
): Command<PleadInput, PleadingFacts, MatterView, Screen | OwnLaw | Verifiers> => {
  const { by, section, words } = papers[step]
  return command({
    name: step,
    sections: [section, "Rule 4.2", "Rule 4.11", "PD1 §4"],
    input: PleadInput,
    gather: (input, context, reader) =>
      Effect.gen(function* () {
        const facts = yield* gatherAnswer(step)(reader, input, context)
        yield* perform(facts, actOf(step, facts, input), context)
        const operator = facts.appearing?.operatorId ?? facts.stored[by].operatorId
        const contents = input.evidence.map(({ content }) => content)
        const about = yield* aboutMatter(reader, recordAppearance(facts.stored, by, facts.appearing))
        return {
          ...facts,
          kept: yield* examineEvidence(reader, contents, about, context),
          known: yield* knownOf(
            reader,
            input.authorities,
            operator,
            context.terms,
            hiddenFrom(reader, context, input.id),
          ),
          assessed: yield* assess(reader, facts.stored, context),
        }
      }),
    examine: (input, context) => screenPaper(pleadingTexts(input, ""), context),
    decide: (facts, input, context) => {
      const act = { ...actOf(step, facts, input), writes: withPaper(step, facts, input, context) }
      return Either.map(perform(facts, act, context), (moves) => {
        const after = afterOf(moves)
        const data = { sha256: facts.paper.body.sha256, ...verifiedText(facts.kept) }
        const notes = toOther(by, words(after), asksOf(after))
        const tendered = after.tenders.filter((tender) => tender.step === step)
        return decideAct(facts, moves, { data, notes }, context, [
          ...paperChanges(facts.paper, facts.kept),
          ...tenderedChanges(after, tendered, input.authorities, context.now),
        ])
      })
    },
  })
}

/** Files the defence (Rule 4.3): in time, or late until the call for default judgment. */
export const fileDefence = plead("defence")

/** Files the reply (Rule 4.4); pleadings close with it. */
export const fileReply = plead("reply")
