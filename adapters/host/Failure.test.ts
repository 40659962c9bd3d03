import { Cause, FiberId } from "effect"
import { describe, expect, it } from "vitest"
import { isBug, nameOf, trace } from "./Failure.ts"

const secret = "what somebody wrote"

describe("a failure in a log", () => {
  it.each([
    [Object.assign(new Error(secret), { code: "ECONNREFUSED" }), "ECONNREFUSED"],
    [Object.assign(new Error(secret), { code: 7 }), "Error"],
    [new RangeError(secret), "RangeError"],
    [{ _tag: "Refusal", detail: secret }, "unknown"],
    [{ name: 7 }, "unknown"],
    [secret, "unknown"],
    [null, "unknown"],
  ])("is named by its code, or else by the name of its error: %o", (error, name) => {
    expect(nameOf(Cause.die(error))).toBe(name)
  })

  it("shows where it happened, without the words of its message", () => {
    const found = trace(Cause.parallel(Cause.die(new RangeError(secret)), Cause.fail(new TypeError(secret))))
    expect(found).toMatch(/RangeError\n\s+at /)
    expect(found).toContain("TypeError")
    expect(found).not.toContain(secret)
    expect(trace(Cause.fail("no error at all"))).not.toContain("no error at all")
  })

  it("is a bug if it is a defect, but not if it is an expected failure or an interruption", () => {
    expect([
      isBug(Cause.die(secret)),
      isBug(Cause.fail(secret)),
      isBug(Cause.interrupt(FiberId.none)),
    ]).toEqual([true, false, false])
  })
})
