import { describe, expect, it } from "vitest"
import * as Core from "./index.ts"

describe("the core as a library", () => {
  it("lets a platform read the law without running a court", () => {
    const rules = Core.rulebook.Rulebook.instrument("rules")
    expect(rules && Core.rulebook.Rulebook.render(rules, Core.Schedule.bounds)).toContain("## Rule 2.2")
  })
})
