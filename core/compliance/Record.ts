import type { Actor } from "../Actor.ts"
import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import type { CommandContext } from "../Command.ts"
import type { Moved } from "./Act.ts"
import {
  deadlineKind,
  deadlineTask,
  Entries,
  type Entry,
  newStanding,
  type Standing,
  Standings,
} from "./Entry.ts"
import { noticesOf } from "./Notices.ts"
import { isByJudgment, movedEvents } from "./Recorded.ts"
import { shift } from "./Standing.ts"

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
const told = (moves: ReadonlyArray<Moved>): ReadonlyArray<Moved> => {
  const last = moves.at(-1)
  return last !== undefined && isByJudgment(last) ? [last] : moves
}

export interface RecordedMoves {
  readonly entries: ReadonlyArray<Entry>
  readonly standings: ReadonlyArray<Standing>
  readonly changes: ReadonlyArray<Change>
}

/**
 * All that moves of entries change: the entries, their deadlines, the standings of those bound, the journal, the notices.
 * Each list of moves is of one entry, in order. `firstId` is the first of the command's fresh ids that notices may take; null where none
 * are to be served.
 */
export const recordMoves = (
  lists: ReadonlyArray<ReadonlyArray<Moved>>,
  standings: ReadonlyArray<Standing>,
  context: Pick<CommandContext, "id" | "now"> & { readonly actor: Actor },
  firstId: number | null = 0,
): RecordedMoves => {
  const after = new Map(standings.map((standing) => [standing.agentId, standing]))
  const touched = new Set<string>()
  const entries: Array<Entry> = []
  const changes: Array<Change> = []
  for (const moves of lists) {
    const first = moves[0]
    const last = moves.at(-1)
    if (first === undefined || last === undefined) continue
    entries.push(last.entry)
    changes.push(Changed.put(Entries, last.entry), ...deadline(first.before, last.entry))
    for (const moved of moves) {
      const { order, status } = moved.entry
      const { bound } = order
      if (status === moved.before.status && moved.delta === 0) continue
      const standing = after.get(bound.id) ?? newStanding(bound.id, bound.handle)
      after.set(bound.id, shift(standing, moved.before.status, status, moved.delta))
      touched.add(bound.id)
    }
  }
  const moved = [...after.values()].filter(({ agentId }) => touched.has(agentId))
  const notices =
    firstId === null ? [] : noticesOf(lists.flatMap(told), (k) => context.id(firstId + k), context.now)
  return {
    entries,
    standings: [...after.values()],
    changes: [
      ...changes,
      ...movedEvents(lists.flat(), context.actor),
      ...moved.map((standing) => Changed.putLatest(Standings, standing)),
      ...notices,
    ],
  }
}
