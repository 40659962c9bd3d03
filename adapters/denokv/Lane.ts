/**
 * The writes of one process, one atomic operation after another. Works that wait share an operation. Every operation writes the row of
 * the turn, and checks that no other process has written it since it was read. So all rows that were read are still the same, and places
 * rise in the order of the operations. Of several processes that write at once, all but one try again. On a file they would have to
 * anyway, since SQLite has one writer at a time; on the hosted service this is the price of an order that readers can follow.
 */
import { randomUUID } from "node:crypto"
import { setTimeout } from "node:timers/promises"
import { Draft } from "./Draft.ts"
import { type Kv, most, TooLarge } from "./Kv.ts"
import { at, type Key, textOfKey } from "./Rows.ts"
import { keyBytes, loadOf, type Mutation, type Row, rowsOf, valueAt } from "./Values.ts"

const togetherMax = 64
/** How long an operation is tried again, in milliseconds, so that an act is answered within ten seconds. */
const triesFor = 8_000
/** The longest pause between two attempts, in milliseconds. */
const pauseMax = 10

const turnKey = at("own", "turn")

/** Whether another process had the writer's lock of the file. Then nothing was written. */
const isLocked = (error: unknown): boolean =>
  error instanceof Error && error.message.includes("database is locked")

interface Work {
  readonly looksAt: ReadonlyArray<Key>
  /** Drafts what is to be written, and gives the result with which the work is answered after it was written. */
  readonly run: (draft: Draft) => unknown
  readonly answer: (result: unknown) => void
  readonly fail: (error: unknown) => void
}

/** Drafts the first of these works, as many as one operation holds. Gives what it sets and the results of these works. */
const draftWorks = (works: ReadonlyArray<Work>, rows: ReadonlyArray<Row>) => {
  for (let count = works.length; count > 0; ) {
    const draft = new Draft(rows)
    const results = works.slice(0, count).map(({ run }) => run(draft))
    const mutations = draft.mutations
    const load = loadOf(mutations)
    if (load <= 1) return { mutations, results }
    count = Math.min(count - 1, Math.ceil(count / load))
  }
  throw new TooLarge("more is to be written than one operation takes")
}

export class Lane {
  readonly kv: Kv
  readonly #writer = at("own", "writer", randomUUID())
  readonly #waiting: Array<Work> = []
  /** How many works the next operation tries to hold: as many as filled the one before, or one more than were tried then. */
  #together = togetherMax
  #serial = 0
  #running: Promise<void> | null = null

  constructor(kv: Kv) {
    this.kv = kv
  }

  /**
   * Runs a work on the rows that it looks at, and writes its draft atomically and durably, if these rows are still the same; otherwise the
   * work is run again. Gives the work's result. The places that works draw have the order in which the works were written.
   */
  submit<A>(looksAt: ReadonlyArray<Key>, run: (draft: Draft) => A): Promise<A> {
    return new Promise((resolve, fail) => {
      if (looksAt.some((key) => keyBytes(key) > most.keyBytes)) return fail(new TooLarge("a key is too long"))
      this.#waiting.push({ looksAt, run, answer: (result) => resolve(result as A), fail })
      this.#running ??= this.#run()
    })
  }

  /** Ends when no work waits any more. Then the database may be closed. */
  async close(): Promise<void> {
    await this.#running
    await this.kv.atomic().delete(this.#writer).commit()
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const works = this.#waiting.slice(0, this.#together)
      let ended = works.length
      try {
        const results = await this.#write(works)
        ended = results.length
        for (const [i, result] of results.entries()) works[i]?.answer(result)
      } catch (error) {
        // The first work had the operation for itself and was too large; the others are tried again.
        if (error instanceof TooLarge) ended = 1
        for (const { fail } of works.slice(0, ended)) fail(error)
      }
      this.#waiting.splice(0, ended)
      this.#together = ended < works.length ? ended : Math.min(togetherMax, this.#together + 1)
    }
    this.#running = null
  }

  /** Writes these works as one operation, or the first of them if not all have room. Gives the results of the works that were written. */
  async #write(works: ReadonlyArray<Work>): Promise<ReadonlyArray<unknown>> {
    const all = new Map(works.flatMap(({ looksAt }) => looksAt).map((key) => [textOfKey(key), key]))
    const until = Date.now() + triesFor
    for (let lost = 1; ; lost++) {
      const [turn, rows] = await this.#read([...all.values()])
      const { mutations, results } = draftWorks(works, rows)
      if (await this.#isSent(mutations, turn)) return results
      if (Date.now() > until) throw new Error(`others were faster ${lost} times`)
      // A random wait, so that two processes that met don't meet again.
      await setTimeout(Math.random() * Math.min(lost, pauseMax))
    }
  }

  /** Reads the turn with the first rows, and then the others. If the turn is still the same at the commit, no row has changed. */
  async #read(all: ReadonlyArray<Key>): Promise<readonly [turn: string | null, rows: ReadonlyArray<Row>]> {
    const [turn, ...first] = await rowsOf(this.kv, [turnKey, ...all.slice(0, most.keysRead - 1)])
    const rest = await rowsOf(this.kv, all.slice(most.keysRead - 1))
    return [turn?.stamp ?? null, [...first, ...rest]]
  }

  /**
   * Whether an operation was written in its turn. If the answer was lost on its way, the client of Deno KV sends the operation again, and
   * its own first attempt makes the check fail. So every operation writes a serial number, which shows whether it was written.
   */
  async #isSent(mutations: ReadonlyArray<Mutation>, turn: string | null): Promise<boolean> {
    // An operation that writes nothing holds if all its rows were read in one turn.
    if (mutations.length === 0) return (await this.#read([]))[0] === turn
    const serial = `${++this.#serial}`
    const isWritten = async () => (await valueAt(this.kv, this.#writer)) === serial
    const atomic = this.kv.atomic().check({ key: turnKey, versionstamp: turn })
    for (const [key, value] of mutations) value === null ? atomic.delete(key) : atomic.set(key, value)
    atomic.set(turnKey, new Uint8Array()).set(this.#writer, Buffer.from(serial))
    try {
      return (await atomic.commit()).ok || (await isWritten())
    } catch (error) {
      if (isLocked(error)) return false
      if (await isWritten()) return true
      throw error
    }
  }
}
