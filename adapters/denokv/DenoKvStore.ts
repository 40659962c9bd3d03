/**
 * A store in a Deno KV database: a file, or Deno's hosted service on FoundationDB. Deno decides how durable an acknowledged commit is: a
 * file is a SQLite database with a write-ahead log, and Deno waits for the disk.
 */
import { randomUUID } from "node:crypto"
import { Effect, Layer, type Scope } from "effect"
import type { Instant } from "../../core/kernel/Time.ts"
import type { ChangeSet } from "../../core/store/ChangeSet.ts"
import { commit, ifUnexpired } from "../../core/store/Commit.ts"
import { type Driver, type Leased, Store } from "../../core/store/Store.ts"
import type { OpenError } from "../store/Kind.ts"
import type { Draft } from "./Draft.ts"
import { attempt, type Kv, open, refuseStore } from "./Kv.ts"
import { Lane } from "./Lane.ts"
import * as Reads from "./Reads.ts"
import { at, form, nameIn, objectionTo, rowKeysOf } from "./Rows.ts"
import { pickRows, valueAt } from "./Values.ts"

/** The place of a Deno KV store: a file, or a database that a host serves. */
export interface Options {
  /** The path of a file, or the address of a database (https://…), whose access token is in `DENO_KV_ACCESS_TOKEN`. */
  readonly location: string
}

/** Gives the rows of a new database their form. Returns why the rows of this database can't be used, if they can't. */
const establish = (lane: Lane): Promise<ReadonlyArray<string>> =>
  lane.submit([at("form")], (draft) => {
    const found = draft.get(at("form"))
    if (found === null) draft.set(at("form"), form)
    return objectionTo(found)
  })

/** After each so many new receipts, expired ones are dropped, so many at a time and the oldest first. */
const dropEach = 50
const droppedAtOnce = 100

const dropReceipts = async (lane: Lane, now: Instant): Promise<void> => {
  const expired = { prefix: at("expiring"), end: at("expiring", now + 1), limit: droppedAtOnce }
  const ids = await pickRows(lane.kv, expired, (_, { key }) => nameIn(key))
  const drop = (id: string) => (draft: Draft) => {
    if (ifUnexpired(draft.receipt(id), now) === null) draft.setReceipt(id, null)
  }
  await Promise.all(ids.map((id) => lane.submit([at("receipt", id)], drop(id))))
}

type LeaseQuery = Parameters<Driver["lease"]>[0]

/** Leases a task; null if it is no longer due and free. */
const leaseOne = (draft: Draft, id: string, { worker, now, until }: LeaseQuery): Leased | null => {
  const task = draft.get(at("task", id))
  if (task === null || task.dueAt > now || (task.lease !== null && task.lease.until > now)) return null
  const token = `${worker}/${randomUUID()}`
  draft.setTask(id, { ...task, lease: { token, until } })
  return { id, kind: task.kind, dueAt: task.dueAt, body: task.body, token }
}

/** The number of due tasks that are looked at at a time: many of them may be leased, or of other kinds. */
const dueAtOnce = 100

/** Finds due tasks and leases each that is still free. It looks again for as many as other workers leased first. */
const lease = async (lane: Lane, query: LeaseQuery): Promise<ReadonlyArray<Leased>> => {
  const { kinds, now } = query
  const leased: Array<Leased> = []
  while (leased.length < query.limit) {
    const limit = query.limit - leased.length
    const due = { prefix: at("due"), end: at("due", now + 1), limit, atOnce: dueAtOnce }
    const ids = await pickRows(lane.kv, due, ({ kind, until }, { key }) => {
      const isAsked = kinds === null || kinds.includes(kind)
      const isTaken = (until !== null && until > now) || leased.some(({ id }) => id === nameIn(key))
      return isAsked && !isTaken ? nameIn(key) : null
    })
    if (ids.length === 0) break
    const leasing = ids.map((id) => lane.submit([at("task", id)], (draft) => leaseOne(draft, id, query)))
    leased.push(...(await Promise.all(leasing)).filter((one) => one !== null))
  }
  return leased
}

/** The operations of a store, whose writes all go through one lane. */
const driver = (lane: Lane): Driver => {
  const { kv } = lane
  let receipts = 0
  const commitSet = async (set: ChangeSet) => {
    const result = await lane.submit(rowKeysOf(set), (draft) => commit(set, draft, draft))
    // If this fails, the receipts are dropped another time.
    if (set.receipt !== null && ++receipts % dropEach === 0)
      await dropReceipts(lane, set.at).catch(() => undefined)
    return result
  }
  const receipt = async (id: string, now: Instant) => ifUnexpired(await valueAt(kv, at("receipt", id)), now)
  return {
    supports: { durable: true, shared: true },
    read: (refs) => attempt("read", () => Reads.read(kv, refs)),
    list: (query) => attempt("list", () => Reads.list(kv, query)),
    search: (query) => attempt("search", () => Reads.search(kv, query)),
    holder: (claim) => attempt("holder", () => valueAt(kv, at("claim", claim))),
    tallies: (names) => attempt("tallies", () => Reads.tallies(kv, names)),
    blob: (sha256) => attempt("blob", () => valueAt(kv, at("text", sha256))),
    receipt: (id, now) => attempt("receipt", () => receipt(id, now)),
    journal: (query) => attempt("journal", () => Reads.journal(kv, query)),
    lease: (query) => attempt("lease", () => lease(lane, query)),
    commit: (changes) => attempt("commit", () => commitSet(changes)),
  }
}

/** The store of an open database. When the scope ends, the waiting commits are written and the database is closed. */
export const on = (kv: Kv): Effect.Effect<Driver, OpenError, Scope.Scope> =>
  Effect.gen(function* () {
    const lane = new Lane(kv)
    const close = () => lane.close().finally(() => kv.close())
    yield* Effect.addFinalizer(() => Effect.ignore(attempt("close", close)))
    const reasons = yield* attempt("open", () => establish(lane))
    return reasons.length > 0 ? yield* refuseStore(...reasons) : driver(lane)
  })

/** Opens the store of a database until the scope ends. */
export const make = ({ location }: Options): Effect.Effect<Driver, OpenError, Scope.Scope> =>
  Effect.flatMap(open(location), on)

/** A store on Deno KV, open until the scope ends. Under Node it needs the package `@deno/kv`. */
export const layer = (options: Options): Layer.Layer<Store, OpenError> => Layer.scoped(Store, make(options))
