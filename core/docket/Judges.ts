/** The queries on judges: how the work of each kind fared, by the counts that are kept. All of it is public (PD17 §1A). */
import { Array as Arr, Effect, Option } from "effect"
import { Appeal, records } from "../appeals/index.ts"
import { Judges } from "../judgments/index.ts"
import { type QueryContext, query } from "../kernel/Query.ts"
import { type Reader, readAll } from "../kernel/Reader.ts"
import { refusal } from "../kernel/Refusal.ts"
import { format } from "../kernel/Time.ts"
import {
  type AppealCount,
  type CountedVersion,
  countOf,
  type JudgesView,
  type JudgeView,
  judgeView,
} from "./JudgeRecord.ts"

/** The appeals are counted as they stand; what else a judge did has a tally. */
const countsOf = (reader: Reader, { since, ...name }: Judges.Version) =>
  Effect.gen(function* () {
    const numbers = yield* reader.tallies(Judges.countNames.map((count) => Judges.judgeTally(name, count)))
    const counts = new Map<Judges.CountName | AppealCount, number>(
      Arr.zipWith(Judges.countNames, numbers, (count, n) => [count, n] as const),
    )
    for (const appeal of yield* readAll(reader, records.Appeals, Appeal.judgeIndex, `${Judges.idOf(name)}/`))
      counts.set(countOf(appeal), (counts.get(countOf(appeal)) ?? 0) + 1)
    const version: CountedVersion = { ...name, since: format(since), counts }
    return version
  })

/** The record of a kind of judge; nothing if no such judge has worked in the court. */
const recordFor = (reader: Reader, judge: Judges.JudgeKind) =>
  Effect.gen(function* () {
    const versions = yield* readAll(reader, Judges.Versions, Judges.judgesIndex, `${judge}/`)
    const counted = yield* Effect.forEach(versions, (version) => countsOf(reader, version))
    return counted.length === 0 ? Option.none<JudgeView>() : Option.some(judgeView(judge, counted))
  })

/** The record of each kind of judge that has worked in the court: `GET /judges`. */
export const listJudges = query({
  name: "list-judges",
  read: (_input: object, _context: QueryContext, reader: Reader) =>
    Effect.map(
      Effect.forEach(Judges.JudgeKind.literals, (judge) => recordFor(reader, judge)),
      (found): JudgesView => ({ judges: found.flatMap(Option.toArray) }),
    ),
})

/** The record of one kind of judge: `GET /judges/{judge}`. Refused `unknown_judge`. */
export const readJudge = query({
  name: "read-judge",
  read: ({ judge }: { readonly judge: string }, _context: QueryContext, reader: Reader) =>
    Effect.gen(function* () {
      const kind = Judges.JudgeKind.literals.find((one) => one === judge)
      const found = kind === undefined ? Option.none<JudgeView>() : yield* recordFor(reader, kind)
      return yield* Option.match(found, {
        onNone: () => refusal("unknown_judge", { judge }),
        onSome: Effect.succeed,
      })
    }),
})
