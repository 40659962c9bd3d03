import type { Vector } from "../Vector.ts"
import {
  base64,
  documentOf,
  type Fields,
  type Given,
  type Json,
  type Line,
  one,
  refused,
  refusedCheck,
  times,
  vector,
} from "./Make.ts"

const json: Fields = { id: "a", kind: "json" }
const good = documentOf([json])
const bytes = { id: "a", kind: "bytes", min: 0 }
const lineOfOne: Line = ["met", 1]

/** A document that is accepted: evaluated over the text `1`. */
const fine = (
  name: string,
  checks: ReadonlyArray<Fields>,
  lines: ReadonlyArray<Line>,
  given?: Given,
): Vector => vector(`document: ${name}`, checks, base64("1"), lines, given)
const no = (name: string, document: unknown, ...paths: ReadonlyArray<string>): Vector =>
  refused(`document: refused, ${name}`, document, ...paths)
const check = (name: string, fields: Fields, place = ""): Vector =>
  refusedCheck(`document: refused, ${name}`, { kind: "json", ...fields }, place)

const without = (name: string): Fields =>
  Object.fromEntries(Object.entries(good).filter(([each]) => each !== name))
const artifact = (fields: Json): Json => ({ ...good, artifact: fields })

/** A text of the document with one schema check, whose `minimum` is written so. */
const minimum = (written: string): string =>
  `{"artifact":{"bytesMax":1000},"checks":[{"id":"a","kind":"schema","schema":{"minimum":${written}}}],"version":"court.criteria/1"}`
const writtenAs = (written: string, means: number, artifactText: string, met: boolean): Vector =>
  one(
    `document: the number ${written} in a text`,
    { kind: "schema", schema: { minimum: means } },
    base64(artifactText),
    [met ? "met" : "unmet", artifactText.length + 2],
    { written: minimum(written) },
  )
const changed = (written: string): Vector =>
  no(
    `the number ${written.length > 30 ? `${written.slice(0, 30)}…` : written} in a text`,
    minimum(written),
    "/checks/0/schema/minimum",
  )
const unread = (name: string, text: string): Vector => no(`a text: ${name}`, text, "")

const text = JSON.stringify(good)
/** A document whose const has `levels` lists within each other: four levels are around it. */
const deep = (levels: number): string =>
  `{"version":"court.criteria/1","artifact":{"bytesMax":1000},"checks":[{"id":"a","kind":"schema","schema":{"const":${"[".repeat(levels)}${"]".repeat(levels)}}}]}`
const deepValue = (levels: number): Json => (levels === 1 ? [] : [deepValue(levels - 1)])

/** A document whose RFC 8785 form has so many bytes. */
const sized = (length: number): { readonly fields: Fields; readonly steps: number } => {
  const fields = (fill: string): Fields => ({ id: "a", kind: "schema", schema: { const: fill } })
  const around = Buffer.byteLength(JSON.stringify(documentOf([fields("")])))
  return { fields: fields("x".repeat(length - around)), steps: 1 + 2 + 1 }
}

