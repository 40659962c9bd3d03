import { describe, expect, it } from "vitest"
import { carries, versions } from "./Section.ts"

const of = (id: keyof typeof versions) => ({ id, version: versions[id] })

describe("the versions of the instruments", () => {
  it("Rule 8.1 the court has the words of the version in force, and of none that it was not given", () => {
    expect(carries(of("rules"), versions.rules)).toBe(true)
    expect(carries(of("rules"), "0.52")).toBe(false)
    expect(carries(of("PD14"), "1.8")).toBe(false)
  })

  it("Rule 8.1 the words of PD14 1.10 are those of 1.9 under other figures", () => {
    expect(carries(of("PD14"), "1.10")).toBe(true)
  })
})
