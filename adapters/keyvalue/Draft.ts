/** A draft of what one work writes: the rows as they were read, and the rows that replace them. */

import { byteLength, sha256Hex } from "../../core/kernel/Hash.ts"
import type { Json } from "../../core/kernel/Json.ts"
import type { Instant } from "../../core/kernel/Time.ts"
import type { Event, Put, Task } from "../../core/store/ChangeSet.ts"
import { type Found, type KeptEntry, keyEntry, type Transaction } from "../../core/store/Commit.ts"
import type { Ref } from "../../core/store/Ref.ts"
import type { Receipt } from "../../core/store/Store.ts"
import { keep } from "../store/Text.ts"
import { type DueRow, families, type Key, keys, named, parsed, type RecordRow, type TaskRow } from "./Rows.ts"

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
    return this.written.get(named(key)) ?? this.#before.get(named(key))
  }

  #get<A>(key: Key): A | null {
    return parsed<A>(this.#row(key))
  }

  /** Sets the text of a row, or deletes the row (null). */
  #set(key: Key, text: string | null, storedBytes = 0): void {
    const bytes = Math.max(storedBytes, this.#row(key)?.storedBytes ?? 0)
    this.written.set(named(key), { key, text, storedBytes: bytes })
  }

  #setJson(key: Key, value: Json): void {
    this.#set(key, JSON.stringify(value))
  }

  #count(key: Key, add: number): number {
    const sum = (this.#get<number>(key) ?? 0) + add
    this.#setJson(key, sum)
    return sum
  }

  /** The number in a row; a row that doesn't exist is made with `value`. */
  ensure(key: Key, value: number): number {
    return this.#get<number>(key) ?? this.#count(key, value)
  }

  receipt(id: string): Receipt | null {
    return this.#get(keys.receipt(id))
  }

  version(ref: Ref): number {
    return this.#get<RecordRow>(keys.record(ref))?.version ?? 0
  }

  holder(claim: string): string | null {
    return this.#get(keys.claim(claim))
  }

  token(task: string): string | null {
    return this.#get<TaskRow>(keys.task(task))?.lease?.token ?? null
  }

  draw(series: string): number {
    return this.#count(keys.series(series), 1)
  }

  // Every put writes all entries of the record, also unchanged ones, so that equal stamps show a reader that entry and record fit.
  put({ ref, expected, body, index }: Put, number: number | null): void {
    const before = this.#get<RecordRow>(keys.record(ref))
    const old = before?.index ?? []
    for (const entry of old) {
      this.#set(keys.entry(entry), null)
      if (entry.words !== undefined) this.#set(keys.words(entry), null, entry.wordsBytes)
    }
    const next = index.map((entry) => {
      const { words, ...kept } = keyEntry(entry, old, () => this.#count(keys.places, 1))
      this.#setJson(keys.entry(kept), [ref.kind, ref.id])
      return words === undefined ? kept : { ...kept, ...this.#putWords(kept, words, old) }
    })
    const row = { version: expected + 1, number: before?.number ?? number, body, index: next }
    this.#set(keys.record(ref), JSON.stringify(row))
  }

  /** Writes the words of an entry, unless the entry has them already. */
  #putWords(entry: KeptEntry, words: string, old: RecordRow["index"]) {
    const [hash, key] = [sha256Hex(words), keys.words(entry)]
    const unchanged = old.some(
      (one) => one.index === entry.index && one.key === entry.key && one.words === hash,
    )
    if (unchanged) this.written.delete(named(key))
    else this.#set(key, words)
    return { words: hash, wordsBytes: byteLength(words) }
  }

  release(claim: string, holder: string): void {
    if (this.holder(claim) === holder) this.#set(keys.claim(claim), null)
  }

  claim(claim: string, holder: string): void {
    this.#setJson(keys.claim(claim), holder)
  }

  dropTask(id: string): void {
    const task = this.#get<TaskRow>(keys.task(id))
    if (task === null) return
    this.#set(keys.task(id), null)
    this.#set(keys.due(task.dueAt, id), null)
  }

  putTask({ id, kind, dueAt, body }: Task): void {
    this.dropTask(id)
    this.#setTask(id, { kind, dueAt, body, lease: null })
  }

  #setTask(id: string, task: TaskRow): void {
    this.#set(keys.task(id), JSON.stringify(task))
    const due: DueRow = { kind: task.kind, until: task.lease?.until ?? null }
    this.#set(keys.due(task.dueAt, id), JSON.stringify(due))
  }

  /** Leases a task; null if it is no longer due and free. */
  lease(id: string, token: string, now: Instant, until: Instant): TaskRow | null {
    const task = this.#get<TaskRow>(keys.task(id))
    if (task === null || task.dueAt > now || (task.lease !== null && task.lease.until > now)) return null
    this.#setTask(id, { ...task, lease: { token, until } })
    return task
  }

  append({ id, at, type, subject, rules }: Event, data: Json): void {
    const place = this.#count(keys.places, 1)
    this.#setJson([...families.events, place], { id, at, type, subject, rules, data })
    this.#set([...families.eventsOf(subject), place], "")
  }

  keepText(sha256: string, text: string): void {
    if ((this.#row(keys.text(sha256))?.text ?? null) === null) this.#set(keys.text(sha256), keep(text))
  }

  add(tally: string, add: number): void {
    this.#count(keys.tally(tally), add)
  }

  putReceipt(id: string, receipt: Receipt): void {
    this.dropReceipt(id, Number.POSITIVE_INFINITY)
    this.#set(keys.receipt(id), JSON.stringify(receipt))
    this.#set(keys.expiring(receipt.expiresAt, id), "")
  }

  /** Drops a receipt if it has expired. */
  dropReceipt(id: string, now: Instant): void {
    const receipt = this.receipt(id)
    if (receipt === null || receipt.expiresAt > now) return
    this.#set(keys.receipt(id), null)
    this.#set(keys.expiring(receipt.expiresAt, id), null)
  }
}
