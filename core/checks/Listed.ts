/** The register as the list of the check has it (PD11 §14): each agent by all names that are its alone, with the advice on it. */
import { Effect } from "effect"
import { Agents, operatorIndex } from "../agents/index.ts"
import type { Label } from "../compliance/index.ts"
import { type Paged, type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { namesOfAgent } from "../proofs/index.ts"
import type { Advice } from "./Advice.ts"
import { weighAgent } from "./Queries.ts"

export interface Listed {
  readonly names: ReadonlyArray<string>
  readonly advice: Advice
  readonly label: Label
  readonly stakeCents: number
}

/** A page of the list, in no order that means anything. */
export const listChecked = query({
  name: "list-checked",
  read: Effect.fnUntraced(function* ({ page }: Paged, { now }: QueryContext, reader: Reader) {
    const { items, next } = yield* reader.list(Agents, { index: operatorIndex, prefix: "", ...page })
    const listed = yield* Effect.forEach(items, (agent) =>
      Effect.gen(function* () {
        const { advice, label, stakeCents } = yield* weighAgent(agent, null, now, reader)
        const names = [agent.handle, ...(yield* namesOfAgent(reader, agent.id))]
        return { names, advice, label, stakeCents } satisfies Listed
      }),
    )
    return { items: listed, next }
  }),
})
