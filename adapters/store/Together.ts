/** Requests that wait in this process go to the database together, in one statement, and each is answered on its own. */
import { Cause, Effect, Exit, Option, type Scope } from "effect"
import { StoreUnavailable } from "../../core/store/Store.ts"

export type Outcome<Out> = Effect.Effect<Out, StoreUnavailable>
type Outcomes<Out> = ReadonlyArray<Outcome<Out>>

export interface Waiting<In, Out> {
  readonly request: In
  readonly answer: (outcome: Outcome<Out>) => void
}

export interface Options<In, Out> {
  readonly operation: string
  /** Statements under way at once at most. */
  readonly lanes: number
  /** Takes from the queue what may go together now; nothing where all of it has to wait for what is under way. */
  readonly take: (queue: Array<Waiting<In, Out>>) => ReadonlyArray<Waiting<In, Out>>
  /** Carries out a batch in one statement and answers for each of it, in its order. */
  readonly run: (batch: ReadonlyArray<In>) => Effect.Effect<Outcomes<Out>, StoreUnavailable>
  /** A request of a batch has ended, however it did. */
  readonly done: (request: In) => void
}

/**
 * While a statement is under way, what comes waits for its end and then goes together: fewer, larger statements cost both sides
 * less. One that takes longer than this, in ms, holds up nobody: another goes beside it.
 */
const patienceMs = 10

type Batch<In, Out> = ReadonlyArray<Waiting<In, Out>>

class Together<In, Out> {
  readonly #options: Options<In, Out>
  readonly #gone: Outcome<Out>
  readonly #queue: Array<Waiting<In, Out>> = []
  /** Lanes without a statement. */
  readonly #free: Array<(work: Effect.Effect<void>) => void> = []
  #active = 0
  #woken = false
  #closed = false
  #ended = () => {}
  #lastStart = 0
  #timer: NodeJS.Timeout | undefined

  constructor(options: Options<In, Out>) {
    this.#options = options
    this.#gone = Effect.fail(
      new StoreUnavailable({ operation: options.operation, cause: "the store was closed" }),
    )
  }

  /** The answer to a request. One that still waits can be taken back; one that has gone to the database stays gone. */
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

  /** Carries out one statement after the other. A fiber for each would leave every batch to the old generation (http/server/Connections.ts). */
  get lane(): Effect.Effect<void> {
    const next = Effect.async<void>((resume) => {
      this.#free.push(resume)
      // What came while no lane was free.
      if (this.#queue.length > 0) this.#wake()
    })
    return Effect.whileLoop({ while: () => true, body: () => next, step: () => {} })
  }

  /** Takes nothing more, and ends with the last statement under way. */
  get close(): Effect.Effect<void> {
    return Effect.async<void>((resume) => {
      this.#closed = true
      clearTimeout(this.#timer)
      this.#answerAll(this.#gone)
      this.#ended = () => resume(Effect.void)
      if (this.#active === 0) this.#ended()
    })
  }

  /** Requests that come in one turn of the event loop go together. */
  #wake(): void {
    if (this.#woken) return
    this.#woken = true
    setImmediate(() => {
      this.#woken = false
      this.#pump()
    })
  }

  /** Looks again once what is under way has had its time. */
  #lookAgain(afterMs: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#pump()
    }, afterMs)
  }

  #pump(): void {
    if (this.#free.length === 0 || this.#queue.length === 0) return
    const left = this.#lastStart + patienceMs - performance.now()
    if (this.#active > 0 && left > 0) {
      this.#lookAgain(left)
      return
    }
    const batch = this.#options.take(this.#queue)
    if (batch.length === 0) return
    this.#active += 1
    this.#lastStart = performance.now()
    this.#free.pop()?.(this.#carriedOut(batch))
    if (this.#queue.length > 0) this.#lookAgain(patienceMs)
  }

  #carriedOut(batch: Batch<In, Out>): Effect.Effect<void> {
    return Effect.suspend(() => this.#options.run(batch.map(({ request }) => request))).pipe(
      Effect.onExit((exit) => Effect.sync(() => this.#finish(batch, exit))),
      Effect.exit,
    )
  }

  #finish(batch: Batch<In, Out>, exit: Exit.Exit<Outcomes<Out>, StoreUnavailable>): void {
    this.#active -= 1
    for (const { request } of batch) this.#options.done(request)
    // The database has its next work before what it did is looked at.
    if (Exit.isSuccess(exit)) this.#pump()
    batch.forEach(({ answer }, i) => {
      answer(this.#outcomeOf(exit, i))
    })
    // Where the store is away, those that wait learn it now, not each after a wait of its own.
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

/** Gives the effect of one request. What waits when the scope ends is told that the store was closed. */
export const make = <In, Out>(
  options: Options<In, Out>,
): Effect.Effect<(request: In) => Outcome<Out>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const together = new Together(options)
    for (let lane = 0; lane < options.lanes; lane++) yield* Effect.forkScoped(together.lane)
    // Before the lanes end: no statement is taken back half-way.
    yield* Effect.addFinalizer(() => together.close)
    return (request) => together.ask(request)
  })
