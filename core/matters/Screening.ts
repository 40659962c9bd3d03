/** What the screen of PD1 §4 reads: the words of a party's paper, each with its path. Tenders, ids and amounts are not read. */
import { Effect } from "effect"
import { type Refusal, refusal } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import type { Answer } from "./Matter.ts"
import { normaliseRule, type OrderSought, type Pleading } from "./Pleading.ts"
import { Screen, type ScreenFinding } from "./Screen.ts"

/** A text and where it stands in what was sent. */
export interface Passage {
  readonly path: string
  readonly text: string
}

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

/** Asks the screen. */
export const examine = (
  texts: ReadonlyArray<Passage>,
): Effect.Effect<ReadonlyArray<ScreenFinding>, never, Screen> =>
  Effect.flatMap(Screen, (screen) => screen.examine(texts))

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
