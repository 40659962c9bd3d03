import { Effect, Either } from "effect"
import { type Command, command, type Decision } from "../Command.ts"
import { bundleOf } from "../matters/Bundle.ts"
import { onRecord } from "../matters/Record.ts"
import { refusal } from "../Refusal.ts"
import { StoreUnavailable } from "../store/Store.ts"
import type { DeliveryFacts } from "./Compose.ts"
import { mannerOf } from "./Deliver.ts"
import { deliver } from "./Delivery.ts"
import { gatherDelivery } from "./Gather.ts"
import { type Draft, Judge } from "./Judge.ts"
import { askForProposal } from "./Proposal.ts"

interface Facts {
  readonly delivery: DeliveryFacts
  /** What the court's judge drafted; null where there is nothing to decide or it leaves the matter to the bench. */
  readonly drafted: { readonly draft: Draft; readonly line: string } | null
  /** When the matter was reserved, where the judge is to propose a draft apart from this commit. */
  readonly toPropose: number | null
}

/** What came of asking: the citation, or why there is none. */
export type Decided = {
  readonly matterId: string
  readonly citation: string | null
  readonly refused: string | null
}

const left = (matterId: string, refused: string | null): Decision<Decided> => ({
  changes: [],
  reply: { matterId, citation: null, refused },
})

/**
 * Asks the court's judge to decide a reserved matter, and delivers what it drafts: the work of the task `matter-judge`.
 * A matter that is not reserved any more, a judge that leaves it to the bench, and a draft that the rules refuse all leave it as it is.
 */
export const decideMatter: Command<{ readonly matterId: string }, Facts, Decided, Judge> = command({
  name: "decideMatter",
  sections: ["Rule 5.1", "Rule 5.2", "Rule 5.3", "Rule 5.4"],
  gather: ({ matterId }, context, reader) =>
    Effect.gen(function* () {
      const on = yield* onRecord(reader, matterId, context, true)
      const delivery = yield* gatherDelivery(reader, on, context)
      const { matter } = on.passed
      const undecided: Facts = { delivery, drafted: null, toPropose: null }
      if (matter.status !== "reserved") return undecided
      const judge = yield* Judge
      if (judge.proposes === true) return { ...undecided, toPropose: matter.reservedAt }
      const draft = yield* judge.decide(yield* bundleOf(reader, matterId)).pipe(
        // To the court a judge that can't be reached is as a store that can't: nothing was recorded, the task comes back.
        Effect.mapError(({ cause }) => new StoreUnavailable({ operation: "judge", cause })),
      )
      return { ...undecided, drafted: draft === null ? null : { draft, line: judge.line } }
    }),
  decide: ({ delivery, drafted, toPropose }, { matterId }, context) => {
    const { role } = context.actor
    if (role !== "scheduler" && role !== "judge") return Either.left(refusal("judge_only", {}))
    if (drafted === null) {
      const asked = toPropose === null ? [] : [askForProposal(matterId, toPropose, context.now)]
      return Either.right({ ...left(matterId, null), changes: asked })
    }
    const manner = mannerOf(delivery.passed.matter, drafted.line)
    const delivered = deliver(drafted.draft, manner, delivery, context)
    if (Either.isLeft(delivered)) return Either.right(left(matterId, delivered.left.code))
    const { changes, reply } = delivered.right
    return Either.right({ changes, reply: { matterId, citation: reply.citation, refused: null } })
  },
})
