/** The query of the bench: the draft that a Judge may confirm. */

import { Effect, Option } from "effect"
import { type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { refusal } from "../kernel/Refusal.ts"
import { readText } from "../kernel/Text.ts"
import { format } from "../kernel/Time.ts"
import { Matters } from "../matters/index.ts"
import { soughtOf } from "./Delivery.ts"
import { Draft } from "./Draft.ts"
import { Proposals, stands } from "./Judge.ts"
import { beyondPrayer } from "./Orders.ts"
import type { ProposalView } from "./View.ts"

/**
 * The draft in a matter, for the Judge alone; none if the matter has moved on since: `GET /matters/{id}/draft`. Refused
 * `unknown_matter`, `judge_only`.
 */
export const readProposal = query({
  name: "read-proposal",
  read: Effect.fnUntraced(function* (
    { id: matterId }: { readonly id: string },
    { actor }: QueryContext,
    reader: Reader,
  ) {
    const matter = yield* reader.need(Matters, matterId, () => refusal("unknown_matter", { id: matterId }))
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
