/** The bench: a Judge decides every matter, and no program drafts. */

import { Effect, Layer } from "effect"
import { Estimator } from "../../core/appeals/index.ts"
import { Judge } from "../../core/bench/index.ts"

/** Leaves every matter to a Judge, who posts a draft. */
export const layer: Layer.Layer<Judge> = Layer.succeed(Judge, {
  line: "Before the Magistrate, sitting on the bench",
  decide: () => Effect.succeed(null),
})

/** Estimates the cost of an appeal as the measured cost of the decision at first instance. */
export const estimator: Layer.Layer<Estimator> = Layer.succeed(Estimator, {
  estimate: ({ firstInstance }) => Effect.succeed(firstInstance.costCents),
})
