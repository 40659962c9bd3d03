/** What moves of holds write: the records, their deadlines, the names that they free, the journal, the notices. */
import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import type { CommandContext } from "../Command.ts"
import type { Json } from "../Json.ts"
import { present } from "../Missing.ts"
import {
  deadlineKind,
  deadlineOf,
  deadlineTask,
  escrowClaim,
  type Hold,
  Holds,
  payingClaim,
  subjectOf,
} from "./Hold.ts"
import { type Moved, machine } from "./Moves.ts"
import { noticesOf } from "./Notices.ts"

/** One running deadline a hold: put anew where it moves, dropped where none runs. */
const deadline = (before: Hold | null, after: Hold): ReadonlyArray<Change> => {
  const had = before === null ? null : deadlineOf(before)
  const has = deadlineOf(after)
  if (had === has) return []
  return has === null
    ? [Changed.cancel(deadlineTask(after.id))]
    : [Changed.task(deadlineTask(after.id), deadlineKind, has, { holdId: after.id })]
}

/** Names that a move frees: the escrow's where nobody had confirmed, the judgment's where its instruction ends. */
const freed = ({ before, after }: Moved): ReadonlyArray<Change> => [
  ...(before.status === "named" && after.status === "lapsed"
    ? [Changed.release(escrowClaim(after), after.id)]
    : []),
  ...(before.status === "instructed" && before.instruction !== null
    ? [Changed.release(payingClaim(before.instruction.citation, after), after.id)]
    : []),
]

/** By what part an act was done: the journal is public, and the parties of a hold are not. */
const by = ({ act, after }: Moved, { actor }: Pick<CommandContext, "actor">): string => {
  if (act === "pass") return "scheduler"
  const parts = machine.partsOf(after, actor).filter((part) => part !== "confirmer")
  return present(parts[0], "the part of whoever acts")
}

/** A move as the public learns of it: that it happened, never between whom or for how much. */
const eventOf = (moved: Moved, data: { readonly [key: string]: Json }, context: CommandContext): Change =>
  Changed.event(
    `hold.${moved.move.event}`,
    subjectOf(moved.after.id),
    moved.move.sections,
    {
      hold: moved.after.id,
      act: moved.act,
      by: by(moved, context),
      from: moved.act === "name" ? null : moved.before.status,
      status: moved.after.status,
      ...data,
    },
    moved.at,
  )

/**
 * All that moves of holds change. Each list is of one hold, in order, and the last list is the one acted on: `data` is added to the
 * event of its act.
 */
export const recordMoves = (
  lists: ReadonlyArray<ReadonlyArray<Moved>>,
  context: CommandContext,
  data: { readonly [key: string]: Json } = {},
): ReadonlyArray<Change> => [
  ...lists.flatMap((moves): ReadonlyArray<Change> => {
    const [first, last] = [moves[0], moves.at(-1)]
    if (first === undefined || last === undefined) return []
    return [
      Changed.put(Holds, last.after),
      ...deadline(first.act === "name" ? null : first.before, last.after),
      ...moves.flatMap(freed),
      ...moves.map((moved) => eventOf(moved, moved.act === "pass" ? {} : data, context)),
    ]
  }),
  ...noticesOf(lists.flat(), context),
]
