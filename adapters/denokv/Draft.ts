/** What is looked up and written in one turn, before it is sent: rows as they were read, and what takes their place. */
import type { ChangeSet, Event, Put, Task } from "../../core/ChangeSet.ts"
import { sha256Hex } from "../../core/Hash.ts"
import type { Json } from "../../core/Json.ts"
import { type Found, type KeptEntry, keyed, needsOf, type Transaction } from "../../core/store/Commit.ts"
import type { Receipt, Ref } from "../../core/store/Store.ts"
import type { Instant } from "../../core/Time.ts"
import { keep } from "../store/Text.ts"
import type { Key } from "./Kv.ts"
import { families, keys, named, parsed, type Row, valuesOf } from "./Rows.ts"

/** A record as its row has it. Of an entry's words it has the hash, and in how many pieces they are kept. */
export interface RecordRow {
  readonly version: number
  readonly number: number | null
  readonly body: Json
  readonly index: ReadonlyArray<KeptEntry & { readonly pieces?: number }>
}

export interface TaskRow {
  readonly kind: string
  readonly dueAt: Instant
  readonly body: Json
  readonly lease: { readonly token: string; readonly until: Instant } | null
}

/** The rows that the commit of a set looks at. */
export const lookedAt = (set: ChangeSet): ReadonlyArray<Key> => {
  const { receipts, records, claims, tasks, series, texts, tallies } = needsOf(set)
  return [
    ...receipts.map(keys.receipt),
    ...records.map(keys.record),
    ...claims.map(keys.claim),
    ...tasks.map(keys.task),
    ...series.map(keys.series),
    ...texts.map(keys.text),
    ...tallies.map(keys.tally),
    keys.places,
  ]
}

/** What a row is to hold. */
export interface Written {
  readonly key: Key
  /** Null where the row goes. */
  readonly text: string | null
  /** In how many pieces an earlier text is there. */
  readonly pieces: number
}

export class Draft implements Found, Transaction {
  readonly #before: ReadonlyMap<string, Pick<Row, "text" | "pieces">>
  readonly written = new Map<string, Written>()

  /** Over the rows as they were read, or as earlier drafts wrote them. */
  constructor(before: ReadonlyMap<string, Pick<Row, "text" | "pieces">>) {
    this.#before = before
  }

  #row(key: Key) {
    return this.written.get(named(key)) ?? this.#before.get(named(key))
  }

  get<A>(key: Key): A | null {
    return parsed<A>(this.#row(key))
  }

  /** Sets the text of a row, or drops the row (null). */
  #set(key: Key, text: string | null, pieces = 0): void {
    this.written.set(named(key), { key, text, pieces: Math.max(pieces, this.#row(key)?.pieces ?? 0) })
  }

  #setJson(key: Key, value: Json): void {
    this.#set(key, JSON.stringify(value))
  }

  #count(key: Key, add: number): number {
    const sum = (this.get<number>(key) ?? 0) + add
    this.#setJson(key, sum)
    return sum
  }

  receipt(id: string): Receipt | null {
    return this.get(keys.receipt(id))
  }

  version(ref: Ref): number {
    return this.get<RecordRow>(keys.record(ref))?.version ?? 0
  }

  holder(claim: string): string | null {
    return this.get(keys.claim(claim))
  }

  token(task: string): string | null {
    return this.get<TaskRow>(keys.task(task))?.lease?.token ?? null
  }

  draw(series: string): number {
    return this.#count(keys.series(series), 1)
  }

  // All entries are written with their record, so that a reader sees by their stamps whether both are of one time.
  put({ ref, expected, body, index }: Put, number: number | null): void {
    const before = this.get<RecordRow>(keys.record(ref))
    const old = before?.index ?? []
    for (const entry of old) {
      this.#set(keys.entry(entry), null)
      if (entry.words !== undefined) this.#set(keys.words(entry), null, entry.pieces)
    }
    const next = index.map((entry) => {
      const { words, ...kept } = keyed(entry, old, () => this.#count(keys.places, 1))
      this.#setJson(keys.entry(kept), [ref.kind, ref.id])
      return words === undefined ? kept : { ...kept, ...this.#putWords(kept, words, old) }
    })
    const row = { version: expected + 1, number: before?.number ?? number, body, index: next }
    this.#set(keys.record(ref), JSON.stringify(row))
  }

  /** Keeps the words of an entry; those that it has already stay as they are. */
  #putWords(entry: KeptEntry, words: string, old: RecordRow["index"]) {
    const [hash, key] = [sha256Hex(words), keys.words(entry)]
    const stay = old.some((one) => one.index === entry.index && one.key === entry.key && one.words === hash)
    if (stay) this.written.delete(named(key))
    else this.#set(key, words)
    return { words: hash, pieces: valuesOf(words).length }
  }

  release(claim: string, holder: string): void {
    if (this.holder(claim) === holder) this.#set(keys.claim(claim), null)
  }

  claim(claim: string, holder: string): void {
    this.#setJson(keys.claim(claim), holder)
  }

  dropTask(id: string): void {
    const task = this.get<TaskRow>(keys.task(id))
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
    this.#setJson(keys.due(task.dueAt, id), { kind: task.kind, until: task.lease?.until ?? null })
  }

  /** Leases a task that is still due and free; null where it isn't. */
  lease(id: string, token: string, now: Instant, until: Instant): TaskRow | null {
    const task = this.get<TaskRow>(keys.task(id))
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

  /** Drops a receipt that has expired by now. */
  dropReceipt(id: string, now: Instant): void {
    const receipt = this.receipt(id)
    if (receipt === null || receipt.expiresAt > now) return
    this.#set(keys.receipt(id), null)
    this.#set(keys.expiring(receipt.expiresAt, id), null)
  }
}
