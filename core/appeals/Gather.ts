/** Reading a matter, its appeal and the judgments in force before an act on them. */

import { Array as Arr, Effect, Option } from "effect"
import type { CommandContext } from "../Command.ts"
import { gatherEntries, type JudgmentEntries } from "../compliance/Judged.ts"
import { type Judgment, Judgments } from "../judgments/Judgment.ts"
import { present } from "../Missing.ts"
import type { Matter } from "../matters/Matter.ts"
import { type OnRecord, onRecord } from "../matters/Record.ts"
import type { Reader } from "../Reader.ts"
import { type Refusal, refusal } from "../Refusal.ts"
import type { Terms } from "../Schedule.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import { type Appeal, Appeals, reviewOf } from "./Appeal.ts"
import { type Passed, passAppeal } from "./Moves.ts"

/** A matter, with the last appeal in it as time has left it, and what of its judgments is in force. */
export interface OnAppeal {
  readonly on: OnRecord
  readonly matter: Matter
  readonly stored: Appeal | null
  readonly passed: Passed | null
  /** The judgment whose orders stand, then those that affirmed it. */
  readonly judgments: ReadonlyArray<Judgment>
  /** The entries of the judgment whose orders stand. */
  readonly entries: JudgmentEntries
  /** The figures in force when the matter was filed (Rule 8.1). */
  readonly terms: Terms
}

/** Judgments by their citations, in order. */
export const judgmentsOf = (
  reader: Reader,
  citations: ReadonlyArray<string>,
): Effect.Effect<ReadonlyArray<Judgment>, StoreUnavailable> =>
  Effect.flatMap(reader.findAll(Judgments, citations), (found) =>
    Effect.sync(() =>
      Arr.zipWith(citations, found, (citation, one) =>
        present(Option.getOrNull(one), `judgment ${citation}`),
      ),
    ),
  )

/** Reads a matter for an act on its appeal. `ends`: the act may end the matter or open it again. */
export const onAppeal = (
  reader: Reader,
  matterId: string,
  context: CommandContext,
  ends = false,
): Effect.Effect<OnAppeal, Refusal | StoreUnavailable> =>
  Effect.gen(function* () {
    const on = yield* onRecord(reader, matterId, context, ends)
    const { matter } = on.passed
    const { appealId, inForce } = reviewOf(matter)
    const stored = appealId === null ? null : Option.getOrNull(yield* reader.find(Appeals, appealId))
    const judgments = yield* judgmentsOf(reader, inForce)
    const entries = yield* gatherEntries(reader, judgments[0]?.entries ?? [])
    const passed = stored === null ? null : passAppeal(stored, context.now)
    return { on, matter, stored, passed, judgments, entries, terms: on.terms }
  })

/** A matter read through one appeal of it. */
export interface OnNamed extends OnAppeal {
  readonly stored: Appeal
  readonly passed: Passed
}

/** The same by the id of the appeal. Refused `unknown_appeal`. */
export const onAppealNamed = (reader: Reader, id: string, context: CommandContext, ends = false) =>
  Effect.gen(function* () {
    const appeal = yield* reader.need(Appeals, id, () => refusal("unknown_appeal", { id }))
    const facts = yield* onAppeal(reader, appeal.matterId, context, ends)
    return { ...facts, stored: appeal, passed: passAppeal(appeal, context.now) } satisfies OnNamed
  })

/** The last appeal in each of these matters, in order; null where there was none. One reading for all of them. */
export const appealsOf = (
  reader: Reader,
  matters: ReadonlyArray<Matter>,
): Effect.Effect<ReadonlyArray<Appeal | null>, StoreUnavailable> => {
  const ids = matters.flatMap(({ review }) => (review?.appealId == null ? [] : [review.appealId]))
  if (ids.length === 0) return Effect.succeed(matters.map(() => null))
  return Effect.flatMap(reader.findAll(Appeals, ids), (found) => {
    const known = new Map(found.flatMap(Option.toArray).map((appeal) => [appeal.id, appeal]))
    return Effect.forEach(matters, ({ review }) => {
      if (review?.appealId == null) return Effect.succeed(null)
      return Effect.succeed(present(known.get(review.appealId), `appeal ${review.appealId}`))
    })
  })
}
