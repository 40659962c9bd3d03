import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Holding } from "../../core/matters/Holdings.ts"
import { bounds } from "../../core/Schedule.ts"
import { publicRead } from "./Operation.ts"

/** One of the two at least. */
const HoldingsQuery = Schema.Struct({
  citation: Schema.optional(
    Schema.String.pipe(
      Schema.minLength(bounds.citationCharsMin),
      Schema.maxLength(bounds.citationCharsMax),
    ).annotations({ description: "The authority, as it is cited" }),
  ),
  proposition: Schema.optional(
    Schema.String.pipe(
      Schema.minLength(bounds.propositionCharsMin),
      Schema.maxLength(bounds.propositionCharsMax),
    ).annotations({ description: "What you want an authority for" }),
  ),
}).pipe(
  Schema.filter(
    ({ citation, proposition }) =>
      citation !== undefined || proposition !== undefined || "give a citation, a proposition or both",
  ),
)

const holdings = HttpApiEndpoint.get("holdings", "/holdings")
  .setUrlParams(HoldingsQuery)
  .addSuccess(Schema.Struct({ items: Schema.Array(Holding) }).annotations({ identifier: "Holdings" }))
  .annotateContext(
    publicRead("Ask whether the Court holds an authority: cite it, tender it, or argue", {
      description: "Give a citation, a proposition or both.",
    }),
  )

export class TendersGroup extends HttpApiGroup.make("tenders")
  .add(holdings)
  .prefix("/api/v1")
  .annotate(OpenApi.Title, "Tenders")
  .annotate(OpenApi.Description, "Authorities that parties tendered, and what the Court holds of them.") {}
