import { Cause, Effect, Logger, Tracer } from "effect"
import { describe, expect, it } from "vitest"
import { wordless } from "../../adapters/host/Failure.ts"
import { human, json, Log, type Write } from "./Log.ts"

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
  it("as JSON has time, level, message, trace, instance and cause, and never the message of an error", () => {
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
        at: expect.arrayContaining([expect.stringMatching(/^\s+at .*Log\.test\.ts/)]),
      },
    })
  })

  it("as JSON has no members for a trace or a cause that does not exist, and an annotation can't replace a member", () => {
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

  it("for people has the stack of a defect, and no stack of an expected failure", () => {
    const expected = Effect.logWarning("task postponed", Cause.fail(new Error(canary)))
    const [defect = "", postponed = ""] = lines(human, Effect.zipRight(failing, expected))
    expect(defect).toMatch(
      /level=ERROR .*message="GET \/x failed: TypeError\\n.*at .*Log\.test\.ts.* instance=urn:uuid:1/,
    )
    expect(postponed).toMatch(/level=WARN .*message="task postponed"$/)
    expect(defect + postponed).not.toContain(canary)
  })

  it("is the same for a cause whose messages were removed beforehand", () => {
    const [first = ""] = lines(json, Effect.logError("x", bug))
    const [second = ""] = lines(json, Effect.logError("x", wordless(bug)))
    expect(JSON.parse(second).cause).toEqual(JSON.parse(first).cause)
  })
})

const errno = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code })

/** A disk that fails while `failing` is set, and takes `atOnce` bytes a write. It answers in a later turn, as a real one does. */
const disk = () => {
  const state: { written: string; failing: string | null; atOnce: number } = {
    written: "",
    failing: null,
    atOnce: Number.POSITIVE_INFINITY,
  }
  const write: Write = (bytes, done) =>
    void setImmediate(() => {
      if (state.failing !== null) return done(errno(state.failing), 0)
      const taken = bytes.subarray(0, state.atOnce)
      state.written += taken.toString()
      done(null, taken.length)
    })
  return { state, log: new Log(write) }
}

describe("the log", () => {
  it("is written in order, however few bytes the disk takes at once", async () => {
    const { state, log } = disk()
    state.atOnce = 3
    for (const line of ["one", "two", "three"]) log.line(line)
    await log.flush()
    expect(state.written).toBe("one\ntwo\nthree\n")
  })

  it.each(["ENOSPC", "EPIPE", "EIO"])("on %s loses lines, and later says how many", async (code) => {
    const { state, log } = disk()
    state.failing = code
    log.line("one")
    await log.flush()
    log.line("two")
    log.line("three")
    await log.flush()
    expect(state.written).toBe("")
    state.failing = null
    log.line("four")
    await log.flush()
    expect(state.written).toBe(`level=WARN message="3 lines of this log were lost: ${code}"\nfour\n`)
    log.line("five")
    await log.flush()
    expect(state.written.endsWith("four\nfive\n")).toBe(true)
  })

  it("waits for a pipe whose reader is slow", async () => {
    const { state, log } = disk()
    state.failing = "EAGAIN"
    log.line("one")
    setTimeout(() => {
      state.failing = null
    }, 30)
    await log.flush()
    expect(state.written).toBe("one\n")
  })

  it("keeps a bounded number of lines while the disk does not answer", async () => {
    let answer = (): void => {}
    let written = ""
    const log = new Log((bytes, done) => {
      answer = () => {
        written += bytes.toString()
        done(null, bytes.length)
      }
    })
    for (let i = 0; i < 10_501; i++) log.line(String(i))
    answer()
    answer()
    expect(written.split("\n")).toHaveLength(10_003)
    expect(written).toContain("500 lines of this log were lost: too slow")
  })
})
