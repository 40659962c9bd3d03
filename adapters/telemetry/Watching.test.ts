/** The reports of commands and queries: their names and outcomes, in a metric and in the span of a traced request. */
import { Effect, Exit } from "effect"
import { describe, expect, it } from "vitest"
import { LeaseLost } from "../../core/kernel/Court.ts"
import { type Refusal, refusal } from "../../core/kernel/Refusal.ts"
import { StoreUnavailable } from "../../core/store/Store.ts"
import * as Prometheus from "./Prometheus.ts"
import { begin, make, Tracing } from "./Tracing.ts"
import { keeping } from "./testing/KeepingTracer.ts"
import { watch } from "./Watching.ts"

const counted = (name: string): ReadonlyArray<string> =>
  Prometheus.text()
    .split("\n")
    .filter((line) => line.includes(`"${name}"`) && /_(?:count|total)\{/.test(line))

const done = (replayed: boolean) => Effect.succeed({ replayed })

describe("a command that is watched", () => {
  it.each<[outcome: string, run: Effect.Effect<{ readonly replayed: boolean }, unknown>]>([
    ["done", done(false)],
    ["replayed", done(true)],
    ["refused", Effect.fail(refusal("not_own", {}))],
    ["lost", Effect.fail(new LeaseLost({ tasks: ["t"] }))],
    ["unavailable", Effect.fail(new StoreUnavailable({ operation: "read", cause: "words" }))],
    ["interrupted", Effect.interrupt],
    ["failed", Effect.die("words")],
    ["failed", Effect.fail("words")],
    ["failed", Effect.fail({ _tag: "SomethingElse" })],
  ])("is counted under its outcome, %s, and has the same result", (outcome, run) => {
    const name = `command-${Math.random()}`
    const exit = Effect.runSyncExit(watch.command(name, run))
    expect(Exit.isSuccess(exit)).toBe(outcome === "done" || outcome === "replayed")
    expect(counted(name)).toEqual([
      `court_command_duration_seconds_count{court_command="${name}",court_outcome="${outcome}"} 1`,
    ])
  })

  it("is counted separately when it is tried again", () => {
    Effect.runSync(watch.again("again-and-again"))
    expect(counted("again-and-again")).toEqual([
      'court_command_retries_total{court_command="again-and-again"} 1',
    ])
  })
})

describe("a query that is watched", () => {
  it("is counted among queries, and its span has its outcome and its refusal", () => {
    const { ended, tracer } = keeping()
    const asked: Effect.Effect<never, Refusal> = Effect.fail(refusal("not_own", {}))
    const traced = begin("request", { kind: "server", attributes: {}, parent: null }, () =>
      watch.query("question", asked),
    )
    const tracing = make({ sampler: () => true, tracer, ids: true })
    Effect.runSyncExit(Effect.provideService(traced, Tracing, tracing))
    expect(counted("question")).toEqual([
      'court_query_duration_seconds_count{court_query="question",court_outcome="refused"} 1',
    ])
    expect(Object.fromEntries(ended[0]?.span.attributes ?? [])).toMatchObject({
      "court.outcome": "refused",
      "court.refusal": "not_own",
    })
  })
})
