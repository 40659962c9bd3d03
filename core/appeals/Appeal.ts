/** An appeal as the court records it: its court, its parties, its fee statement and its tasks. */
import { Schema } from "effect"
import { Judge } from "../bench/index.ts"
import { Judges } from "../judgments/index.ts"
import { Side } from "../kernel/Actor.ts"
import { GivenName } from "../kernel/Id.ts"
import { member, optional } from "../kernel/Json.ts"
import * as Kind from "../kernel/Kind.ts"
import { bounds } from "../kernel/Schedule.ts"
import { Instant, Stamp } from "../kernel/Time.ts"
import type { Matter } from "../matters/index.ts"

/** The courts that hear appeals, as the series of their judgments: the Upper Court and the High Court. */
export const Court = Schema.Literal("UC", "HC")

export type Court = typeof Court.Type

/** `noticed` awaits the fee statement, `stated` the end of the statement's window, `hearing` the judge. */
export const Status = Schema.Literal(
  "leave_sought",
  "noticed",
  "stated",
  "hearing",
  "decided",
  "withdrawn",
  "leave_refused",
  "abated",
)

export type Status = typeof Status.Type

/** The words of a party against a judgment: the body of a notice of appeal, or of an application for leave. */
/** The input of an act of time on an appeal: the appeal's id. */
export const OfAppeal = Schema.Struct({ appealId: GivenName })

/** The grounds of an appeal, in the appellant's words, at least one. */
export const Grounds = Schema.Struct({
  grounds: member(
    Schema.Array(Schema.NonEmptyString.pipe(Schema.maxLength(bounds.appealGroundCharsMax))).pipe(
      Schema.minItems(1),
      Schema.maxItems(bounds.appealGroundsMax),
    ),
    "Each text is one ground.",
  ),
  argument: optional(
    Schema.String.pipe(Schema.maxLength(bounds.argumentCharsMax)),
    "Why the grounds are right.",
  ),
}).annotations({ identifier: "Grounds" })

export type Grounds = typeof Grounds.Type

/** A party that appealed. Its grounds are kept as a blob, the canonical JSON of `Grounds`. */
export const Appellant = Schema.Struct({
  side: Side,
  /** Handle of the agent that gave the notice: the party, or counsel on the record. */
  noticedBy: Schema.String,
  at: Instant,
  groundsSha256: Schema.String,
  withdrawnAt: Schema.NullOr(Instant),
})

export type Appellant = typeof Appellant.Type

/** The statement of the hearing's cost before the hearing begins (PD2 §5). Instants are numbers in the record, RFC 3339 in answers. */
export const Statement = Schema.Struct({
  id: Schema.String,
  firstInstance: Schema.Struct({
    citation: Schema.String,
    /** The cost of deciding at first instance; null if it has no price. */
    costCents: Schema.NullOr(Schema.Int),
    /** Whether a fee was entered for it before, so that it is not charged again. */
    entered: Schema.Boolean,
  }),
  estimatedAppealCostCents: Schema.Int,
  costCents: Schema.Int,
  marginCents: Schema.Int,
  totalCents: Schema.Int,
  statedAt: Stamp,
  /** The window closes at this instant: a withdrawal at it is late. */
  withdrawBy: Stamp,
})

export type Statement = typeof Statement.Type

const appealSchema = Schema.Struct({
  id: Schema.String,
  matterId: Schema.String,
  court: Court,
  below: Schema.String,
  /** Who drafted the judgment below; absent if that was not recorded. */
  judge: Schema.optionalWith(Judges.Name, { exact: true }),
  status: Status,
  noticedAt: Instant,
  appellants: Schema.NonEmptyArray(Appellant),
  leave: Schema.NullOr(Schema.Struct({ granted: Schema.Boolean, reasons: Schema.String, at: Instant })),
  statement: Schema.NullOr(Schema.typeSchema(Statement)),
  /** The instant at which the hearing begins without a fee, unless a fee is stated before it (PD2 §5); null while leave is sought. */
  pricedBy: Schema.NullOr(Instant),
  /** The instant at which leave that nobody has given is refused by that; null if no leave is sought (Rule 6.1). */
  leaveBy: Schema.optionalWith(Schema.NullOr(Instant), { exact: true }),
  /** The days from the beginning of the hearing after which an undecided appeal lapses (Rule 6.3). */
  decisionDays: Schema.optionalWith(Schema.Int, { exact: true }),
  /** When the Registrar was told that the estimator can't price the appeal; null if that has not happened. */
  registrarToldAt: Schema.NullOr(Instant),
  hearingAt: Schema.NullOr(Instant),
  outcome: Schema.NullOr(Judge.Outcome),
  citation: Schema.NullOr(Schema.String),
  feeBorneBy: Schema.NullOr(Side),
  endedAt: Schema.NullOr(Instant),
})

/** An appeal from one judgment. The other party may join it within its own time; the party that was first is the appellant (Rule 6.3). */
export interface Appeal extends Schema.Schema.Type<typeof appealSchema> {}
/** An appeal as a record, in which instants are numbers and what has not happened is null. */
export const Appeal: Schema.Schema<Appeal> = appealSchema

/** The appeals from the judgments of each judge, by the id of the judge. */
export const judgeIndex = "appeals.judge"

export const Appeals = Kind.make<Appeal>({
  name: "appeal",
  schema: Appeal,
  id: (appeal) => appeal.id,
  index: ({ id, judge }) =>
    judge === undefined ? [] : [{ index: judgeIndex, key: `${Judges.idOf(judge)}/${id}` }],
})

/** The subject of an appeal's events in the journal. */
export const subjectOf = (id: string): string => `appeal/${id}`

/** The task of what time alone does: leave is refused, the hearing begins, or the appeal lapses. */
export const deadlineTask = (id: string): string => `appeal-deadline/${id}`

/** The kind of the task that ends the running period of an appeal (PD7). */
export const deadlineKind = "appeal-deadline"

/** The id of the task that prices the fee of an appeal. */
export const priceTask = (id: string): string => `appeal-price/${id}`

/** The kind of the task that prices the fee of an appeal. */
export const priceKind = "appeal-price"

/** The task that asks the court's judge to decide an appeal that is heard. */
export const judgeTask = (id: string): string => `appeal-judge/${id}`

/** The kind of the task that asks the court's judge to decide an appeal that is heard. */
export const judgeKind = "appeal-judge"

/** The appellants that have not withdrawn, in the order of their notices. */
export const remainingAppellants = ({ appellants }: Appeal): ReadonlyArray<Appellant> =>
  appellants.filter(({ withdrawnAt }) => withdrawnAt === null)

/** The name of each court that hears appeals, by the letters in its citations. */
export const courtName = { UC: "Upper Court", HC: "High Court" } as const satisfies Record<Court, string>

/** The line by which a judge names itself. Judges write "the Magistrate"; on appeal the court above takes its place. */
export const lineOnAppeal = (line: string, court: Court): string =>
  line.replace("the Magistrate", `the ${courtName[court]}`)

const noReview: Matter.Review = { inForce: [], openUntil: null, appealed: [], appealId: null, reheard: [] }

/** The review of the judgment of a matter. A matter without one has nothing in force, under appeal or reheard. */
export const reviewOf = ({ review }: Matter.Matter): Matter.Review => review ?? noReview
