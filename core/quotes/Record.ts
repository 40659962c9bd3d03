/** What moves of quotes write: the records, their deadlines, the journal, the notices. */

import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import type { CommandContext } from "../Command.ts"
import { present } from "../Missing.ts"
import type { SectionId } from "../rulebook/Section.ts"
import type { Moved } from "./Moves.ts"
import { eventOf, noticesOf } from "./Notices.ts"
import { deadlineKind, deadlineOf, deadlineTask, type Quote, Quotes, subjectOf } from "./Quote.ts"

/** One running deadline a quote: put anew where it moves, dropped where none runs. `before` is null for a new quote. */
const deadline = (before: Quote | null, after: Quote): ReadonlyArray<Change> => {
  const had = before === null ? null : deadlineOf(before)
  const has = deadlineOf(after)
  if (had === has) return []
  return has === null
    ? [Changed.cancel(deadlineTask(after.id))]
    : [Changed.task(deadlineTask(after.id), deadlineKind, has, { quoteId: after.id })]
}

/** By what part an act was done: the journal is public, and the parties of a quote are not. */
const by = ({ act, after: { buyer } }: Moved): string => {
  switch (act) {
    case "pass":
      return "scheduler"
    case "replace":
    case "answer":
      return "court"
    case "accept":
    case "decline":
    case "countersign":
      if (buyer.kind === "operator") return "clerk"
      return buyer.kind === "person" ? "supplier" : "buyer"
    default:
      return "supplier"
  }
}

/** What a quote was before a move; null for its offer. */
const before = (moved: Moved): Quote | null => (moved.act === "offer" ? null : moved.before)

/** A move as the public learns of it: that it happened, never between whom, about what or for how much (Rule 2.3). */
const eventOfMove = (moved: Moved, from: string | null): Change => {
  const sections: ReadonlyArray<SectionId> = moved.move.sections
  return Changed.event(
    `quote.${eventOf(moved)}`,
    subjectOf(moved.after.id),
    sections,
    { quote: moved.after.id, act: moved.act, by: by(moved), from, status: moved.after.status },
    moved.at,
  )
}

/** All that moves of quotes change. Each list of moves is of one quote, in order. */
export const recordMoves = (
  lists: ReadonlyArray<ReadonlyArray<Moved>>,
  context: Pick<CommandContext, "actor" | "fresh" | "now">,
): ReadonlyArray<Change> => [
  ...lists.flatMap((moves): ReadonlyArray<Change> => {
    const [first, last] = [present(moves[0], "the first move"), present(moves.at(-1), "the last move")]
    return [
      Changed.put(Quotes, last.after),
      ...deadline(before(first), last.after),
      ...moves.map((moved) => eventOfMove(moved, before(moved)?.status ?? null)),
    ]
  }),
  ...noticesOf(lists.flat(), context),
]
