import { Cause, Effect, Exit, Tracer } from "effect"
import { describe, expect, it } from "vitest"
import { refusal } from "../../core/kernel/Refusal.ts"
import {
  begin,
  errorType,
  make,
  parentOf,
  resume,
  Tracing,
  timeEffect,
  within,
  withoutWords,
} from "./Tracing.ts"
import { keeping } from "./testing/KeepingTracer.ts"

const plain = { kind: "internal", attributes: {} } as const
const root = { ...plain, parent: null }

const traced = <A, E>(
  effect: Effect.Effect<A, E>,
  sampler: (() => boolean) | null = () => true,
  kept: ReadonlyArray<readonly [task: string, span: Tracer.AnySpan]> = [],
) => {
  const { ended, tracer } = keeping()
  const tracing = sampler === null ? null : make({ sampler, tracer: withoutWords(tracer), ids: true })
  for (const [task, span] of kept) tracing?.keep(task, span)
  const exit = Effect.runSyncExit(effect.pipe(Effect.provideService(Tracing, tracing)))
  return { exit, ended }
}
const parents = (ended: ReturnType<typeof traced>["ended"]) =>
  ended.map(({ span }) => [span.name, span.parent._tag === "Some" ? span.parent.value.spanId : null])

describe("spans", () => {
  it("are made for parts of the work only within a span that is recorded", () => {
    const part = within("part", plain, () => Effect.succeed(1))
    expect(parents(traced(begin("whole", root, () => part)).ended)).toEqual([
      ["part", "s1"],
      ["whole", null],
    ])
    expect(traced(part).ended).toEqual([])
    expect(
      traced(
        begin("whole", root, () => part),
        () => false,
      ).ended,
    ).toEqual([])
    expect(
      traced(
        begin("whole", root, () => part),
        null,
      ).ended,
    ).toEqual([])
  })

  it("have stable ids for the log even if they are not recorded, in the trace of their caller", () => {
    const caller = parentOf(`00-${"ab".repeat(16)}-${"cd".repeat(8)}-00`)
    const ids = Effect.map(Effect.orDie(Effect.currentParentSpan), ({ traceId, spanId, sampled }) => ({
      traceId,
      spanId,
      sampled,
    }))
    const asked = (parent: Tracer.AnySpan | null) =>
      Effect.runSync(
        Effect.provideService(
          begin("whole", { ...plain, parent }, () => Effect.zip(ids, ids)),
          Tracing,
          make({ sampler: () => false, tracer: keeping().tracer, ids: true }),
        ),
      )
    const [first, second] = asked(caller)
    expect(first).toEqual({
      traceId: "ab".repeat(16),
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
      sampled: false,
    })
    expect(second).toEqual(first)
    expect(asked(null)[0]).toMatchObject({ traceId: expect.stringMatching(/^[0-9a-f]{32}$/) })
  })

  it("of a task belong to the trace of the act that left it, if that is known, and else to the current trace", () => {
    const act = Tracer.externalSpan({ traceId: "act", spanId: "acting", sampled: true })
    const tasks = ["notice/1", "notice/2"].map((task) =>
      resume(task, { ...plain, task }, () => Effect.succeed(task)),
    )
    const { ended } = traced(
      begin("turn", root, () => Effect.all(tasks)),
      () => true,
      [["notice/1", act]],
    )
    expect(parents(ended)).toEqual([
      ["notice/1", "acting"],
      ["notice/2", "s1"],
      ["turn", null],
    ])
  })

  it("are remembered for a bounded number of tasks", () => {
    const tracing = make({ sampler: () => true, tracer: null, ids: false })
    const span = Tracer.externalSpan({ traceId: "t", spanId: "s", sampled: true })
    for (let n = 0; n <= 10_000; n++) tracing.keep(String(n), span)
    expect(tracing.kept("0")).toBeNull()
    expect(tracing.kept("10000")).toMatchObject({ traceId: "t", spanId: "s", sampled: true })
  })

  it("a timed effect reports its time, whether it succeeds or fails", () => {
    const told: Array<string> = []
    const of = (run: Effect.Effect<string, string>) =>
      Effect.runSyncExit(
        timeEffect(
          run,
          (seconds, value) => told.push(`${value} ${seconds >= 0}`),
          (seconds, cause) => told.push(`${Cause.squash(cause)} ${seconds >= 0}`),
        ),
      )
    expect(of(Effect.succeed("done"))).toEqual(Exit.succeed("done"))
    expect(of(Effect.fail("failed"))).toEqual(Exit.fail("failed"))
    expect(told).toEqual(["done true", "failed true"])
  })
})

describe("traceparent", () => {
  const [trace, span] = ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"]

  it.each([
    [`00-${trace}-${span}-01`, true],
    [`00-${trace}-${span}-00`, false],
    [`cc-${trace}-${span}-03-more`, true],
  ])("%s is continued", (header, sampled) => {
    expect(parentOf(header)).toMatchObject({ traceId: trace, spanId: span, sampled })
  })

  it.each([
    undefined,
    "",
    "canary",
    `ff-${trace}-${span}-01`,
    `00-${"0".repeat(32)}-${span}-01`,
    `00-${trace}-${"0".repeat(16)}-01`,
    `00-${trace.toUpperCase()}-${span}-01`,
    `00-${trace}-${span}-01more`,
  ])("%s is ignored", (header) => {
    expect(parentOf(header)).toBeNull()
  })
})

describe("the end of a span that is sent", () => {
  const canary = "what a party wrote"
  const ending = (effect: Effect.Effect<unknown, unknown>) =>
    traced(begin("whole", root, () => effect)).ended[0]

  it("has the name and the stack of a failure, and nothing of its message", () => {
    for (const failing of [
      Effect.fail(Object.assign(new Error(canary), { code: "E_CODE" })),
      Effect.die(new TypeError(canary, { cause: new Error(canary) })),
      Effect.fail(canary),
    ]) {
      const found = ending(failing)
      expect(found && Exit.isFailure(found.exit)).toBe(true)
      const exit = found?.exit ?? Exit.void
      expect(Exit.isFailure(exit) ? Cause.pretty(exit.cause, { renderErrorCause: true }) : "").not.toContain(
        canary,
      )
      expect(found?.span.attributes.get(errorType)).toMatch(/^(?:E_CODE|TypeError|unknown)$/)
    }
  })

  it("is a success for a refusal and for an interruption", () => {
    for (const effect of [Effect.fail(refusal("contention", {})), Effect.interrupt])
      expect(ending(effect)?.exit).toEqual(Exit.void)
  })

  it("is a failure of the name that the work itself has set", () => {
    const answered = Effect.flatMap(Effect.currentSpan, (span) =>
      Effect.sync(() => span.attribute(errorType, "503")),
    )
    const exit = ending(answered)?.exit
    expect(exit && Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "").toContain("503")
    expect(ending(Effect.succeed(1))?.exit).toEqual(Exit.succeed(1))
  })
})
