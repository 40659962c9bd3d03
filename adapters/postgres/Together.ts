/** Requests that wait in this process go to the database together, in one statement, and each is answered on its own. */
import { Cause, Effect, Exit, FiberSet, Option, type Scope } from "effect"
import { StoreUnavailable } from "../../core/Store.ts"

export type Outcome<Out> = Effect.Effect<Out, StoreUnavailable>

export interface Waiting<In, Out> {
  readonly request: In
  readonly answer: (outcome: Outcome<Out>) => void
}

export interface Options<In, Out> {
  readonly operation: string
  /** Statements under way at once at most: while one waits for the disk the next is at work. */
  readonly lanes: number
  /** Takes from the queue what may go together now; nothing where all of it has to wait for what is under way. */
  readonly take: (queue: Array<Waiting<In, Out>>) => ReadonlyArray<Waiting<In, Out>>
  /** Carries out a batch in one statement and answers for each of it, in its order. */
  readonly run: (batch: ReadonlyArray<In>) => Effect.Effect<ReadonlyArray<Outcome<Out>>, StoreUnavailable>
  /** A request of a batch has ended, however it did. */
  readonly done: (request: In) => void
}

/** Gives the effect of one request. */
export const make = <In, Out>(
  options: Options<In, Out>,
): Effect.Effect<(request: In) => Outcome<Out>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const { operation, lanes, take, run, done } = options
    const fork = yield* FiberSet.makeRuntime<never>()
    const gone = Effect.fail(new StoreUnavailable({ operation, cause: "the store was closed" }))
    const queue: Array<Waiting<In, Out>> = []
    let active = 0
    let woken = false
    let closed = false
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        closed = true
        for (const { answer } of queue.splice(0)) answer(gone)
      }),
    )

    const outcomeOf = (exit: Exit.Exit<ReadonlyArray<Outcome<Out>>, StoreUnavailable>, i: number) => {
      if (Exit.isSuccess(exit)) return exit.value[i] ?? Effect.dieMessage("a batch was answered in part")
      return Cause.isInterruptedOnly(exit.cause) ? gone : Effect.failCause(exit.cause)
    }
    const finish = (
      batch: ReadonlyArray<Waiting<In, Out>>,
      exit: Exit.Exit<ReadonlyArray<Outcome<Out>>, StoreUnavailable>,
    ): void => {
      active -= 1
      batch.forEach(({ request, answer }, i) => {
        done(request)
        answer(outcomeOf(exit, i))
      })
      // Where the store is away, those that wait learn it now, not each after a wait of its own.
      if (Exit.isFailure(exit) && Option.isSome(Cause.failureOption(exit.cause)))
        for (const { answer } of queue.splice(0)) answer(Effect.failCause(exit.cause))
      pump()
    }
    const pump = (): void => {
      while (active < lanes && queue.length > 0) {
        const batch = take(queue)
        if (batch.length === 0) return
        active += 1
        const requests = batch.map(({ request }) => request)
        fork(Effect.onExit(run(requests), (exit) => Effect.sync(() => finish(batch, exit))))
      }
    }
    // Requests that come in one turn of the event loop go together.
    const wake = (): void => {
      if (woken) return
      woken = true
      setImmediate(() => {
        woken = false
        pump()
      })
    }
    return (request) =>
      Effect.async<Out, StoreUnavailable>((resume) => {
        if (closed) return resume(gone)
        const waiting = { request, answer: resume }
        queue.push(waiting)
        wake()
        // One that has gone to the database stays gone; one that still waits can be taken back.
        return Effect.sync(() => {
          const at = queue.indexOf(waiting)
          if (at >= 0) queue.splice(at, 1)
        })
      })
  })
