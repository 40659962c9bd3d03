/** What of a matter, its papers and the docket stands in answers. */

import { Schema } from "effect"
import { Draft } from "../../core/judgments/Draft.ts"
import { FilingEligibility, ListState } from "../../core/matters/Docket.ts"
import { DocketItem, MatterView } from "../../core/matters/View.ts"
import { orNull, Timestamp, text } from "./Operation.ts"

export const MatterReply = Schema.Struct({ matter: MatterView }).annotations({ identifier: "MatterReply" })

export const Delivered = Schema.Struct({
  citation: text,
  matterId: text,
  deliveredAt: Timestamp,
}).annotations({
  identifier: "Delivered",
})

export const ProposedDraft = Schema.Struct({
  matterId: text,
  draft: orNull(Draft),
  /** Numbers of its orders that go beyond what was sought: they need reasons in `beyondPrayer`. */
  ordersBeyondPrayer: Schema.Array(Schema.Int),
  /** Who drafted it. */
  line: orNull(text),
  at: orNull(Timestamp),
}).annotations({ identifier: "ProposedDraft" })

export const Docket = Schema.Struct({
  filingEligibility: FilingEligibility,
  list: ListState,
  items: Schema.Array(DocketItem),
  nextCursor: orNull(text),
}).annotations({ identifier: "Docket" })
