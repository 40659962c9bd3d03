/** The defence and the reply: the papers that answer another paper. */

import { Effect, Schema } from "effect"
import type { Agent } from "../agents/index.ts"
import { Findings, type Verified } from "../evidence/index.ts"
import { nameOf } from "../kernel/Actor.ts"
import { type Command, type CommandContext, command } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import { ById } from "../kernel/Id.ts"
import type { Named } from "../kernel/Named.ts"
import type { Reader } from "../kernel/Reader.ts"
import { when } from "../kernel/Refusal.ts"
import { type Grading, Knowledge, type OwnLaw, type Tender } from "../law/index.ts"
import type { Quote } from "../quotes/index.ts"
import type { Accounts } from "./Accounts.ts"
import { admissionChecks, denialChecks } from "./Causes.ts"
import { decideAct } from "./Decide.ts"
import { inText, isSameText, type Standing, sameAs, standingAfter, textChecks, textsOf } from "./Defence.ts"
import { answerChecks } from "./Law.ts"
import type { Matter } from "./Matter.ts"
import { asksOf, texts, toOther } from "./Notices.ts"
import { filedPleading, type Paper, paperChanges, paperOf, readPleading, verifiedText } from "./Paper.ts"
import { aboutMatter, appearingOf, recordAppearance } from "./Parties.ts"
import { Pleading } from "./Pleading.ts"
import { type OnRecord, onRecordToCall, perform } from "./Record.ts"
import { pleadingTexts, type Screen, screenPaper } from "./Screen.ts"
import {
  type Assessed,
  assess,
  assessTenders,
  filedTenders,
  findHiddenFrom,
  tenderedChanges,
} from "./Tenders.ts"
import type { MatterView } from "./View.ts"

const pleadInputSchema = Schema.Struct({ ...ById.fields, ...Pleading.fields })

export type PleadInput = Named<typeof pleadInputSchema.Type>

const PleadInput: Schema.Schema<PleadInput> = pleadInputSchema
interface Answering extends OnRecord {
  /** The paper as it would stand: a text of a defence is added to the text before, or takes its place (Rule 4.3). */
  readonly standing: Standing
  readonly paper: Paper
  /** The evidence of the text before, and what was found of it. */
  readonly before: Parameters<typeof Findings.examineAdded>[2]
  readonly tendered: ReadonlyArray<Tender.Tender>
  readonly answered: number
  readonly sought: number
  readonly quote: Quote.Quote | null
  /** The agent that acts, if the respondent was not enrolled when served. */
  readonly appearing: Agent.Agent | null
}

export interface PleadingFacts extends Answering {
  /** The facts that the Court has about each authority tendered now, and about the authorities on the record that may rise. */
  readonly known: ReadonlyArray<Grading.Knowledge>
  readonly assessed: ReadonlyArray<Assessed>
  /** The findings on the artifacts in its evidence (Rule 4.11). */
  readonly kept: Findings.Kept | null
}

/** The two papers that answer another paper, and what differs between them. */
const papers = {
  defence: {
    by: "respondent",
    answers: "claim",
    section: "Rule 4.3",
  },
  reply: {
    by: "claimant",
    answers: "defence",
    section: "Rule 4.4",
  },
} as const

type AnswerStep = keyof typeof papers

/** The act of a paper: a defence in time may say that more follows. */
const nameOfAct = (
  step: AnswerStep,
  { matter }: OnRecord,
  { more }: PleadInput,
): AnswerStep | "defence/more" =>
  step === "defence" && more === true && matter.status !== "undefended" ? "defence/more" : step

/** A paper as an act: it is refused for what the matter or its own words lack. */
const actOf = (step: AnswerStep, facts: Answering, input: PleadInput) => {
  const act = nameOfAct(step, facts, input)
  const { standing, paper, answered, matter, terms } = facts
  const { pleading } = standing
  const against = [
    ...answerChecks(pleading, paper, answered, terms),
    ...admissionChecks(step, pleading, facts.sought, ""),
    denialChecks(
      step,
      pleading,
      facts.quote,
      facts.stored[papers[step].by].id ?? facts.appearing?.id ?? null,
    ),
  ]
  return {
    act,
    against: [
      ...against.map((refused) => inText(refused, standing)),
      when(step === "reply" && input.more === true, "more_not_wanted", {}),
      ...(step === "defence" ? textChecks(matter, standing, paper, act === "defence/more", terms) : []),
    ],
  }
}

