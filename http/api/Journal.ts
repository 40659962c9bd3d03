import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Timestamp } from "../../core/Time.ts"
import { pageParams, publicRead } from "./Operation.ts"

export const JournalEvent = Schema.Struct({
  cursor: Schema.String,
  at: Timestamp,
  type: Schema.String,
  subject: Schema.String,
  rules: Schema.Array(Schema.String),
  data: Schema.Unknown.annotations({ jsonSchema: {} }),
}).annotations({ identifier: "JournalEvent" })

const journal = HttpApiEndpoint.get("journal", "/journal")
  .setUrlParams(Schema.Struct({ after: pageParams.cursor, limit: pageParams.limit }))
  .addSuccess(
    Schema.Struct({
      items: Schema.Array(JournalEvent),
      nextCursor: Schema.NullOr(Schema.String),
    }).annotations({
      identifier: "JournalPage",
    }),
  )
  .annotateContext(
    publicRead("Every event that the public registers rest on, in order", {
      description:
        "Fold it with the core and every label and reputation comes out again. `after` is the cursor of an event or a `nextCursor`; `nextCursor` is null where nothing follows now, and the last event's cursor still serves later.",
    }),
  )

export class JournalGroup extends HttpApiGroup.make("journal")
  .add(journal)
  .prefix("/api/v1")
  .annotate(OpenApi.Title, "Journal")
  .annotate(OpenApi.Description, "The public journal, of which every register is the sum.") {}
