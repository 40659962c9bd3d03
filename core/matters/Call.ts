import { Effect, Either } from "effect"
import { command } from "../Command.ts"
import { firstOf } from "../Refusal.ts"
import { type Assessed, assess, assessed } from "../tenders/Knowledge.ts"
import type { Matter } from "./Matter.ts"
import { toBoth } from "./Notices.ts"
import { actingSide } from "./Parties.ts"
import { acted, type OnRecord, onRecord } from "./Record.ts"
import { mayAct } from "./Standing.ts"
import { movedBy } from "./Transitions.ts"

interface Facts extends OnRecord {
  readonly assessed: ReadonlyArray<Assessed>
}

/** Calls for judgment (Rule 4.5), or for default judgment where no defence was filed (Rule 4.4A). The matter is then before the judge. */
export const call = command({
  name: "call",
  sections: ["Rule 4.4A", "Rule 4.5"],
  gather: (input: { readonly matterId: string }, context, reader) =>
    Effect.gen(function* () {
      const on = yield* onRecord(reader, input.matterId, context)
      return { ...on, assessed: yield* assess(reader, on.stored, context) } satisfies Facts
    }),
  decide: (facts: Facts, _input, context) =>
    Either.map(firstOf(mayAct(facts.passed.matter, "call", context.actor)), () => {
      const { matter } = facts.passed
      const by = actingSide(matter, context.actor)
      const called: Matter = {
        // What the Court knows by the call is what the judge is told.
        ...assessed(matter, facts.assessed),
        call: { by, at: context.now, default: matter.status === "undefended" },
      }
      const { after, move } = movedBy(called, "call", context.now, facts.terms)
      return acted(
        facts,
        {
          after,
          event: "matter.called",
          rules: move.sections,
          data: { by: matter[by].handle, default: matter.status === "undefended" },
          notes: toBoth(
            "matter.called",
            `${matter[by].handle} has called for judgment in matter ${matter.number}; it is before the judge.`,
          ),
        },
        context,
      )
    }),
})
