/** What the bench shows: that a judgment was delivered, and the draft that waits for a Judge. */

import { Schema } from "effect"
import { Judgment } from "../judgments/index.ts"
import { listOf } from "../kernel/Json.ts"
import { bounds } from "../kernel/Schedule.ts"
import { Timestamp } from "../kernel/Time.ts"
import { Draft } from "./Draft.ts"

const text = Schema.String
const { fields } = Judgment

/** The answer to the delivery of a judgment. */
export const Delivered = Schema.Struct({
  citation: fields.citation,
  matterId: fields.matterId,
  deliveredAt: Timestamp,
}).annotations({ identifier: "Delivered" })

/** The draft that waits in a matter for a Judge. */
export const ProposalView = Schema.Struct({
  matterId: text,
  /** The body of `POST /matters/{id}/judgment`, to be posted as it is or changed; null if there is none. */
  draft: Schema.NullOr(Draft),
  /** Numbers of its orders that go beyond what was sought: they need reasons in `beyondPrayer` (Rule 5.3). */
  ordersBeyondPrayer: listOf(Schema.Int, bounds.ordersMax),
  /** Who drafted it. */
  line: Schema.NullOr(text),
  at: Schema.NullOr(Timestamp),
}).annotations({ identifier: "ProposedDraft" })
export type ProposalView = typeof ProposalView.Type
