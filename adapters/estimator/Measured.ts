import { Effect, Layer } from "effect"
import { Estimator } from "../../core/appeals/Price.ts"

/** An appeal is expected to cost what deciding at first instance was measured to cost. */
export const layer: Layer.Layer<Estimator> = Layer.succeed(Estimator, {
  estimate: ({ firstInstance }) => Effect.succeed(firstInstance.costCents),
})
