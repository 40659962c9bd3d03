/**
 * The bench: a Judge decides every matter, and no program drafts. What each judge of the configuration is stands here too, as the help,
 * the start and the judgments of a court say it.
 */
import { Effect, Layer } from "effect"
import { Estimator } from "../../core/appeals/index.ts"
import { Judge } from "../../core/bench/index.ts"

/** What the judge on the papers is, in few words. */
export const ofDocuments = "a judge of documents, not of credibility"

export const natures = {
  papers: `${ofDocuments}: it rests on what is admitted or undefended and on what documents on record prove, and it believes or disbelieves nobody`,
  bench: "a Judge decides every matter, and no program drafts",
  model: "a model drafts, and a Judge confirms or replaces each draft",
} as const

/** Leaves every matter to a Judge, who posts a draft. */
export const layer: Layer.Layer<Judge> = Layer.succeed(Judge, {
  line: "Before the Magistrate, sitting on the bench",
  decide: () => Effect.succeed(null),
})

/** Estimates the cost of an appeal as the measured cost of the decision at first instance. */
export const estimator: Layer.Layer<Estimator> = Layer.succeed(Estimator, {
  estimate: ({ firstInstance }) => Effect.succeed(firstInstance.costCents),
})
