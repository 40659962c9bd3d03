import { Context, type Effect } from "effect"
import type { StoreUnavailable } from "./store/Store.ts"
import type { Instant } from "./Time.ts"

/** Runs what has fallen due, in order, each task at its own instant. A process without a scheduler runs nothing. */
export interface DeadlinesService {
  /** Ends when nothing is due at or before `upTo` any more; gives how many tasks were run. */
  readonly runDue: (upTo: Instant) => Effect.Effect<number, StoreUnavailable>
}
export class Deadlines extends Context.Tag("agent-court/Deadlines")<Deadlines, DeadlinesService>() {}
