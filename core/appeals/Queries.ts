/**
 * The questions about appeals, with what the parties, the Registrar and the Judge are shown: one appeal, and the fee statement of the
 * last one in a matter.
 */
import { Effect, Schema } from "effect"
import { Judge } from "../bench/index.ts"
import { Side, sides } from "../kernel/Actor.ts"
import { listOf, nameSchema, oneOf } from "../kernel/Json.ts"
import { NextList } from "../kernel/Moves.ts"
import { type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { refusal } from "../kernel/Refusal.ts"
import { bounds } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"
import { readText } from "../kernel/Text.ts"
import { format, type Instant, Stamp } from "../kernel/Time.ts"
import { Matter, Parties, partyOnly } from "../matters/index.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import * as Appeal from "./Appeal.ts"
import { isPending } from "./Moves.ts"
import { appealNext, appeals } from "./Record.ts"

/** The provisions under which a fee statement is made. */
const statementRules = ["Rule 6.2", "PD2 §5", "PD2 §5A"] as const

const text = Schema.String
const CourtView = oneOf(...Object.values(Appeal.courtName))

/** A fee statement with the provisions under which it is made. */
const Stated = nameSchema(
  "FeeStatement",
  Schema.Struct({ ...Appeal.Statement.fields, rules: listOf(text, statementRules.length) }),
)

const statementWithRules = (statement: Appeal.Statement | null) =>
  statement && { ...statement, rules: statementRules }

const Shown = Schema.Struct({
  id: text,
  matterId: text,
  court: CourtView,
  below: text,
  status: oneOf(...Appeal.Status.literals),
  noticedAt: Stamp,
  appellants: listOf(
    Schema.Struct({
      handle: text,
      side: oneOf(...Side.literals),
      noticedAt: Stamp,
      grounds: listOf(text, bounds.appealGroundsMax),
      argument: Schema.NullOr(text),
      withdrawnAt: Schema.NullOr(Stamp),
    }),
    sides.length,
  ),
  leave: Schema.NullOr(Schema.Struct({ granted: Schema.Boolean, reasons: text, at: Stamp })),
  statement: Schema.NullOr(Stated),
  hearingAt: Schema.NullOr(Stamp),
  outcome: Schema.NullOr(oneOf(...Judge.Outcome.literals)),
  citation: Schema.NullOr(text),
  feeBorneBy: Schema.NullOr(text),
  endedAt: Schema.NullOr(Stamp),
  next: NextList,
})
const appealViewSchema = Schema.encodedBoundSchema(Shown).annotations({ identifier: "Appeal" })

export interface AppealView extends Schema.Schema.Type<typeof appealViewSchema> {}

/** An appeal as its parties and the public read it; times are instants in RFC 3339. */
export const AppealView: Schema.Schema<AppealView> = appealViewSchema

// Mapped, so that it has a name, which editors show in place of its members.
const encodeShown = Schema.encodeSync(Shown)

type Pleaded = Appeal.Appellant & Appeal.Grounds

export const appealView = (
  appeal: Appeal.Appeal,
  pleaded: ReadonlyArray<Pleaded>,
  matter: Matter.Matter,
  now: Instant,
): AppealView =>
  encodeShown({
    ...appeal,
    court: Appeal.courtName[appeal.court],
    appellants: pleaded.map((one) => ({
      ...one,
      handle: matter[one.side].handle,
      noticedAt: one.at,
      argument: one.argument ?? null,
    })),
    statement: statementWithRules(appeal.statement),
    feeBorneBy: appeal.feeBorneBy && matter[appeal.feeBorneBy].handle,
    next: appealNext(appeal, matter, now),
  })

export const wordsOf = (
  reader: Reader,
  { appellants }: Appeal.Appeal,
): Effect.Effect<ReadonlyArray<Pleaded>, StoreUnavailable> =>
  Effect.forEach(appellants, (appellant) =>
    Effect.map(readText(reader, Appeal.Grounds, appellant.groundsSha256), (words) => ({
      ...appellant,
      ...words,
    })),
  )

const Fee = Schema.Struct({ appealId: text, statement: Schema.NullOr(Stated), note: text })
const feeViewSchema = Schema.encodedBoundSchema(Fee).annotations({ identifier: "AppealFee" })

export interface FeeView extends Schema.Schema.Type<typeof feeViewSchema> {}

/** The fee of an appeal in cents of USD, with the estimates that it rests on (PD2 §5). */
export const FeeView: Schema.Schema<FeeView> = feeViewSchema

const noteOf = (appeal: Appeal.Appeal): string => {
  if (!isPending(appeal)) return `The appeal is ${appeal.status.replace("_", " ")}.`
  if (appeal.statement === null)
    return appeal.status === "hearing"
      ? "The hearing has begun. Nobody priced the appeal in time, so it has no fee."
      : `No fee is stated yet; the appellant may withdraw without a fee.${appeal.pricedBy === null ? "" : ` Unless one is stated before ${format(appeal.pricedBy)}, the appeal is then heard without a fee.`}`
  return appeal.status === "hearing"
    ? "The hearing has begun. The fee falls on the party that loses the appeal."
    : "The appellant may withdraw without a fee until withdrawBy. After it, the fee falls on the party that loses the appeal."
}

const encodeFee = Schema.encodeSync(Fee)

export const feeView = rule(
  ["Rule 6.2", "PD2 §5"],
  (appeal: Appeal.Appeal): FeeView =>
    encodeFee({ appealId: appeal.id, statement: statementWithRules(appeal.statement), note: noteOf(appeal) }),
)

/** The answer to an appeal or an application for leave. */
export const Begun = Schema.Struct({ appealId: text, court: CourtView }).annotations({
  identifier: "AppealBegun",
})

/** The answer to whoever withdraws an appeal: the judgment that stands, and the fee, which is 0 for a withdrawal in time. */
export const Withdrawn = Schema.Struct({
  appealId: text,
  status: oneOf("withdrawn"),
  feeCents: Schema.Int,
  judgmentBelow: text,
}).annotations({ identifier: "AppealWithdrawn" })

export interface On {
  readonly id: string
}

/** An appeal as its parties, the Registrar and the Judge read it: `GET /appeals/{id}`. Refused `unknown_appeal`, `not_a_party`. */
export const readAppeal = query({
  name: "read-appeal",
  read: Effect.fnUntraced(function* ({ id }: On, { actor, now }: QueryContext, reader: Reader) {
    const stored = yield* reader.need(Appeal.Appeals, id, () => refusal("unknown_appeal", { id }))
    const matter = yield* reader.need(Matter.Matters, stored.matterId, () =>
      refusal("unknown_matter", { id: stored.matterId }),
    )
    if (!Parties.mayReadMatter(matter, actor)) return yield* refusal("not_a_party", {})
    const appeal = appeals.current(stored, now)
    return appealView(appeal, yield* wordsOf(reader, appeal), matter, now)
  }),
})

/**
 * The fee statement of the last appeal in a matter, for its parties (Rule 6.2): `GET /matters/{id}/fee`. Refused `unknown_matter`,
 * `unknown_appeal`, and to anybody who is not a party.
 */
export const readFee = query({
  name: "read-fee",
  read: Effect.fnUntraced(function* ({ id }: On, { actor, now }: QueryContext, reader: Reader) {
    const matter = yield* reader.need(Matter.Matters, id, () => refusal("unknown_matter", { id }))
    const refused = partyOnly(actor, Parties.sideOf(matter, actor))
    if (refused !== null) return yield* refused
    const appealId = matter.review?.appealId ?? null
    const absent = () => refusal("unknown_appeal", { id: `in matter ${id}` })
    if (appealId === null) return yield* absent()
    return feeView(appeals.current(yield* reader.need(Appeal.Appeals, appealId, absent), now))
  }),
})
