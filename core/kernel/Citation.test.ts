/** One fold of citations: a judgment is found however its citation is written. */
import { Schema } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Citation, canonicalCitation } from "./Citation.ts"

const read = Schema.decodeSync(Citation)

describe("a citation in a request", () => {
  it.each([
    "[2026] MC 1",
    "[2026] mc 1",
    "[2026]  MC  001",
    "[2026]MC1",
    " [2026] Mc\u00a01 ",
    "[2026]\u2003MC\t1",
    "［２０２６］ ＭＣ １",
  ])("Rule 5.5 %j is read as [2026] MC 1", (written) => {
    expect(read(written)).toBe("[2026] MC 1")
  })

  it.each([
    "MC 1",
    "[2026] MC",
    "[2026] MC 0",
    "[2026] MC 1a",
    "[26] MC 1",
    "[2026] MCX 1",
    "Dealings Act 4.3",
  ])("Rule 5.5 %j names no judgment, and stays as it was sent", (written) => {
    expect(read(written)).toBe(written)
  })

  it("Rule 5.5 the fold of a fold is the same", () => {
    fc.assert(
      fc.property(
        fc.string(),
        (text) => canonicalCitation(canonicalCitation(text)) === canonicalCitation(text),
      ),
    )
  })
})
