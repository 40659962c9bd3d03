/** Leases of due tasks. */
import { randomUUID } from "node:crypto"
import type { Driver, Leased } from "../../core/store/Store.ts"
import type { Instant } from "../../core/Time.ts"
import { given } from "../store/Text.ts"
import { type Kv, listedAtOnce } from "./Kv.ts"
import type { Lane } from "./Lane.ts"
import { families, keys, listed, parsed } from "./Rows.ts"

type Query = Parameters<Driver["lease"]>[0]

/** The first tasks that are due and free. */
const free = async (kv: Kv, { kinds, now }: Query, limit: number): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  for await (const entry of kv.list({ prefix: families.due }, { batchSize: listedAtOnce.small })) {
    const [dueAt, id] = entry.key.slice(families.due.length)
    if (typeof dueAt !== "number" || typeof id !== "string" || dueAt > now) break
    const due = parsed<{ readonly kind: string; readonly until: Instant | null }>(await listed(kv, entry))
    if (due === null || (kinds !== null && !kinds.includes(due.kind))) continue
    if (due.until !== null && due.until > now) continue
    if (found.push(given(id)) === limit) break
  }
  return found
}

/** Looks for tasks, and leases those that are still free in its turn; looks again where others were faster. */
export const lease = async (kv: Kv, lane: Lane, query: Query): Promise<ReadonlyArray<Leased>> => {
  const { worker, now, until, limit } = query
  const leased: Array<Leased> = []
  while (leased.length < limit) {
    const found = await free(kv, query, limit - leased.length)
    if (found.length === 0) break
    const taken = await Promise.all(
      found.map((id) =>
        lane.submit([keys.task(id)], (draft): Leased | null => {
          const token = `${worker}/${randomUUID()}`
          const task = draft.lease(id, token, now, until)
          return task === null ? null : { id, kind: task.kind, dueAt: task.dueAt, body: task.body, token }
        }),
      ),
    )
    leased.push(...taken.filter((one) => one !== null))
  }
  return leased
}
