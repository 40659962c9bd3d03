/** The questions about appeals, and what of an appeal leaves the court: to the parties, the Registrar and the Judge. */
import { Effect } from "effect"
import { type Matter, Matters } from "../matters/Matter.ts"
import { type Next, partyOnly } from "../matters/Moves.ts"
import { mayRead, sideOf } from "../matters/Parties.ts"
import { type QueryContext, query } from "../Query.ts"
import type { Reader } from "../Reader.ts"
import { refusal } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import { readText } from "../Text.ts"
import { format, formatNullable, type Instant } from "../Time.ts"
import { type Appeal, Appeals, type Appellant, courtName, Grounds, type Statement } from "./Appeal.ts"
import { appealNext, isPending, passAppeal } from "./Moves.ts"

/** The provisions that a fee statement rests on. */
const statementRules = ["Rule 6.2", "PD2 §5", "PD2 §5A"] as const

export type StatementView = {
  readonly id: string
  readonly firstInstance: Statement["firstInstance"]
  readonly estimatedAppealCostCents: number
  readonly costCents: number
  readonly marginCents: number
  readonly totalCents: number
  readonly statedAt: string
  readonly withdrawBy: string
  readonly rules: ReadonlyArray<string>
}

const statementView = (statement: Statement | null): StatementView | null =>
  statement === null
    ? null
    : {
        ...statement,
        statedAt: format(statement.statedAt),
        withdrawBy: format(statement.withdrawBy),
        rules: statementRules,
      }

export type AppealView = {
  readonly id: string
  readonly matterId: string
  readonly court: string
  readonly below: string
  readonly status: string
  readonly noticedAt: string
  readonly appellants: ReadonlyArray<{
    readonly handle: string
    readonly side: string
    readonly noticedAt: string
    readonly grounds: ReadonlyArray<string>
    readonly argument: string | null
    readonly withdrawnAt: string | null
  }>
  readonly leave: { readonly granted: boolean; readonly reasons: string; readonly at: string } | null
  readonly statement: StatementView | null
  readonly hearingAt: string | null
  readonly outcome: string | null
  readonly citation: string | null
  readonly feeBorneBy: string | null
  readonly endedAt: string | null
  readonly next: ReadonlyArray<Next>
}

/** A party that appealed, with what it wrote. */
type Pleaded = Appellant & Grounds

export const appealView = (
  appeal: Appeal,
  pleaded: ReadonlyArray<Pleaded>,
  matter: Matter,
  now: Instant,
): AppealView => ({
  id: appeal.id,
  matterId: appeal.matterId,
  court: courtName[appeal.court],
  below: appeal.below,
  status: appeal.status,
  noticedAt: format(appeal.noticedAt),
  appellants: pleaded.map(({ side, at, withdrawnAt, grounds, argument }) => ({
    handle: matter[side].handle,
    side,
    noticedAt: format(at),
    grounds,
    argument: argument ?? null,
    withdrawnAt: formatNullable(withdrawnAt),
  })),
  leave: appeal.leave === null ? null : { ...appeal.leave, at: format(appeal.leave.at) },
  statement: statementView(appeal.statement),
  hearingAt: formatNullable(appeal.hearingAt),
  outcome: appeal.outcome,
  citation: appeal.citation,
  feeBorneBy: appeal.feeBorneBy === null ? null : matter[appeal.feeBorneBy].handle,
  endedAt: formatNullable(appeal.endedAt),
  next: appealNext(appeal, matter, now),
})

/** What the appellants wrote, in order. */
export const wordsOf = (
  reader: Reader,
  { appellants }: Appeal,
): Effect.Effect<ReadonlyArray<Pleaded>, StoreUnavailable> =>
  Effect.forEach(appellants, (appellant) =>
    Effect.map(readText(reader, Grounds, appellant.groundsSha256), (words) => ({ ...appellant, ...words })),
  )

export type FeeView = {
  readonly appealId: string
  readonly statement: StatementView | null
  readonly note: string
}

const noteOf = (appeal: Appeal): string => {
  if (!isPending(appeal)) return `The appeal is ${appeal.status.replace("_", " ")}.`
  if (appeal.statement === null)
    return appeal.status === "hearing"
      ? "The hearing has begun. Nobody priced it in time, so it bears no fee."
      : `No fee is stated yet; the appellant may withdraw without a fee.${appeal.pricedBy === null ? "" : ` Unless one is stated before ${format(appeal.pricedBy)}, the appeal is then heard without a fee.`}`
  return appeal.status === "hearing"
    ? "The hearing has begun. The fee falls on the party that loses the appeal."
    : "The appellant may withdraw without a fee until withdrawBy. After it, the fee falls on the party that loses the appeal."
}

/** The fee of an appeal, as its parties read it. */
export const feeView = rule(
  ["Rule 6.2", "PD2 §5"],
  (appeal: Appeal): FeeView => ({
    appealId: appeal.id,
    statement: statementView(appeal.statement),
    note: noteOf(appeal),
  }),
)

export interface On {
  readonly id: string
}

/**
 * An appeal as its parties, the Registrar and the Judge read it: `GET /appeals/{id}`. Refused `unknown_appeal`, `not_a_party`.
 */
export const readAppeal = query({
  name: "read-appeal",
  read: Effect.fnUntraced(function* ({ id }: On, { actor, now }: QueryContext, reader: Reader) {
    const stored = yield* reader.need(Appeals, id, () => refusal("unknown_appeal", { id }))
    const matter = yield* reader.need(Matters, stored.matterId, () =>
      refusal("unknown_matter", { id: stored.matterId }),
    )
    if (!mayRead(matter, actor)) return yield* refusal("not_a_party", {})
    const { appeal } = passAppeal(stored, now)
    return appealView(appeal, yield* wordsOf(reader, appeal), matter, now)
  }),
})

/**
 * The fee statement of the last appeal in a matter, for its parties (Rule 6.2): `GET /matters/{id}/fee`. Refused `unknown_matter`,
 * `unknown_appeal`, and to whoever is no party.
 */
export const readFee = query({
  name: "read-appeal-fee",
  read: Effect.fnUntraced(function* ({ id }: On, { actor, now }: QueryContext, reader: Reader) {
    const matter = yield* reader.need(Matters, id, () => refusal("unknown_matter", { id }))
    const refused = partyOnly(actor, sideOf(matter, actor))
    if (refused !== null) return yield* refused
    const appealId = matter.review?.appealId ?? null
    const absent = () => refusal("unknown_appeal", { id: `in matter ${id}` })
    if (appealId === null) return yield* absent()
    return feeView(passAppeal(yield* reader.need(Appeals, appealId, absent), now).appeal)
  }),
})
