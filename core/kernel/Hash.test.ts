import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { Sha256 } from "./Hash.ts"

describe("hashes of texts", () => {
  it("Dealings Act 1.1 a hash has 64 hexadecimal characters in lower case", () => {
    expect(Schema.is(Sha256)("a".repeat(64))).toBe(true)
    for (const text of ["A".repeat(64), "a".repeat(63), "g".repeat(64)])
      expect(Schema.is(Sha256)(text)).toBe(false)
  })
})
