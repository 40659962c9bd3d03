import type { Vector } from "../Vector.ts"
import { base64, type Fields, one, raw, refusedCheck, sha256, times, vector } from "./Make.ts"

const abc = base64("abc")
const bytes = (limits: Fields): Fields => ({ kind: "bytes", ...limits })
const hash = (...oneOf: ReadonlyArray<string>): Fields => ({ kind: "sha256", oneOf })
const text = (lists: Fields): Fields => ({ kind: "text", ...lists })
const known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" // FIPS 180-4, of "abc"
const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
const zeros = "0".repeat(64)

export const bytesVectors: ReadonlyArray<Vector> = [
  one("bytes: the least length is met", bytes({ min: 3 }), abc, ["met", 1]),
  one("bytes: one too few", bytes({ min: 4 }), abc, ["unmet", 1]),
  one("bytes: the greatest length is met", bytes({ max: 3 }), abc, ["met", 1]),
  one("bytes: one too many", bytes({ max: 2 }), abc, ["unmet", 1]),
  one("bytes: within both", bytes({ min: 3, max: 3 }), abc, ["met", 1]),
  one("bytes: below both", bytes({ min: 4, max: 5 }), abc, ["unmet", 1]),
  one("bytes: a fraction as least", bytes({ min: 2.5 }), abc, ["met", 1]),
  one("bytes: a fraction as most", bytes({ max: 2.5 }), abc, ["unmet", 1]),
  one("bytes: a negative least", bytes({ min: -1 }), "", ["met", 1]),
  one("bytes: a negative most", bytes({ max: -1 }), "", ["unmet", 1]),
  one("bytes: a least beyond all lengths", bytes({ min: 1e300 }), abc, ["unmet", 1]),
  one("bytes: no bytes are bytes that are known", bytes({ max: 0 }), "", ["met", 1]),
  one("bytes: bytes that are no text", bytes({ min: 2 }), raw(0xff, 0xfe), ["met", 1]),
  one("bytes: bytes that begin with EF BB BF", bytes({ min: 4, max: 4 }), raw(0xef, 0xbb, 0xbf, 0x31), [
    "met",
    1,
  ]),
  one("bytes: a character of two bytes", bytes({ max: 1 }), base64("é"), ["unmet", 1]),
  one("bytes: exactly bytesMax", bytes({ min: 1 }), abc, ["met", 1], { bytesMax: 3 }),
  one("bytes: one over bytesMax is unmet without a step", bytes({ min: 1 }), abc, ["unmet", 0], {
    bytesMax: 2,
  }),
  one("bytes: 262,144 bytes", bytes({ min: 262_144 }), [times("x", 262_144)], ["met", 1], {
    bytesMax: 262_144,
  }),
  one("bytes: 262,145 bytes", bytes({ min: 1 }), [times("x", 262_145)], ["unmet", 0], { bytesMax: 262_144 }),
  refusedCheck("bytes: no limit", bytes({})),
  refusedCheck("bytes: min over max", bytes({ min: 4, max: 3 })),
  refusedCheck("bytes: min over max by a fraction", bytes({ min: 3.5, max: 3 })),
  refusedCheck("bytes: a text as limit", bytes({ min: "3" }), "/min"),
  refusedCheck("bytes: null as limit", bytes({ max: null }), "/max"),
  one("sha256: the hash", hash(known), abc, ["met", 1]),
  one("sha256: another hash", hash(zeros), abc, ["unmet", 1]),
  one("sha256: the second of two", hash(zeros, known), abc, ["met", 1]),
  one("sha256: the last of sixteen", hash(...Array<string>(15).fill(zeros), known), abc, ["met", 1]),
  one("sha256: of no bytes", hash(empty), "", ["met", 1]),
  one("sha256: of bytes that are no text", hash(sha256(Uint8Array.of(0xff))), raw(0xff), ["met", 1]),
  refusedCheck("sha256: none", hash(), "/oneOf"),
  refusedCheck("sha256: seventeen", hash(...Array<string>(17).fill(known)), "/oneOf"),
  refusedCheck("sha256: capital digits", hash(known.toUpperCase()), "/oneOf/0"),
  refusedCheck("sha256: 63 digits", hash(known.slice(1)), "/oneOf/0"),
  refusedCheck("sha256: 65 digits", hash(`${known}0`), "/oneOf/0"),
  refusedCheck("sha256: a prefix", hash(`sha256:${known}`), "/oneOf/0"),
  refusedCheck("sha256: a line ending", hash(`${known}\n`), "/oneOf/0"),
  refusedCheck("sha256: no list", { kind: "sha256", oneOf: known }, "/oneOf"),
  refusedCheck("sha256: no member", { kind: "sha256" }),
]

