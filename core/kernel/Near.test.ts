import { describe, expect, it } from "vitest"
import { didYouMean, distance } from "./Near.ts"

describe("names that are similar to a mistyped one", () => {
  it.each([
    ["", "", 0],
    ["", "abc", 3],
    ["port", "prot", 2],
    ["notice", "notices", 1],
    ["kitten", "sitting", 3],
  ])("%j and %j are so many letters apart: %i", (a, b, far) => {
    expect(distance(a, b)).toBe(far)
    expect(distance(b, a)).toBe(far)
  })

  it("are the three nearest, the most similar first, and those equally near in the order of the alphabet", () => {
    expect(didYouMean("agnts", ["days", "agents", "seeds"])).toBe("; did you mean agents?")
    expect(didYouMean("noticeHour", ["appealNoticeHours", "noticeHours", "claims"])).toBe(
      "; did you mean appealNoticeHours or noticeHours?",
    )
    expect(didYouMean("share", ["shares", "shape", "shard", "sharp", "stare"])).toBe(
      "; did you mean shape or shard or shares?",
    )
  })

  it("is a name that holds the wanted one, whatever its length and case, and nothing if no name is near", () => {
    expect(didYouMean("NOTICE", ["noticeHours", "claims"])).toBe("; did you mean noticeHours?")
    expect(didYouMean("xyz", ["agents", "claims"])).toBe("")
  })
})
