/** A store on a key-value database: everything except the database itself, which each adapter supplies. */

import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import type { Instant } from "../../core/kernel/Time.ts"
import type { ChangeSet } from "../../core/store/ChangeSet.ts"
import { commit, unexpired } from "../../core/store/Commit.ts"
import {
  type CommitResult,
  type Driver,
  type Leased,
  type Receipt,
  StoreUnavailable,
} from "../../core/store/Store.ts"
import { StoreRefused } from "../store/StoreRefused.ts"
import { given } from "../store/Text.ts"
import type { Database, Row } from "./Database.ts"
import * as Reads from "./Reads.ts"
import { type DueRow, families, type Key, keys, lookedAt, parsed, rowOf } from "./Rows.ts"

/** A work writes more than one operation of the database can hold. The limits of the court keep every act below that. */
export class TooLarge extends Error {
  override readonly name = "TooLarge"
}

/** The version of the rows' form. It changes with every change of that form. */
const form = 1

/** Why rows of a form can't be used, if they can't; null is the form of a new database. */
export const objectionTo = (found: number | null): ReadonlyArray<string> =>
  found === null || found === form ? [] : [`its rows are of form ${found}, and this version knows ${form}`]

/** Refuses a database whose rows have another form. A new database is given this one. */
export const establish = async (db: Database, store: string): Promise<void> => {
  const reasons = objectionTo(await db.submit([keys.form], (draft) => draft.ensure(keys.form, form)))
  if (reasons.length > 0) throw new StoreRefused({ store, reasons })
}

/** After each so many new receipts, expired ones are dropped. */
const dropEach = 50

/** The driver of the store. Its database must be durable, and many processes may share it. */
export const driver = (db: Database): Driver => {
  const doing = <A>(operation: string, run: () => Promise<A>): Effect.Effect<A, StoreUnavailable> =>
    Effect.tryPromise({ try: run, catch: (cause) => new StoreUnavailable({ operation, cause }) }).pipe(
      Effect.catchIf(
        ({ cause }) => cause instanceof TooLarge,
        ({ cause }) => Effect.die(cause),
      ),
    )
  let receipts = 0
  const committed = async (set: ChangeSet): Promise<CommitResult> => {
    const result = await db.submit(lookedAt(set), (draft) => commit(set, draft, draft))
    // If this fails, the receipts are dropped another time.
    if (set.receipt !== null && ++receipts % dropEach === 0)
      await dropReceipts(db, set.at).catch(() => undefined)
    return result
  }
  return {
    supports: { durable: true, shared: true },
    read: (refs) => doing("read", () => Reads.read(db, refs)),
    list: (query) => doing("list", () => Reads.list(db, query)),
    search: (query) => doing("search", () => Reads.search(db, query)),
    holder: (claim) => doing("holder", async () => parsed<string>(await rowOf(db, keys.claim(claim)))),
    tallies: (names) => doing("tallies", () => Reads.tallies(db, names)),
    blob: (sha256) => doing("blob", () => Reads.blob(db, sha256)),
    receipt: (id, now) =>
      doing("receipt", async () => unexpired(parsed<Receipt>(await rowOf(db, keys.receipt(id))), now)),
    journal: (query) => doing("journal", () => Reads.journal(db, query)),
    lease: (query) => doing("lease", () => lease(db, query)),
    commit: (changes) => doing("commit", () => committed(changes)),
  }
}

/** The number of rows that are read at a time, and of receipts that are dropped at a time. */
const atOnce = 100

/** The rows of a family whose keys begin with an instant, up to `now`: the earliest first, with the id in each key. */
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

/** The ids of the first tasks that are due and free, without those that were just leased. */
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

/** Finds due tasks and leases those that are still free. It looks again for those that another worker leased first. */
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

/** Drops receipts that have expired, up to 100 at a time and the oldest first. */
export const dropReceipts = async (db: Database, now: Instant): Promise<void> => {
  const dropping: Array<Promise<void>> = []
  for await (const [id] of upTo(db, families.expiring, now)) {
    dropping.push(db.submit([keys.receipt(id)], (draft) => draft.dropReceipt(id, now)))
    if (dropping.length === atOnce) break
  }
  await Promise.all(dropping)
}
