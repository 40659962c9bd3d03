/** Batches the requests of this process: the requests that wait share one statement, and each gets an answer of its own. */
import { Cause, Effect, Exit, Option, type Scope } from "effect"
import { StoreUnavailable } from "../../core/store/Store.ts"

export type Outcome<Out> = Effect.Effect<Out, StoreUnavailable>
type Outcomes<Out> = ReadonlyArray<Outcome<Out>>

export interface Waiting<In, Out> {
  readonly request: In
  readonly answer: (outcome: Outcome<Out>) => void
}

/**
 * After a batch with at least `after` requests that count, the next one waits up to `ms` for `enough` requests, or for as many as the last
 * batch had. The callers of a batch come back together, so without a wait a small batch would follow each large one.
 */
export interface Wait {
  readonly after: number
  readonly enough: number | "as many"
  readonly ms: number
}

interface Gather<In> {
  readonly counts: (request: In) => boolean
  /** The first wait with an `after` that the last batch reached is used. */
  readonly waits: ReadonlyArray<Wait>
}

interface Options<In, Out> {
  readonly operation: string
  /** The largest number of statements at the same time. */
  readonly lanes: number
  /** Takes the next batch from the queue. The batch is empty if every request must wait for a request that is being carried out. */
  readonly take: (queue: Array<Waiting<In, Out>>) => ReadonlyArray<Waiting<In, Out>>
  /** Carries out a batch in one statement, and gives the outcome of each request in their order. */
  readonly run: (batch: ReadonlyArray<In>) => Effect.Effect<Outcomes<Out>, StoreUnavailable>
  /** When a batch waits for more requests; absent if it never does. */
  readonly gather?: Gather<In>
  /**
   * While a statement runs, new requests wait for its end and then share the next one, because fewer and larger statements cost both sides
   * less. If a statement takes longer than this, in ms, another one is started beside it; 10 by default. With 0 only the requests of one
   * turn of the event loop share a statement.
   */
  readonly patienceMs?: number
  /** Is called when a request of a batch has ended, however it ended. */
  readonly done: (request: In) => void
}

const patienceMsDefault = 10

type Batch<In, Out> = ReadonlyArray<Waiting<In, Out>>

class Together<In, Out> {
  readonly #options: Options<In, Out>
  readonly #gone: Outcome<Out>
  readonly #patienceMs: number
  readonly #queue: Array<Waiting<In, Out>> = []
  readonly #free: Array<(work: Effect.Effect<void>) => void> = []
  #active = 0
  #woken = false
  #closed = false
  #ended = () => {}
  #lastStart = 0
  #lastEnd = 0
  /** How many requests of the last batch count for the wait of the next one. */
  #lastCounted = 0
  #timer: NodeJS.Timeout | undefined

