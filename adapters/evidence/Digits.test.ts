/** Numbers of JSON, which are shown digit for digit as they were signed, and reckoned with only if a double holds them. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { numberIn, toJson, wholeIn } from "./Digits.ts"
import { examine } from "./Formats.ts"
import { parseJson, parseMembers } from "./Read.ts"
import { documents, ed25519, now, token } from "./testing/Artifacts.ts"
import { instantOf, moneyOf, show } from "./Words.ts"

const written = ["9007199254740993", "1234567890123456789", "1e400", "1.10", "-0", "1E3", "0.1", "5"]

describe("the digits of a signed number", () => {
  it.each(written)("Rule 4.11 %s is shown as it is", async (digits) => {
    const statement = (await examineToken(`{"a":${digits},"b":[{"c":${digits}}]}`))?.statement
    expect(statement?.map(({ text }) => text)).toEqual([
      `Token: “a” is ${digits}.`,
      `Token: “b” is “[{'c':${digits}}]”.`,
    ])
  })

  it("Rule 4.11 any JSON is written again with its own digits", () => {
    const digits = fc.stringMatching(/^-?(0|[1-9][0-9]{0,30})([.][0-9]{1,20})?([eE][+-]?[0-9]{1,3})?$/)
    fc.assert(
      fc.property(digits, (text) => {
        expect(toJson(parseJson(`{"a":[${text}]}`))).toBe(`{"a":[${text}]}`)
      }),
    )
  })

  it.each([
    ["9007199254740993", undefined, "9007199254740993"],
    ["1e400", undefined, undefined],
    ["1.10", 1.1, undefined],
    ["1.0", 1, "1"],
    ["7", 7, "7"],
    ["-0", -0, "0"],
    [`1${"0".repeat(80)}`, undefined, undefined],
    [(2n ** 256n).toString(), undefined, undefined],
    [(2n ** 256n - 1n).toString(), undefined, (2n ** 256n - 1n).toString()],
    ["true", undefined, undefined],
  ])("Rule 4.11 of %s, %s is reckoned with, and %s is a whole number", (text, number, whole) => {
    const value = parseJson(`[${text}]`)
    const [only] = Array.isArray(value) ? value : []
    expect(numberIn(only)).toBe(number)
    expect(wholeIn(only)).toBe(whole)
  })

  it("Rule 4.11 money is shown in all its digits, and no time is read of a number that is not a time", () => {
    const value = parseMembers(`{"a":9007199254740993,"b":1e400,"c":1732449600.5,"d":1.10}`)
    const { a, b, c, d } = value ?? {}
    expect(moneyOf(a, "USD")).toBe("90071992547409.93 USD")
    expect(moneyOf(a, "JPY")).toBe("9007199254740993 JPY")
    expect(moneyOf(d, "USD")).toBe("1.10 USD")
    expect(show(b)).toBe("1e400")
    expect(instantOf(b)).toBeNull()
    expect(instantOf(c)).toBe(1_732_449_600_500)
  })
})

const examineToken = async (payload: string) => {
  const keys = await ed25519()
  return examine(await token(keys, payload, { jwk: keys.jwk }), documents(), now)
}