export const documentVectors: ReadonlyArray<Vector> = [
  fine("the least", [json], [lineOfOne]),
  fine("a text", [json], [lineOfOne], { written: text }),
  fine("a text with space and another order", [json], [lineOfOne], {
    written:
      ' {\n"version" : "court.criteria/1", "checks":[{"kind":"json","id":"a"}],\t"artifact":{"bytesMax":1e3}}\r\n',
  }),
  fine("a text with escapes", [json], [lineOfOne], { written: text.replace("json", "\\u006ason") }),
  fine("an id of forty", [{ id: "z".repeat(40), kind: "json" }], [lineOfOne]),
  fine("an id of hyphens", [{ id: "-", kind: "json" }], [lineOfOne]),
  fine("an id of digits", [{ id: "0", kind: "json" }], [lineOfOne]),
  fine("the greatest share", [{ ...json, share: 1_000_000 }], [lineOfOne]),
  fine(
    "32 checks",
    Array.from({ length: 32 }, (_, at) => ({ id: `${at}`, kind: "json" })),
    Array<Line>(32).fill(lineOfOne),
  ),
  fine("bytesMax of one", [json], [lineOfOne], { bytesMax: 1 }),
  fine("bytesMax of 262,144", [json], [lineOfOne], { bytesMax: 262_144 }),
  fine("16,384 bytes", [sized(16_384).fields], [["unmet", sized(16_384).steps]]),
  no("16,385 bytes", documentOf([sized(16_385).fields]), ""),
  no(
    "16,385 bytes in a shorter text than form",
    `${minimum("0").replace('"minimum":0', `"enum":[${Array(745).fill("1e20").join(",")}]`)}`,
    "",
  ),
  fine("a text that is longer than its form", [bytes], [lineOfOne], {
    written: `{"artifact":{"bytesMax":1000},${" ".repeat(17_000)}"checks":[{"id":"a","kind":"bytes","min":0}],"version":"court.criteria/1"}`,
  }),
  fine(
    "a const with 124 levels",
    [{ id: "a", kind: "schema", schema: { const: deepValue(124) } }],
    [["unmet", 1 + 2 + 124]],
    { written: deep(124) },
  ),
  fine(
    "a const with 124 levels, as a value",
    [{ id: "a", kind: "schema", schema: { const: deepValue(124) } }],
    [["unmet", 1 + 2 + 124]],
  ),
  no("a const with 125 levels", deep(125), ""),
  no(
    "129 levels as a value",
    documentOf([{ id: "a", kind: "schema", schema: { const: deepValue(125) } }]),
    "",
  ),
  no("null", null, ""),
  no("a number", 1, ""),
  no("a list", [good], ""),
  no("true", true, ""),
  no("an empty object", {}, ""),
  ...["version", "artifact", "checks"].map((name) => no(`without ${name}`, without(name), "")),
  no("another version", { ...good, version: "court.criteria/2" }, "/version"),
  no("a version with a space", { ...good, version: "court.criteria/1 " }, "/version"),
  no("a version that is a number", { ...good, version: 1 }, "/version"),
  no("an unknown member", { ...good, title: "x" }, "/title"),
  no("an unknown member with signs of a pointer", { ...good, "a/b~": 1 }, "/a~1b~0"),
  no("__proto__ as member", JSON.parse(text.replace("{", '{"__proto__":{},')), "/__proto__"),
  no("an artifact that is a number", artifact(1000), "/artifact"),
  no("an artifact without bytesMax", artifact({}), "/artifact"),
  no("bytesMax of none", artifact({ bytesMax: 0 }), "/artifact/bytesMax"),
  no("bytesMax of a half", artifact({ bytesMax: 0.5 }), "/artifact/bytesMax"),
  no("bytesMax of 262,145", artifact({ bytesMax: 262_145 }), "/artifact/bytesMax"),
  no("bytesMax as a text", artifact({ bytesMax: "1000" }), "/artifact/bytesMax"),
  no("an unknown member of the artifact", artifact({ bytesMax: 1, bytesMin: 1 }), "/artifact/bytesMin"),
  no("mediaType of 101", artifact({ bytesMax: 1, mediaType: "😀".repeat(101) }), "/artifact/mediaType"),
  no("mediaType that is null", artifact({ bytesMax: 1, mediaType: null }), "/artifact/mediaType"),
  no("checks that are an object", { ...good, checks: json }, "/checks"),
  no("no check", documentOf([]), "/checks"),
  no(
    "33 checks",
    documentOf(Array.from({ length: 33 }, (_, at) => ({ id: `${at}`, kind: "json" }))),
    "/checks",
  ),
  no("a check that is null", { ...good, checks: [null] }, "/checks/0"),
  no("a check that is a text", { ...good, checks: ["json"] }, "/checks/0"),
  no("an id twice", documentOf([json, bytes]), "/checks"),
  no(
    "two wrong checks",
    documentOf([
      { id: "A", kind: "json" },
      { id: "b", kind: "bytes", min: "1" },
    ]),
    "/checks/0/id",
    "/checks/1/min",
  ),
  no(
    "a wrong artifact and a wrong check",
    { ...documentOf([{ ...json, share: 0 }]), artifact: { bytesMax: 0 } },
    "/artifact/bytesMax",
    "/checks/0/share",
  ),
  check("no id", { id: null }, "/id"),
  refused("document: refused, without id", documentOf([{ kind: "json" }]), "/checks/0"),
  refused("document: refused, without kind", documentOf([{ id: "a" }]), "/checks/0"),
  check("an empty id", { id: "" }, "/id"),
  check("an id of 41", { id: "a".repeat(41) }, "/id"),
  check("an id with a capital letter", { id: "A" }, "/id"),
  check("an id with an underscore", { id: "a_b" }, "/id"),
  check("an id with a line ending", { id: "a\n" }, "/id"),
  check("an id with a space", { id: "a b" }, "/id"),
  check("an id that is a number", { id: 1 }, "/id"),
  check("an unknown kind", { kind: "xpath" }, "/kind"),
  check("a kind of all objects", { kind: "constructor" }, "/kind"),
  check("a kind in capitals", { kind: "JSON" }, "/kind"),
  check("a share of none", { share: 0 }, "/share"),
  check("a share of a half", { share: 0.5 }, "/share"),
  check("a share over the whole", { share: 1_000_001 }, "/share"),
  check("a share below zero", { share: -1 }, "/share"),
  check("a share as a text", { share: "1" }, "/share"),
  check("an unknown member of a check", { required: true }, "/required"),
  check("a member of another kind", { pattern: "a" }, "/pattern"),
  check("schema without a schema", { kind: "schema" }),
  no("a lone surrogate in a text", documentOf([{ id: "a", kind: "text", contains: ["\ud83d"] }]), ""),
  no(
    "a lone surrogate in a const",
    documentOf([{ id: "a", kind: "schema", schema: { const: ["\ude00x"] } }]),
    "",
  ),
  no(
    "a lone surrogate as name",
    documentOf([{ id: "a", kind: "schema", schema: { properties: { "\ud83d": true } } }]),
    "",
  ),
  unread("an escaped lone surrogate", text.replace('"json"', '"json\\ud83d"')),
  unread("nothing", ""),
  unread("no JSON", "{"),
  unread("two values", `${text} ${text}`),
  unread("a member twice", text.replace("{", '{"version":"court.criteria/1",')),
  unread("a member twice, once escaped", text.replace("{", '{"versio\\u006e":"court.criteria/1",')),
  unread("U+FEFF before it", `\ufeff${text}`),
  unread("a comma too many", text.replace("]", ",]")),
  unread("a number with 101 digits", minimum("1".repeat(101))),
  unread("an exponent over 400", minimum("0e401")),
  no("a text within a text", JSON.stringify(text), ""),
  writtenAs("0.10", 0.1, "0.1", true),
  writtenAs("1e0", 1, "1", true),
  writtenAs("-0", 0, "0", true),
  writtenAs("100000000000000000000000", 1e23, "1e23", true),
  writtenAs("1E+21", 1e21, "1e20", false),
  writtenAs("0.000001", 0.000001, "1e-6", true),
  writtenAs("1e-7", 1e-7, "0.0000001", true),
  writtenAs("9007199254740992", 9007199254740992, "9007199254740992", true),
  writtenAs("0e400", 0, "-1", false),
  changed("9007199254740993"),
  changed("0.1000000000000000055511151231257827"),
  changed("1e309"),
  changed("1e-400"),
  changed("123456789012345678901234567890"),
  changed("0.30000000000000000001"),
  {
    name: "document: bytes of a text",
    documentPieces: [times(text, 1)],
    artifact: base64("1"),
    ...(({ evaluation }) => (evaluation === undefined ? {} : { evaluation }))(
      vector("", [json], base64("1"), [lineOfOne]),
    ),
  },
  {
    name: "document: refused, bytes that begin with a mark",
    documentPieces: [times(`\ufeff${text}`, 1)],
    problems: [{ path: "", code: "criteria_refused" }],
  },
  {
    name: "document: refused, bytes that are no text",
    documentPieces: [{ repeat: "/w==", times: 1 }],
    problems: [{ path: "", code: "criteria_refused" }],
  },
  {
    name: "document: refused, a million lists",
    documentPieces: [times("[", 1_000_000)],
    problems: [{ path: "", code: "criteria_refused" }],
  },
]

