/** Measures commands and queries: how long each took and how it ended. Each has a span if its request has one. */
import { Cause, Effect, Option } from "effect"
import type { WatchService } from "../../core/kernel/Court.ts"
import * as Metrics from "./Metrics.ts"
import { timeEffect, within } from "./Tracing.ts"

/** How a command or a query failed, as a value of a label. */
const failureOf: Readonly<Record<string, string>> = {
  Refusal: "refused",
  InvalidInput: "invalid",
  CommandMismatch: "mismatch",
  LeaseLost: "lost",
  ActorChanged: "actor_changed",
  NotaryUnavailable: "unavailable",
  StoreUnavailable: "unavailable",
}

const tagOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "_tag" in error ? String(error._tag) : ""

const codeOf = (error: unknown): string | null =>
  tagOf(error) === "Refusal" && typeof error === "object" && error !== null && "code" in error
    ? String(error.code)
    : null

const outcomeOf = (cause: Cause.Cause<unknown>): string => {
  if (Cause.isInterruptedOnly(cause)) return "interrupted"
  return Option.match(Cause.failureOption(cause), {
    onNone: () => "failed",
    onSome: (error) => failureOf[tagOf(error)] ?? "failed",
  })
}

const watchEnd = <A, E, R>(
  kind: "command" | "query",
  name: string,
  run: Effect.Effect<A, E, R>,
  done: (value: A) => string,
): Effect.Effect<A, E, R> =>
  within(name, { kind: "internal", attributes: { [`court.${kind}`]: name } }, (span) => {
    const recordEnd = (seconds: number, outcome: string): void => {
      const family = kind === "command" ? Metrics.commands : Metrics.queries
      family.record(seconds, name, outcome)
      span?.attribute("court.outcome", outcome)
    }
    return timeEffect(
      run,
      (seconds, value) => recordEnd(seconds, done(value)),
      (seconds, cause) => {
        recordEnd(seconds, outcomeOf(cause))
        const code = codeOf(Cause.squash(cause))
        if (code !== null) span?.attribute("court.refusal", code)
      },
    )
  })

/** Measures each command and each query of a court, and traces it. */
export const watch: WatchService = {
  command: (name, run) => watchEnd("command", name, run, ({ replayed }) => (replayed ? "replayed" : "done")),
  query: (name, run) => watchEnd("query", name, run, () => "done"),
  again: (command) => Effect.sync(() => Metrics.retries.record(1, command)),
}
