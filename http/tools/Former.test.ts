import { describe, expect, it } from "vitest"
import { formerActions, presentAction } from "./Former.ts"
import { callOf } from "./Invoke.ts"
import { bindTools } from "./Listing.ts"

const bound = bindTools()
const baseUrl = "http://court.test"

describe("an earlier name of an action", () => {
  it.each(Object.entries(formerActions))("of %s names an action that the tool has now", (tool, names) => {
    const actions = bound.get(tool)?.acts.map(({ action }) => action) ?? []
    for (const [former, present] of Object.entries(names)) {
      expect(actions).toContain(present)
      expect(actions).not.toContain(former)
    }
  })

  it("is taken as the present one is, and an unknown name is refused with the present ones", () => {
    const called = (action: string) =>
      callOf(bound, { name: "read_register", args: { action, sha256: "ab".repeat(32) }, baseUrl }, 1)
    expect(JSON.stringify(called("find_dealings"))).toBe(JSON.stringify(called("list_dealings")))
    expect(called("find_dealings")).toMatchObject({ operation: { id: "listDealings" } })
    const refused = called("dealings")
    expect(refused).toMatchObject({ errors: [{ path: "action" }] })
    expect(JSON.stringify(refused)).not.toContain("find_dealings")
  })

  it.each(["toString", "__proto__", "constructor", null, 1])("%j is not an earlier name", (action) => {
    expect(presentAction("plead", action)).toBe(action)
    expect(presentAction("nothing", action)).toBe(action)
  })
})
