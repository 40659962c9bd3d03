/** A draft of one atomic operation: the rows as they were read, and the rows that its works write. */
import { byteLength, sha256Hex } from "../../core/kernel/Hash.ts"
import type { Json } from "../../core/kernel/Json.ts"
import type { Event, Put, Ref, Task } from "../../core/store/ChangeSet.ts"
import { type Found, keyEntry, type Transaction } from "../../core/store/Commit.ts"
import type { Receipt } from "../../core/store/Store.ts"
import { at, type EntryOfRecord, type Families, type Family, type Key, recordAt, textOfKey } from "./Rows.ts"
import { type Mutation, mutationsOf, piecesOf, type Row } from "./Values.ts"

/** Whether one of these entries has the same words under the same key. */
const hasWords = (entries: ReadonlyArray<EntryOfRecord>, { index, key, words }: EntryOfRecord): boolean =>
  entries.some((one) => one.index === index && one.key === key && one.words === words)

export class Draft implements Found, Transaction {
  /** The rows that the works look at, as they were read or as a work left them. */
  readonly #rows: Map<string, Pick<Row, "key" | "value" | "pieces">>
  readonly #written = new Set<string>()

  constructor(rows: ReadonlyArray<Row>) {
    this.#rows = new Map(rows.map((row) => [textOfKey(row.key), row]))
  }

  get mutations(): ReadonlyArray<Mutation> {
    return [...this.#rows].flatMap(([name, row]) => (this.#written.has(name) ? mutationsOf(row) : []))
  }

  get<F extends Family>(key: Key<F>): Families[F] | null {
    return (this.#rows.get(textOfKey(key))?.value ?? null) as Families[F] | null
  }

  /** Sets what a row holds, or deletes the row (null). `pieces`: how many it has in the database, if it was not read. */
  set<F extends Family>(key: Key<F>, value: Families[F] | null, pieces = 0): void {
    const name = textOfKey(key)
    this.#rows.set(name, { key, value, pieces: this.#rows.get(name)?.pieces ?? pieces })
    this.#written.add(name)
  }

  #count(key: Key<"places" | "series" | "tally">, add: number): number {
    const sum = (this.get(key) ?? 0) + add
    this.set(key, sum)
    return sum
  }

  receipt = (id: string) => this.get(at("receipt", id))
  version = (ref: Ref) => this.get(recordAt(ref))?.version ?? 0
  holder = (claim: string) => this.get(at("claim", claim))
  token = (task: string) => this.get(at("task", task))?.lease?.token ?? null
  draw = (series: string) => this.#count(at("series", series), 1)
  claim = (claim: string, holder: string) => this.set(at("claim", claim), holder)
  add = (tally: string, add: number) => void this.#count(at("tally", tally), add)
  dropTask = (id: string) => this.setTask(id, null)
  putTask = ({ id, kind, dueAt, body }: Task) => this.setTask(id, { kind, dueAt, body, lease: null })
  putReceipt = (id: string, receipt: Receipt) => this.setReceipt(id, receipt)
  #place = () => this.#count(at("places"), 1)

  // Every put writes all entries of the record, also unchanged ones, so that equal stamps show a reader that entry and record fit.
  put({ ref, expected, body, index: asked }: Put, number: number | null): void {
    const before = this.get(recordAt(ref))
    const old = before?.index ?? []
    const keyed = asked.map((entry) => keyEntry(entry, old, this.#place))
    const index = keyed.map(({ words, ...entry }) =>
      words === undefined ? entry : { ...entry, words: sha256Hex(words), wordsBytes: byteLength(words) },
    )
    for (const entry of old) {
      this.set(at("entry", entry.index, entry.key), null)
      if (entry.words !== undefined && !hasWords(index, entry))
        this.set(at("words", entry.index, entry.key), null, piecesOf(entry.wordsBytes ?? 0))
    }
    for (const [i, entry] of index.entries()) {
      this.set(at("entry", entry.index, entry.key), [ref.kind, ref.id])
      const words = keyed[i]?.words
      if (words !== undefined && !hasWords(old, entry)) this.set(at("words", entry.index, entry.key), words)
    }
    this.set(recordAt(ref), { version: expected + 1, number: before?.number ?? number, body, index })
  }

  release(claim: string, holder: string): void {
    if (this.holder(claim) === holder) this.set(at("claim", claim), null)
  }

  append({ id, at: instant, type, subject, rules }: Event, data: Json): void {
    const place = this.#place()
    this.set(at("event", place), { id, at: instant, type, subject, rules, data })
    this.set(at("subject", subject, place), "")
  }

  dropText(sha256: string): void {
    this.set(at("text", sha256), null)
  }

  keepText(sha256: string, text: string): void {
    if (this.get(at("text", sha256)) === null) this.set(at("text", sha256), text)
  }

  setTask(id: string, task: Families["task"] | null): void {
    const before = this.get(at("task", id))
    if (before !== null) this.set(at("due", before.dueAt, id), null)
    this.set(at("task", id), task)
    if (task !== null)
      this.set(at("due", task.dueAt, id), { kind: task.kind, until: task.lease?.until ?? null })
  }

  setReceipt(id: string, receipt: Receipt | null): void {
    const before = this.receipt(id)
    if (before !== null) this.set(at("expiring", before.expiresAt, id), null)
    this.set(at("receipt", id), receipt)
    if (receipt !== null) this.set(at("expiring", receipt.expiresAt, id), "")
  }
}
