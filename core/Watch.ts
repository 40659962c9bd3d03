/**
 * Whoever watches commands and questions while they run, such as a tracer or a counter. By default nobody does. A watcher is told
 * names and outcomes; it changes neither what is decided nor what is answered.
 */
import { Context, Effect } from "effect"

export interface WatchService {
  /** Runs a command and looks on. The effect that it gives has the same result as the one that it was given. */
  readonly command: <A extends { readonly replayed: boolean }, E, R>(
    name: string,
    run: Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E, R>
  /** Runs a query and looks on. The effect that it gives has the same result as the one that it was given. */
  readonly query: <A, E, R>(name: string, run: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Is told that a command begins again, because what it had read has moved on. */
  readonly again: (command: string) => Effect.Effect<void>
}

export const nobody: WatchService = {
  command: (_name, run) => run,
  query: (_name, run) => run,
  again: () => Effect.void,
}

/** The watcher of a program. It need not be provided: without one, nobody watches. */
export class Watch extends Context.Reference<Watch>()("agent-court/Watch", {
  defaultValue: (): WatchService => nobody,
}) {}
