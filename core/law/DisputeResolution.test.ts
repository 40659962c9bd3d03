import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { DisputeResolution, differences, disputeResolution, pinnedVersion } from "./Clauses.ts"

const terms = { forumUrl: "https://court.example", pinnedVersion: null, fallbackForum: null }
const read = Schema.decodeUnknownEither(DisputeResolution)

describe("the dispute-resolution object", () => {
  it.each([
    [terms, "in force when the claim is filed"],
    [{ ...terms, pinnedVersion: "0.53" }, "in version 0.53 and no later one"],
    [{ ...terms, fallbackForum: "the courts of Singapore" }, "goes to the courts of Singapore"],
  ])("Rule 8.1 says in its words what it says in its members: %j", (given, words) => {
    const object = disputeResolution("buyer-one", given)
    expect(read(object)._tag).toBe("Right")
    expect(object.clause).toContain(words)
    expect(pinnedVersion(object)).toBe(given.pinnedVersion)
    expect(differences(object, "https://court.example/")).toEqual([])
  })

  it("Rule 2.2 names the members that are not this Court's", () => {
    const object = disputeResolution("buyer-one", terms)
    expect(differences(object, "https://other.example")).toEqual(["forum_url", "clause"])
    expect(differences({ ...object, seat: "Elsewhere" }, terms.forumUrl)).toEqual(["seat"])
  })

  it.each([
    ["forum_url", "javascript:alert(1)"],
    ["nature", "arbitration"],
    ["enrolled_handle", "Not A Handle"],
    ["clause", ""],
  ])("Rule 2.2 is not one with %s %j", (member, value) => {
    expect(read({ ...disputeResolution("buyer-one", terms), [member]: value })._tag).toBe("Left")
  })
})
