/** The commands on judgments: a Judge delivers one, the court's judge decides, the parties consent, and time makes one final. */

import { Effect, Either, Schema } from "effect"
import { Judges, Judgment } from "../judgments/index.ts"
import { otherSide, type Side } from "../kernel/Actor.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { bindTask, type Command, command, type Decision } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import { ById, GivenName } from "../kernel/Id.ts"
import { type Refusal, refusal } from "../kernel/Refusal.ts"
import { rule } from "../kernel/Section.ts"
import { textOf } from "../kernel/Text.ts"
import type { Instant } from "../kernel/Time.ts"
import { Consent, Matter, onRecord, Pleading, perform } from "../matters/index.ts"
import { StoreUnavailable } from "../store/Store.ts"
import type { DeliveryFacts, Manner } from "./Compose.ts"
import { type Delivered, deliver, gatherDelivery } from "./Delivery.ts"
import { draftOfFindings, Findings } from "./Findings.ts"

import { type Answer, askInTurn, Draft, Judge, judgeOfKind } from "./Judge.ts"
import { type JudgedBundle, judgedBundle } from "./Judged.ts"
import { Bundles, keepBundle } from "./KeptBundle.ts"

import { passFinality } from "./Law.ts"
import { finalEvents } from "./Notices.ts"
import { askForProposal, keepDraft, Proposals, tellFailed, tellLeft, waitingDraft } from "./Proposal.ts"

const mannerOf = (matter: Matter.Matter, judgeLine: string): Manner => ({
  act: "judgment",
  basis: matter.call?.default === true ? "default" : "contested",
  judgeLine,
})

const bench = "Before the Magistrate, sitting on the bench"

export interface JudgmentBodySchema extends Schema.Union<[typeof Draft, typeof Findings]> {}

/** The work of a Judge: a draft, or findings on the lines that an account leaves open (Rule 5.2, PD15 §11B). */
export const JudgmentBody: JudgmentBodySchema = Schema.Union(Draft, Findings).annotations({
  identifier: "JudgmentBody",
})

export interface DraftFor extends Draft {
  readonly id: string
}
export interface FindingsFor extends Findings {
  readonly id: string
}
const toDeliver = Schema.extend(ById, JudgmentBody)
const ToDeliver: Schema.Schema<DraftFor | FindingsFor, typeof toDeliver.Encoded> = toDeliver

interface Sitting extends DeliveryFacts {
  /** The texts on which findings rest; null if a draft is handed in, or if the matter is not before the judge. */
  readonly bundle: JudgedBundle | null
  readonly waiting: Waiting
}

/** The draft of a judge that waited for the bench; null if no draft waited. */
type Waiting = ReturnType<typeof waitingDraft>

/** Counts a draft that waited for the bench as replaced, if the judgment is by another judge. */
const countReplaced = (waiting: Waiting, by: Judges.Name): ReadonlyArray<Change> =>
  waiting === null || Judges.idOf(waiting.by) === Judges.idOf(by)
    ? []
    : Judges.countFor(waiting.by, "replaced")

/** The judge that drafted a judgment of the bench: the bench itself, unless it confirms the draft of another judge without a change. */
const drafterOf = (waiting: Waiting, given: Draft | Findings): Judges.Name =>
  waiting !== null && textOf(given).sha256 === waiting.sha256 ? waiting.by : Judges.theBench

/** Delivers the judgment that a Judge drafted, or the judgment that its findings come to, in a reserved matter: `POST /matters/{id}/judgment`. */
export const deliverJudgment: Command<DraftFor | FindingsFor, Sitting, Delivered> = command({
  name: "deliver-judgment",
  sections: ["Rule 5.2", "Rule 5.3", "Rule 5.4", "Rule 5.5", "Rule 5.6", "PD11 §2", "PD4 §2", "PD15 §11B"],
  input: ToDeliver,
  gather: ({ id, ...given }, context, reader) =>
    Effect.gen(function* () {
      const on = yield* onRecord(reader, id, context, true)
      const isRead = "findings" in given && on.stored.status === "reserved"
      const bundle = isRead ? yield* judgedBundle(reader, on.stored, context) : null
      const waiting = waitingDraft(on.stored, yield* reader.find(Proposals, id))
      const by = drafterOf(waiting, given)
      return { ...(yield* gatherDelivery(reader, on, context, { by })), bundle, waiting } satisfies Sitting
    }),
  decide: ({ bundle, waiting, ...facts }: Sitting, { id: _, ...given }, context) =>
    Either.flatMap(perform(facts, { act: "judgment" }, context), () => {
      const draft =
        "findings" in given
          ? draftOfFindings(needPresent(bundle, "the papers of a reserved matter"), given)
          : Either.right(given)
      const delivered = Either.flatMap(draft, (made) =>
        deliver(made, mannerOf(facts.matter, bench), facts, context),
      )
      return Either.map(delivered, ({ changes, reply }) => ({
        changes: [...changes, ...countReplaced(waiting, drafterOf(waiting, given))],
        reply,
      }))
    }),
})

