/** The questions about judgments: one, a page of them, and the draft that a Judge may confirm. */

import { Effect, Option } from "effect"
import type { Actor } from "../Actor.ts"
import { Matters } from "../matters/Matter.ts"
import { readText } from "../matters/Paper.ts"
import { Seals } from "../Notary.ts"
import type { Reader } from "../Reader.ts"
import { type Refusal, refusal } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import { format } from "../Time.ts"
import { soughtOf } from "./Delivery.ts"
import { Draft } from "./Draft.ts"
import { deliveredIndex, Judgments } from "./Judgment.ts"
import { beyondPrayer } from "./Orders.ts"
import { Proposals, stands } from "./Proposal.ts"
import { type Sealed, SealMissing } from "./View.ts"

/** Reads a judgment by its citation. */
export const readJudgment = (reader: Reader, citation: string) =>
  Effect.gen(function* () {
    const judgment = yield* reader.need(Judgments, citation, () => refusal("unknown_judgment", { citation }))
    const payload = yield* reader.blob(judgment.payloadSha256)
    const seal = Option.getOrNull(yield* reader.find(Seals, citation))
    if (payload === null || seal === null) return yield* Effect.die(new SealMissing(citation))
    return { judgment, payload, seal } satisfies Sealed
  })

/** A page of judgments in the order of delivery. */
export const listJudgments = (reader: Reader, after: string | null, limit: number) =>
  reader.list(Judgments, { index: deliveredIndex, prefix: "", after, limit })

export interface ProposalView {
  readonly matterId: string
  /** The body of `POST /matters/{id}/judgment`, to be posted as it is or changed; null where there is none. */
  readonly draft: Draft | null
  /** Numbers of its orders that go beyond what was sought, and need reasons in its `beyondPrayer` (Rule 5.3). */
  readonly ordersBeyondPrayer: ReadonlyArray<number>
  readonly line: string | null
  readonly at: string | null
}

/** The draft in a matter, for the Judge alone: none where the matter has moved on since. */
export const readProposal = rule(
  ["Rule 5.2"],
  (reader: Reader, matterId: string, actor: Actor): Effect.Effect<ProposalView, Refusal | StoreUnavailable> =>
    Effect.gen(function* () {
      const matter = yield* reader.need(Matters, matterId, () => refusal("unknown_matter", { id: matterId }))
      if (actor.role !== "judge") return yield* refusal("judge_only", {})
      const proposal = Option.getOrNull(yield* reader.find(Proposals, matterId))
      if (proposal === null || !stands(matter, proposal))
        return { matterId, draft: null, ordersBeyondPrayer: [], line: null, at: null }
      const draft = yield* readText(reader, Draft, proposal.draftSha256)
      const ordersBeyondPrayer = beyondPrayer(draft.orders, yield* soughtOf(reader, matter))
      return { matterId, draft, ordersBeyondPrayer, line: proposal.line, at: format(proposal.at) }
    }),
)
