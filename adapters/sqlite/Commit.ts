/** Commits a change set by the statements of a connection: looks up what its preconditions need, and writes each part of it. */

import type { Json } from "../../core/kernel/Json.ts"
import type { Instant } from "../../core/kernel/Time.ts"
import type { ChangeSet, Event, Put, Ref, Task } from "../../core/store/ChangeSet.ts"
import * as Commit from "../../core/store/Commit.ts"
import { type Found, recordKey } from "../../core/store/Commit.ts"
import type { CommitResult, Receipt } from "../../core/store/Store.ts"
import { keep, restoreText } from "../store/Text.ts"
import * as Entries from "./Entries.ts"
import type { Statements, VersionRow } from "./Statements.ts"

/** The receipt under a command id, whether or not it has expired; null if the store has no receipt. */
const receiptOf = (db: Statements, id: string): Receipt | null => {
  const row = db.receipt.get(keep(id))
  if (row === undefined) return null
  return {
    fingerprint: restoreText(row.fingerprint),
    reply: JSON.parse(row.reply),
    numbers: JSON.parse(row.numbers),
    expiresAt: row.expires_at,
  }
}

/** Who holds a name; null if it is free. */
export const holderOf = (db: Statements, claim: string): string | null => {
  const row = db.holder.get(keep(claim))
  return row === undefined ? null : restoreText(row.holder)
}

/** After each so many new receipts, up to twice as many expired ones are deleted. */
const dropEach = 16

/** An open transaction of a connection. It keeps the row of each version that it looked up, so that a put needs no second look-up. */
class Open implements Found, Commit.Transaction {
  readonly #db: Statements
  readonly #current = new Map<string, VersionRow>()

  constructor(db: Statements) {
    this.#db = db
  }

  receipt(id: string): Receipt | null {
    return receiptOf(this.#db, id)
  }

  version(ref: Ref): number {
    const row = this.#db.version.get(keep(ref.kind), keep(ref.id))
    if (row === undefined) return 0
    this.#current.set(recordKey(ref), row)
    return row.version
  }

  holder(claim: string): string | null {
    return holderOf(this.#db, claim)
  }

  token(task: string): string | null {
    const token = this.#db.token.get(keep(task))?.token ?? null
    return token === null ? null : restoreText(token)
  }

  draw(series: string): number {
    const row = this.#db.draw.get(keep(series))
    if (row === undefined) throw new Error("a series gave no number")
    return row.last
  }

  put({ ref, expected, body, index }: Put, number: number | null): void {
    const db = this.#db
    const version = expected + 1
    const text = JSON.stringify(body)
    const before = this.#current.get(recordKey(ref))
    if (before !== undefined) {
      db.updateRecord.run(version, text, Entries.replace(db, index, before), before.place)
      return
    }
    const [kind, id] = [keep(ref.kind), keep(ref.id)]
    Entries.putNew(
      db,
      index,
      (entries) => db.insertRecord.run(kind, id, version, number, text, entries).lastInsertRowid,
    )
  }

  release(claim: string, holder: string): void {
    this.#db.release.run(keep(claim), keep(holder))
  }

  claim(claim: string, holder: string): void {
    this.#db.take.run(keep(claim), keep(holder))
  }

  dropTask(id: string): void {
    this.#db.dropTask.run(keep(id))
  }

  putTask({ id, kind, dueAt, body }: Task): void {
    this.#db.putTask.run(keep(id), keep(kind), dueAt, JSON.stringify(body))
  }

  append({ id, at, type, subject, rules }: Event, data: Json): void {
    this.#db.append.run(keep(id), at, keep(type), keep(subject), JSON.stringify(rules), JSON.stringify(data))
  }

  dropText(sha256: string): void {
    this.#db.dropBlob.run(keep(sha256))
  }

  keepText(sha256: string, text: string): void {
    this.#db.putBlob.run(keep(sha256), keep(text))
  }

  add(tally: string, add: number): void {
    this.#db.add.run(keep(tally), add)
  }

  putReceipt(id: string, { fingerprint, reply, numbers, expiresAt }: Receipt, now: Instant): void {
    const [answered, numbered] = [JSON.stringify(reply), JSON.stringify(numbers)]
    const { lastInsertRowid } = this.#db.putReceipt.run(
      keep(id),
      keep(fingerprint),
      answered,
      numbered,
      expiresAt,
    )
    // Receipts are stored in the order in which they were given. Looking for old ones costs as much as two writes, so it is done rarely.
    if (Number(lastInsertRowid) % dropEach === 0) this.#db.dropReceipts.run(2 * dropEach, now)
  }
}

/** Commits one change set inside an open transaction. It needs no savepoint, because a set that ends in a conflict has written nothing. */
export const commit = (db: Statements, set: ChangeSet): CommitResult => {
  const open = new Open(db)
  return Commit.commit(set, open, open)
}
