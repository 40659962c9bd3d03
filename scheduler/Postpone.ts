import { Effect, Either } from "effect"
import { task } from "../core/Change.ts"
import { command } from "../core/Command.ts"
import type { Json } from "../core/Json.ts"
import type { Leased } from "../core/store/Store.ts"
import type { Instant } from "../core/Time.ts"

const second = 1_000
/** Waits after the first, second … failure of a task; the last one repeats. */
export const waits: ReadonlyArray<number> = [5, 30, 120, 600, 3_600, 6 * 3_600].map((count) => count * second)

const members = (body: Json): { readonly [key: string]: Json } =>
  typeof body === "object" && body !== null && !Array.isArray(body)
    ? (body as { readonly [key: string]: Json })
    : {}

/** How often this task has failed so far. */
export const failures = (body: Json): number => {
  const count = members(body).failures
  return typeof count === "number" ? count : 0
}

/** Puts a task that failed again for later: nothing is lost, and nothing is tried in a tight loop. */
export const postpone = command({
  name: "postpone",
  sections: [],
  gather: (_task: Leased) => Effect.void,
  decide: (_facts, { id, kind, body }, { now }) => {
    const count = failures(body)
    const wait = waits[Math.min(count, waits.length - 1)] ?? 0
    return Either.right({
      changes: [task(id, kind, now + wait, { ...members(body), failures: count + 1 })],
      reply: { dueAt: now + wait },
    })
  },
})

/** Puts a task for an instant at which what keeps it now will be over; that counts as no failure. */
export const defer = command({
  name: "defer",
  sections: [],
  gather: (_input: { readonly task: Leased; readonly dueAt: Instant }) => Effect.void,
  decide: (_facts, { task: { id, kind, body }, dueAt }) =>
    Either.right({ changes: [task(id, kind, dueAt, body)], reply: null }),
})

/** Completes a task whose work needs no other record: what it was about is gone, or was done already. */
export const settle = command({
  name: "settle",
  sections: [],
  gather: (_task: Leased) => Effect.void,
  decide: () => Either.right({ changes: [], reply: null }),
})
