import { Effect, Exit } from "effect"
import { describe, expect, it } from "vitest"
import type { Json } from "../../core/kernel/Json.ts"
import { empty } from "../../core/store/ChangeSet.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import { type Driver, StoreUnavailable } from "../../core/store/Store.ts"
import * as Prometheus from "../telemetry/Prometheus.ts"
import { make, type TracingService } from "../telemetry/Tracing.ts"
import type { Recorded } from "../telemetry/Vitals.ts"
import { observeDriver } from "./Observed.ts"

const at = 1_000
const ref = { kind: "note", id: "n" }
const written = (expected: number) => ({
  ...empty(at),
  puts: [{ ref, expected, body: {}, index: [] }],
})
const event = { id: "e1", at, type: "note.written", subject: "note/n", rules: [], data: {} }

/** An observed store, under a name that no other test uses. */
const store = (system: string, driver: Driver, tracing: TracingService | null = null) => {
  const recorded: Array<Recorded> = []
  return {
    recorded,
    driver: observeDriver(driver, { system, recorded: (one) => void recorded.push(one) }, tracing),
  }
}
const memory = () => Effect.runSync(MemoryStore.make)
const counts = (system: string) =>
  Prometheus.text()
    .split("\n")
    .filter(
      (line) => line.startsWith("db_client_operation_duration_seconds_count") && line.includes(`"${system}"`),
    )
    .map((line) => line.replace(/^.*db_operation_name=/, ""))

describe("an observed store", () => {
  it("answers as the store does, and counts each operation by its name", () => {
    const { driver } = store("observed-all", memory())
    const run = Effect.runSync
    expect(run(driver.commit(written(0)))).toEqual({ _tag: "Committed", numbers: [] })
    expect(run(driver.read([ref]))).toMatchObject([{ version: 1 }])
    expect(run(driver.list({ index: "i", prefix: "", after: null, limit: 1 })).items).toEqual([])
    expect(
      run(driver.search({ index: "i", prefix: "", after: null, limit: 1, phrases: ["a"] })).items,
    ).toEqual([])
    expect(run(driver.holder("c"))).toBeNull()
    expect(run(driver.tallies(["t"]))).toEqual([0])
    expect(run(driver.blob("b"))).toBeNull()
    expect(run(driver.receipt("r", at))).toBeNull()
    expect(run(driver.journal({ subject: null, after: null, limit: 1 })).items).toEqual([])
    expect(run(driver.lease({ kinds: null, worker: "w", now: at, until: at + 1, limit: 1 }))).toEqual([])
    expect(driver.supports).toEqual(memory().supports)
    const operations = [
      "commit",
      "read",
      "list",
      "search",
      "holder",
      "tallies",
      "blob",
      "receipt",
      "journal",
      "lease",
    ]
    expect(counts("observed-all").sort()).toEqual(operations.map((name) => `"${name}"} 1`).sort())
  })

  it("reports the newest event of each commit, and none of a commit that failed", () => {
    const { driver, recorded } = store("observed-events", memory())
    Effect.runSync(driver.commit({ ...written(7), events: [event] }))
    expect(recorded).toEqual([])
    Effect.runSync(driver.commit({ ...written(0), events: [event, { ...event, id: "e2" }] }))
    Effect.runSync(driver.commit(written(1)))
    expect(recorded).toEqual([{ subject: "note/n", id: "e2", atMs: expect.any(Number) }])
  })

  it.each([
    [Object.assign(new Error("canary: the disk of mallory"), { code: "SQLITE_FULL" }), "SQLITE_FULL"],
    [Object.assign(new Error("x"), { code: "canary at 10.0.0.1" }), "_OTHER"],
    ["canary", "unavailable"],
  ])("counts a failure under its code (%#), and never under its words", (cause, code) => {
    const failing: Driver = {
      ...memory(),
      holder: () => Effect.fail(new StoreUnavailable({ operation: "holder", cause })),
      blob: () => Effect.die(new Error("canary")),
    }
    const system = `observed-${code}`
    const { driver } = store(system, failing)
    expect(Exit.isFailure(Effect.runSyncExit(driver.holder("c")))).toBe(true)
    expect(Exit.isFailure(Effect.runSyncExit(driver.blob("c")))).toBe(true)
    expect(counts(system)).toEqual([`"holder",error_type="${code}"} 1`, '"blob",error_type="defect"} 1'])
    expect(Prometheus.text()).not.toContain("canary")
  })

  it("carries the trace of an act to the process that works on its tasks, without showing it in a task", () => {
    // given a court and a scheduler, which are two processes on one store
    const shared = memory()
    const process = () => make({ sampler: () => true, tracer: null, ids: false })
    const [serving, working] = [process(), process()]
    const court = store("observed-tasks", shared, serving).driver
    const scheduler = store("observed-tasks", shared, working).driver
    const task = (id: string, dueAt: number) => ({ id, kind: "k", dueAt, body: { noticeId: id } })
    // when a recorded act leaves a task that is due at once and a task that is due later, and another act is not recorded
    const act = court.commit({ ...written(0), tasks: [task("now", at), task("later", at + 1)] })
    const span = Effect.runSync(Effect.withSpan(Effect.zipLeft(Effect.currentSpan, act), "act"))
    Effect.runSync(court.commit({ ...written(1), tasks: [task("unrecorded", at)] }))
    // then the scheduler gets the tasks unchanged, and knows the span of the recorded act for the first one alone
    const query = { kinds: null, worker: "w", now: at + 1, until: at + 2, limit: 3 }
    const leased = Effect.runSync(scheduler.lease(query))
    expect(leased.map(({ id, body }) => ({ id, body }))).toEqual(
      ["now", "unrecorded", "later"].map((id) => ({ id, body: { noticeId: id } })),
    )
    expect(working.kept("now")).toMatchObject({ traceId: span.traceId, spanId: span.spanId, sampled: true })
    expect(working.kept("later")).toBeNull()
    expect(working.kept("unrecorded")).toBeNull()
  })

  it("leaves a task without a span if its body is not an object, or holds something else under the name of the span", () => {
    const shared = memory()
    const tracing = make({ sampler: () => true, tracer: null, ids: false })
    const { driver } = store("observed-bodies", shared, tracing)
    const bodies: ReadonlyArray<Json> = [null, 1, "text", ["a"]]
    const tasks = bodies.map((body, i) => ({ id: `t${i}`, kind: "k", dueAt: at, body }))
    Effect.runSync(Effect.withSpan(driver.commit({ ...written(0), tasks }), "act"))
    Effect.runSync(
      shared.commit({ ...empty(at), tasks: [{ id: "t9", kind: "k", dueAt: at, body: { traceparent: 7 } }] }),
    )
    const leased = Effect.runSync(
      driver.lease({ kinds: null, worker: "w", now: at, until: at + 1, limit: 9 }),
    )
    expect(leased.map(({ body }) => body)).toEqual([...bodies, {}])
    expect(tracing.kept("t9")).toBeNull()
  })
})
