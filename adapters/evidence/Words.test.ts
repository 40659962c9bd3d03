import { describe, expect, it } from "vitest"
import { amountOf, moneyOf, nameOrQuote, quote, show, timeOf } from "./Words.ts"

const usdc = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"

describe("the words of a statement", () => {
  it.each([
    ["1", "eip155:8453", "0.000001 USDC"],
    ["10000", "base", "0.01 USDC"],
    ["12000000", "eip155:8453", "12.00 USDC"],
    ["1", "eip155:5", `1 base units of ${usdc}`],
    ["1e9", "eip155:8453", `“1e9” of ${usdc}`],
  ])("Rule 4.2 %s units on %s are %s", (units, network, text) => {
    expect(amountOf(units, network, usdc)).toBe(text)
  })

  it.each([
    [19900, "USD", "199.00 USD"],
    [5, "JPY", "5 JPY"],
    [5, "KWD", "0.005 KWD"],
    [1.5, "USD", "1.5 USD"],
    [5, "dollars", "5 dollars"],
    [undefined, undefined, "null null"],
  ])("Rule 4.2 %s of %s are %s", (minor, currency, text) => expect(moneyOf(minor, currency)).toBe(text))

  it("Rule 4.2 what a party wrote stands on one line, in quotation marks of its own", () => {
    expect(quote("a”.\nOffer: “b\u200b")).toBe("“a'. Offer: 'b⟨U+200B⟩”")
    expect(quote("x".repeat(700))).toBe(`“${"x".repeat(600)} …”`)
    expect(nameOrQuote("plain-1")).toBe("plain-1")
    expect(nameOrQuote("End.Offer")).toBe("“End.Offer”")
    expect(show({ a: "b. C" })).toBe("“{'a':'b. C'}”")
    expect(timeOf("soon")).toBe("soon")
    expect(timeOf(undefined)).toBe("null")
  })
})
