import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { assign, pathText, valueAt } from "./Parameter.ts"

const scenario = {
  populations: [
    { name: "honest", share: 0.9 },
    { name: "v1.2", behaviours: [{ share: 0.4 }, { share: 0.6 }] },
  ],
}

describe("a path", () => {
  it("calls an element by its name, and by its number if it has no name that a path can have", () => {
    expect(valueAt(scenario, "populations.honest.share")).toBe(0.9)
    expect(valueAt(scenario, "populations.1.behaviours.1.share")).toBe(0.6)
    expect(Either.getLeft(assign(scenario, "populations.0.share", 1))).toMatchObject({
      value: "populations.0 is called honest; write populations.honest",
    })
  })

  it("is written as it can be given, whatever leads to the value", () => {
    const paths = ["populations.honest.share", "populations.1.behaviours.0.share"]
    for (const path of paths) {
      const { path: found } = Either.getOrThrow(assign(scenario, path, 1))
      expect(pathText(scenario, found)).toBe(path)
    }
    expect(pathText(scenario, ["judge", "errorRate"])).toBe("judge.errorRate")
  })
})
