/** Citations in their series, and when a judgment is final or reported. */
import { Option } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Judgment } from "../judgments/index.ts"
import { published } from "../kernel/Schedule.ts"
import { hours } from "../kernel/Time.ts"
import { start } from "../testing/Context.ts"
import { isReported, nextCitation, openFinality, passFinality } from "./Law.ts"
import { delivered } from "./testing/Cases.ts"

const terms = published.at(start)

const elapsed = fc.integer({ min: 0, max: hours(200) })

const finality: fc.Arbitrary<Judgment.Finality> = fc.record({
  status: fc.constantFrom(...Judgment.FinalityStatus.literals),
  until: fc.option(elapsed.map((ms) => start + ms)),
})

describe("finality", () => {
  it.each([
    [hours(72) - 1, "open to appeal"],
    [hours(72), "final"],
    [hours(72) + 1, "final"],
  ])("Rule 6.0 %i ms after delivery a judgment is %s", (ms, status) => {
    expect(Judgment.finalityAt(openFinality("contested", start, terms), start + ms)).toBe(status)
    expect(Judgment.finalityAt(openFinality("default", start, terms), start + ms)).toBe(status)
  })

  it("Rule 4.7 a judgment by consent is final at once", () => {
    expect(Judgment.finalityAt(openFinality("consent", start, terms), start)).toBe("final")
  })

  it("Rule 5.6 time alone makes an appealable judgment final, changes no other status and never takes finality back", () => {
    fc.assert(
      fc.property(finality, elapsed, elapsed, (given, a, b) => {
        const [first, later] = [
          Judgment.finalityAt(given, start + Math.min(a, b)),
          Judgment.finalityAt(given, start + Math.max(a, b)),
        ]
        if (first !== "open to appeal") expect(later).toBe(first)
        expect([given.status, "final"]).toContain(later)
        if (given.status !== "open to appeal") expect(later).toBe(given.status)
      }),
    )
  })

  it("Rule 5.6 once finality is recorded, every later reading computes the same, and it is not recorded again", () => {
    fc.assert(
      fc.property(finality, elapsed, elapsed, (given, a, b) => {
        const now = start + Math.min(a, b)
        const judgment: Judgment.Judgment = { ...delivered(), finality: given }
        const passed = passFinality(judgment, now)
        if (passed === null) return
        expect(Judgment.finalityAt(passed.judgment.finality, start + Math.max(a, b))).toBe("final")
        expect(passed.at).toBeLessThanOrEqual(now)
        expect(passFinality(passed.judgment, start + Math.max(a, b))).toBe(null)
      }),
    )
  })
})

const midnight = Date.UTC(2027, 0, 1)

const last = Option.some({ series: "MC", year: 2026, last: 41 } as const)

describe("citations", () => {
  it("Rule 5.5 citations count from 1 in each series and year of Universal Time, and the counter has the last number", () => {
    expect(nextCitation(Option.none(), "UC", midnight)).toEqual({
      citation: "[2027] UC 1",
      counter: { series: "UC", year: 2027, last: 1 },
    })
    expect(nextCitation(last, "MC", midnight - 1)).toEqual({
      citation: "[2026] MC 42",
      counter: { series: "MC", year: 2026, last: 42 },
    })
    expect(nextCitation(last, "MC", midnight)).toEqual({
      citation: "[2027] MC 1",
      counter: { series: "MC", year: 2027, last: 1 },
    })
  })
})

describe("the reports", () => {
  it("Rule 5.7 a contested judgment that states an area is reported, and no other", () => {
    expect(isReported("contested", ["Sale"])).toBe(true)
    expect(isReported("contested", [])).toBe(false)
    expect(isReported("contested", [" "])).toBe(false)
    expect(isReported("default", ["Sale"])).toBe(false)
    expect(isReported("consent", ["Sale"])).toBe(false)
  })
})
