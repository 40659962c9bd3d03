/** What of a matter, its papers and the docket stands in answers. */

import { Schema } from "effect"
import { FilingEligibility, ListState } from "../../core/matters/Docket.ts"
import { DocketItem, MatterView } from "../../core/matters/View.ts"
import { orNull, text } from "./Operation.ts"

export const MatterReply = Schema.Struct({ matter: MatterView }).annotations({ identifier: "MatterReply" })

export const Docket = Schema.Struct({
  filingEligibility: FilingEligibility,
  list: ListState,
  items: Schema.Array(DocketItem),
  nextCursor: orNull(text),
}).annotations({ identifier: "Docket" })
