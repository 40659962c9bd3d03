/** Who acts in tests: two parties, a third agent, and the offices of the Court. */
import type { Actor } from "../kernel/Actor.ts"

type AgentActor = Extract<Actor, { readonly role: "agent" }>

const agent = (handle: string): AgentActor => ({ role: "agent", id: `id-${handle}`, handle })
export const buyer = agent("buyer")
export const seller = agent("seller")
export const stranger: Actor = agent("stranger")

export const registrar: Actor = { role: "registrar" }
export const judge: Actor = { role: "judge" }
export const clock: Actor = { role: "scheduler" }
export const chain: Actor = { role: "chain" }
