/**
 * What one opener writes, one operation after the other: works that wait go together. Every operation checks that none was written
 * since it read. So an order of the journal that readers can follow costs nothing more, and a snapshot of any size no check more; of
 * several processes that write at once all but one try again. Where a database is a file they would do so anyway, since SQLite has one
 * writer; where it is hosted this is the price.
 */
import { randomUUID } from "node:crypto"
import { Draft } from "./Draft.ts"
import { isLocked, type Key, type Kv, most } from "./Kv.ts"
import { Operation } from "./Operation.ts"
import { keys, named, type Row, rowsOf } from "./Rows.ts"

/** Works that go together at most. */
const together = 64
/** For so long a work is tried again, in milliseconds: it is answered within ten seconds. */
const triesFor = 8_000
/** The longest pause between two attempts, in milliseconds. */
const pauseMax = 10

/** A work that is larger than an operation: the court's limits let none come so far. */
export class TooLarge extends Error {
  override readonly name = "TooLarge"
}

interface Work {
  readonly looksAt: ReadonlyArray<Key>
  /** Drafts what is to be written. Gives what answers the work, once that is written. */
  readonly run: (draft: Draft) => () => void
  readonly fail: (error: unknown) => void
}

export class Lane {
  readonly #kv: Kv
  readonly #writer = keys.writer(randomUUID())
  readonly #waiting: Array<Work> = []
  #serial = 0
  #running: Promise<void> | null = null

  constructor(kv: Kv) {
    this.#kv = kv
  }

  /** Runs a work on the rows that it looks at, and writes what it drafts. Gives its result; it may be run several times. */
  submit<A>(looksAt: ReadonlyArray<Key>, run: (draft: Draft) => A): Promise<A> {
    return new Promise((resolve, fail) => {
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
        // The first has all the room that there is.
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
    const first = await rowsOf(this.#kv, [keys.turn, ...all.slice(0, most.keysRead - 1)])
    const rest = await rowsOf(this.#kv, all.slice(most.keysRead - 1))
    const rows = new Map(
      [...first, ...rest].map((row): [string, Pick<Row, "text" | "pieces">] => [named(row.key), row]),
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
    if (operation.isEmpty) return ((await rowNow(keys.turn))?.stamp ?? null) === turn
    const serial = `${++this.#serial}`
    const atomic = operation.into(this.#kv.atomic().check({ key: keys.turn, versionstamp: turn }))
    try {
      const { ok } = await atomic
        .set(keys.turn, new Uint8Array())
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
