/** The decision that an act on a matter gives: the changes of its moves, the notices about them, and the matter after it as the reply. */

import type { Change } from "../kernel/Change.ts"
import type { CommandContext, Decision } from "../kernel/Command.ts"
import type { Json } from "../kernel/Json.ts"
import { afterOf } from "../kernel/Machine.ts"
import type { Moved } from "./Moves.ts"
import { type Note, passingNotes, serveNotes } from "./Notices.ts"
import { matters, type OnRecord } from "./Record.ts"
import { type MatterView, matterView } from "./View.ts"

/** The news of an act: `data` for the public, beside where the matter stands, and `notes` for its parties. */
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
    reply: matterView(after, context.actor, context.now, facts.terms, {
      callOpensAt: facts.callOpensAt ?? null,
    }),
  }
}
