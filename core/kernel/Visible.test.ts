import { Either, Schema } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { markInvisible, visible } from "./Visible.ts"

/** Any character; often an invisible one, or one beside which an invisible one is allowed. */
const character = fc.oneof(
  fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point)),
  fc.constantFrom(..."a1\u2800⠏\u200b\u200c\u200d\ufe0f\u{e0041}\u{e007f}\u{1f3f4}😀👩❤می क्\ud83d"),
)
const fits = Schema.is(Schema.String.pipe(visible))

describe("invisible characters", () => {
  it.each([
    ["a zero-width space", "pay\u200bment", "pay⟨U+200B⟩ment"],
    ["a soft hyphen", "pay\u00adment", "pay⟨U+00AD⟩ment"],
    ["a Hangul filler", "\u3164", "⟨U+3164⟩"],
    ["a filler of part of a Hangul syllable", "a\u115fb\u1160c\uffa0", "a⟨U+115F⟩b⟨U+1160⟩c⟨U+FFA0⟩"],
    ["an override of direction", "abc\u202edcba", "abc⟨U+202E⟩dcba"],
    ["an isolate of direction", "\u2066a\u2069", "⟨U+2066⟩a⟨U+2069⟩"],
    ["a mark of direction", "a\u200fb", "a⟨U+200F⟩b"],
    ["a byte order mark", "\ufeffa", "⟨U+FEFF⟩a"],
    ["a word joiner", "a\u2060b", "a⟨U+2060⟩b"],
    ["a grapheme joiner", "a\u034fb", "a⟨U+034F⟩b"],
    ["a control character", "a\u0007b\u0085", "a⟨U+0007⟩b⟨U+0085⟩"],
    ["a line separator", "a\u2028b", "a⟨U+2028⟩b"],
    ["half a surrogate pair", "a\ud83d", "a⟨U+D83D⟩"],
    ["a joiner between Latin letters", "a\u200db\u200cc", "a⟨U+200D⟩b⟨U+200C⟩c"],
    ["a variation selector behind a letter", "a\ufe0f\u{e0101}", "a⟨U+FE0F U+E0101⟩"],
    [
      "variation selectors behind an emoji that has no such variation",
      "😀\u{e0141}\u{e0142}",
      "😀⟨U+E0141 U+E0142⟩",
    ],
    ["tag characters", "a\u{e0041}\u{e0042}", "a⟨U+E0041 U+E0042⟩"],
    [
      "tag characters behind a flag that has no such tags",
      "\u{1f3f4}\u{e0041}\u{e007f}",
      "\u{1f3f4}⟨U+E0041 U+E007F⟩",
    ],
    ["the blank of Braille", "pay\u2800ment", "pay⟨U+2800⟩ment"],
    ["blanks of Braille that follow one another", "⠏\u2800\u2800⠁", "⠏⟨U+2800 U+2800⟩⠁"],
    ["the place of an object", "a\ufffcb", "a⟨U+FFFC⟩b"],
    ["a joiner of Brahmi numbers", "a\u{1107f}b", "a⟨U+1107F⟩b"],
    ["blank hieroglyphs", "a\u{13441}\u{13442}b", "a⟨U+13441 U+13442⟩b"],
    ["a filler of Khitan", "a\u{16fe4}b", "a⟨U+16FE4⟩b"],
    ["a note without a head", "a\u{1d159}b", "a⟨U+1D159⟩b"],
    ["code points that are no characters", "a\ufdd0\uffff\u{1fffe}b", "a⟨U+FDD0 U+FFFF U+1FFFE⟩b"],
    ["a musical control", "\u{1d173}", "⟨U+1D173⟩"],
    ["two joiners in a row", "می\u200c\u200cخواهم", "می⟨U+200C U+200C⟩خواهم"],
  ])("%s: a text shows the code points, and a name is refused", (_, text, marked) => {
    expect(markInvisible(text)).toBe(marked)
    expect(fits(text)).toBe(false)
  })

  it.each([
    ["a family", "👩‍👩‍👧‍👦"],
    ["a profession with a skin tone", "👩🏽‍⚕️"],
    ["a flag made of two emoji", "🏳️‍🌈 🏴‍☠️"],
    ["a heart", "❤️ ❤︎"],
    ["keycaps", "1️⃣ #️⃣"],
    ["the flags of Scotland and Wales", "🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁷󠁬󠁳󠁿"],
    ["Persian", "می‌خواهم"],
    ["Hindi", "क्‍ष क्‌ष"],
    ["Malayalam", "അവന്‍"],
    ["Sinhala", "ශ්‍රී"],
    ["Arabic numbers", "\u0600١٢٣"],
    ["tabs and lines", "a\tb\r\nc"],
    ["spaces of other widths", "a\u00a0b\u2003c\u3000d"],
    ["accents", "Ünïcödé e\u0301"],
    ["Hangul and Han", "한국어 漢字"],
    ["Braille", "⠏⠁⠽\u2800⠝⠕⠺"],
  ])("%s: a text stays as it is, and a name is accepted", (_, text) => {
    expect(markInvisible(text)).toBe(text)
    expect(fits(text)).toBe(true)
  })

  it.each(["", "Seller", " Seller "])("a name may be %j, if its length allows it", (text) => {
    expect(fits(text)).toBe(true)
  })

  it.each([" ", "\t\n", "\u00a0", "\u1680\u2003\u202f\u205f", "\u3000"])(
    "blanks alone are no name: %j",
    (text) => {
      expect(fits(text)).toBe(false)
      expect(markInvisible(text)).toBe(text)
    },
  )

  it("of a long run the first eight are shown, and the number of the others", () => {
    expect(markInvisible(`a${"\u{e0041}".repeat(50_000)}b`)).toBe(
      `a⟨${Array.from({ length: 8 }, () => "U+E0041").join(" ")} and 49992 more⟩b`,
    )
  })

  it("a refusal names the invisible character and its place", () => {
    const refused = Schema.decodeEither(Schema.String.pipe(visible))("pay\u200bment")
    expect(Either.isLeft(refused) && refused.left.message).toContain(
      "must hold no invisible character; U+200B stands at character 4",
    )
  })

  it("a text that was shown has no invisible character left", () => {
    fc.assert(
      fc.property(fc.array(character), (characters) => {
        const text = characters.join("")
        expect(markInvisible(markInvisible(text))).toBe(markInvisible(text))
        expect(fits(`a${markInvisible(text)}`)).toBe(true)
      }),
    )
  })
})
