import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { bounds, type FigureName, make, published } from "./Schedule.ts"

const names = Object.keys(bounds) as ReadonlyArray<FigureName>

describe("the schedule", () => {
  it("Rule 8.1 the published schedule has the figures of `bounds`", () => {
    expect(published.at(0)).toEqual(bounds)
  })

  it("PD1 §9 a figure that the Registrar varies counts from its instant, and not before", () => {
    const varied = make([{ name: "summaryThresholdCents", from: 1000, value: 7 }])
    expect(varied.at(999).summaryThresholdCents).toBe(bounds.summaryThresholdCents)
    expect(varied.at(1000).summaryThresholdCents).toBe(7)
    expect(varied.at(1000).stepHours).toBe(bounds.stepHours)
  })

  it("Rule 8.1 at any instant each figure has the value of the latest amendment before it", () => {
    const amendment = fc.record({
      name: fc.constantFrom(...names),
      from: fc.integer({ min: 1, max: 50 }),
      value: fc.nat(9999),
    })
    const distinct = fc.uniqueArray(amendment, {
      selector: ({ name, from }) => `${name}/${from}`,
      maxLength: 20,
    })
    fc.assert(
      fc.property(distinct, fc.integer({ min: 0, max: 60 }), (amendments, at) => {
        const terms = make(amendments).at(at)
        for (const name of names) {
          const last = amendments
            .filter((one) => one.name === name && one.from <= at)
            .reduce((latest, one) => (one.from > latest.from ? one : latest), {
              from: 0,
              value: bounds[name],
            })
          expect(terms[name]).toBe(last.value)
        }
      }),
    )
  })

  it("Rule 8.1 the order in which amendments are given changes nothing", () => {
    const amendments = [
      { name: "stepHours", from: 10, value: 1 },
      { name: "stepHours", from: 20, value: 2 },
    ] as const
    for (const at of [5, 10, 15, 20, 25])
      expect(make(amendments).at(at)).toEqual(make([...amendments].reverse()).at(at))
  })
})
