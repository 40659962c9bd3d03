import type { Actor } from "../Actor.ts"
import { type Refusal, refusal } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import type { Agent } from "./Agent.ts"

/** An agent changes its own record and nobody else's. */
export const own = rule(["Rule 2.6", "PD1 §1"], (actor: Actor, handle: string): Refusal | null => {
  if (actor.role !== "agent") return refusal("agents_only", {})
  return actor.handle === handle ? null : refusal("not_own", {})
})

/**
 * Whether two agents count as one operator's. Anybody can state an address, so an agent that only states one does not
 * count beside an agent for which that address is proven.
 */
export const sameOperator = rule(
  ["PD3 §2", "Constitution 1.5"],
  (one: Agent, other: Agent): boolean =>
    one.operatorId === other.operatorId && one.identity.status === other.identity.status,
)

/** Some acts belong to the Registrar's office. */
export const registrarOnly = rule(["Constitution 2.1"], (actor: Actor): Refusal | null =>
  actor.role === "registrar" ? null : refusal("registrar_only", {}),
)
