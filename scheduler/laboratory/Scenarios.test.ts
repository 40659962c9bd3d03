import { readFileSync } from "node:fs"
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { needPresent } from "../../core/kernel/Defect.ts"
import { pathOf, shipped } from "./Shipped.ts"
import { read } from "./Study.ts"

describe("the scenarios in the package", () => {
  it("are baseline, deterrence, invasion, whitewash and windows", () => {
    expect(shipped).toEqual(["baseline", "deterrence", "invasion", "whitewash", "windows"])
    expect(pathOf("nothing")).toBeUndefined()
  })

  it.each(shipped)(
    "%s is valid, and has a description, several conditions and at least ten seeds",
    (name) => {
      const file = needPresent(pathOf(name), "the file of a scenario that ships")
      const of = Either.getOrThrow(
        read(file, readFileSync(file, "utf8"), { set: [], runs: undefined }, () => Either.left("none")),
      )
      expect(of.name).toBe(name)
      expect(of.conditions[0].scenario.description.length).toBeGreaterThan(100)
      expect(of.conditions.length).toBeGreaterThan(1)
      expect(of.seeds.length).toBeGreaterThanOrEqual(10)
    },
  )
})
