import { Cause, Effect, Logger, Tracer } from "effect"
import { describe, expect, it } from "vitest"
import { wordless } from "../../adapters/host/Failure.ts"
import { human, json } from "./LogForm.ts"

const lines = (form: Logger.Logger<unknown, string>, effect: Effect.Effect<unknown>) => {
  const logged: Array<string> = []
  const logger = Logger.replace(
    Logger.defaultLogger,
    Logger.map(form, (line) => void logged.push(line)),
  )
  Effect.runSync(Effect.provide(effect, logger))
  return logged
}

const canary = "what a party wrote"
const bug = Cause.die(new TypeError(canary))
const failing = Effect.logError("GET /x failed", bug).pipe(Effect.annotateLogs("instance", "urn:uuid:1"))
const span = Tracer.externalSpan({ traceId: "ab".repeat(16), spanId: "cd".repeat(8) })

describe("a line of the log", () => {
  it("as JSON tells time, level, message, trace, instance and cause; never the words of an error", () => {
    const [line = ""] = lines(json, Effect.withParentSpan(failing, span))
    expect(line).not.toContain(canary)
    expect(JSON.parse(line)).toEqual({
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      level: "error",
      message: "GET /x failed",
      trace_id: "ab".repeat(16),
      span_id: "cd".repeat(8),
      instance: "urn:uuid:1",
      cause: {
        name: "TypeError",
        bug: true,
        at: expect.arrayContaining([expect.stringMatching(/^\s+at .*LogForm\.test\.ts/)]),
      },
    })
  })

  it("as JSON says nothing of a trace or a cause where there is none, and an annotation can't take a member's place", () => {
    const [line = ""] = lines(
      json,
      Effect.annotateLogs(Effect.logWarning("late"), { level: "x", kind: "notice" }),
    )
    expect(JSON.parse(line)).toEqual({
      time: expect.any(String),
      level: "warn",
      message: "late",
      kind: "notice",
    })
  })

  it("for people has the places of a mistake of this program, and of what was met its name alone", () => {
    const met = Effect.logWarning("task postponed", Cause.fail(new Error(canary)))
    const [mistake = "", postponed = ""] = lines(human, Effect.zipRight(failing, met))
    expect(mistake).toMatch(
      /level=ERROR .*message="GET \/x failed: TypeError\\n.*at .*LogForm\.test\.ts.* instance=urn:uuid:1/,
    )
    expect(postponed).toMatch(/level=WARN .*message="task postponed"$/)
    expect(mistake + postponed).not.toContain(canary)
  })

  it("of a cause made wordless nothing is lost that may be told", () => {
    const [first = ""] = lines(json, Effect.logError("x", bug))
    const [second = ""] = lines(json, Effect.logError("x", wordless(bug)))
    expect(JSON.parse(second).cause).toEqual(JSON.parse(first).cause)
  })
})
