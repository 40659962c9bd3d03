/**
 * The writes of one process, one atomic operation after another. Works that wait share an operation. Every operation writes the row of
 * the turn, and checks that no other process has written it since it was read. So all rows that were read are still the same, and places
 * rise in the order of the operations. Of several processes that write at once, all but one try again. On a file they would have to
 * anyway, since SQLite has one writer at a time; on the hosted service this is the price of an order that readers can follow.
 */
import { randomUUID } from "node:crypto"
import { byteLength } from "../../core/kernel/Hash.ts"
import { Draft, type Held } from "../keyvalue/Draft.ts"
import { TooLarge } from "../keyvalue/KeyValueStore.ts"
import { at, type Key, textOfKey } from "../keyvalue/Rows.ts"
import { type Kv, most } from "./Kv.ts"
import { addMutations, fits, keyBytes, type Mutation, mutationsOf, rowsOf } from "./Values.ts"

/** The largest number of works in an operation. */
const together = 64
/** How long an operation is tried again, in milliseconds, so that an act is answered within ten seconds. */
const triesFor = 8_000
/** The longest pause between two attempts, in milliseconds. */
const pauseMax = 10

const turnKey = at("own", "turn")
/** The room of an operation that the turn, its check and the writer's row take. */
const reserved = { mutations: 2, inKeys: 512, inValues: 512 }

/** Whether another process had the writer's lock of the file. Then nothing was written. */
const isLocked = (error: unknown): boolean =>
  error instanceof Error && error.message.includes("database is locked")

interface Work {
  readonly looksAt: ReadonlyArray<Key>
  /** Drafts what is to be written. Returns the function that answers the work after it was written. */
  readonly run: (draft: Draft) => () => void
  readonly fail: (error: unknown) => void
}

export class Lane {
  readonly #kv: Kv
  readonly #writer = at("own", "writer", randomUUID())
  readonly #waiting: Array<Work> = []
  #serial = 0
  #running: Promise<void> | null = null

  constructor(kv: Kv) {
    this.#kv = kv
  }

  /** Runs a work and writes its draft: `submit` of `Database`. */
  submit<A>(looksAt: ReadonlyArray<Key>, run: (draft: Draft) => A): Promise<A> {
    return new Promise((resolve, fail) => {
      if (!looksAt.every((key) => Number.isFinite(keyBytes(key))))
        return fail(new TooLarge("a key is too long"))
      const drafting = (draft: Draft) => {
        const result = run(draft)
        return () => resolve(result)
      }
      this.#waiting.push({ looksAt, run: drafting, fail })
      this.#running ??= this.#run()
    })
  }

  /** Ends when no work waits any more. Then the database may be closed. */
  async close(): Promise<void> {
    await this.#running
    await this.#kv.atomic().delete(this.#writer).commit()
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const works = this.#waiting.splice(0, together)
      try {
        const answers = await this.#written(works)
        for (const answer of answers) answer()
        this.#waiting.unshift(...works.slice(answers.length))
      } catch (error) {
        // The first work had the operation for itself and was too large; the others are tried again.
        const failed = error instanceof TooLarge ? 1 : works.length
        for (const { fail } of works.slice(0, failed)) fail(error)
        this.#waiting.unshift(...works.slice(failed))
      }
    }
    this.#running = null
  }

  /** Writes these works as one operation, or the first of them if there is no room for all. Returns the answers of those written. */
  async #written(works: ReadonlyArray<Work>): Promise<ReadonlyArray<() => void>> {
    const all = new Map(works.flatMap(({ looksAt }) => looksAt).map((key) => [textOfKey(key), key]))
    const until = Date.now() + triesFor
    for (let lost = 1; ; lost++) {
      const [turn, rows] = await this.#read([...all.values()])
      const operation = new Map<string, ReadonlyArray<Mutation>>()
      const answers: Array<() => void> = []
      let size = reserved
      for (const { run } of works) {
        const draft = new Draft(rows)
        const answer = run(draft)
        const set = new Map([...draft.written].map(([name, row]) => [name, mutationsOf(row)]))
        size = addMutations(size, [...set.values()].flat())
        if (!fits(size)) break
        for (const [name, row] of draft.written) rows.set(name, row)
        for (const [name, mutations] of set) operation.set(name, mutations)
        answers.push(answer)
      }
      if (answers.length === 0) throw new TooLarge("more is to be written than one operation takes")
      if (await this.#isSent([...operation.values()].flat(), turn)) return answers
      if (Date.now() > until) throw new Error(`others were faster ${lost} times`)
      // A random wait, so that two processes that met don't meet again.
      await new Promise((resume) => setTimeout(resume, Math.random() * Math.min(lost, pauseMax)))
    }
  }

  /** Reads the turn with the first rows, and then the others. If the turn is still the same at the commit, no row has changed. */
  async #read(all: ReadonlyArray<Key>) {
    const first = await rowsOf(this.#kv, [turnKey, ...all.slice(0, most.keysRead - 1)])
    const rest = await rowsOf(this.#kv, all.slice(most.keysRead - 1))
    const rows = new Map(
      [...first, ...rest].map(({ key, text }): [string, Held] => [
        textOfKey(key),
        { text, storedBytes: byteLength(text ?? "") },
      ]),
    )
    return [first[0]?.stamp ?? null, rows] as const
  }

  /**
   * Whether an operation was written in its turn. If the answer was lost on its way, the client of Deno KV sends the operation again, and
   * its own first attempt makes the check fail. So every operation writes a serial number, which shows whether it was written.
   */
  async #isSent(mutations: ReadonlyArray<Mutation>, turn: string | null): Promise<boolean> {
    const rowNow = async (key: Key) => (await rowsOf(this.#kv, [key]))[0]
    // An operation that writes nothing holds if all its rows were read in one turn.
    if (mutations.length === 0) return ((await rowNow(turnKey))?.stamp ?? null) === turn
    const serial = `${++this.#serial}`
    const atomic = this.#kv.atomic().check({ key: turnKey, versionstamp: turn })
    for (const [key, value] of mutations) value === null ? atomic.delete(key) : atomic.set(key, value)
    try {
      const { ok } = await atomic
        .set(turnKey, new Uint8Array())
        .set(this.#writer, Buffer.from(serial))
        .commit()
      return ok || (await rowNow(this.#writer))?.text === serial
    } catch (error) {
      if (isLocked(error)) return false
      if ((await rowNow(this.#writer))?.text === serial) return true
      throw error
    }
  }
}
