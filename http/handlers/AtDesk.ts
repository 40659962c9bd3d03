/**
 * Work of a model between two commits: the first takes the agent's desk, the second records what came of it under the request's
 * receipt. No commit waits for the model, and under one key the model is asked once: whoever holds the desk is alone, and looks
 * for an earlier answer before it asks.
 */
import { Effect } from "effect"
import type { Command } from "../../core/Command.ts"
import * as Court from "../../core/Court.ts"
import { giveUp } from "../../core/counsel/Brief.ts"
import { Host } from "../../core/Host.ts"
import type { Json } from "../../core/Json.ts"
import { Store } from "../../core/store/Store.ts"
import { type Asking, act, type Failure, type Services } from "../server/Handler.ts"

interface Steps<I, F, O extends { readonly id: string } & Json, N extends Services, D, R extends Json> {
  readonly open: Command<I, F, O, N>
  readonly input: I
  /** Asks the model. */
  readonly work: (opened: O) => Effect.Effect<D, Failure, Services>
  /** Records what came of it. */
  readonly deliver: (
    opened: O,
    done: D,
    request: Asking,
  ) => Effect.Effect<Court.Outcome<R>, Failure, Services>
}

/** The earlier answer to a request, where there is one. */
const earlier = <R extends Json>({ idempotency, now }: Asking) =>
  Effect.flatMap(Store, (store) =>
    Court.replayOf<R>(store, idempotency === null ? { now } : { now, idempotency }),
  )

export const atDesk = <I, F, O extends { readonly id: string } & Json, N extends Services, D, R extends Json>(
  request: Asking,
  { open, input, work, deliver }: Steps<I, F, O, N, D, R>,
): Effect.Effect<Court.Outcome<R>, Failure, Services> =>
  Effect.gen(function* () {
    const before = yield* earlier<R>(request)
    if (before !== null) return before
    const { reply: opened } = yield* act(open, input, { ...request, idempotency: null })
    // Who opened had standing; a key that is changed meanwhile doesn't undo the work.
    const begun = { ...request, standing: [] }
    const leave = act(giveUp, { id: opened.id }, { ...begun, idempotency: null })
    return yield* Effect.gen(function* () {
      const meanwhile = yield* earlier<R>(request)
      if (meanwhile !== null) return yield* Effect.as(leave, meanwhile)
      const done = yield* work(opened)
      // The model took its time; the court's clock has gone on.
      const now = yield* Effect.flatMap(Host, (host) => host.now)
      return yield* deliver(opened, done, { ...begun, now })
    }).pipe(Effect.onError(() => Effect.ignore(leave)))
  })
