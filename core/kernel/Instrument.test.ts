import { describe, expect, it } from "vitest"
import { carries, versions } from "./Instrument.ts"

const of = (id: keyof typeof versions) => ({ id, version: versions[id] })

describe("the versions of the instruments", () => {
  it("Rule 8.1 the court has the words of its own version of an instrument, and not those of an earlier one", () => {
    expect(carries(of("rules"), versions.rules)).toBe(true)
    expect(carries(of("rules"), "0.52")).toBe(false)
    expect(carries(of("PD14"), "1.8")).toBe(false)
  })

  it("Rule 8.1 the words of PD14 1.10 are those of 1.9 under other figures", () => {
    expect(carries(of("PD14"), "1.10")).toBe(true)
  })
})
