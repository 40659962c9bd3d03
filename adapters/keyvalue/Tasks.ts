/** What falls due: tasks that are leased, and receipts that are dropped. */
import { randomUUID } from "node:crypto"
import type { Driver, Leased } from "../../core/store/Store.ts"
import type { Instant } from "../../core/Time.ts"
import { given } from "../store/Text.ts"
import { type Database, type DueRow, families, type Key, keys, parsed, type Row } from "./Rows.ts"

/** So many of what falls due are looked at at a time. */
const atOnce = 100

/** The rows of a family that is ordered by instants, up to this one: earliest first, with the ids in their keys. */
async function* upTo(
  db: Database,
  family: Key,
  now: Instant,
): AsyncGenerator<readonly [id: string, row: Row]> {
  for await (const row of db.list(family, atOnce)) {
    const [at, id] = row.key.slice(family.length)
    if (Number(at) > now) return
    yield [given(String(id)), row]
  }
}

type Query = Parameters<Driver["lease"]>[0]

/** The first tasks that are due and free, without those that have just been leased. */
const free = async (db: Database, { kinds, now, limit }: Query, leased: ReadonlyArray<Leased>) => {
  const found: Array<string> = []
  for await (const [id, row] of upTo(db, families.due, now)) {
    const due = parsed<DueRow>(row)
    if (due === null || (kinds !== null && !kinds.includes(due.kind))) continue
    if ((due.until !== null && due.until > now) || leased.some((one) => one.id === id)) continue
    if (found.push(id) === limit - leased.length) break
  }
  return found
}

/** Looks for tasks and leases those that are still free; looks again where others were faster. */
export const lease = async (db: Database, query: Query): Promise<ReadonlyArray<Leased>> => {
  const leased: Array<Leased> = []
  while (leased.length < query.limit) {
    const found = await free(db, query, leased)
    if (found.length === 0) break
    const leasing = found.map((id) =>
      db.submit([keys.task(id)], (draft): Leased | null => {
        const token = `${query.worker}/${randomUUID()}`
        const task = draft.lease(id, token, query.now, query.until)
        return task === null ? null : { id, kind: task.kind, dueAt: task.dueAt, body: task.body, token }
      }),
    )
    leased.push(...(await Promise.all(leasing)).filter((one) => one !== null))
  }
  return leased
}

/** Drops receipts that have expired by now, oldest first and not all of them at a time. */
export const dropReceipts = async (db: Database, now: Instant): Promise<void> => {
  const dropping: Array<Promise<void>> = []
  for await (const [id] of upTo(db, families.expiring, now)) {
    dropping.push(db.submit([keys.receipt(id)], (draft) => draft.dropReceipt(id, now)))
    if (dropping.length === atOnce) break
  }
  await Promise.all(dropping)
}