export const textVectors: ReadonlyArray<Vector> = [
  one("text: it occurs", text({ contains: ["b"] }), abc, ["met", 2]),
  one("text: it does not occur", text({ contains: ["d"] }), abc, ["unmet", 2]),
  one("text: it is absent", text({ absent: ["d"] }), abc, ["met", 2]),
  one("text: it is not absent", text({ absent: ["c"] }), abc, ["unmet", 2]),
  one("text: both lists hold", text({ contains: ["a", "c"], absent: ["d"] }), abc, ["met", 6]),
  one("text: all is paid though the first fails", text({ contains: ["d", "a"], absent: ["e"] }), abc, [
    "unmet",
    6,
  ]),
  one("text: the same text in both lists", text({ contains: ["a"], absent: ["a"] }), abc, ["unmet", 4]),
  one("text: the whole", text({ contains: ["abc"] }), abc, ["met", 2]),
  one("text: longer than the artifact", text({ contains: ["abcd"] }), abc, ["unmet", 2]),
  one("text: case is not folded", text({ contains: ["ABC"] }), abc, ["unmet", 2]),
  one("text: composed is not decomposed", text({ contains: ["é"] }), base64("e\u0301"), ["unmet", 2]),
  one("text: a compatible character is another", text({ contains: ["fi"] }), base64("ﬁ"), ["unmet", 2]),
  one("text: a character beyond U+FFFF", text({ contains: ["😀"] }), base64("x😀y"), ["met", 2]),
  one("text: NUL is a character", text({ contains: ["\0"] }), raw(0x61, 0, 0x62), ["met", 2]),
  one("text: U+FEFF within", text({ contains: ["\ufeff"] }), base64("a\ufeff"), ["met", 2]),
  one("text: U+FEFF at the beginning is no text", text({ absent: ["x"] }), base64("\ufeffa"), ["unmet", 0]),
  one("text: two bytes of a mark are no text", text({ absent: ["x"] }), raw(0xef, 0xbb), ["unmet", 0]),
  one(
    "text: U+FEFF sought at the beginning is no text",
    text({ contains: ["\ufeff"] }),
    raw(0xef, 0xbb, 0xbf),
    ["unmet", 0],
  ),
  one("text: a byte that is no UTF-8", text({ absent: ["x"] }), raw(0x61, 0xff), ["unmet", 0]),
  one("text: a longer form than needed", text({ absent: ["x"] }), raw(0xc0, 0x80), ["unmet", 0]),
  one("text: a surrogate in UTF-8", text({ absent: ["x"] }), raw(0xed, 0xa0, 0x80), ["unmet", 0]),
  one("text: beyond U+10FFFF", text({ absent: ["x"] }), raw(0xf4, 0x90, 0x80, 0x80), ["unmet", 0]),
  one("text: U+10FFFF", text({ absent: ["x"] }), raw(0xf4, 0x8f, 0xbf, 0xbf), ["met", 2]),
  one("text: a character that is cut off", text({ absent: ["x"] }), raw(0x61, 0xe2, 0x82), ["unmet", 0]),
  one("text: U+FFFD that is written", text({ contains: ["\ufffd"] }), raw(0xef, 0xbf, 0xbd), ["met", 2]),
  one("text: nothing, absent", text({ absent: ["x"] }), "", ["met", 1]),
  one("text: 16 bytes", text({ contains: ["x"] }), base64("x".repeat(16)), ["met", 2]),
  one("text: 17 bytes", text({ contains: ["x"] }), base64("x".repeat(17)), ["met", 3]),
  one("text: 500 code points", text({ contains: ["é".repeat(500)] }), base64("é".repeat(500)), ["met", 64]),
  one("text: 500 code points of two units each", text({ contains: ["😀".repeat(500)] }), base64("😀"), [
    "unmet",
    2,
  ]),
  one("text: sixteen of each", text({ contains: Array(16).fill("a"), absent: Array(16).fill("d") }), abc, [
    "met",
    64,
  ]),
  vector(
    "text: what is no text leaves the others",
    [
      { id: "a", kind: "text", absent: ["x"] },
      { id: "b", kind: "pattern", pattern: "x*" },
      { id: "c", kind: "json" },
      { id: "d", kind: "bytes", max: 1 },
    ],
    raw(0xff),
    [
      ["unmet", 0],
      ["unmet", 0],
      ["unmet", 1],
      ["met", 1],
    ],
  ),
  refusedCheck("text: no list", text({})),
  refusedCheck("text: an empty list", text({ contains: [] }), "/contains"),
  refusedCheck("text: an empty list beside another", text({ contains: ["a"], absent: [] }), "/absent"),
  refusedCheck("text: seventeen", text({ absent: Array(17).fill("a") }), "/absent"),
  refusedCheck("text: an empty text", text({ contains: [""] }), "/contains/0"),
  refusedCheck("text: 501 code points", text({ contains: ["a", "é".repeat(501)] }), "/contains/1"),
  refusedCheck("text: a number", text({ contains: [1] }), "/contains/0"),
  refusedCheck("text: a text in place of a list", text({ contains: "a" }), "/contains"),
]
