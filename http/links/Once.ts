/** Acts that happen once, in all processes of a court: the store keeps a receipt of each, and refuses a second of the same name. */
import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import { Host } from "../../core/kernel/Host.ts"
import { days } from "../../core/kernel/Time.ts"
import { empty } from "../../core/store/ChangeSet.ts"
import { Store } from "../../core/store/Store.ts"

/** A receipt is kept for longer than any token serves, even if a sandbox moves its clock. */
const keptDays = 30

/** True the first time that an act of this name happens; false for 30 days after, in every process of the court. */
export const take = Effect.fnUntraced(function* (id: string) {
  const [driver, now] = [yield* Store, yield* (yield* Host).now]
  const receipt = { id, fingerprint: randomUUID(), reply: null, expiresAt: now + days(keptDays) }
  const { _tag } = yield* driver.commit({ ...empty(now), receipt })
  return _tag === "Committed"
})
