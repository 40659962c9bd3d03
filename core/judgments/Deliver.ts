import { Effect, Either } from "effect"
import { command } from "../Command.ts"
import type { Matter } from "../matters/Matter.ts"
import { mayAct } from "../matters/Moves.ts"
import { onRecord } from "../matters/Record.ts"
import { firstOf } from "../Refusal.ts"
import type { Manner } from "./Compose.ts"
import { deliver } from "./Delivery.ts"
import { gatherDelivery } from "./Gather.ts"
import type { Draft } from "./Judge.ts"

/** How a reserved matter is decided, and by whom. */
export const mannerOf = (matter: Matter, judgeLine: string): Manner => ({
  act: "judgment",
  basis: matter.call?.default === true ? "default" : "contested",
  judgeLine,
})

const bench = "Before the Magistrate, sitting on the bench"

/** Delivers the judgment that a Judge drafted in a reserved matter: `POST /matters/{id}/judgment`. */
export const deliverJudgment = command({
  name: "deliverJudgment",
  sections: ["Rule 5.2", "Rule 5.3", "Rule 5.4", "Rule 5.5", "Rule 5.6", "PD11 §2", "PD4 §2"],
  gather: ({ matterId }: { readonly matterId: string; readonly draft: Draft }, context, reader) =>
    Effect.flatMap(onRecord(reader, matterId, context, true), (on) => gatherDelivery(reader, on, context)),
  decide: (facts, { draft }, context) => {
    const { matter } = facts.passed
    return Either.flatMap(firstOf(mayAct(matter, "judgment", context.actor)), () =>
      deliver(draft, mannerOf(matter, bench), facts, context),
    )
  },
})
