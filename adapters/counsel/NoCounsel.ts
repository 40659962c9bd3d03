import { Effect, Layer } from "effect"
import { Counsel, CounselFailed } from "../../core/counsel/Counsel.ts"

/** A service without counsel of its own. Enrolled agents can still be briefed. */
export const layer: Layer.Layer<Counsel> = Layer.succeed(Counsel, {
  roster: { models: [], anyModel: false },
  draft: () =>
    Effect.fail(
      new CounselFailed({
        reason: "unavailable",
        kind: "not configured",
        retryAfterSeconds: null,
        spent: false,
      }),
    ),
})
