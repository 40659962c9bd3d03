/** A matter: its record, the indexes under which it is found, and the names of its tasks. */
import { Schema } from "effect"
import { Party, Side } from "../kernel/Actor.ts"
import { GivenName } from "../kernel/Id.ts"
import * as Kind from "../kernel/Kind.ts"
import { Instant, sortable } from "../kernel/Time.ts"
import { Tender } from "../law/index.ts"

/** The input of an act on a matter, by the id in its path. */
export const OfMatter = Schema.Struct({ matterId: GivenName })

/** The states of a matter, from its filing to the judgment (Rule 4). */
export const Status = Schema.Literal(
  "queued",
  "served",
  "undefended",
  "pleading",
  "defended",
  "closed",
  "reserved",
  "questioned",
  "decided",
  "discontinued",
  "lapsed",
)
export type Status = typeof Status.Type

/** The three pleadings of a matter, in the order in which the parties file them. */
export const Step = Schema.Literal("claim", "defence", "reply")
export type Step = typeof Step.Type

/** The hash of what was found of the artifacts in a paper (Rule 4.11). Absent if nothing was, and in papers filed before the rule. */
const verifiedText = { verifiedSha256: Schema.optionalWith(Schema.NullOr(Schema.String), { exact: true }) }

/** A paper on the record. Its texts are two blobs of canonical JSON, as filed: the body without the authorities, and the authorities. */
export const FiledPleading = Schema.Struct({
  bodySha256: Schema.String,
  authoritiesSha256: Schema.NullOr(Schema.String),
  filedAt: Instant,
  filedBy: Schema.String,
  ...verifiedText,
})
export type FiledPleading = typeof FiledPleading.Type

/** The period that is running: it ends at `closesAt`, and an act at that instant is late (Rule 4.9). */
export const PeriodStep = Schema.Literal("defence", "reply", "answers", "call")
export type PeriodStep = typeof PeriodStep.Type

const Period = Schema.Struct({
  step: PeriodStep,
  opensAt: Instant,
  closesAt: Instant,
})

const OnRecord = Schema.Struct({ id: Schema.String, handle: Schema.String })

/** The judgments that stand in a matter, and the steps that are still open against them (Rules 6.0, 6.1, 7.4). */
export const Review = Schema.Struct({
  /**
   * Citations: the judgment whose orders stand, then the judgments that affirmed it, in order; empty once it is vacated or the matter is
   * remitted.
   */
  inForce: Schema.Array(Schema.String),
  /** The end of the time to appeal from the last of them; null if nobody may appeal. An appeal at that instant is late. */
  openUntil: Schema.NullOr(Instant),
  /** Sides that have appealed from the last of them, or applied for leave to. */
  appealed: Schema.Array(Side),
  appealId: Schema.NullOr(Schema.String),
  /** The court whose appeal lapsed, so that the judgment in force counts as affirmed there (Rule 6.3). */
  lapsedIn: Schema.optionalWith(Schema.Literal("UC"), { exact: true }),
  /** Judgments vacated with an order to rehear: the judgment of the rehearing supersedes them. */
  reheard: Schema.Array(Schema.String),
})
export type Review = typeof Review.Type

