import { Effect, Either, Option } from "effect"
import * as Changed from "../Change.ts"
import { command } from "../Command.ts"
import { firstOf } from "../Refusal.ts"
import { type DocketList, DocketLists, emptyList } from "./Matter.ts"
import { toOther } from "./Notices.ts"
import { acted, type OnRecord, onRecord } from "./Record.ts"
import { mayAct } from "./Standing.ts"
import { movedBy } from "./Transitions.ts"

interface Facts extends OnRecord {
  /** The docket's list, where the matter waits behind it. */
  readonly list: DocketList | null
}

/** The claimant gives the matter up, any time before the call (Rule 4.8). */
export const discontinue = command({
  name: "discontinue",
  sections: ["Rule 4.8"],
  gather: (input: { readonly matterId: string }, context, reader) =>
    Effect.gen(function* () {
      const on = yield* onRecord(reader, input.matterId, context, true)
      const queued = on.stored.status === "queued"
      const list = queued ? yield* reader.find(DocketLists, emptyList.id) : Option.none()
      return { ...on, list: Option.getOrNull(list) } satisfies Facts
    }),
  decide: (facts: Facts, _input, context) =>
    Either.map(firstOf(mayAct(facts.passed.matter, "discontinue", context.actor)), () => {
      const { matter } = facts.passed
      const { after } = movedBy(matter, "discontinue", context.now, facts.terms)
      const text = `${matter.claimant.handle} has discontinued matter ${matter.number}.`
      const notes = matter.servedAt === null ? [] : toOther("claimant", "matter.discontinued", text)
      const { list } = facts
      return acted(
        facts,
        { after, event: "matter.discontinued", rules: ["Rule 4.8"], notes },
        context,
        list === null ? [] : [Changed.put(DocketLists, { ...list, queued: Math.max(0, list.queued - 1) })],
      )
    }),
})
