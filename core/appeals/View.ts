/** What of an appeal leaves the court: to the parties, the Registrar and the Judge. */
import { Effect } from "effect"
import type { Actor } from "../Actor.ts"
import { type Matter, Matters } from "../matters/Matter.ts"
import type { Next } from "../matters/Moves.ts"
import { partyOnly } from "../matters/Moves.ts"
import { mayRead, sideOf } from "../matters/Parties.ts"
import type { Reader } from "../Reader.ts"
import { type Refusal, refusal } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import { readText } from "../Text.ts"
import { format, formatNullable, type Instant } from "../Time.ts"
import { type Appeal, Appeals, courtName, Grounds, type Statement } from "./Appeal.ts"
import { nextOf } from "./Next.ts"
import { passAppeal } from "./Passing.ts"
import { isPending } from "./Transitions.ts"

/** The provisions that a fee statement rests on. */
export const statementRules = ["Rule 6.2", "PD2 §5", "PD2 §5A"] as const

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
export const statementView = (statement: Statement | null): StatementView | null =>
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

type Words = ReadonlyArray<Grounds>

const appealView = (appeal: Appeal, words: Words, matter: Matter, now: Instant): AppealView => ({
  id: appeal.id,
  matterId: appeal.matterId,
  court: courtName[appeal.court],
  below: appeal.below,
  status: appeal.status,
  noticedAt: format(appeal.noticedAt),
  appellants: appeal.appellants.map(({ side, at, withdrawnAt }, i) => ({
    handle: matter[side].handle,
    side,
    noticedAt: format(at),
    grounds: words[i]?.grounds ?? [],
    argument: words[i]?.argument ?? null,
    withdrawnAt: formatNullable(withdrawnAt),
  })),
  leave: appeal.leave === null ? null : { ...appeal.leave, at: format(appeal.leave.at) },
  statement: statementView(appeal.statement),
  hearingAt: formatNullable(appeal.hearingAt),
  outcome: appeal.outcome,
  citation: appeal.citation,
  feeBorneBy: appeal.feeBorneBy === null ? null : matter[appeal.feeBorneBy].handle,
  endedAt: formatNullable(appeal.endedAt),
  next: nextOf(appeal, matter, now),
})

/** What the appellants wrote, in order. */
export const wordsOf = (reader: Reader, { appellants }: Appeal): Effect.Effect<Words, StoreUnavailable> =>
  Effect.forEach(appellants, ({ groundsSha256 }) => readText(reader, Grounds, groundsSha256))

/** An appeal as its parties, the Registrar and the Judge read it: `GET /appeals/{id}`. */
export const readAppeal = (
  reader: Reader,
  id: string,
  actor: Actor,
  now: Instant,
): Effect.Effect<AppealView, Refusal | StoreUnavailable> =>
  Effect.gen(function* () {
    const stored = yield* reader.need(Appeals, id, () => refusal("unknown_appeal", { id }))
    const matter = yield* reader.need(Matters, stored.matterId, () =>
      refusal("unknown_matter", { id: stored.matterId }),
    )
    if (!mayRead(matter, actor)) return yield* refusal("not_a_party", {})
    const { appeal } = passAppeal(stored, now)
    return appealView(appeal, yield* wordsOf(reader, appeal), matter, now)
  })

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

/** The fee statement of the last appeal in a matter, to its parties: `GET /matters/{id}/fee` (Rule 6.2). */
export const readFee = rule(
  ["Rule 6.2", "PD2 §5"],
  (
    reader: Reader,
    matterId: string,
    actor: Actor,
    now: Instant,
  ): Effect.Effect<FeeView, Refusal | StoreUnavailable> =>
    Effect.gen(function* () {
      const matter = yield* reader.need(Matters, matterId, () => refusal("unknown_matter", { id: matterId }))
      const refused = partyOnly(actor, sideOf(matter, actor))
      if (refused !== null) return yield* refused
      const appealId = matter.review?.appealId ?? null
      const absent = () => refusal("unknown_appeal", { id: `in matter ${matterId}` })
      if (appealId === null) return yield* absent()
      const { appeal } = passAppeal(yield* reader.need(Appeals, appealId, absent), now)
      return { appealId, statement: statementView(appeal.statement), note: noteOf(appeal) }
    }),
)
