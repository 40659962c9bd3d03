/** A store on a key-value database: everything except the database itself, which each adapter supplies. */
import { Effect } from "effect"
import type { Instant } from "../../core/kernel/Time.ts"
import type { ChangeSet } from "../../core/store/ChangeSet.ts"
import { commit, ifUnexpired } from "../../core/store/Commit.ts"
import { type Driver, type Leased, type Receipt, StoreUnavailable } from "../../core/store/Store.ts"
import { StoreRefused } from "../store/Kind.ts"
import { given } from "../store/Text.ts"
import { type Database, nameOf, pickRows, type Row, valueAt } from "./Database.ts"
import * as Reads from "./Reads.ts"
import { at, type DueRow, lookedAt, parseRow } from "./Rows.ts"

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
  const reasons = objectionTo(await db.submit([at("form")], (draft) => draft.ensure(at("form"), form)))
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
  const commitSet = async (set: ChangeSet) => {
    const result = await db.submit(lookedAt(set), (draft) => commit(set, draft, draft))
    // If this fails, the receipts are dropped another time.
    if (set.receipt !== null && ++receipts % dropEach === 0)
      await dropReceipts(db, set.at).catch(() => undefined)
    return result
  }
  const textOf = async (sha256: string) => {
    const [row] = await db.rows([at("text", sha256)])
    return row === undefined || row.text === null ? null : given(row.text)
  }
  return {
    supports: { durable: true, shared: true },
    read: (refs) => doing("read", () => Reads.read(db, refs)),
    list: (query) => doing("list", () => Reads.list(db, query)),
    search: (query) => doing("search", () => Reads.search(db, query)),
    holder: (claim) => doing("holder", () => valueAt<string>(db, at("claim", claim))),
    tallies: (names) => doing("tallies", () => Reads.tallies(db, names)),
    blob: (sha256) => doing("blob", () => textOf(sha256)),
    receipt: (id, now) =>
      doing("receipt", async () => ifUnexpired(await valueAt<Receipt>(db, at("receipt", id)), now)),
    journal: (query) => doing("journal", () => Reads.journal(db, query)),
    lease: (query) => doing("lease", () => lease(db, query)),
    commit: (changes) => doing("commit", () => commitSet(changes)),
  }
}

/** The number of rows that are read at a time, and of receipts that are dropped at a time. */
const atOnce = 100

/** The rows of a family whose keys begin with an instant, up to `now`: the earliest first. */
const upTo = (db: Database, family: "due" | "expiring", now: Instant): AsyncIterable<Row> =>
  db.list(at(family), atOnce, { end: at(family, now + 1) })

/** Finds due tasks and leases each that is still free. It looks again for as many as other workers leased first. */
const lease = async (db: Database, query: Parameters<Driver["lease"]>[0]): Promise<ReadonlyArray<Leased>> => {
  const { kinds, now, limit } = query
  const leased: Array<Leased> = []
  const freeId = (row: Row): string | null => {
    const due = parseRow<DueRow>(row)
    if (due === null || (kinds !== null && !kinds.includes(due.kind))) return null
    const isTaken = (due.until !== null && due.until > now) || leased.some(({ id }) => id === nameOf(row))
    return isTaken ? null : nameOf(row)
  }
  while (leased.length < limit) {
    const ids = await pickRows(upTo(db, "due", now), limit - leased.length, freeId)
    if (ids.length === 0) break
    const leasing = ids.map((id) => db.submit([at("task", id)], (draft) => draft.lease(id, query)))
    leased.push(...(await Promise.all(leasing)).filter((one) => one !== null))
  }
  return leased
}

/** Drops receipts that have expired, up to 100 at a time and the oldest first. */
const dropReceipts = async (db: Database, now: Instant): Promise<void> => {
  const ids = await pickRows(upTo(db, "expiring", now), atOnce, nameOf)
  await Promise.all(ids.map((id) => db.submit([at("receipt", id)], (draft) => draft.dropReceipt(id, now))))
}