export interface Asked {
  readonly delivery: DeliveryFacts
  /** The answer of the judges of the court, and when the matter was reserved; null if there is nothing to decide. */
  readonly asked: {
    readonly answer: Answer
    readonly reservedAt: Instant
    readonly bundle: JudgedBundle
    /** The judges that left the matter to the next one. */
    readonly left: ReadonlyArray<Judges.Seat>
    readonly waiting: Waiting
  } | null
}

/** The outcome of asking the judge: the citation, or the code of the refusal if the rules refuse its draft. */
export type Decided = {
  readonly matterId: string
  readonly citation: string | null
  readonly refused: string | null
}

const leaveAsItIs = (matterId: string, refused: string | null): Decision<Decided> => ({
  changes: [],
  reply: { matterId, citation: null, refused },
})

/** The body of the task: the matter, and the kind of the judge alone that is asked if the Registrar assigned the matter to it. */
const ToDecide = Schema.Struct({
  ...Matter.OfMatter.fields,
  to: Schema.optional(Schema.Literal("papers", "model")),
})

/** A judge of the court that is asked within a commit drafts once. */
const atOnce = { attempt: 1, repaired: false } as const

/** The judge of the draft in an answer; null if the answer has no draft. */
const drafterIn = (answer: Answer): Judges.Name | null => {
  if (answer._tag === "Drafted") return answer.by
  return answer._tag === "Bench" ? (answer.before?.by ?? Judges.theBench) : null
}

const decidingMatter: Command<typeof ToDecide.Type, Asked, Decided, Judge> = command({
  name: "decide-matter",
  sections: ["Rule 5.1", "Rule 5.2", "Rule 5.3", "Rule 5.4"],
  input: ToDecide,
  gather: ({ matterId, to }, context, reader) =>
    Effect.gen(function* () {
      const on = yield* onRecord(reader, matterId, context, true)
      const { status, reservedAt } = on.matter
      if (status !== "reserved") {
        const nothing: Asked = { delivery: yield* gatherDelivery(reader, on, context), asked: null }
        return nothing
      }
      const bundle = yield* judgedBundle(reader, on.stored, context)
      const first = yield* Judge
      const assigned = to === undefined ? first : (judgeOfKind(first, to) ?? first)
      const answer = yield* askInTurn(assigned, bundle).pipe(
        // A judge that can't be reached is treated like a store that can't: nothing is recorded, and the task is tried again.
        Effect.mapError(({ cause }) => new StoreUnavailable({ operation: "judge", cause })),
      )
      // A proposal or a bundle that is kept now replaces the one kept before, so the earlier one is read too.
      const waiting = waitingDraft(on.stored, yield* reader.find(Proposals, matterId))
      yield* reader.find(Bundles, matterId)
      const left = yield* Effect.forEach(answer.left, (name) => Judges.seat(reader, name))
      const delivery = yield* gatherDelivery(reader, on, context, { by: drafterIn(answer) })
      const since = needPresent(reservedAt, "when a matter was reserved")
      const found: Asked = { delivery, asked: { answer, reservedAt: since, bundle, left, waiting } }
      return found
    }),
  decide: ({ delivery, asked }, { matterId }, context): Either.Either<Decision<Decided>, Refusal> => {
    const { role } = context.actor
    if (role !== "scheduler" && role !== "judge") return Either.left(refusal("judge_only", {}))
    if (asked === null) return Either.right(leaveAsItIs(matterId, null))
    const { answer, reservedAt, bundle, waiting } = asked
    const left = tellLeft(matterId, asked.left, context.now)
    if (answer._tag === "ToPropose")
      return Either.right({
        ...leaveAsItIs(matterId, null),
        changes: [askForProposal(matterId, reservedAt, context.now), ...left],
      })
    const by = needPresent(delivery.by, "the judge of a draft")
    if (answer._tag === "Bench") {
      const { before } = answer
      const kept = before === null ? [] : keepDraft({ matterId, reservedAt }, before, atOnce, by, context.now)
      return Either.right({ ...leaveAsItIs(matterId, null), changes: [...kept, ...left] })
    }
    const manner = mannerOf(delivery.matter, answer.line)
    const delivered = deliver(answer.draft, manner, delivery, context)
    if (Either.isLeft(delivered)) {
      const failed = { matterId, attempt: atOnce.attempt, why: "refused_by_rules" } as const
      const changes = [...tellFailed(failed, by, context.now), ...left]
      return Either.right({ ...leaveAsItIs(matterId, delivered.left.code), changes })
    }
    const { changes, reply } = delivered.right
    const kept = keepBundle(bundle, manner, delivery, changes, context)
    return Either.right({
      changes: [...changes, ...kept, ...left, ...countReplaced(waiting, by.name)],
      reply: { matterId, citation: reply.citation, refused: null },
    })
  },
})

