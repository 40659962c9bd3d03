import { describe, expect, it } from "vitest"
import { product, sources, withoutComments } from "./testing/Sources.ts"

const here = "core/Tests.test.ts" // its planted faults would be found
const tests = sources.filter(({ test, path }) => test && path !== here)

const skipping = /\b(?:it|test|describe|suite)\.(?:skip|only|todo|fails)\b/
const empty = /\b(?:it|test)\b[^\n]*(?:\(\)|\w+) =>\s*\{\s*\}\s*\)/
const faults = (text: string): ReadonlyArray<string> => [
  ...(skipping.test(text) ? ["skips a test, or skips the others"] : []),
  ...(empty.test(text) ? ["has a test without a body"] : []),
  // the tests of a store run the cases of the conformance kit, which hold the expectations
  ...(/\b(?:expect|assert|conformance)\b/.test(text) ? [] : ["expects nothing"]),
]

const eventTypes = /\bevent\(\s*"([^"]+)"/g

describe("the tests themselves", () => {
  it("no test is skipped, focused or empty, and no file of tests is without an expectation", () => {
    const found = tests.flatMap(({ path, text }) =>
      faults(withoutComments(text)).map((fault) => `${path} ${fault}`),
    )
    expect(found).toEqual([])
  })

  it.each([
    'it.skip("x", () => { expect(1).toBe(1) })',
    'describe.only("x", () => { expect(1).toBe(1) })',
    'it("x", () => {}); expect(1)',
    'it("x", async () => { run() })',
  ])("a planted fault is found: %s", (text) => {
    expect(faults(text)).not.toEqual([])
  })
})

describe("the journal", () => {
  it("PD17 §1 the type of every event names its area and what was done", () => {
    const types = product.flatMap(({ path, text }) =>
      path.startsWith("core/") ? [...text.matchAll(eventTypes)].flatMap(([, type]) => type ?? []) : [],
    )
    expect(types.length).toBeGreaterThan(10)
    expect(types.filter((type) => !/^[a-z]+\.[a-z]+(?:_[a-z]+)*$/.test(type))).toEqual([])
  })
})
