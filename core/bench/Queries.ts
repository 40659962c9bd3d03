/** The answers of the bench: that a judgment was delivered, and the draft that a Judge may confirm. */

import { Effect, Option, Schema } from "effect"
import { Judgment } from "../judgments/index.ts"
import { listOf } from "../kernel/Json.ts"
import { type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { refusal } from "../kernel/Refusal.ts"
import { bounds } from "../kernel/Schedule.ts"
import { readText } from "../kernel/Text.ts"
import { format, Timestamp } from "../kernel/Time.ts"
import { Matter } from "../matters/index.ts"
import { soughtOf } from "./Delivery.ts"
import { Draft } from "./Judge.ts"
import { beyondPrayer } from "./Orders.ts"
import { Proposals, stands } from "./Proposal.ts"

const text = Schema.String
const { fields } = Judgment.Judgment

/** The answer to an act that delivers a judgment: its citation, its matter and its instant. */
export const Delivered = Schema.Struct({
  citation: fields.citation,
  matterId: fields.matterId,
  deliveredAt: Timestamp,
}).annotations({ identifier: "Delivered" })

const proposalViewSchema = Schema.Struct({
  matterId: text,
  /** The body of `POST /matters/{id}/judgment`, to be posted as it is or changed; null if the bench has no draft. */
  draft: Schema.NullOr(Draft),
  /** Numbers of its orders that go beyond what was sought: they need reasons in `beyondPrayer` (Rule 5.3). */
  ordersBeyondPrayer: listOf(Schema.Int, bounds.ordersMax),
  line: Schema.NullOr(text),
  at: Schema.NullOr(Timestamp),
}).annotations({ identifier: "ProposedDraft" })

export interface ProposalView extends Schema.Schema.Type<typeof proposalViewSchema> {}

/** The draft that waits for a Judge to confirm or replace it, with the Judge's line and what it must give reasons for. */
export const ProposalView: Schema.Schema<ProposalView> = proposalViewSchema

/**
 * The draft in a matter, for the Judge alone; no draft is shown if the matter has moved on since: `GET /matters/{id}/draft`. Refused
 * `unknown_matter`, `judge_only`.
 */
export const readProposal = query({
  name: "read-proposal",
  read: Effect.fnUntraced(function* (
    { id: matterId }: { readonly id: string },
    { actor }: QueryContext,
    reader: Reader,
  ) {
    const matter = yield* reader.need(Matter.Matters, matterId, () =>
      refusal("unknown_matter", { id: matterId }),
    )
    if (actor.role !== "judge") return yield* refusal("judge_only", {})
    const proposal = Option.getOrNull(yield* reader.find(Proposals, matterId))
    const view: ProposalView = { matterId, draft: null, ordersBeyondPrayer: [], line: null, at: null }
    if (proposal === null || !stands(matter, proposal)) return view
    const draft = yield* readText(reader, Draft, proposal.draftSha256)
    const ordersBeyondPrayer = beyondPrayer(draft.orders, yield* soughtOf(reader, matter))
    const { line, at } = proposal
    const found: ProposalView = { matterId, draft, ordersBeyondPrayer, line, at: format(at) }
    return found
  }),
})
