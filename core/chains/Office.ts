import type { Either } from "effect"
import type { Actor } from "../Actor.ts"
import { firstOf, type Refusal, when } from "../Refusal.ts"

/** What a chain shows is reported by the court's own readers, and by nobody else. */
export const networkReader = (actor: Actor): Either.Either<void, Refusal> =>
  firstOf([when(actor.role !== "chain", "registrar_only", {})])
