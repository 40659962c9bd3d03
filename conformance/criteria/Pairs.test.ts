import { describe, expect, it } from "vitest"
import { implementations } from "./testing/Implementations.ts"
import { compare, saysOf } from "./testing/pairs/Compare.ts"

const says = Object.values(implementations).map(saysOf)

describe("court.criteria/1 over random pairs of a document and an artifact", () => {
  const { refused, outcomes, difference } = compare(says, 2_000, 1)

  it("all implementations agree on verdict, outcomes and fuel", () => {
    expect(difference).toBeUndefined()
  })

  it("most documents are read, and checks of each kind come out both ways", () => {
    expect(refused).toBeLessThan(500)
    const lopsided = Object.entries(outcomes).filter(
      ([, { met, unmet }]) => Math.min(met, unmet) < 0.1 * (met + unmet),
    )
    expect(lopsided).toEqual([])
    expect(Object.keys(outcomes)).toHaveLength(11)
  })

  it("an implementation that forgets one step of a list is found, and the pair is shrunk", () => {
    const [honest] = says
    if (honest === undefined) throw new Error("no implementation")
    const forgetful: typeof honest = (pair) => {
      const said = honest(pair)
      if (typeof said === "string" || !said.outcomes.some(({ fuel }) => fuel > 400)) return said
      return { ...said, outcomes: said.outcomes.map((line) => ({ ...line, fuel: line.fuel - 1 })) }
    }
    expect(compare([honest, forgetful], 2_000, 1).difference).toMatch(/"fuel":40[1-9]/)
  })
})
