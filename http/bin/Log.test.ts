import { describe, expect, it } from "vitest"
import { Log, type Write } from "./Log.ts"

const errno = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code })

/** A disk that takes what it is given, or fails, as it is told; it answers in a later turn, as a disk does. */
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
  it("is written in order, whatever the disk takes at once", async () => {
    const { state, log } = disk()
    state.atOnce = 3
    for (const line of ["one", "two", "three"]) log.line(line)
    await log.flushed()
    expect(state.written).toBe("one\ntwo\nthree\n")
  })

  it.each(["ENOSPC", "EPIPE", "EIO"])("on %s loses lines, and says how many when it can", async (code) => {
    const { state, log } = disk()
    state.failing = code
    log.line("one")
    await log.flushed()
    log.line("two")
    log.line("three")
    await log.flushed()
    expect(state.written).toBe("")
    state.failing = null
    log.line("four")
    await log.flushed()
    expect(state.written).toBe(`level=WARN message="3 lines of this log were lost: ${code}"\nfour\n`)
    log.line("five")
    await log.flushed()
    expect(state.written.endsWith("four\nfive\n")).toBe(true)
  })

  it("waits for a pipe whose reader is slow", async () => {
    const { state, log } = disk()
    state.failing = "EAGAIN"
    log.line("one")
    setTimeout(() => {
      state.failing = null
    }, 30)
    await log.flushed()
    expect(state.written).toBe("one\n")
  })

  it("of a disk that doesn't answer keeps a bounded number of lines", async () => {
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
