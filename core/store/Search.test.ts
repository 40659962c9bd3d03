import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { holdsAll, normal, phrasesOf, wordsOf } from "./Search.ts"

const anyText = fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" }), fc.string())

describe("words", () => {
  it.each([
    ["Art. 31(1)(b): good faith", ["art", "31", "1", "b", "good", "faith"]],
    ["Élan naïve ŒUVRE", ["elan", "naive", "œuvre"]],
    ["ﬁnal ０１２ Ⅳ", ["final", "012", "iv"]],
    ["条約法 и право", ["条", "約", "法", "и", "право"]],
    ['AND "OR" (NOT) NEAR/2 a* ^b col:c', ["and", "or", "not", "near", "2", "a", "b", "col", "c"]],
    ["— … ' \"", []],
  ])("of %j are %j", (text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })

  it("are cut after sixty-four characters", () => {
    const [kept] = wordsOf("𝔸é".repeat(40).normalize("NFKD"))
    expect(kept).toBe("ae".repeat(32))
    expect(wordsOf("b".repeat(64))).toEqual(wordsOf("b".repeat(65)))
    // A character outside the first plane is never cut in half.
    expect(wordsOf("𐐨".repeat(65))).toEqual(["𐐨".repeat(64)])
  })

  it("stay the same when they are normalised again, and never hold a character that a store could take for syntax", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const words = normal(text)
        expect(normal(words)).toBe(words)
        expect(words).not.toMatch(/["'\\*:^(){}|&!<>%_\0]| {2}|^ | $/)
        expect(words).not.toMatch(/\p{Surrogate}/u)
      }),
      { numRuns: 2000 },
    )
  })
})

describe("a query", () => {
  it.each([
    ["good faith", ["good", "faith"]],
    ['"good faith" treaty', ["good faith", "treaty"]],
    ["“bonne foi” et", ["bonne foi", "et"]],
    ["well-known don't", ["well known", "don t"]],
    ['"good faith', ["good", "faith"]],
    ['""', []],
    ["treaty Treaty TREATY", ["treaty"]],
    ["* ( ) : ^", []],
  ])("%j asks for %j", (query, phrases) => {
    expect(phrasesOf(query)).toEqual(phrases)
  })

  it("that is the whole of a text finds that text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(holdsAll(normal(text), phrasesOf(text))).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it("finds whole words only", () => {
    expect(holdsAll("good faith", ["goo"])).toBe(false)
    expect(holdsAll("good faith", ["faith good"])).toBe(false)
    expect(holdsAll("good faith", ["good faith", "faith"])).toBe(true)
  })
})
