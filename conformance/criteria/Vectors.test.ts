import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { implementations } from "./testing/Implementations.ts"
import { differences } from "./testing/Run.ts"
import type { Vector } from "./testing/Vector.ts"
import { families, written } from "./testing/vectors/write.ts"

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".json"))
const textOf = (file: string): string => readFileSync(join(import.meta.dirname, file), "utf8")
const vectorsOf = (file: string): ReadonlyArray<Vector> => JSON.parse(textOf(file))
const all = files.flatMap(vectorsOf)

describe.each(Object.entries(implementations))(
  "court.criteria/1, as the %s reads it",
  (name, implementation) => {
    // The reference takes seconds for the bombs (`Bombs.long.test.ts`).
    const read = files.filter((file) => name !== "reference" || file !== "bombs.json")
    it.each(read)("every vector of %s is what it says", (file) => {
      const found = vectorsOf(file).flatMap((vector) => differences(implementation, vector))
      expect(found).toEqual([])
    })

    it("a vector with another outcome, step, verdict or problem is noticed", () => {
      const [evaluated, refused] = [
        all.find(({ evaluation }) => evaluation !== undefined),
        all.find(({ problems }) => problems !== undefined),
      ]
      const evaluation = evaluated?.evaluation
      if (evaluated === undefined || evaluation === undefined || refused === undefined)
        throw new Error("no vectors")
      const outcomes = evaluation.outcomes.map((line) => ({ ...line, fuel: line.fuel + 1 }))
      expect(
        differences(implementation, { ...evaluated, evaluation: { ...evaluation, outcomes } }),
      ).toHaveLength(1)
      expect(
        differences(implementation, { ...evaluated, evaluation: { ...evaluation, verdict: "partly" } }),
      ).toHaveLength(1)
      expect(
        differences(implementation, { ...refused, problems: [{ path: "/x", code: "criteria_refused" }] }),
      ).toHaveLength(1)
      expect(
        differences(implementation, { ...refused, problems: [{ path: "", code: "criteria_unaffordable" }] }),
      ).toHaveLength(1)
    })

    it.each([
      undefined,
      Number.NaN,
      1n,
      Symbol("x"),
      () => 1,
      new Date(0),
      new Map(),
      Number.POSITIVE_INFINITY,
    ])("what is no value of JSON is refused, wherever it stands", (value) => {
      const document = {
        version: "court.criteria/1",
        artifact: { bytesMax: 1 },
        checks: [{ id: "a", kind: "json" }],
      }
      for (const wrong of [
        value,
        { ...document, artifact: { bytesMax: value } },
        { ...document, checks: [value] },
      ])
        expect(implementation.read(wrong)).toHaveProperty("problems.0.code", "criteria_refused")
    })
  },
)

describe("the vectors of court.criteria/1", () => {
  it("are more than 700, and each has a name of its own", () => {
    expect(all.length).toBeGreaterThan(700)
    const names = all.map(({ name }) => name)
    expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([])
  })

  it("are what their rules write", () => {
    for (const [family, vectors] of Object.entries(families))
      expect(JSON.stringify(vectorsOf(`${family}.json`))).toBe(JSON.stringify(JSON.parse(written(vectors))))
  })
})
