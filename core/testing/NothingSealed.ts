/** For tests: the ports of commands that seal nothing. Consequences are those of the law. */
import { Effect, Layer } from "effect"
import * as Consequences from "../Consequences.ts"
import { Notary } from "../kernel/Notary.ts"

export const nothingSealed = Layer.merge(
  Layer.succeed(Notary, { sign: () => Effect.dieMessage("nothing is sealed here") }),
  Consequences.layer,
)
