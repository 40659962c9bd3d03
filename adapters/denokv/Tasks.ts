/** What falls due: tasks that are leased, and receipts that are dropped. */
import { randomUUID } from "node:crypto"
import type { Driver, Leased } from "../../core/store/Store.ts"
import type { Instant } from "../../core/Time.ts"
import { given } from "../store/Text.ts"
import { type Entry, type Key, type Kv, listedAtOnce } from "./Kv.ts"
import type { Lane } from "./Lane.ts"
import { families, keys, listed, parsed } from "./Rows.ts"

/** The entries of a family that is ordered by instants, up to this one: earliest first, with the ids in their keys. */
async function* upTo(kv: Kv, family: Key, now: Instant): AsyncGenerator<readonly [id: string, entry: Entry]> {
  for await (const entry of kv.list({ prefix: family }, { batchSize: listedAtOnce.small })) {
    const [at, id] = entry.key.slice(family.length)
    if (typeof at !== "number" || at > now) return
    yield [given(String(id)), entry]
  }
}

type Query = Parameters<Driver["lease"]>[0]

/** The first tasks that are due and free, without those that have just been leased. */
const free = async (kv: Kv, { kinds, now, limit }: Query, leased: ReadonlyArray<Leased>) => {
  const found: Array<string> = []
  for await (const [id, entry] of upTo(kv, families.due, now)) {
    const due = parsed<{ readonly kind: string; readonly until: Instant | null }>(await listed(kv, entry))
    if (due === null || (kinds !== null && !kinds.includes(due.kind))) continue
    if ((due.until !== null && due.until > now) || leased.some((one) => one.id === id)) continue
    if (found.push(id) === limit - leased.length) break
  }
  return found
}

/** Looks for tasks and leases those that are still free in their turn; looks again where others were faster. */
export const lease = async (kv: Kv, lane: Lane, query: Query): Promise<ReadonlyArray<Leased>> => {
  const leased: Array<Leased> = []
  while (leased.length < query.limit) {
    const found = await free(kv, query, leased)
    if (found.length === 0) break
    const taking = found.map((id) =>
      lane.submit([keys.task(id)], (draft): Leased | null => {
        const token = `${query.worker}/${randomUUID()}`
        const task = draft.lease(id, token, query.now, query.until)
        return task === null ? null : { id, kind: task.kind, dueAt: task.dueAt, body: task.body, token }
      }),
    )
    leased.push(...(await Promise.all(taking)).filter((one) => one !== null))
  }
  return leased
}

/** Receipts that are dropped at a time. */
const droppedAtOnce = 64

/** Drops a few receipts that have expired by now, oldest first. */
export const dropReceipts = async (kv: Kv, lane: Lane, now: Instant): Promise<void> => {
  const dropping: Array<Promise<void>> = []
  for await (const [id] of upTo(kv, families.expiring, now)) {
    dropping.push(lane.submit([keys.receipt(id)], (draft) => draft.dropReceipt(id, now)))
    if (dropping.length === droppedAtOnce) break
  }
  await Promise.all(dropping)
}
