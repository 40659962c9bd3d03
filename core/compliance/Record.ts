/** All that moves of entries change: the entries, their deadlines, the standings of those bound, the journal, the notices. */
import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import type { CommandContext } from "../Command.ts"
import { deadlineKind, deadlineTask, Entries, type Entry } from "./Entry.ts"
import { isByJudgment, movedEvents } from "./Journal.ts"
import type { Moved } from "./Moves.ts"
import { noticesOf } from "./Notices.ts"
import { newStanding, type Standing, Standings, shift } from "./Standing.ts"

const runs = ({ window, suspendedSince }: Entry): boolean => window !== null && suspendedSince === null

/** The one deadline of an entry follows its running window: put anew, dropped, or left. */
const deadline = (before: Entry, after: Entry): ReadonlyArray<Change> => {
  if (after.window !== null && runs(after)) {
    const unmoved = runs(before) && before.window?.closesAt === after.window.closesAt
    const body = { entryId: after.id }
    return unmoved ? [] : [Changed.task(deadlineTask(after.id), deadlineKind, after.window.closesAt, body)]
  }
  return runs(before) ? [Changed.cancel(deadlineTask(after.id))] : []
}

/** What the parties are told of: every move, but of an entry that its judgment moved on at once, only where it stands now. */
const lastOf = (moves: ReadonlyArray<Moved>): ReadonlyArray<Moved> => {
  const last = moves.at(-1)
  return last !== undefined && isByJudgment(last) ? [last] : moves
}

export interface RecordedMoves {
  readonly entries: ReadonlyArray<Entry>
  readonly standings: ReadonlyArray<Standing>
  readonly changes: ReadonlyArray<Change>
}

/** The standings of those bound, after moves of entries against them, each standing that moved among `touched`. */
const shifted = (moves: ReadonlyArray<Moved>, standings: ReadonlyArray<Standing>) => {
  const after = new Map(standings.map((standing) => [standing.agentId, standing]))
  const touched = new Set<string>()
  for (const { before, after: entry, delta } of moves) {
    const { bound, status } = entry
    if (status === before.status && delta === 0) continue
    const standing = after.get(bound.id) ?? newStanding(bound.id, bound.handle)
    after.set(bound.id, shift(standing, before.status, status, delta))
    touched.add(bound.id)
  }
  return { standings: [...after.values()], touched }
}

/**
 * What moves of entries change. Each list of moves is of one entry, in order. Notices are served on the parties, save where the
 * command tells them itself (`nobody`).
 */
export const recordMoves = (
  lists: ReadonlyArray<ReadonlyArray<Moved>>,
  before: ReadonlyArray<Standing>,
  context: Pick<CommandContext, "fresh" | "now" | "actor">,
  told: "parties" | "nobody" = "parties",
): RecordedMoves => {
  const made = lists.flatMap((moves) => {
    const [first, last] = [moves[0], moves.at(-1)]
    return first === undefined || last === undefined ? [] : [{ before: first.before, after: last.after }]
  })
  const { standings, touched } = shifted(lists.flat(), before)
  return {
    entries: made.map(({ after }) => after),
    standings,
    changes: [
      ...made.flatMap(({ before, after }) => [Changed.put(Entries, after), ...deadline(before, after)]),
      ...movedEvents(lists.flat(), context.actor),
      ...standings
        .filter(({ agentId }) => touched.has(agentId))
        .map((standing) => Changed.putLatest(Standings, standing)),
      ...(told === "nobody" ? [] : noticesOf(lists.flatMap(lastOf), context)),
    ],
  }
}
