/** What the bench does where no model and no rule of the papers decides. */

import { Effect, Layer } from "effect"
import { Estimator } from "../../core/appeals/Price.ts"
import { Judge } from "../../core/judgments/Judge.ts"

/** Leaves every matter to a Judge, who posts a draft. */
export const layer: Layer.Layer<Judge> = Layer.succeed(Judge, {
  line: "Before the Magistrate, sitting on the bench",
  decide: () => Effect.succeed(null),
})

/** Expects an appeal to cost what deciding at first instance was measured to cost. */
export const estimator: Layer.Layer<Estimator> = Layer.succeed(Estimator, {
  estimate: ({ firstInstance }) => Effect.succeed(firstInstance.costCents),
})
