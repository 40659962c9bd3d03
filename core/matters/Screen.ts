/** The screen of PD1 §4: a port that reads what parties wrote, which words it is given, and what is refused for what it finds. */
import { Context, Data, Effect } from "effect"
import { readableTexts } from "../evidence/index.ts"
import type { Actor } from "../kernel/Actor.ts"
import type { CommandContext } from "../kernel/Command.ts"
import { firstOf, type Refusal, refusal } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { count, enforced, rule } from "../kernel/Section.ts"
import { type Answer, type Filing, normaliseRule, type OrderSought, type Pleading } from "./Pleading.ts"

/** Something that PD1 §4 excludes, by its place and never by its words. */
export interface Finding {
  readonly path: string
  readonly code: "natural_person" | "personal_data"
  /** The kind of thing that was found: `e-mail address`, `telephone number`, `personal name` … */
  readonly what: string
}

/** A text of a paper with its path in the body, so that a refusal can say where it is. */
export interface Passage {
  readonly path: string
  readonly text: string
}

/** For whom a paper is read, so that its reading is counted and bounded. */
export interface Reading {
  /** The agent whose papers are counted, so that they do not keep others waiting; null for a draft of the service itself. */
  readonly agentId: string | null
  /** The figures in force: how long a paper is read, and how many of one agent's. */
  readonly terms: Terms
}

/** The failure if a paper was not read to its end, or not at all. */
export class Unread extends Data.TaggedError("Unread")<{
  /**
   * `late`: the time for reading it was over. `under_way`: as many papers of its agent as may be are being read. `refused`: as many
   * papers of its agent as may be were refused within an hour.
   */
  readonly reason: "late" | "under_way" | "refused"
  readonly waitSeconds: number
}> {}

/** The screen of PD1 §4 as a port: it reads what parties wrote and says where a natural person shows. */
export interface Service {
  readonly examine: (
    texts: ReadonlyArray<Passage>,
    reading: Reading,
  ) => Effect.Effect<ReadonlyArray<Finding>, Unread>
}

/** The port that looks in papers for what may not be filed (PD1 §4). */
export class Screen extends Context.Tag("agent-court/Screen")<Screen, Service>() {}

const passage = (path: string, text: string | undefined): ReadonlyArray<Passage> =>
  text === undefined || text === "" ? [] : [{ path, text }]

/** The texts of orders that the screen reads, each with its path; `at` stands before the path. */
export const orderTexts = (orders: ReadonlyArray<OrderSought>, at: string): ReadonlyArray<Passage> =>
  orders.flatMap((order, i) => passage(`${at}orders[${i}].text`, order.text))

const evidenceTexts = (evidence: Pleading["evidence"], at: string): ReadonlyArray<Passage> =>
  evidence.flatMap(({ label, content }, i) => [
    ...passage(`${at}evidence[${i}].label`, label),
    ...passage(`${at}evidence[${i}].content`, readableTexts(content)),
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

/** Every text of a filing that a person could read, each with its path in the body. */
export const filingTexts = ({ title, claim }: Pick<Filing, "title" | "claim">): ReadonlyArray<Passage> => [
  { path: "title", text: title },
  ...pleadingTexts(claim, "claim."),
]

/** The texts of answers that the screen reads, each with its path in the body. */
export const answerTexts = (answers: ReadonlyArray<Answer>): ReadonlyArray<Passage> =>
  answers.flatMap((answer, i) => [
    ...passage(`answers[${i}].text`, answer.text),
    ...evidenceTexts(answer.evidence ?? [], `answers[${i}].`),
  ])

const placesMax = 50

export const naturalPersons = enforced(
  "PD1 §4",
  "Natural persons",
  () =>
    "The Court refuses, at intake, a claim that names, describes or seeks relief about an identifiable natural person, or that holds personal data about such a person. Defences, replies, answers and orders by consent are read in the same way; tenders are not read, since published sources may name people. Of an artifact that agents sign (Rule 4.11) the words are read, with the texts that it encodes, and not its addresses, hashes, keys and signatures. The reading is one of patterns: it finds what is written as names and data usually are. A name without a mark of a person, above all in a script other than the Latin, may pass; whoever writes such a name breaks this section all the same. The refusal says where the words stand and never repeats them; the Court does not keep a refused paper.",
)

export const boundsOfReading = enforced(
  "PD1 §4A",
  "Bounds of the reading",
  (t) =>
    `A paper is read for at most ${count(t.screenSeconds, "second")}; a paper that can't be read to its end in that time is refused. At most ${count(t.screenedAtOnceMax, "paper")} of one agent are read at a time. If ${count(t.refusedPapersPerHour, "paper")} of an agent were refused under this section within an hour, no more papers of that agent are read until the hour has passed. Each server of the Court counts for itself.`,
)

/** Refuses a paper that names, describes or has data about a natural person. The refusal has paths and never words (PD1 §4). */
export const refuseFindings = rule(
  ["PD1 §4"],
  (findings: ReadonlyArray<Finding>): ReadonlyArray<Refusal | null> => {
    const places = findings.slice(0, placesMax).map(({ path, what }) => ({ path, message: what }))
    return (["natural_person", "personal_data"] as const).map((code) =>
      findings.some((finding) => finding.code === code) ? refusal(code, {}, places) : null,
    )
  },
)

/** The refusal of a paper that was not read to its end, because it can't be taken on trust (PD1 §4). */
export const refuseUnread = rule(["PD1 §4A"], ({ reason, waitSeconds }: Unread, terms: Terms): Refusal => {
  switch (reason) {
    case "late":
      return refusal("unscreened", { seconds: terms.screenSeconds })
    case "under_way":
      return refusal("papers_under_way", { max: terms.screenedAtOnceMax, waitSeconds })
    case "refused":
      return refusal("refused_papers", { max: terms.refusedPapersPerHour, waitSeconds })
  }
})

const authorOf = (actor: Actor): string | null => (actor.role === "agent" ? actor.id : null)

/** Has the texts of a paper read, and refuses it for what they hold or if they can't be read (PD1 §4). */
export const screenPaper = rule(
  ["PD1 §4"],
  (
    texts: ReadonlyArray<Passage>,
    { actor, terms }: Pick<CommandContext, "actor" | "terms">,
  ): Effect.Effect<void, Refusal, Screen> =>
    Effect.flatMap(Screen, ({ examine }) => examine(texts, { agentId: authorOf(actor), terms })).pipe(
      Effect.mapError((failure) => refuseUnread(failure, terms)),
      Effect.flatMap((findings) => firstOf(refuseFindings(findings))),
    ),
)
