/**
 * Which assertions were used. The receipt of a use is kept in the store until the assertion has expired, so that one assertion serves once
 * at all processes of a court, also if it comes to two of them at one instant.
 */
import { hash } from "node:crypto"
import { Effect } from "effect"
import { Host } from "../../core/kernel/Host.ts"
import { empty } from "../../core/store/ChangeSet.ts"
import { Store } from "../../core/store/Store.ts"

/** Whether an assertion of this name is used for the first time. It is remembered for `ms` milliseconds. */
export const isFirstUse = Effect.fnUntraced(function* (name: string, ms: number) {
  const at = yield* (yield* Host).now
  const id = `assertion/${hash("sha256", name)}`
  const receipt = { id, fingerprint: id, reply: {}, expiresAt: at + Math.ceil(ms) }
  const { _tag } = yield* (yield* Store).commit({ ...empty(at), receipt })
  return _tag === "Committed"
})
