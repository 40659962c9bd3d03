/** Files that the public reads, beside the operations. They count against the address of the caller as other public reads do. */
import { Effect } from "effect"
import { type Answer, preflight } from "./Answer.ts"
import type { Mounted } from "./App.ts"
import type { Services } from "./Handler.ts"
import type { Incoming } from "./Incoming.ts"
import { type Failure, Faulted } from "./Problem.ts"

const methods = ["GET", "HEAD", "OPTIONS"]

/** Mounts what reads a file. It is asked only for a request that was counted, by a method that reads. */
export const publicRead =
  (read: (incoming: Incoming) => Effect.Effect<Answer, Failure, Services>): Mounted =>
  (incoming, { admission }) =>
    Effect.gen(function* () {
      const counted = { address: incoming.address, bytes: 0 }
      yield* admission.arrive(counted)
      yield* admission.count(null, counted)
      if (incoming.method === "OPTIONS") return preflight(methods)
      if (!methods.includes(incoming.method))
        return yield* new Faulted({ code: "method_not_allowed", headers: { allow: methods.join(", ") } })
      return yield* read(incoming)
    })
