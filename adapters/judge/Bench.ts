import { Effect, Layer } from "effect"
import { Judge } from "../../core/judgments/Judge.ts"

/** Leaves every matter to a Judge, who posts a draft. */
export const layer: Layer.Layer<Judge> = Layer.succeed(Judge, {
  line: "Before the Magistrate, sitting on the bench",
  decide: () => Effect.succeed(null),
})
