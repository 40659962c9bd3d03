/** Which store a request reads from, and what its answer says of it: `Court-Read-Position`, where the store has replicas. */
import { Effect } from "effect"
import { Reads } from "../../adapters/store/Reads.ts"
import { Store } from "../../core/store/Store.ts"
import type { Reply } from "./Answer.ts"
import type { Endpoint } from "./Endpoint.ts"
import type { AnyRequest } from "./Handler.ts"

const field = "court-read-position"

/**
 * Handles a request. What anybody may read comes from a replica, unless the caller sends a position that no replica has reached; acts,
 * and reads in somebody's name, go to the store itself.
 */
export const handled = (endpoint: Endpoint, request: AnyRequest): ReturnType<Endpoint["handle"]> =>
  Effect.flatMap(Reads, (reads) => {
    const work = endpoint.handle(request)
    if (reads === null) return work
    if (endpoint.hasBody || request.caller !== null)
      return Effect.map(work, (reply) => told(reply, reads.position()))
    return Effect.flatMap(Store, (own) => {
      const { driver, position } = reads.from(request.header(field) ?? null, own)
      return Effect.map(Effect.provideService(work, Store, driver), (reply) => told(reply, position()))
    })
  })

const told = <A>(reply: Reply<A>, position: string | null): Reply<A> =>
  position === null ? reply : { ...reply, headers: { [field]: position, ...reply.headers } }
