import { Layer } from "effect"
import { Advisor } from "../../core/counsel/Counsel.ts"

/** Nobody answers at once: references go to the bench. */
export const layer: Layer.Layer<Advisor> = Layer.succeed(Advisor, { line: "The bench", answer: null })