/**
 * Asks the court's judge to decide a reserved matter, and delivers what it drafts: the work of the task `matter-judge`.
 * A matter that is not reserved any more, a judge that leaves it to the bench, and a draft that the rules refuse all leave it as it is.
 */
export const decideMatter = bindTask(Matter.judgeKind, decidingMatter)

type Consenting = Consent.AcceptFacts & DeliveryFacts

/** Orders by consent as a draft: the parties' own terms, with nothing found. The rules check and cap them like any other. */
export const consentDraft = rule(
  ["Rule 4.7"],
  (matter: Matter.Matter, offeredBy: Side, orders: ReadonlyArray<Pleading.OrderSought>): Draft => {
    const [offeror, acceptor] = [matter[offeredBy].handle, matter[otherSide(offeredBy)].handle]
    return {
      catchwords: ["Orders by consent"],
      ratio:
        "Orders that one party offers and the other accepts are made by consent. Nothing else is decided.",
      issues: [
        {
          question: "On what orders do the parties agree?",
          losingAnswer: "Neither party opposes the orders.",
          reasoning: `${offeror} offered the orders below and ${acceptor} accepted them before judgment was called for.`,
          answer: "On the orders below.",
          for: "claimant",
        },
      ],
      circumstances: "The parties settled the matter between themselves. No facts are found.",
      authorities: [],
      orders: orders.map(({ restsOn: _, ...order }) => order),
      areas: [],
      costCents: null,
    }
  },
)

const byConsent: Manner = {
  act: "consent/accept",
  basis: "consent",
  judgeLine: "By consent of the parties, before the Magistrate",
}

/** The offer that is accepted: no other is sealed in its place. */
const Acceptance = Schema.Struct({ ...ById.fields, ...Pleading.ConsentAcceptance.fields })

/** Accepts the other party's offer: its orders are sealed as a judgment by consent, final at once (Rule 4.7). */
export const acceptConsent = command({
  name: "accept-consent",
  sections: ["Rule 4.7", "Rule 5.3", "Rule 5.4", "PD11 §2"],
  input: Acceptance,
  gather: ({ id }, context, reader) =>
    Effect.gen(function* () {
      const accepted = yield* Consent.gatherAccept(reader, id, context)
      return {
        ...accepted,
        ...(yield* gatherDelivery(reader, accepted, context, { appearing: accepted.accepting })),
      }
    }),
  decide: (facts: Consenting, { offerId }, context) => {
    const { matter } = facts
    const against = Consent.acceptChecks(matter, offerId, context.actor)
    return Either.flatMap(perform(facts, { act: "consent/accept", against }, context), () => {
      const offer = needPresent(matter.consent, "the offer that is accepted")
      const after = Consent.acceptedBy(facts)
      const draft = consentDraft(after, offer.by, facts.orders)
      return deliver(draft, byConsent, facts, context, after)
    })
  },
})

/**
 * Records that a judgment became final: the work of the task `judgment-final`. Its entries need no change: they have the same
 * instant, and `finalityAt` reads it.
 */
export const passJudgment = bindTask(
  Judgment.finalityKind,
  command({
    name: "pass-judgment",
    sections: ["Rule 5.6", "Rule 6.0"],
    input: Schema.Struct({ citation: GivenName }),
    gather: ({ citation }, _context, reader) =>
      reader.need(Judgment.Judgments, citation, () => refusal("unknown_judgment", { citation })),
    decide: (stored, { citation }, { now }) => {
      const passed = passFinality(stored, now)
      if (passed === null)
        return Either.right({
          changes: [],
          reply: { citation, finality: Judgment.finalityAt(stored.finality, now) },
        })
      const { judgment, at } = passed
      return Either.right({
        changes: [Changed.put(Judgment.Judgments, judgment), ...finalEvents(judgment, at)],
        reply: { citation, finality: judgment.finality.status },
      })
    },
  }),
)
