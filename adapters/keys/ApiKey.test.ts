import fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as ApiKey from "./ApiKey.ts"

const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 })

describe("ApiKey", () => {
  it("Rule 2.6 a credential is adc_, 43 base64url characters and 6 of checksum, and is found again by its hash", () => {
    fc.assert(
      fc.property(bytes, (given) => {
        const { apiKey, sha256 } = ApiKey.fromBytes(given)
        expect(apiKey).toMatch(/^adc_[A-Za-z0-9_-]{43}[A-Za-z0-9_-]{6}$/)
        expect(ApiKey.parse(apiKey)).toBe(sha256)
      }),
    )
  })

  it("Rule 2.6 a key with one character mistyped is not a key", () => {
    const { apiKey } = ApiKey.fromBytes(new Uint8Array(32).fill(1))
    const mistyped = [...apiKey].map((character, i) =>
      [...apiKey].with(i, character === "x" ? "y" : "x").join(""),
    )
    expect(mistyped.filter((key) => ApiKey.isWellFormed(key))).toEqual([])
  })

  it.each(["", "adc_", "Bearer adc_", `adc_${"A".repeat(49)} `, `adc_${"A".repeat(50)}`])(
    "Rule 2.6 %j is not a key",
    (text) => {
      expect(ApiKey.parse(text)).toBe(null)
    },
  )

  it("Rule 2.6 no two fresh keys are alike", () => {
    expect(new Set(Array.from({ length: 100 }, () => ApiKey.fresh().apiKey)).size).toBe(100)
  })
})
