import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Json } from "../../core/kernel/Json.ts"
import { keep, keepJson, readJson, restoreText } from "./Text.ts"

/** Texts with characters that a store can't hold, and with what only looks like them. */
const texts = fc
  .array(fc.constantFrom("a", "0", "\0", "\u0001", "\ud800", "\udc00", "\ud83d\ude00", "\\", "\\u0000", '"'))
  .map((parts) => parts.join(""))

describe("texts as stores keep them", () => {
  it("hold no character that a store can't hold, and come back unchanged", () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(keep(text).includes("\0") || /\p{Cs}/u.test(keep(text))).toBe(false)
        expect(restoreText(keep(text))).toBe(text)
      }),
    )
  })

  it("are kept in the same way within a JSON text, which comes back unchanged", () => {
    fc.assert(
      fc.property(texts, texts, (name, text) => {
        const value: Json = { list: [text], member: { [`k${name}`]: text } }
        expect(JSON.parse(keepJson(value))).toEqual({
          list: [keep(text)],
          member: { [`k${keep(name)}`]: keep(text) },
        })
        expect(readJson(keepJson(value))).toEqual(value)
      }),
    )
  })
})
