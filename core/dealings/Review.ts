import { Effect, Either, Option, Schema } from "effect"
import { reviewedTally } from "../agents/Agent.ts"
import * as Changed from "../Change.ts"
import { command } from "../Command.ts"
import { firstOf, type Refusal, refusal, when } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import { bounds } from "../Schedule.ts"
import { format } from "../Time.ts"
import { type Dealing, Dealings, subjectOf } from "./Dealing.ts"

/** The body of `POST /dealings/{id}/review`. */
export const ReviewRequest = Schema.Struct({
  outcome: Schema.Literal("confirmed", "contested"),
  note: Schema.optionalWith(Schema.String.pipe(Schema.maxLength(bounds.reviewNoteCharsMax)), { exact: true }),
}).annotations({ identifier: "ReviewRequest" })
export type ReviewRequest = typeof ReviewRequest.Type

/** Only the agent that the entry named when it was lodged reviews it, and never the lodger its own. */
export const mayReview = rule(
  ["Dealings Act 1.2"],
  (dealing: Dealing, agentId: string, handle: string): Refusal | null =>
    when(dealing.counterpartyId !== agentId || dealing.lodger === handle, "not_counterparty", {}),
)

/** The agent named confirms or contests an entry, once. A confirmed dealing counts on both records (Dealings Act 1.2). */
export const reviewDealing = command({
  name: "reviewDealing",
  sections: ["Dealings Act 1.2", "Dealings Act 1.3"],
  gather: (input: { readonly id: string; readonly body: ReviewRequest }, _context, reader) =>
    Effect.flatMap(reader.findNumbered(Dealings, input.id), (found) =>
      Option.isSome(found)
        ? Effect.succeed(found.value)
        : Effect.fail(refusal("unknown_dealing", { id: input.id })),
    ),
  decide: ({ record: dealing, number }, { body }, { actor, now }) => {
    if (actor.role !== "agent") return Either.left(refusal("agents_only", {}))
    const refused = firstOf([
      mayReview(dealing, actor.id, actor.handle),
      when(dealing.review !== null, "already_reviewed", {}),
    ])
    const review = { outcome: body.outcome, note: body.note ?? null, at: now }
    return Either.map(refused, () => ({
      changes: [
        Changed.put(Dealings, { ...dealing, review }),
        ...(body.outcome === "confirmed"
          ? [dealing.lodger, actor.handle].map((handle) => Changed.tally(reviewedTally(handle), 1))
          : []),
        // Who reviewed is private: it names the counterparty.
        Changed.event("dealing.reviewed", subjectOf(dealing.id), ["Dealings Act 1.2"], {
          id: dealing.id,
          outcome: body.outcome,
        }),
      ],
      reply: {
        id: dealing.id,
        sequence: number,
        outcome: review.outcome,
        note: review.note,
        reviewedAt: format(now),
      },
    }))
  },
})
