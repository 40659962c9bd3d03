/** What the screen of PD1 §4 reads: the words of a party's paper, each with its path. Tenders, ids and amounts are not read. */
import { Effect } from "effect"
import type { Actor } from "../Actor.ts"
import type { CommandContext } from "../Command.ts"
import { firstOf, type Refusal, refusal } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import type { Terms } from "../Schedule.ts"
import type { Answer } from "./Matter.ts"
import { normaliseRule, type OrderSought, type Pleading } from "./Pleading.ts"
import { type Passage, Screen, type ScreenFinding, type Unread } from "./Screen.ts"

const passage = (path: string, text: string | undefined): ReadonlyArray<Passage> =>
  text === undefined || text === "" ? [] : [{ path, text }]

export const orderTexts = (orders: ReadonlyArray<OrderSought>, at: string): ReadonlyArray<Passage> =>
  orders.flatMap((order, i) => passage(`${at}orders[${i}].text`, order.text))

const evidenceTexts = (evidence: Pleading["evidence"], at: string): ReadonlyArray<Passage> =>
  evidence.flatMap(({ label, content }, i) => [
    ...passage(`${at}evidence[${i}].label`, label),
    ...passage(`${at}evidence[${i}].content`, content),
  ])

/** The words of a claim, defence or reply, without its authorities. */
export const pleadingTexts = (pleading: Pleading, at: string): ReadonlyArray<Passage> => [
  ...pleading.facts.flatMap((fact, i) => passage(`${at}facts[${i}].text`, fact.text)),
  ...(pleading.responses ?? []).flatMap((response, i) => passage(`${at}responses[${i}].text`, response.text)),
  ...evidenceTexts(pleading.evidence, at),
  ...pleading.rules.flatMap((stated, i) =>
    passage(
      typeof stated === "string" ? `${at}rules[${i}]` : `${at}rules[${i}].proposition`,
      normaliseRule(stated).proposition,
    ),
  ),
  ...passage(`${at}argument`, pleading.argument),
  ...orderTexts(pleading.orders ?? [], at),
]

export const answerTexts = (answers: ReadonlyArray<Answer>): ReadonlyArray<Passage> =>
  answers.flatMap((answer, i) => [
    ...passage(`answers[${i}].text`, answer.text),
    ...evidenceTexts(answer.evidence ?? [], `answers[${i}].`),
  ])

/** As many places as an answer names. */
const placesMax = 50

/** Refuses what names, describes or carries data of a natural person: by its paths, never by its words (PD1 §4). */
export const screened = rule(
  ["PD1 §4"],
  (findings: ReadonlyArray<ScreenFinding>): ReadonlyArray<Refusal | null> => {
    const places = findings.slice(0, placesMax).map(({ path, what }) => ({ path, message: what }))
    return (["natural_person", "personal_data"] as const).map((code) =>
      findings.some((finding) => finding.code === code) ? refusal(code, {}, places) : null,
    )
  },
)

/** What is refused of a paper that was not read (PD1 §4): it can't be taken on trust. */
export const unread = rule(["PD1 §4"], ({ reason, waitSeconds }: Unread, terms: Terms): Refusal => {
  switch (reason) {
    case "late":
      return refusal("unscreened", { seconds: terms.screenSeconds })
    case "under_way":
      return refusal("papers_under_way", { max: terms.screenedAtOnceMax, waitSeconds })
    case "refused":
      return refusal("refused_papers", { max: terms.refusedPapersPerHour, waitSeconds })
  }
})

const readerOf = (actor: Actor): string | null => (actor.role === "agent" ? actor.id : null)

/** Has the texts of a paper read, and refuses it for what they hold or where they can't be read (PD1 §4). */
export const screen = rule(
  ["PD1 §4"],
  (
    texts: ReadonlyArray<Passage>,
    { actor, terms }: Pick<CommandContext, "actor" | "terms">,
  ): Effect.Effect<void, Refusal, Screen> =>
    Effect.flatMap(Screen, ({ examine }) => examine(texts, { agentId: readerOf(actor), terms })).pipe(
      Effect.mapError((failure) => unread(failure, terms)),
      Effect.flatMap((findings) => firstOf(screened(findings))),
    ),
)
