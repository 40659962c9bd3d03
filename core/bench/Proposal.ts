/** The draft of a judge that only proposes: it waits for the bench, and nobody else ever sees it. The journal tells that it was made. */
import { Effect, Either, Option, Schema } from "effect"
import { Judges, Judgment } from "../judgments/index.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { command, type Decision } from "../kernel/Command.ts"
import * as Kind from "../kernel/Kind.ts"
import { type Query, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { type Refusal, refusal } from "../kernel/Refusal.ts"
import { bounds } from "../kernel/Schedule.ts"
import type { SectionId } from "../kernel/Section.ts"
import { blobOf, textOf } from "../kernel/Text.ts"
import { Instant } from "../kernel/Time.ts"
import { Matter } from "../matters/index.ts"
import { Draft, type Drafted } from "./Judge.ts"
import { type JudgedBundle, judgedBundle } from "./Judged.ts"

/** The latest proposal in a matter. It is valid while the matter is before the judge on the same papers. */
const Proposal = Schema.Struct({
  matterId: Schema.String,
  /** When the matter was reserved with the papers of the draft. After questions it is reserved again, with more papers. */
  reservedAt: Instant,
  line: Schema.String,
  /** The judge that drafted; absent in a draft that was kept before judges were recorded. */
  by: Schema.optionalWith(Judges.Name, { exact: true }),
  draftSha256: Schema.String,
  at: Instant,
})

/** A draft that waits for the bench, with the judge that made it. */
export interface Proposal extends Schema.Schema.Type<typeof Proposal> {}

export const Proposals = Kind.make<Proposal>({
  name: "proposal",
  schema: Proposal,
  id: ({ matterId }) => matterId,
})

/** The kind of the task that asks a judge for a proposal. */
export const proposalKind = "matter-proposal"

/** The task that has a judge propose a draft for a matter, as the matter was reserved. */
export const Proposed = Schema.Struct({ matterId: Schema.String, reservedAt: Instant })

export type Proposed = typeof Proposed.Type

/** Asks for a draft of a matter as it was reserved; a later reservation asks anew. */
export const askForProposal = (matterId: string, reservedAt: Instant, now: Instant): Change =>
  Changed.task(`${proposalKind}/${matterId}`, proposalKind, now, { matterId, reservedAt } satisfies Proposed)

/** Whether the matter is still before the judge on the same papers. */
export const stands = (matter: Matter.Matter, { reservedAt }: Proposed): boolean =>
  matter.status === "reserved" && matter.reservedAt === reservedAt

/** The bundle to draft on; null if the matter has moved on, so that nothing is to be drafted. */
export const bundleToPropose: Query<Proposed, JudgedBundle | null> = query({
  name: "bundle-to-propose",
  read: Effect.fnUntraced(function* (asked, context, reader) {
    const matter = Option.getOrNull(yield* reader.find(Matter.Matters, asked.matterId))
    return matter === null || !stands(matter, asked) ? null : yield* judgedBundle(reader, matter, context)
  }),
})

/** The changes that keep a draft for the bench. The draft that it replaces has been read. */
const keepProposal = (
  { matterId, reservedAt }: Proposed,
  { draft, line, by }: Drafted,
  now: Instant,
): ReadonlyArray<Change> => {
  const text = textOf(draft)
  return [
    Changed.put(Proposals, { matterId, reservedAt, line, by, draftSha256: text.sha256, at: now }),
    blobOf(text),
  ]
}

/** An attempt of a judge at a draft: the count begins with 1 at each request for one. */
const Attempt = Schema.Int.pipe(Schema.between(1, bounds.draftAttemptsMax))

const failedSchema = Schema.Struct({
  ...Proposed.fields,
  by: Judges.Name,
  attempt: Attempt,
  why: Judges.DraftFailure,
})
/** A draft that failed: the attempt, and the reason as a code that `draftFailures` has in words. */
export interface FailedDraft extends Schema.Schema.Type<typeof failedSchema> {}
export const FailedDraft: Schema.Schema<FailedDraft> = failedSchema

const provisions: ReadonlyArray<SectionId> = ["Rule 5.2", "PD17 §1A"]

/** The event of work of a judge. It has codes and numbers: no word of a model or of a pleading, and nothing of what the draft finds. */
const tell = (
  type: "drafted" | "failed" | "left",
  matterId: string,
  by: Judges.Name,
  more: { readonly [member: string]: string | number | boolean } = {},
): Change => Changed.event(`judge.${type}`, Matter.subjectOf(matterId), provisions, { ...by, ...more })

/** The changes that tell of a failed draft: an event of the journal, and the judge's count of such failures (PD17 §1A). */
export const tellFailed = (
  { matterId, attempt, why }: Omit<FailedDraft, "by" | "reservedAt">,
  by: Judges.Seat,
  now: Instant,
): ReadonlyArray<Change> => [
  tell("failed", matterId, by.name, { attempt, why }),
  ...Judges.countWork(by, now, [`failed/${why}`]),
]

/** The changes that tell which judges left a matter to the next one. */
export const tellLeft = (
  matterId: string,
  left: ReadonlyArray<Judges.Seat>,
  now: Instant,
): ReadonlyArray<Change> =>
  left.flatMap((by) => [tell("left", matterId, by.name), ...Judges.countWork(by, now, ["left"])])

interface Making {
  readonly attempt: number
  readonly repaired: boolean
}

/** The changes that keep a draft for the bench and tell that it was made. */
export const keepDraft = (
  asked: Proposed,
  drafted: Drafted,
  { attempt, repaired }: Making,
  by: Judges.Seat,
  now: Instant,
): ReadonlyArray<Change> => {
  const left = Judgment.leavesUndecided(drafted.draft)
  const counts: ReadonlyArray<Judges.CountName> = [
    "drafted",
    ...(repaired ? (["repaired"] as const) : []),
    ...(left ? (["left"] as const) : []),
  ]
  return [
    ...keepProposal(asked, drafted, now),
    tell("drafted", asked.matterId, by.name, { attempt, repaired, left }),
    ...Judges.countWork(by, now, counts),
  ]
}

const proposalInputSchema = Schema.Struct({
  ...Proposed.fields,
  draft: Draft,
  line: Schema.String,
  by: Judges.Name,
  attempt: Attempt,
  repaired: Schema.Boolean,
})
/** A draft for the bench, with its matter, its judge, and how it was made. */
export interface ProposalInput extends Schema.Schema.Type<typeof proposalInputSchema> {}
const ProposalInput: Schema.Schema<ProposalInput, typeof proposalInputSchema.Encoded> = proposalInputSchema

interface Sitting {
  readonly matter: Matter.Matter | null
  readonly by: Judges.Seat
}

/** Reads the matter of a draft, and what is known of its judge. This proposal replaces an earlier one, so that one is read too. */
const gather = ({ matterId, by }: { readonly matterId: string; readonly by: Judges.Name }, reader: Reader) =>
  Effect.gen(function* () {
    yield* reader.find(Proposals, matterId)
    const matter = Option.getOrNull(yield* reader.find(Matter.Matters, matterId))
    return { matter, by: yield* Judges.seat(reader, by) } satisfies Sitting
  })

type Kept = Either.Either<Decision<{ readonly matterId: string; readonly kept: boolean }>, Refusal>

/** Keeps a draft for the bench if the matter is still before the judge on the same papers. The matter does not change. */
export const propose = command({
  name: "propose",
  sections: ["Rule 5.1", "Rule 5.2"],
  input: ProposalInput,
  gather: (input, _context, reader) => gather(input, reader),
  decide: ({ matter, by }: Sitting, input, { actor, now }): Kept => {
    const { matterId } = input
    if (actor.role !== "scheduler") return Either.left(refusal("judge_only", {}))
    if (matter === null || !stands(matter, input))
      return Either.right({ changes: [], reply: { matterId, kept: false } })
    return Either.right({
      changes: keepDraft(input, input, input, by, now),
      reply: { matterId, kept: true },
    })
  },
})

const withoutDraftSchema = Schema.Struct({
  matterId: Schema.String,
  by: Judges.Name,
  /** The last attempt that failed; null if the judge leaves such matters to the bench. */
  failed: Schema.NullOr(Schema.Struct({ attempt: Attempt, why: Judges.DraftFailure })),
})
/** The input of `leaveToBench`: a judge gives no draft of this matter. */
export interface WithoutDraft extends Schema.Schema.Type<typeof withoutDraftSchema> {}
const WithoutDraft: Schema.Schema<WithoutDraft> = withoutDraftSchema

/** Records that the bench gets no draft from a judge, and the failure of its last attempt, if it failed. The matter does not change. */
export const leaveToBench = command({
  name: "leave-to-bench",
  sections: ["Rule 5.1", "Rule 5.2"],
  input: WithoutDraft,
  gather: ({ by }, _context, reader) => Judges.seat(reader, by),
  decide: (by: Judges.Seat, { matterId, failed }, { actor, now }): Kept => {
    if (actor.role !== "scheduler") return Either.left(refusal("judge_only", {}))
    return Either.right({
      changes: [
        ...(failed === null ? [] : tellFailed({ matterId, ...failed }, by, now)),
        ...tellLeft(matterId, [by], now),
      ],
      reply: { matterId, kept: false },
    })
  },
})

/** The draft that waits in a matter as it is reserved, by the judge that made it; null if no draft waits, or if its judge was not recorded. */
export const waitingDraft = (
  matter: Matter.Matter,
  proposal: Option.Option<Proposal>,
): { readonly by: Judges.Name; readonly sha256: string } | null => {
  const found = Option.getOrNull(proposal)
  return found?.by === undefined || !stands(matter, found)
    ? null
    : { by: found.by, sha256: found.draftSha256 }
}
