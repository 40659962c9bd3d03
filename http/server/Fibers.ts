/**
 * Fibers that serve one request after the other. One that is made for a request passes through Effect's set of running fibers, and the
 * tables of a set that is in steady use, once old, hold on to each other and to what was in them: every request would be copied to
 * the old generation, and stay there until all of it is collected.
 */
import { Effect, Fiber, Runtime } from "effect"

/** What a burst leaves behind ends, down to so many. */
const idleMax = 256

/** How long what can't be interrupted, such as a commit, is waited for. */
const interruptedMs = 500

export interface Fibers<R> {
  readonly run: (work: Effect.Effect<void, never, R>) => void
  /** Ends those that wait for work, and interrupts those that work still. */
  readonly close: Effect.Effect<void>
}

export const make = <R>(runtime: Runtime.Runtime<R>): Fibers<R> => {
  const idle: Array<(work: Effect.Effect<void, never, R>) => void> = []
  let closed = false
  const next = Effect.async<void, never, R>((resume) => {
    idle.push(resume)
  })
  const others = Effect.whileLoop({
    while: () => !closed && idle.length < idleMax,
    body: () => next,
    step: () => {},
  })
  const fork = Runtime.runFork(runtime)
  const all = new Set<Fiber.RuntimeFiber<void>>()
  const start = (work: Effect.Effect<void, never, R>): void => {
    const fiber = fork(Effect.zipRight(work, others))
    all.add(fiber)
    fiber.addObserver(() => all.delete(fiber))
  }
  return {
    run: (work) => {
      const waiting = idle.pop()
      if (waiting === undefined) start(work)
      else waiting(work)
    },
    close: Effect.suspend(() => {
      closed = true
      for (const waiting of idle.splice(0)) waiting(Effect.void)
      const ended = Effect.interruptible(Fiber.interruptAll(all))
      return Effect.asVoid(Effect.timeoutOption(ended, interruptedMs))
    }),
  }
}
