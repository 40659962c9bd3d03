/** What an act on a matter decides: what its moves change, whom they are told, and the matter after it as the reply. */

import type { Change } from "../kernel/Change.ts"
import type { CommandContext, Decision } from "../kernel/Command.ts"
import type { Json } from "../kernel/Json.ts"
import { afterOf } from "../kernel/Machine.ts"
import type { Moved } from "./Moves.ts"
import { type Note, passingNotes, serveNotes } from "./Notices.ts"
import { matters, type OnRecord } from "./Record.ts"
import { type MatterView, matterView } from "./View.ts"

/** What an act tells: to the public, beside where the matter stands, and to its parties. */
interface Told {
  readonly data?: { readonly [key: string]: Json }
  readonly notes: ReadonlyArray<Note>
}

/** The decision of the moves of an act. `more` are the changes of other records. */
export const decideAct = (
  facts: OnRecord,
  moves: ReadonlyArray<Moved>,
  { data, notes }: Told,
  context: CommandContext,
  more: ReadonlyArray<Change> = [],
): Decision<MatterView> => {
  const after = afterOf(moves)
  return {
    changes: [
      ...matters.written([moves], facts, context, data),
      ...serveNotes(after, [...passingNotes(moves), ...notes], context),
      ...more,
    ],
    reply: matterView(after, context.actor, context.now, facts.terms),
  }
}
