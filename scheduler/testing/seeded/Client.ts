/**
 * A client of the court. It sends a request to one of the two processes, and if the answer is lost, it sends the request again under the
 * same key until there is an answer.
 */
import { Cause, Effect, Exit, Option } from "effect"
import type { Json } from "../../../core/kernel/Json.ts"
import { bounds } from "../../../core/kernel/Schedule.ts"
import { hours } from "../../../core/kernel/Time.ts"
import type { Asked } from "./Asked.ts"
import type { World } from "./World.ts"

/** How a request ended for its client. `unknown`: the answer was lost, and the request had no key, so it can't be sent again. */
export type Answer =
  | { readonly _tag: "done"; readonly reply: Json }
  | { readonly _tag: "refused"; readonly code: string }
  | { readonly _tag: "unknown" }
  | { readonly _tag: "broken"; readonly what: string }

export interface Sent {
  readonly asked: Asked
  readonly name: string
  readonly key: string
  readonly keyed: boolean
  readonly answer: Answer
  readonly at: number
}

/** The code for a request under a key that another request has used. */
export const mismatch = "mismatch"
/** The code for a request that is signed with a key that has ended. */
export const unauthenticated = "unauthenticated"

type Attempt = Answer | { readonly _tag: "again" }

const attempt = (
  world: World,
  asked: Asked,
  { name, key, keyed }: Pick<Sent, "name" | "key" | "keyed">,
): Effect.Effect<Attempt> => {
  const expiresAt = world.now() + hours(bounds.receiptHours)
  const idempotency = { id: key, fingerprint: asked.fingerprint, expiresAt }
  const process = world.process(world.dice.of(0, 1))
  return Effect.map(process.run(asked.perform(keyed ? { idempotency } : {}), name), (exit): Attempt => {
    if (Exit.isSuccess(exit)) return { _tag: "done", reply: exit.value.reply }
    if (Cause.isInterruptedOnly(exit.cause)) return { _tag: "again" }
    const error = Option.getOrNull(Cause.failureOption(exit.cause))
    if (error?._tag === "StoreUnavailable") return { _tag: "again" }
    if (error?._tag === "Refusal") return { _tag: "refused", code: error.code }
    if (error?._tag === "Unauthenticated") return { _tag: "refused", code: unauthenticated }
    if (error?._tag === "CommandMismatch") return { _tag: "refused", code: mismatch }
    return { _tag: "broken", what: `${asked.name}: ${Cause.pretty(exit.cause)}` }
  })
}

/** After this many lost answers, no more faults happen to the request. */
const lossesMax = 5

export const send = (world: World, asked: Asked, key: string, keyed: boolean): Effect.Effect<Sent> =>
  Effect.gen(function* () {
    const sent = { asked, key, keyed, name: `${key}/${world.dice.hex(8)}`, at: world.now() }
    if (asked.credential !== null) world.asking.set(sent.name, asked.credential)
    for (let tries = 1; ; tries++) {
      const one = Effect.suspend(() => attempt(world, asked, sent))
      const got = yield* tries > lossesMax ? world.calmly(one) : one
      if (got._tag !== "again") return { ...sent, answer: got }
      if (!keyed) return { ...sent, answer: { _tag: "unknown" } }
      world.advance(world.dice.int(hours(2)))
    }
  })
