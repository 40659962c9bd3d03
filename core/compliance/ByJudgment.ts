/** What an appeal, a rehearing or a vacation does to the entries of a judgment. */
import { Effect, Either, Option } from "effect"
import type { CommandContext } from "../Command.ts"
import type { Finality } from "../judgments/Judgment.ts"
import type { Reader } from "../Reader.ts"
import { rule } from "../Rule.ts"
import { Entries, type Entry, type Standing } from "./Entry.ts"
import { perform } from "./Passing.ts"
import { type RecordedMoves, recordMoves } from "./Record.ts"
import { standingsOf } from "./Standing.ts"

export interface JudgmentEntries {
  readonly entries: ReadonlyArray<Entry>
  /** Of all who are bound. */
  readonly standings: ReadonlyArray<Standing>
}

/** The entries of a judgment, by the ids that it keeps, and the standings of those bound. */
export const gatherEntries = (reader: Reader, ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const found = yield* reader.findAll(Entries, ids)
    const entries = found.flatMap((entry) => (Option.isSome(entry) ? [entry.value] : []))
    const bound = [...new Map(entries.map((entry) => [entry.order.bound.id, entry.order.bound])).values()]
    const gathered: JudgmentEntries = { entries, standings: yield* standingsOf(reader, bound) }
    return gathered
  })

/**
 * Suspends, resumes or supersedes the entries of a judgment, whose finality is then as given. What is due passes first;
 * an entry that the act does not concern (superseded, or suspended already) stays as it is. `firstId` is the first of the
 * command's fresh ids that notices may take, at most two; null where the command tells the parties itself. All entries together
 * take one event, an entry at most three operations more.
 */
export const moveEntries = rule(
  ["PD11 §7", "PD11 §8"],
  (
    act: "suspend" | "resume" | "supersede",
    finality: Finality,
    { entries, standings }: JudgmentEntries,
    context: CommandContext,
    firstId: number | null = 0,
  ): RecordedMoves => {
    const lists = entries.flatMap((entry) => {
      const terms = context.schedule.at(entry.order.filedAt)
      const moves = perform(entry, { act, who: "court", finality }, context.now, terms)
      return Either.isRight(moves) ? [moves.right] : []
    })
    return recordMoves(lists, standings, context, firstId)
  },
)
