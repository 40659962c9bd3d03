import { describe, expect, it } from "vitest"
import * as Core from "./index.ts"
import { product } from "./testing/Sources.ts"

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

describe("the core as a library", () => {
  it("gives every module of the core under its area and name (add the missing ones to the index of their folder)", () => {
    const index: Readonly<Record<string, unknown>> = Core
    const missing = product
      .filter(({ folder, path }) => folder === "core" && !path.endsWith("/index.ts"))
      .map(({ path }) => path.slice("core/".length, -".ts".length).split("/"))
      .filter(
        (names) =>
          names.reduce((at: unknown, name) => (isRecord(at) ? at[name] : undefined), index) === undefined,
      )
    expect(missing.map((names) => names.join("/"))).toEqual([])
  })

  it("lets a platform read the law without running a court", () => {
    const rules = Core.rulebook.Rulebook.instrument("rules")
    expect(rules && Core.rulebook.Rulebook.render(rules, Core.Schedule.bounds)).toContain("## Rule 2.2")
  })
})
