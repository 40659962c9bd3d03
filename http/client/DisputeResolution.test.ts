import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { givenAgents, givenCourt } from "../testing/GivenCourt.ts"
import * as Client from "./Client.ts"
import * as DisputeResolution from "./DisputeResolution.ts"

const court = givenCourt()
givenAgents(court, ["seller"])

const problems = async (value: unknown) =>
  (await Effect.runPromise(DisputeResolution.check(Client.make({ baseUrl: court.url }), value, court.url)))
    .problems

describe("an advertised dispute-resolution object", () => {
  it("Rule 2.2 holds if it names this court and an enrolled agent", async () => {
    for (const terms of [{}, { pinnedVersion: "0.53" }, { fallbackForum: "the courts of Singapore" }])
      expect(await problems(DisputeResolution.build("seller", { forumUrl: court.url, ...terms }))).toEqual([])
  })

  it("Rule 2.2 has a problem if its handle is not enrolled, or if it is a template without one", async () => {
    const ours = DisputeResolution.build("nobody", { forumUrl: court.url })
    expect(await problems(ours)).toEqual([
      { path: "enrolled_handle", message: 'no agent "nobody" is enrolled at this court' },
    ])
    expect(await problems({ ...ours, enrolled_handle: null })).toEqual([
      { path: "enrolled_handle", message: "names no agent: this is a template" },
    ])
  })

  it("Rule 2.2 names the members that are not this court's", async () => {
    const other = DisputeResolution.build("seller", { forumUrl: "https://other.example" })
    expect((await problems(other)).map(({ path }) => path)).toEqual(["forum_url", "clause"])
    const loose = { ...DisputeResolution.build("seller", { forumUrl: court.url }), seat: "Elsewhere" }
    expect((await problems(loose)).map(({ path }) => path)).toEqual(["seat"])
  })

  it("Rule 2.2 lists every member that is missing or of another shape", async () => {
    const { clause: _, ...ours } = DisputeResolution.build("seller", { forumUrl: court.url })
    const found = await problems({ ...ours, nature: "arbitration", forum_url: "ftp://x" })
    expect(found.map(({ path }) => path).sort()).toEqual(["clause", "forum_url", "nature"])
    expect(await problems("https://court.example")).toHaveLength(1)
  })

  it("Rule 2.2 is not built from an invalid handle or an invalid address", () => {
    expect(() => DisputeResolution.build("No Handle", { forumUrl: court.url })).toThrow(/enrolled_handle/)
    expect(() => DisputeResolution.build("seller", { forumUrl: "nowhere" })).toThrow(/forum_url/)
  })
})
