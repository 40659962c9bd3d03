/** Counts in words that people read: one of a thing is not several. */
import { describe, expect, it } from "vitest"
import { count } from "./kernel/Section.ts"
import { sources } from "./testing/Sources.ts"

/** A length or a size in a text, before a plural: the text would say "1 sentences". */
const before = /\$\{[^{}]*\.(?:length|size)(?: \?\? 0)?\} (?:[a-z]+ )?[a-z]+s\b/
/** The counts that are never 1, or beside which the text of one stands. */
const exempt = [
  "adapters/denokv/Reads.ts",
  "adapters/evidence/Verifier.ts",
  "conformance/Case.ts",
  "conformance/Children.ts",
  "conformance/Diff.ts",
  "conformance/List.ts",
  "core/bench/Delivery.ts",
  "core/log/Tile.ts",
  "http/bin/backup.ts",
  "http/examples/demo/Steps.ts",
  "http/gate/A2a.ts",
  "http/pages/GuidePages.ts",
  "http/pages/MatterPage.ts",
  "scheduler/laboratory/",
]

const lines = (text: string): ReadonlyArray<string> => text.split("\n").filter((line) => before.test(line))

describe("a count in words", () => {
  it("Rule 5.3 of one is in the singular", () => {
    expect([count(0, "sentence"), count(1, "sentence"), count(1, "witness", "witnesses")]).toEqual([
      "0 sentences",
      "1 sentence",
      "1 witness",
    ])
  })

  it("Rule 5.3 is written by one function, which knows the singular", () => {
    const found = sources
      .filter(({ product, path }) => product && !exempt.some((one) => path.startsWith(one)))
      .flatMap(({ path, text }) => lines(text).map((line) => `${path}: ${line.trim()}`))
    expect(found).toEqual([])
  })

  it("a planted count before a plural is found", () => {
    expect(lines("`It says $" + "{all.length} sentences.`")).toHaveLength(1)
  })
})
