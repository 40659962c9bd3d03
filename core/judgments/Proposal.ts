/**
 * A draft that a judge of the `proposes` kind hands to the bench. It decides nothing: a Judge reads it, and delivers that or another
 * at `POST /matters/{id}/judgment`. Nobody else ever sees it.
 */
import { Effect, Either, Option, Schema } from "effect"
import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import { command, type Decision } from "../Command.ts"
import * as Kind from "../Kind.ts"
import { bundleOf } from "../matters/Bundle.ts"
import { type Matter, Matters } from "../matters/Matter.ts"
import type { Reader } from "../Reader.ts"
import { type Refusal, refusal } from "../Refusal.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import { blobOf, textOf } from "../Text.ts"
import { Instant } from "../Time.ts"
import type { Draft } from "./Draft.ts"
import type { Bundle } from "./Judge.ts"

/** The latest proposal in a matter. It stands while the matter is before the judge on the papers that it was drafted on. */
export const Proposal = Schema.Struct({
  matterId: Schema.String,
  /** When the matter was reserved that the draft decides: a matter may come back from questions with more papers. */
  reservedAt: Instant,
  /** Who drafted it, and how. */
  line: Schema.String,
  draftSha256: Schema.String,
  at: Instant,
})

export type Proposal = typeof Proposal.Type

export const Proposals = Kind.make<Proposal>({
  name: "proposal",
  schema: Proposal,
  id: ({ matterId }) => matterId,
})

export const proposalKind = "matter-proposal"

/** What a task of `proposalKind` is about. */
export const Proposed = Schema.Struct({ matterId: Schema.String, reservedAt: Instant })

export type Proposed = typeof Proposed.Type

/** Asks for a draft of a matter as it was reserved; a later reservation asks anew. */
export const askForProposal = (matterId: string, reservedAt: Instant, now: Instant): Change =>
  Changed.task(`${proposalKind}/${matterId}`, proposalKind, now, { matterId, reservedAt } satisfies Proposed)

/** Whether the matter still is before the judge on the same papers. */
export const stands = (matter: Matter, { reservedAt }: Proposed): boolean =>
  matter.status === "reserved" && matter.reservedAt === reservedAt

/** What to draft on; null where the matter has moved on and nothing is to be drafted. */
export const bundleToPropose = (
  reader: Reader,
  asked: Proposed,
): Effect.Effect<Bundle | null, Refusal | StoreUnavailable> =>
  Effect.gen(function* () {
    const matter = Option.getOrNull(yield* reader.find(Matters, asked.matterId))
    return matter === null || !stands(matter, asked) ? null : yield* bundleOf(reader, asked.matterId)
  })

/** Keeps a draft for the bench, where the matter still stands as it was drafted; the matter itself stays as it is. */
export const propose = command({
  name: "propose",
  sections: ["Rule 5.1", "Rule 5.2"],
  gather: ({ matterId }: Proposed & { readonly draft: Draft; readonly line: string }, _context, reader) =>
    // The proposal on earlier papers is read with it, since this one takes its place.
    Effect.zipRight(
      reader.find(Proposals, matterId),
      Effect.map(reader.find(Matters, matterId), Option.getOrNull),
    ),
  decide: (
    matter: Matter | null,
    { matterId, reservedAt, draft, line },
    { actor, now },
  ): Either.Either<Decision<{ readonly matterId: string; readonly kept: boolean }>, Refusal> => {
    if (actor.role !== "scheduler") return Either.left(refusal("judge_only", {}))
    if (matter === null || !stands(matter, { matterId, reservedAt }))
      return Either.right({ changes: [], reply: { matterId, kept: false } })
    const text = textOf(draft)
    const proposal: Proposal = { matterId, reservedAt, line, draftSha256: text.sha256, at: now }
    return Either.right({
      changes: [Changed.put(Proposals, proposal), blobOf(text)],
      reply: { matterId, kept: true },
    })
  },
})
