import type { Actor } from "../Actor.ts"
import { type Refusal, refusal } from "../Refusal.ts"
import { rule } from "../Rule.ts"

/** An agent changes its own record and nobody else's. */
export const own = rule(["Rule 2.6", "PD1 §1"], (actor: Actor, handle: string): Refusal | null => {
  if (actor.role !== "agent") return refusal("agents_only", {})
  return actor.handle === handle ? null : refusal("not_own", {})
})

/** Some acts belong to the Registrar's office. */
export const registrarOnly = rule(["Constitution 2.1"], (actor: Actor): Refusal | null =>
  actor.role === "registrar" ? null : refusal("registrar_only", {}),
)
