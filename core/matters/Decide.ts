/** An act on a matter, decided: the changes of its moves, the notices about them, and the matter after it as the reply. */

import { Either } from "effect"
import type { Change } from "../kernel/Change.ts"
import type { CommandContext, Decision } from "../kernel/Command.ts"
import type { Json } from "../kernel/Json.ts"
import { afterOf } from "../kernel/Machine.ts"
import type { Refusal } from "../kernel/Refusal.ts"
import type { Matter } from "./Matter.ts"
import type { MatterAct, Part } from "./Moves.ts"
import { type Note, passingNotes, serveNotes } from "./Notices.ts"
import { matters, type OnRecord, perform } from "./Record.ts"
import { type MatterView, matterView } from "./View.ts"

/** The news of an act: `data` for the public, beside where the matter stands, and `notes` for its parties. */
interface Told {
  readonly data?: { readonly [key: string]: Json }
  readonly notes: ReadonlyArray<Note>
  readonly also?: ReadonlyArray<Change>
}

/** Does an act by an actor, or by whoever has some parts, after the passings that are due. `told` is asked about the matter after it. */
export const decideAct = (
  facts: OnRecord,
  act: Omit<MatterAct, "who">,
  context: CommandContext,
  told: (after: Matter) => Told,
  who?: ReadonlyArray<Part>,
): Either.Either<Decision<MatterView>, Refusal> =>
  Either.map(perform(facts, act, context, who), (moves) => {
    const after = afterOf(moves)
    const { data, notes, also = [] } = told(after)
    return {
      changes: [
        ...matters.written([moves], facts, context, data),
        ...serveNotes(after, [...passingNotes(moves), ...notes], context),
        ...also,
      ],
      reply: matterView(after, context.actor, context.now, facts.terms, {
        callOpensAt: facts.callOpensAt ?? null,
      }),
    }
  })
