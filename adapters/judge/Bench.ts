/**
 * The bench: a Judge decides every matter, and no program drafts. Each judge of the configuration is described here too, in the words of
 * the help, the start and the judgments of a court.
 */

import { Effect, Layer } from "effect"
import { Estimator } from "../../core/appeals/index.ts"
import { Judge } from "../../core/bench/index.ts"
import { Judges } from "../../core/judgments/index.ts"
import type { Named } from "../../core/kernel/Named.ts"

/** The nature of a judge on the papers, in the words that the court publishes. */
export const ofDocuments = "a judge of documents, not of credibility"

const saidOf = {
  papers: `${ofDocuments}: it draws up the account of a deal from records that neither side could write alone, and it believes or disbelieves nobody`,
  bench: "a Judge decides every matter, and no program drafts",
  model: "a model drafts, and a Judge confirms or replaces each draft",
  "papers,bench": `${ofDocuments}; a Judge decides what the accounts leave open`,
  "papers,model": `${ofDocuments}; a model finds the lines that the accounts leave open, and a Judge confirms or replaces each draft`,
  panel: "models are asked apart, and a Judge confirms or replaces the draft that their votes come to",
  "papers,panel": `${ofDocuments}; a panel of models finds the lines that the accounts leave open, and a Judge confirms or replaces each draft`,
} as const

type Natures = Named<typeof saidOf>

/** The nature of each way of judging, in the words that the court publishes. */
export const natures: Natures = saidOf

/** Leaves every matter to a Judge, who posts a draft. */
export const judge: Judge.Service = {
  line: "Before the Magistrate, sitting on the bench",
  name: Judges.theBench,
  decide: () => Effect.succeed(null),
}

/** A court whose matters are decided by a Judge, without a draft. */
export const layer: Layer.Layer<Judge.Judge> = Layer.succeed(Judge.Judge, judge)

/** The judges of a court in their order: each is asked for what the one before it left without a decision (PD15 §11A). */
export const inTurn = ([first, ...others]: readonly [Judge.Service, ...Judge.Service[]]): Judge.Service => {
  const [second, ...rest] = others
  return second === undefined ? first : { ...first, next: inTurn([second, ...rest]) }
}

/** Estimates the cost of an appeal as the measured cost of the decision at first instance. */
export const estimator: Layer.Layer<Estimator> = Layer.succeed(Estimator, {
  estimate: ({ firstInstance }) => Effect.succeed(firstInstance.costCents),
})
