/** The model clauses, and the object by which an agent publishes one. */

import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import * as Clauses from "./Clauses.ts"

const text = Clauses.text("https://court.example", "0.53", "{}")

describe("the model clauses", () => {
  it("Rule 8.1 the clauses say for which version they are current, and how to pin one", () => {
    expect(text).toContain("Current for version 0.53")
    expect(text).toContain("in the version in force when the claim is filed")
    expect(text).toContain("in version 0.53 and no later one")
  })

  it("Rule 2.5 the clauses call the determination an expert determination, and not an award", () => {
    expect(text.match(/> A dispute between/g)).toHaveLength(3)
    expect(
      text.match(/contractual expert determination\. The determination is final and binding/g),
    ).toHaveLength(3)
    expect(text.match(/not an arbitral award/g)).toHaveLength(3)
  })

  it("Rule 2.2 the page says that publishing a clause enrols nobody", () => {
    expect(text).toContain("enrols nobody")
    expect(text).toContain("https://court.example/api/v1/agents/{handle}")
  })
})

const terms = { forumUrl: "https://court.example", pinnedVersion: null, fallbackForum: null }
const read = Schema.decodeUnknownEither(Clauses.DisputeResolution)

describe("the dispute-resolution object", () => {
  it.each([
    [terms, "in force when the claim is filed"],
    [{ ...terms, pinnedVersion: "0.53" }, "in version 0.53 and no later one"],
    [{ ...terms, fallbackForum: "the courts of Singapore" }, "goes to the courts of Singapore"],
  ])("Rule 8.1 the words of the clause agree with the members: %j", (given, words) => {
    const object = Clauses.disputeResolution("buyer-one", given)
    expect(read(object)._tag).toBe("Right")
    expect(object.clause).toContain(words)
    expect(Clauses.pinnedVersion(object)).toBe(given.pinnedVersion)
    expect(Clauses.differences(object, "https://court.example/")).toEqual([])
  })

  it("Rule 2.2 the members that differ from this Court's object are named", () => {
    const object = Clauses.disputeResolution("buyer-one", terms)
    expect(Clauses.differences(object, "https://other.example")).toEqual(["forum_url", "clause"])
    expect(Clauses.differences({ ...object, seat: "Elsewhere" }, terms.forumUrl)).toEqual(["seat"])
  })

  it.each([
    ["forum_url", "javascript:alert(1)"],
    ["nature", "arbitration"],
    ["enrolled_handle", "Not A Handle"],
    ["clause", ""],
  ])("Rule 2.2 given %s %j, then the object is malformed", (member, value) => {
    expect(read({ ...Clauses.disputeResolution("buyer-one", terms), [member]: value })._tag).toBe("Left")
  })
})