  constructor(options: Options<In, Out>) {
    this.#options = options
    this.#patienceMs = options.patienceMs ?? patienceMsDefault
    this.#gone = Effect.fail(
      new StoreUnavailable({ operation: options.operation, cause: "the store was closed" }),
    )
  }

  /** The answer to a request. An interruption withdraws a request that still waits, but not a request that was sent to the database. */
  ask(request: In): Outcome<Out> {
    return Effect.async<Out, StoreUnavailable>((resume) => {
      if (this.#closed) return resume(this.#gone)
      const waiting = { request, answer: resume }
      this.#queue.push(waiting)
      this.#wake()
      return Effect.sync(() => {
        const at = this.#queue.indexOf(waiting)
        if (at >= 0) this.#queue.splice(at, 1)
      })
    })
  }

  /** Carries out one statement after the other. With a fiber for each, every batch would end in the old generation (http/server/Connections.ts). */
  get lane(): Effect.Effect<void> {
    const next = Effect.async<void>((resume) => {
      this.#free.push(resume)
      // Requests that came while no lane was free.
      if (this.#queue.length > 0) this.#wake()
    })
    return Effect.whileLoop({ while: () => true, body: () => next, step: () => {} })
  }

  /** Accepts no more requests, and ends when the last statement has ended. */
  get close(): Effect.Effect<void> {
    return Effect.async<void>((resume) => {
      this.#closed = true
      clearTimeout(this.#timer)
      this.#answerAll(this.#gone)
      this.#ended = () => resume(Effect.void)
      if (this.#active === 0) this.#ended()
    })
  }

  /** Starts a batch after this turn of the event loop, so that all requests of the turn share it. */
  #wake(): void {
    if (this.#woken) return
    this.#woken = true
    setImmediate(() => {
      this.#woken = false
      this.#pump()
    })
  }

  /** Tries again after a time, and not when it was said before. */
  #lookAgain(afterMs: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#pump(), afterMs)
  }

  /** How long the requests that wait have to wait yet, in ms. */
  get #left(): number {
    const { gather } = this.#options
    const now = performance.now()
    const running = this.#active > 0 ? this.#lastStart + this.#patienceMs - now : 0
    const last = this.#lastCounted
    const wait = gather?.waits.find(({ after }) => last >= after)
    if (wait === undefined) return running
    const enough = wait.enough === "as many" ? last : wait.enough
    return this.#queue.length < enough ? Math.max(running, this.#lastEnd + wait.ms - now) : running
  }

  #pump(): void {
    if (this.#free.length === 0 || this.#queue.length === 0) return
    const left = this.#left
    if (left > 0) {
      this.#lookAgain(left)
      return
    }
    const batch = this.#options.take(this.#queue)
    if (batch.length === 0) return
    this.#active += 1
    const { gather } = this.#options
    this.#lastCounted = batch.filter(({ request }) => gather?.counts(request)).length
    this.#lastStart = performance.now()
    this.#free.pop()?.(this.#carryOut(batch))
    if (this.#queue.length > 0) this.#lookAgain(this.#patienceMs)
  }

  #carryOut(batch: Batch<In, Out>): Effect.Effect<void> {
    return Effect.suspend(() => this.#options.run(batch.map(({ request }) => request))).pipe(
      Effect.onExit((exit) => Effect.sync(() => this.#finish(batch, exit))),
      Effect.exit,
    )
  }

  #finish(batch: Batch<In, Out>, exit: Exit.Exit<Outcomes<Out>, StoreUnavailable>): void {
    this.#active -= 1
    this.#lastEnd = performance.now()
    for (const { request } of batch) this.#options.done(request)
    // A statement that waits for nobody is sent before the answers to this one are given.
    if (Exit.isSuccess(exit)) this.#pump()
    batch.forEach(({ answer }, i) => {
      answer(this.#outcomeOf(exit, i))
    })
    // If the store is unavailable, the waiting requests fail now, and not each after a wait of its own.
    if (Exit.isFailure(exit) && Option.isSome(Cause.failureOption(exit.cause)))
      this.#answerAll(Effect.failCause(exit.cause))
    if (this.#closed && this.#active === 0) this.#ended()
    this.#wake()
  }

  #outcomeOf(exit: Exit.Exit<Outcomes<Out>, StoreUnavailable>, i: number): Outcome<Out> {
    if (Exit.isSuccess(exit)) return exit.value[i] ?? Effect.dieMessage("a batch was answered in part")
    return Cause.isInterruptedOnly(exit.cause) ? this.#gone : Effect.failCause(exit.cause)
  }

  #answerAll(outcome: Outcome<Out>): void {
    for (const { answer } of this.#queue.splice(0)) answer(outcome)
  }
}

/** Returns the function that makes one request. Requests that still wait when the scope ends fail, because the store was closed. */
export const make = <In, Out>(
  options: Options<In, Out>,
): Effect.Effect<(request: In) => Outcome<Out>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const together = new Together(options)
    for (let lane = 0; lane < options.lanes; lane++) yield* Effect.forkScoped(together.lane)
    // This runs before the lanes end, so that no statement is interrupted.
    yield* Effect.addFinalizer(() => together.close)
    return (request) => together.ask(request)
  })
