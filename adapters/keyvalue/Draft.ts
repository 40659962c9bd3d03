/** A draft of what one work writes: the rows as they were read, and the rows that replace them. */
import { randomUUID } from "node:crypto"
import { byteLength, sha256Hex } from "../../core/kernel/Hash.ts"
import type { Json } from "../../core/kernel/Json.ts"
import type { Instant } from "../../core/kernel/Time.ts"
import type { Event, Put, Ref, Task } from "../../core/store/ChangeSet.ts"
import { type Found, type KeptEntry, keyEntry, type Transaction } from "../../core/store/Commit.ts"
import type { Driver, Leased, Receipt } from "../../core/store/Store.ts"
import { keep } from "../store/Text.ts"
import { at, type DueRow, type Key, parseRow, type RecordRow, type TaskRow, textOfKey } from "./Rows.ts"

/** The text of a row, and the number of bytes of its text in the database, by which the adapter knows how many pieces it has there. */
export interface Held {
  readonly text: string | null
  readonly storedBytes: number
}

/** The text that a row is to have; null if the row is to be deleted. */
export interface Written extends Held {
  readonly key: Key
}

export class Draft implements Found, Transaction {
  readonly #before: ReadonlyMap<string, Held>
  readonly written = new Map<string, Written>()

  /** `before`: the rows that the work looks at, by the texts of their keys, as they were read or as earlier drafts left them. */
  constructor(before: ReadonlyMap<string, Held>) {
    this.#before = before
  }

  #row(key: Key): Held | undefined {
    return this.written.get(textOfKey(key)) ?? this.#before.get(textOfKey(key))
  }

  #get<A>(key: Key): A | null {
    return parseRow<A>(this.#row(key))
  }

  /** Sets the text of a row, or deletes the row (null). */
  #set(key: Key, text: string | null, storedBytes = 0): void {
    const bytes = Math.max(storedBytes, this.#row(key)?.storedBytes ?? 0)
    this.written.set(textOfKey(key), { key, text, storedBytes: bytes })
  }

  #setJson(key: Key, value: unknown): void {
    this.#set(key, JSON.stringify(value))
  }

  #count(key: Key, add: number): number {
    const sum = (this.#get<number>(key) ?? 0) + add
    this.#setJson(key, sum)
    return sum
  }

  /** The number in a row; a row that doesn't exist is made with `value`. */
  ensure = (key: Key, value: number): number => this.#get<number>(key) ?? this.#count(key, value)

  receipt = (id: string) => this.#get<Receipt>(at("receipt", id))
  version = ({ kind, id }: Ref) => this.#get<RecordRow>(at("record", kind, id))?.version ?? 0
  holder = (claim: string) => this.#get<string>(at("claim", claim))
  token = (task: string) => this.#get<TaskRow>(at("task", task))?.lease?.token ?? null
  draw = (series: string) => this.#count(at("series", series), 1)
  claim = (claim: string, holder: string) => this.#setJson(at("claim", claim), holder)
  add = (tally: string, add: number) => void this.#count(at("tally", tally), add)
  #place = () => this.#count(at("places"), 1)

  // Every put writes all entries of the record, also unchanged ones, so that equal stamps show a reader that entry and record fit.
  put({ ref, expected, body, index }: Put, number: number | null): void {
    const key = at("record", ref.kind, ref.id)
    const before = this.#get<RecordRow>(key)
    const old = before?.index ?? []
    for (const entry of old) {
      this.#set(at("entry", entry.index, entry.key), null)
      if (entry.words !== undefined) this.#set(at("words", entry.index, entry.key), null, entry.wordsBytes)
    }
    const next = index.map((entry) => {
      const { words, ...kept } = keyEntry(entry, old, this.#place)
      this.#setJson(at("entry", kept.index, kept.key), [ref.kind, ref.id])
      return words === undefined ? kept : { ...kept, ...this.#putWords(kept, words, old) }
    })
    this.#setJson(key, { version: expected + 1, number: before?.number ?? number, body, index: next })
  }

  /** Writes the words of an entry, unless the entry has them already. */
  #putWords({ index, key }: KeptEntry, words: string, old: RecordRow["index"]) {
    const [hash, row] = [sha256Hex(words), at("words", index, key)]
    const unchanged = old.some((one) => one.index === index && one.key === key && one.words === hash)
    if (unchanged) this.written.delete(textOfKey(row))
    else this.#set(row, words)
    return { words: hash, wordsBytes: byteLength(words) }
  }

  release(claim: string, holder: string): void {
    if (this.holder(claim) === holder) this.#set(at("claim", claim), null)
  }

  dropTask(id: string): void {
    const task = this.#get<TaskRow>(at("task", id))
    if (task === null) return
    this.#set(at("task", id), null)
    this.#set(at("due", task.dueAt, id), null)
  }

  putTask({ id, kind, dueAt, body }: Task): void {
    this.dropTask(id)
    this.#setTask(id, { kind, dueAt, body, lease: null })
  }

  #setTask(id: string, task: TaskRow): void {
    this.#setJson(at("task", id), task)
    const due: DueRow = { kind: task.kind, until: task.lease?.until ?? null }
    this.#setJson(at("due", task.dueAt, id), due)
  }

  /** Leases a task; null if it is no longer due and free. */
  lease(id: string, { worker, now, until }: Parameters<Driver["lease"]>[0]): Leased | null {
    const task = this.#get<TaskRow>(at("task", id))
    if (task === null || task.dueAt > now || (task.lease !== null && task.lease.until > now)) return null
    const token = `${worker}/${randomUUID()}`
    this.#setTask(id, { ...task, lease: { token, until } })
    return { id, kind: task.kind, dueAt: task.dueAt, body: task.body, token }
  }

  append({ id, at: instant, type, subject, rules }: Event, data: Json): void {
    const place = this.#place()
    this.#setJson(at("event", place), { id, at: instant, type, subject, rules, data })
    this.#set(at("subject", subject, place), "")
  }

  keepText(sha256: string, text: string): void {
    const row = at("text", sha256)
    if ((this.#row(row)?.text ?? null) === null) this.#set(row, keep(text))
  }

  putReceipt(id: string, receipt: Receipt): void {
    this.dropReceipt(id, Number.POSITIVE_INFINITY)
    this.#setJson(at("receipt", id), receipt)
    this.#set(at("expiring", receipt.expiresAt, id), "")
  }

  /** Drops a receipt if it has expired. */
  dropReceipt(id: string, now: Instant): void {
    const receipt = this.receipt(id)
    if (receipt === null || receipt.expiresAt > now) return
    this.#set(at("receipt", id), null)
    this.#set(at("expiring", receipt.expiresAt, id), null)
  }
}
