import { Cause, Effect, Exit, Tracer } from "effect"
import { describe, expect, it } from "vitest"
import { refusal } from "../../core/Refusal.ts"
import { begin, errorType, make, parentOf, resume, Tracing, timed, within, withoutWords } from "./Tracing.ts"

/** A tracer that keeps the spans that ended. */
const keeping = () => {
  const ended: Array<{ readonly span: Tracer.Span; readonly exit: Exit.Exit<unknown, unknown> }> = []
  let made = 0
  const tracer = Tracer.make({
    span: (name, parent, context, links, startTime, kind) => {
      const attributes = new Map<string, unknown>()
      made += 1
      const span: Tracer.Span = {
        _tag: "Span",
        name,
        parent,
        context,
        links,
        kind,
        attributes,
        sampled: true,
        spanId: `s${made}`,
        traceId: parent._tag === "Some" ? parent.value.traceId : `t${made}`,
        status: { _tag: "Started", startTime },
        end: (_at, exit) => void ended.push({ span, exit }),
        attribute: (key, value) => void attributes.set(key, value),
        event: () => {},
        addLinks: () => {},
      }
      return span
    },
    context: (run) => run(),
  })
  return { ended, tracer }
}

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
  it("a part has one inside another that is recorded, and none elsewhere", () => {
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

  it("what is not recorded has ids for the log all the same: its caller's trace, and the same ones whenever they are asked for", () => {
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

  it("a task that an act left is done in the trace of that act; another one where it is met", () => {
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

  it("remembers a bounded number of tasks", () => {
    const tracing = make({ sampler: () => true, tracer: null, ids: false })
    const span = Tracer.externalSpan({ traceId: "t", spanId: "s", sampled: true })
    for (let n = 0; n <= 10_000; n++) tracing.keep(String(n), span)
    expect(tracing.kept("0")).toBeNull()
    expect(tracing.kept("10000")).toMatchObject({ traceId: "t", spanId: "s", sampled: true })
  })

  it("time is told of what succeeds and of what fails", () => {
    const told: Array<string> = []
    const of = (run: Effect.Effect<string, string>) =>
      Effect.runSyncExit(
        timed(
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
  ])("%s is not", (header) => {
    expect(parentOf(header)).toBeNull()
  })
})

describe("how a span ends, as it leaves the process", () => {
  const canary = "what a party wrote"
  const ending = (effect: Effect.Effect<unknown, unknown>) =>
    traced(begin("whole", root, () => effect)).ended[0]

  it("what failed says its name and its places, and nothing of its words", () => {
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

  it("a refusal is an answer, and so is the end of what nobody waits for", () => {
    for (const effect of [Effect.fail(refusal("contention", {})), Effect.interrupt])
      expect(ending(effect)?.exit).toEqual(Exit.void)
  })

  it("what answered with an error of its own has failed by that name", () => {
    const answered = Effect.flatMap(Effect.currentSpan, (span) =>
      Effect.sync(() => span.attribute(errorType, "503")),
    )
    const exit = ending(answered)?.exit
    expect(exit && Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "").toContain("503")
    expect(ending(Effect.succeed(1))?.exit).toEqual(Exit.succeed(1))
  })
})
