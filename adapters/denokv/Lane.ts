/**
 * What one opener writes, one operation after the other. Works that wait go together. Every operation writes the row of the turn, and
 * checks that nobody has written it since it was read. So everything that it found is still so, and the places that it draws stand in
 * the order of the operations. Of several processes that write at once, all but one try again. In a file they would do so in any
 * case, because SQLite lets one write at a time; where the database is hosted, this is the price of an order that readers can follow.
 */
import { randomUUID } from "node:crypto"
import { byteLength } from "../../core/Text.ts"
import { Draft, type Held } from "../keyvalue/Draft.ts"
import { TooLarge } from "../keyvalue/KeyValueStore.ts"
import { type Key, keys, named } from "../keyvalue/Rows.ts"
import { isLocked, type Kv, most } from "./Kv.ts"
import { keyBytes, Operation } from "./Operation.ts"
import { rowsOf } from "./Values.ts"

/** Works that go together at most. */
const together = 64
/** For so long a work is tried again, in milliseconds: it is answered within ten seconds. */
const triesFor = 8_000
/** The longest pause between two attempts, in milliseconds. */
const pauseMax = 10

const turnKey = keys.own("turn")

interface Work {
  readonly looksAt: ReadonlyArray<Key>
  /** Drafts what is to be written. Gives what answers the work, once that is written. */
  readonly run: (draft: Draft) => () => void
  readonly fail: (error: unknown) => void
}

export class Lane {
  readonly #kv: Kv
  readonly #writer = keys.own("writer", randomUUID())
  readonly #waiting: Array<Work> = []
  #serial = 0
  #running: Promise<void> | null = null

  constructor(kv: Kv) {
    this.#kv = kv
  }

  /** Runs a work in its turn, as `Database` promises. */
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

  /** Ends when nothing waits: the database may be closed then. */
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
        // Only the first had all the room that there is.
        const failed = error instanceof TooLarge ? 1 : works.length
        for (const { fail } of works.slice(0, failed)) fail(error)
        this.#waiting.unshift(...works.slice(failed))
      }
    }
    this.#running = null
  }

  /** Writes these works, or the first so many of them, as one operation. Gives their answers. */
  async #written(works: ReadonlyArray<Work>): Promise<ReadonlyArray<() => void>> {
    const all = new Map(works.flatMap(({ looksAt }) => looksAt).map((key) => [named(key), key]))
    const until = Date.now() + triesFor
    for (let lost = 1; ; lost++) {
      const [turn, rows] = await this.#read([...all.values()])
      const operation = new Operation()
      const answers: Array<() => void> = []
      for (const { run } of works) {
        const draft = new Draft(rows)
        const answer = run(draft)
        if (!operation.add(draft.written)) break
        for (const [name, row] of draft.written) rows.set(name, row)
        answers.push(answer)
      }
      if (answers.length === 0) throw new TooLarge("more is to be written than one operation takes")
      if (await this.#isSent(operation, turn)) return answers
      if (Date.now() > until) throw new Error(`others were faster ${lost} times`)
      // By chance, so that those who lost to each other don't meet again.
      await new Promise((resume) => setTimeout(resume, Math.random() * Math.min(lost, pauseMax)))
    }
  }

  /** The turn, and rows that were so then unless it has passed: it is read with the first of them, and before the others. */
  async #read(all: ReadonlyArray<Key>) {
    const first = await rowsOf(this.#kv, [turnKey, ...all.slice(0, most.keysRead - 1)])
    const rest = await rowsOf(this.#kv, all.slice(most.keysRead - 1))
    const rows = new Map(
      [...first, ...rest].map(({ key, text }): [string, Held] => [
        named(key),
        { text, storedBytes: byteLength(text ?? "") },
      ]),
    )
    return [first[0]?.stamp ?? null, rows] as const
  }

  /**
   * Whether an operation was written in its turn. A client that lost an answer on its way sends it again, and is told then that its turn
   * has passed: because of itself. So every operation leaves a serial number, which tells.
   */
  async #isSent(operation: Operation, turn: string | null): Promise<boolean> {
    const rowNow = async (key: Key) => (await rowsOf(this.#kv, [key]))[0]
    // What was found is an answer if it was so at one time.
    if (operation.isEmpty) return ((await rowNow(turnKey))?.stamp ?? null) === turn
    const serial = `${++this.#serial}`
    const atomic = operation.into(this.#kv.atomic().check({ key: turnKey, versionstamp: turn }))
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
