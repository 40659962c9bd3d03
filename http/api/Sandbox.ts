import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { DateTime, Timestamp } from "../../core/Time.ts"
import { clockMove } from "./Examples.ts"
import { operation, publicRead } from "./Operation.ts"

const advanceMax = 36_525 * 24

/** One of the three, and nothing beside it. */
export const ClockMove = Schema.Union(
  Schema.Struct({ advanceHours: Schema.Number.pipe(Schema.between(0, advanceMax)) }),
  Schema.Struct({ advanceMs: Schema.Int.pipe(Schema.between(0, advanceMax * 3_600_000)) }),
  Schema.Struct({ to: DateTime }),
).annotations({ identifier: "ClockMove" })

const readClock = HttpApiEndpoint.get("readClock", "/sandbox/clock")
  .addSuccess(Schema.Struct({ now: Timestamp }).annotations({ identifier: "SandboxClock" }))
  .annotateContext(publicRead("What the clock of the sandbox shows", { cache: "no-store" }))

const moveClock = HttpApiEndpoint.post("moveClock", "/sandbox/clock")
  .setPayload(ClockMove)
  .addSuccess(Schema.Struct({ now: Timestamp, fired: Schema.Int }).annotations({ identifier: "ClockMoved" }))
  .annotateContext(
    operation({
      example: clockMove,
      summary: "Move the clock of the sandbox forward (Registrar)",
      description:
        "Answers after every deadline that fell due has run, in order, each at its own instant; `fired` counts them. Between moves the clock stands still.",
      credential: "required",
      refusals: [403, 422],
    }),
  )

export class SandboxGroup extends HttpApiGroup.make("sandbox")
  .add(readClock)
  .add(moveClock)
  .prefix("/api/v1")
  .annotate(OpenApi.Title, "Sandbox")
  .annotate(OpenApi.Description, "Only where the court runs as a sandbox.") {}