const matterSchema = Schema.Struct({
  id: Schema.String,
  number: Schema.Int,
  title: Schema.String,
  valueCents: Schema.Int,
  currency: Schema.String,
  /** The instant of the dealing, and the instants whose lowest stake caps what is ordered (Rule 5.3A). */
  dealingAt: Instant,
  stakeAt: Schema.Array(Instant),
  quoteId: Schema.NullOr(Schema.String),
  dealings: Schema.Array(Schema.String),
  claimant: Party,
  respondent: Party,
  counsel: Schema.Struct({
    claimant: Schema.NullOr(OnRecord),
    respondent: Schema.NullOr(OnRecord),
  }),
  track: Schema.Literal("summary", "ordinary"),
  status: Status,
  filedAt: Instant,
  list: Schema.Int,
  /** Whether the operator of the claimant was only stated at filing, for the shares of a list (PD1 §5). */
  stated: Schema.Boolean,
  servedAt: Schema.NullOr(Instant),
  period: Schema.NullOr(Period),
  claim: FiledPleading,
  defence: Schema.NullOr(FiledPleading),
  /** The texts of the defence that a later one was added to or took the place of, oldest first (Rule 4.3). Absent if there is one text. */
  earlierDefences: Schema.optionalWith(Schema.Array(FiledPleading), { exact: true }),
  reply: Schema.NullOr(FiledPleading),
  tenders: Schema.Array(Tender.Filed),
  /** Rounds of questions. The questions of a round are a blob, and the answers of each side another. */
  questions: Schema.Array(
    Schema.Struct({
      askedAt: Instant,
      questionsSha256: Schema.String,
      /** Sides asked, with the hash of their answers once given. */
      asked: Schema.Array(
        Schema.Struct({
          side: Side,
          numbers: Schema.Array(Schema.Int),
          answersSha256: Schema.NullOr(Schema.String),
          ...verifiedText,
        }),
      ),
    }),
  ),
  consent: Schema.NullOr(
    Schema.Struct({ offerId: Schema.String, by: Side, ordersSha256: Schema.String, offeredAt: Instant }),
  ),
  /** How many offers of consent each side made on the last day by Universal Time on which it made one. */
  offers: Schema.Array(Schema.Struct({ by: Side, day: Schema.String, made: Schema.Int })),
  call: Schema.NullOr(Schema.Struct({ by: Side, at: Instant, default: Schema.Boolean })),
  reservedAt: Schema.NullOr(Instant),
  /** Until when the judge has to decide it (Rule 5.1). Absent in a matter that was not reserved since this was kept. */
  judgeUntil: Schema.optionalWith(Instant, { exact: true }),
  citation: Schema.NullOr(Schema.String),
  endedAt: Schema.NullOr(Instant),
  /** True if the claim asks for the account of its quote: once defended it is discontinued only by both parties (Rule 4.8). */
  account: Schema.optionalWith(Schema.Boolean, { exact: true }),
  /** True if PD15 was in force when it was filed, so that a judge on the papers decides it by its causes (PD15 §10). */
  underPD15: Schema.optionalWith(Schema.Boolean, { exact: true }),
  /** The side that has asked for such a matter to be discontinued. */
  giveUp: Schema.optionalWith(Side, { exact: true }),
  /** Absent until a judgment is delivered. */
  review: Schema.optionalWith(Review, { exact: true }),
})

export interface Matter extends Schema.Schema.Type<typeof matterSchema> {}

/** A matter from its filing to its end; `valueCents` is in cents of USD, and papers are kept beside it. */
export const Matter: Schema.Schema<Matter> = matterSchema

/** The name of the index of the public docket: matters by their number. */
export const docketIndex = "matters.docket"

/** The name of the index of the matters of each party. */
export const partyIndex = "matters.party"

/** Matters of a claimant that have not ended (PD1 §2). */
export const openIndex = "matters.open"

/** Matters of each party that have not ended, whichever side it is on. */
export const openPartyIndex = "matters.open_party"

/** Matters that wait for a place on a list (PD1 §5). */
export const queueIndex = "matters.queue"

/** Matters by their ids, listed in the docket, by party, while they are open and while they are queued. */
export const Matters = Kind.make<Matter>({
  name: "matter",
  schema: Matter,
  id: (matter) => matter.id,
  index: (matter) => {
    const key = `${sortable(matter.number)}/${matter.id}`
    const ofParties = (index: string) =>
      [matter.claimant, matter.respondent].flatMap((party) =>
        party.id === null ? [] : [{ index, key: `${party.id}/${key}` }],
      )
    const queued = matter.status === "queued" ? [{ index: queueIndex, key }] : []
    const open =
      matter.endedAt === null
        ? [{ index: openIndex, key: `${matter.claimant.id}/${key}` }, ...ofParties(openPartyIndex)]
        : []
    return [{ index: docketIndex, key }, ...ofParties(partyIndex), ...open, ...queued]
  },
})

/** The subject of events about a matter, which readers of the journal find by its id. */
export const subjectOf = (id: string): string => `matter/${id}`

/** The task of a matter's one running deadline; it is replaced when the period changes. */
export const deadlineTask = (id: string): string => `matter-deadline/${id}`

/** The kind of the task that ends the running period of a matter (Rule 4). */
export const deadlineKind = "matter-deadline"

/** The task that asks the court's judge to decide a reserved matter. */
export const judgeTask = (id: string): string => `matter-judge/${id}`

/** The kind of the task that has a reserved matter decided. */
export const judgeKind = "matter-judge"

/** The task that tells the Registrar of a matter that the judge has not decided in time. */
export const overdueTask = (id: string): string => `matter-overdue/${id}`

/** The kind of the task that ends what runs for a matter. */
export const overdueKind = "matter-overdue"
