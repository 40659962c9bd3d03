import * as fc from "fast-check"
import { expect, it } from "vitest"
import { prefixEnd } from "./Reads.ts"

it("the end of a prefix comes after every text with the prefix, and before every later text without it", () => {
  const text = fc.string({ unit: "binary", maxLength: 5 })
  fc.assert(
    fc.property(text, text, text, (prefix, rest, other) => {
      const found = prefixEnd(prefix)
      // Not a text, and so after every text.
      if (typeof found !== "string") {
        expect([...prefix].every((c) => c === "\u{10ffff}")).toBe(true)
        return
      }
      const end = Buffer.from(found)
      expect(Buffer.compare(Buffer.from(prefix + rest), end)).toBe(-1)
      const within =
        Buffer.compare(Buffer.from(prefix), Buffer.from(other)) <= 0 &&
        Buffer.compare(Buffer.from(other), end) < 0
      expect(within).toBe(other.startsWith(prefix))
    }),
  )
})