/** The tenders of a paper: a tender that the text before had stays as it is, with what was said of it since. */
const tendersAfter = (step: AnswerStep, facts: PleadingFacts, matter: Matter, { fresh }: CommandContext) => {
  const { by } = papers[step]
  const { authorities } = facts.standing.pleading
  const all = assessTenders(matter, facts.assessed).tenders
  const filed = filedTenders(authorities, facts.known, { by, step, track: matter.track }, fresh)
  const textAt = (texts: ReadonlyArray<Tender.Tender>, position: number) =>
    sameAs(needPresent(texts[position], "the text of a tender"))
  const own = all.filter((tender) => tender.step === step)
  const before = new Map(own.map((tender) => [textAt(facts.tendered, tender.position), tender]))
  const standing = filed.map((tender, position) => {
    const known = before.get(textAt(authorities, position))
    return known === undefined ? tender : { ...known, position }
  })
  return [...all.filter((tender) => tender.step !== step), ...standing]
}

const withPaper =
  (step: AnswerStep, facts: PleadingFacts, context: CommandContext) =>
  (passed: Matter): Matter => {
    const matter = recordAppearance(passed, papers[step].by, facts.appearing)
    if (step === "defence" && isSameText(matter.defence, facts.paper)) return matter
    const earlier = step === "defence" ? textsOf(matter) : []
    return {
      ...matter,
      ...(earlier.length === 0 ? {} : { earlierDefences: earlier }),
      [step]: filedPleading(facts.paper, nameOf(context.actor), context.now, facts.kept),
      tenders: tendersAfter(step, facts, matter, context),
    }
  }

const gatherAnswer =
  (step: AnswerStep) =>
  (reader: Reader, { id, more: _, ...text }: PleadInput, context: CommandContext) =>
    Effect.gen(function* () {
      const on = yield* onRecordToCall(reader, id, context)
      const answered = on.stored[papers[step].answers]
      const paper = answered === null ? null : yield* readPleading(reader, answered)
      // The text of a defence to which more may be added.
      const filed = step === "defence" && on.matter.status === "pleading" ? on.matter.defence : null
      const open = filed === null ? null : yield* readPleading(reader, filed)
      const standing = standingAfter(open, text)
      const appearing = yield* appearingOf(reader, on.stored, context)
      const { quote } = yield* aboutMatter(reader, on.stored)
      const facts: Answering = {
        ...on,
        standing,
        paper: paperOf(standing.pleading),
        before: {
          contents: (open?.evidence ?? []).map(({ content }) => content),
          verifiedSha256: filed?.verifiedSha256,
        },
        tendered: open?.authorities ?? [],
        answered: paper?.facts.length ?? 0,
        sought: paper?.orders?.length ?? 0,
        quote,
        appearing,
      }
      return facts
    })

const notesOf = (step: AnswerStep, after: Matter) => {
  const { by } = papers[step]
  if (after.status === "pleading") return toOther(by, texts.pleaded(after))
  return toOther(by, step === "defence" ? texts.defended(after) : texts.replied(after), asksOf(after))
}

const plead = (
  step: AnswerStep,
): Command<PleadInput, PleadingFacts, MatterView, Accounts | Screen | OwnLaw | Verified.Verifiers> => {
  const { by, section } = papers[step]
  return command({
    name: `file-${step}`,
    sections: [section, "Rule 4.2", "Rule 4.11", "PD1 §4"],
    input: PleadInput,
    gather: (input, context, reader) =>
      Effect.gen(function* () {
        const facts = yield* gatherAnswer(step)(reader, input, context)
        yield* perform(facts, actOf(step, facts, input), context)
        const operator = facts.appearing?.operatorId ?? facts.stored[by].operatorId
        const { evidence, authorities } = facts.standing.pleading
        const contents = evidence.map(({ content }) => content)
        const about = yield* aboutMatter(reader, recordAppearance(facts.stored, by, facts.appearing))
        return {
          ...facts,
          kept: yield* Findings.examineAdded(reader, contents, facts.before, about, context),
          known: yield* Knowledge.knownOf(
            reader,
            authorities,
            operator,
            context.terms,
            findHiddenFrom(reader, context, input.id),
          ),
          assessed: yield* assess(reader, facts.stored, context),
        }
      }),
    examine: (input, context) => screenPaper(pleadingTexts(input, ""), context),
    decide: (facts, input, context) => {
      const act = { ...actOf(step, facts, input), writes: withPaper(step, facts, context) }
      return decideAct(facts, act, context, (after) => {
        const had = new Set(facts.stored.tenders.map(({ id }) => id))
        const tendered = after.tenders.filter((tender) => tender.step === step && !had.has(tender.id))
        return {
          data: { sha256: facts.paper.body.sha256, ...verifiedText(facts.kept) },
          notes: notesOf(step, after),
          also: [
            ...paperChanges(facts.paper, facts.kept),
            ...tenderedChanges(after, tendered, facts.standing.pleading.authorities, context.now),
          ],
        }
      })
    },
  })
}

/** Files a text of the defence (Rule 4.3): in time, or late until the call for default judgment. */
export const fileDefence = plead("defence")

/** Files the reply (Rule 4.4); pleadings close with it. */
export const fileReply = plead("reply")