/** A pattern check that costs ceil(p / 8) steps for each byte and one more. */
const priced = (name: string, p: number, bytesMax: number, affordable: boolean): Vector => {
  const fields = { id: "a", kind: "pattern", pattern: "a".repeat(p) }
  if (affordable) return vector(`price: ${name}`, [fields], "", [["unmet", Math.ceil(p / 8)]], { bytesMax })
  return {
    name: `price: ${name}`,
    document: documentOf([fields], bytesMax),
    problems: [{ path: "/checks/0", code: "criteria_unaffordable" }],
  }
}

export const priceVectors: ReadonlyArray<Vector> = [
  priced("8 code points over 262,144 bytes", 8, 262_144, true),
  priced("56 code points over 262,144 bytes", 56, 262_144, true),
  priced("57 code points over 262,144 bytes", 57, 262_144, false),
  priced("256 code points over 62,499 bytes are 2,000,000 steps", 256, 62_499, true),
  priced("256 code points over 62,500 bytes", 256, 62_500, false),
  priced("16 code points over 262,144 bytes", 16, 262_144, true),
  {
    name: "price: counts add to the code points",
    document: documentOf([{ id: "a", kind: "pattern", pattern: "a{52}" }], 262_144),
    problems: [{ path: "/checks/0", code: "criteria_unaffordable" }],
  },
  vector(
    "price: counts that stay within",
    [{ id: "a", kind: "pattern", pattern: "a{51}" }],
    "",
    [["unmet", 7]],
    { bytesMax: 262_144 },
  ),
  vector(
    "price: the greatest count of two",
    [{ id: "a", kind: "pattern", pattern: "a{0,49}" }],
    "",
    [["met", 7]],
    { bytesMax: 262_144 },
  ),
  {
    name: "price: unaffordable beside refused",
    document: documentOf(
      [
        { id: "a", kind: "pattern", pattern: "a".repeat(57) },
        { id: "b", kind: "xpath" },
      ],
      262_144,
    ),
    problems: [
      { path: "/checks/0", code: "criteria_unaffordable" },
      { path: "/checks/1/kind", code: "criteria_refused" },
    ],
  },
  vector(
    "price: a pattern in a schema is not counted before",
    [{ id: "a", kind: "schema", schema: { pattern: "a".repeat(256) } }],
    base64("1"),
    [["met", 1 + 2]],
    { bytesMax: 262_144 },
  ),
]
