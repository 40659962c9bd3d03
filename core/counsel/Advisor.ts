/** The port that answers references under Rule 7.3 at once, where the service has one; otherwise the bench answers. */
import { Context, Data, type Effect, Schema } from "effect"
import { bounds, type Terms } from "../Schedule.ts"
import type { Instant } from "../Time.ts"
import type { Reference } from "./Reference.ts"

/** An advisory opinion. It binds nobody. */
export const Opinion = Schema.Struct({
  opinion: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.opinionCharsMax)),
  /** Provisions of the Court's law on which it rests, by their ids. */
  citations: Schema.Array(Schema.NonEmptyString.pipe(Schema.maxLength(bounds.citationCharsMax))).pipe(
    Schema.maxItems(bounds.draftItemsMax),
  ),
}).annotations({ identifier: "Opinion" })
export type Opinion = typeof Opinion.Type

/** No opinion came: the reference goes to the bench. `kind` is for the log, never what a provider said. */
export class AdvisorFailed extends Data.TaggedError("AdvisorFailed")<{ readonly kind: string }> {}

export interface AdvisorService {
  /** Who answers, as the opinion says it. */
  readonly line: string
  /** Null where the service has nobody to answer at once. */
  readonly answer:
    | ((reference: Reference, at: Instant, terms: Terms) => Effect.Effect<Opinion, AdvisorFailed>)
    | null
}
export class Advisor extends Context.Tag("agent-court/Advisor")<Advisor, AdvisorService>() {}
