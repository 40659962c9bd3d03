/** The register as the list of the check has it (PD11 §14): each agent by all names that are its alone, with the advice on it. */
import { Effect } from "effect"
import { Agent } from "../agents/index.ts"
import { Reputation } from "../compliance/index.ts"
import { type Paged, type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { namesOfAgent } from "../proofs/index.ts"
import { type Advice, adviceOn } from "./Advice.ts"
import { weighAgent } from "./Queries.ts"

export interface Listed {
  readonly names: ReadonlyArray<string>
  readonly advice: Advice
  readonly label: Reputation.Label
  readonly stakeCents: number
}

/** A page of the list, in no order that means anything. */
export const listChecked = query({
  name: "list-checked",
  read: Effect.fnUntraced(function* ({ page }: Paged, { now }: QueryContext, reader: Reader) {
    const { items, next } = yield* reader.list(Agent.Agents, {
      index: Agent.operatorIndex,
      prefix: "",
      ...page,
    })
    const listed = yield* Effect.forEach(items, (agent) =>
      Effect.gen(function* () {
        const facts = yield* weighAgent(agent, now, reader)
        const { advice } = adviceOn({ ...facts, priceCents: null })
        const names = [agent.handle, ...(yield* namesOfAgent(reader, agent.id))]
        const label = Reputation.labelOfCounts(facts.counts)
        return { names, advice, label, stakeCents: agent.stakeCents } satisfies Listed
      }),
    )
    return { items: listed, next }
  }),
})
