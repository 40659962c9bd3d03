/**
 * The port of a judge, which reads a bundle and gives a draft. The core checks and caps the draft, renders the reasons and has them
 * sealed. The draft of a judge that only proposes waits for the bench, and nobody else ever sees it.
 */

import { Context, Data, Effect, Either, Option, Schema } from "effect"
import type { AppealDraft } from "../appeals/Outcome.ts"
import type { Side } from "../kernel/Actor.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { command, type Decision } from "../kernel/Command.ts"
import * as Kind from "../kernel/Kind.ts"
import type { Reader } from "../kernel/Reader.ts"
import { type Refusal, refusal } from "../kernel/Refusal.ts"
import { blobOf, textOf } from "../kernel/Text.ts"
import { Instant } from "../kernel/Time.ts"
import { bundleOf } from "../matters/Bundle.ts"
import { type Matter, Matters } from "../matters/Matter.ts"
import type { Evidence, Pleading } from "../matters/Pleading.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import { Draft } from "./Draft.ts"
import type { Order } from "./Judgment.ts"

/** A piece of evidence as a judge reads it: with its hash, and who lodged or confirmed that hash in the Register of Dealings. */
export interface RegisteredEvidence extends Evidence {
  readonly sha256: string
  /** Handles of the parties that lodged this hash. */
  readonly lodgedBy: ReadonlyArray<string>
  /** Handles of the parties that reviewed an entry of this hash as confirmed. */
  readonly confirmedBy: ReadonlyArray<string>
}

export interface BundledPleading extends Omit<Pleading, "evidence"> {
  readonly evidence: ReadonlyArray<RegisteredEvidence>
}

/** A judgment below, as the court above reads it. */
export interface BundledJudgment {
  readonly citation: string
  readonly court: string
  readonly deliveredAt: Instant
  readonly orders: ReadonlyArray<Order>
  /** The words under seal: JSON with the reasons in Markdown. */
  readonly payload: string
}

/** What a bundle has in addition where it goes before a court that hears appeals. */
export interface BundledAppeal {
  readonly id: string
  readonly court: string
  /** The appellants, the leading one first. */
  readonly appellants: ReadonlyArray<{
    readonly handle: string
    readonly side: Side
    readonly grounds: ReadonlyArray<string>
    readonly argument: string | null
  }>
  /** The judgment whose orders stand, then those that affirmed it. */
  readonly below: readonly [BundledJudgment, ...BundledJudgment[]]
  /** What is left of the stakes if the judgments below fall, in cents, by agent id: payments are capped at that (Rule 5.3). */
  readonly stakes: ReadonlyMap<string, number>
}

/** All that a judge sees. Counsel's work and offers of consent are never in it (PD2 §8, Rule 4.7). */
export interface Bundle {
  readonly matter: Matter
  readonly claim: BundledPleading
  readonly defence: BundledPleading | null
  readonly reply: BundledPleading | null
  readonly questions: ReadonlyArray<BundledQuestion>
  /** The area of law of each citation, tendered or stated for a rule, for which the Court knows one. */
  readonly areas: ReadonlyMap<string, string>
  /** Absent at first instance. */
  readonly appeal?: BundledAppeal
  /**
   * What the Court's record said, when judgment was called for, of the quote on which the matter rests, one sentence each; null where
   * it rests on none or nobody has called.
   */
  readonly record: { readonly quote: string; readonly sentences: ReadonlyArray<string> } | null
}

/** A question of the judge, and the answer of the party asked; null where it gave none. */
export interface BundledQuestion {
  readonly n: number
  /** Handle of the party asked. */
  readonly to: string
  readonly text: string
  readonly answer: string | null
  readonly evidence: ReadonlyArray<RegisteredEvidence>
}

export class JudgeUnavailable extends Data.TaggedError("JudgeUnavailable")<{ readonly cause: unknown }> {}

export interface JudgeService {
  /** Who decides, and how, as the reasons say it. */
  readonly line: string
  /**
   * True where its draft is a proposal for the bench, which a Judge confirms or replaces: it is asked outside of any commit, since
   * it may take minutes. Otherwise its draft is the judgment.
   */
  readonly proposes?: boolean
  /** A draft, or null where the matter waits for the bench. On appeal a draft without an outcome is not taken. */
  readonly decide: (bundle: Bundle) => Effect.Effect<Draft | AppealDraft | null, JudgeUnavailable>
}

export class Judge extends Context.Tag("agent-court/Judge")<Judge, JudgeService>() {}

/** The latest proposal in a matter. It is valid while the matter is before the judge on the same papers. */
export const Proposal = Schema.Struct({
  matterId: Schema.String,
  /** When the matter was reserved with the papers of the draft. After questions it is reserved again, with more papers. */
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

/** Whether the matter is still before the judge on the same papers. */
export const stands = (matter: Matter, { reservedAt }: Proposed): boolean =>
  matter.status === "reserved" && matter.reservedAt === reservedAt

/** The bundle to draft on; null where the matter has moved on, so that nothing is to be drafted. */
export const bundleToPropose = (
  reader: Reader,
  asked: Proposed,
): Effect.Effect<Bundle | null, Refusal | StoreUnavailable> =>
  Effect.gen(function* () {
    const matter = Option.getOrNull(yield* reader.find(Matters, asked.matterId))
    return matter === null || !stands(matter, asked) ? null : yield* bundleOf(reader, asked.matterId)
  })

/** Keeps a draft for the bench where the matter is still before the judge on the same papers. The matter does not change. */
export const propose = command({
  name: "propose",
  sections: ["Rule 5.1", "Rule 5.2"],
  input: Schema.Struct({ ...Proposed.fields, draft: Draft, line: Schema.String }),
  gather: ({ matterId }, _context, reader) =>
    // This proposal replaces an earlier one, so that one is read too.
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
