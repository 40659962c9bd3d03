import type { Vector } from "../Vector.ts"
import { base64, type Fields, type Json, one } from "./Make.ts"
import { over as schema } from "./schemas.ts"

/** Steps are written as a sum: reading, then the schemas and keywords in the order in which they are reached. */
const read = (name: string, check: Fields, text: string, met: boolean, steps: number): Vector =>
  one(`fuel: ${name}`, check, base64(text), [met ? "met" : "unmet", Buffer.byteLength(text) + steps])
const order = (name: string, of: Json, text: string, met: boolean, steps: number): Vector =>
  schema(`order: ${name}`, of, text, met, steps)
const text = (length: number): string => `"${"a".repeat(length)}"`

/** A keyword that costs `17 + 2` over `text(256)`, whose name comes in the order where `maxLength` and `minLength` do. */
const long = { minLength: 1 }

export const fuelVectors: ReadonlyArray<Vector> = [
  ...[0, 1, 15, 16, 17, 31, 32, 33, 256].map((n) =>
    one(`fuel: text over ${n} bytes`, { kind: "text", absent: ["x"] }, base64("a".repeat(n)), [
      "met",
      1 + Math.ceil(n / 16),
    ]),
  ),
  ...[1, 7, 8, 9, 16, 17, 255, 256].map((p) =>
    one(`fuel: a pattern of ${p} code points`, { kind: "pattern", pattern: "a".repeat(p) }, base64("b"), [
      "unmet",
      Math.ceil(p / 8) * 2,
    ]),
  ),
  ...[1, 7, 8, 9].map((p) =>
    one(
      `fuel: a pattern of ${p} characters of four bytes`,
      { kind: "pattern", pattern: "😀".repeat(p) },
      base64("b"),
      ["unmet", Math.ceil(p / 8) * 2],
    ),
  ),
  ...[
    ["a{1}", 4 + 1],
    ["a{4}", 4 + 4],
    ["a{5}", 4 + 5],
    ["a{0,5}", 6 + 5],
    ["a{5,}", 5 + 5],
    ["a{0,}b", 6 + 0],
    ["a{0,3}", 6 + 3],
    ["a{2}b{2}", 8 + 4],
    ["a{,9}", 5],
    ["a{9", 3],
    ["[{9}]", 5],
    ["\\{9}", 4],
    ["a{09}", 5],
    ["\\x{41}", 6],
    ["\\x{41}{3}", 9 + 3],
    ["\\pL{64}", 7 + 64],
    ["a{64}b{64}c{64}d{64}", 20 + 256],
    ["[a{9}]{2}", 9 + 2],
  ].map(([pattern, p]) =>
    one(
      `fuel: the pattern ${pattern}`,
      { kind: "pattern", pattern: String(pattern) },
      base64("\u0001\u0001"),
      [
        String(pattern) === "a{0,5}" || String(pattern) === "a{0,3}" ? "met" : "unmet",
        Math.ceil(Number(p) / 8) * 3,
      ],
    ),
  ),
  ...[0, 1, 16, 17, 256].map((m) =>
    schema(`fuel: minLength over ${m} bytes`, { minLength: 0 }, text(m), true, 2 + 1 + Math.ceil(m / 16)),
  ),
  ...[0, 1, 16, 17, 256].map((m) =>
    schema(`fuel: maxLength over ${m} bytes`, { maxLength: 256 }, text(m), true, 2 + 1 + Math.ceil(m / 16)),
  ),
  ...[0, 7, 100].map((m) =>
    schema(`fuel: a pattern in a schema over ${m} bytes`, { pattern: "^a*$" }, text(m), true, 2 + 1 + m),
  ),
  read("reading what is not JSON", { kind: "count", of: "/a/b", min: 0 }, "[1,", false, 0),
  read("reading nothing", { kind: "unique", of: "" }, "", false, 0),
  read("reading bytes of more than a byte each", { kind: "json" }, '"日本"', true, 0),
  read(
    "two pointers",
    { kind: "compare", left: "/a/b", op: "<", right: "/c/d/e" },
    '{"a":{"b":1},"c":{"d":{"e":2}}}',
    true,
    2 + 3,
  ),
  read(
    "only the left pointer",
    { kind: "compare", left: "/a/b/c", op: "<", right: "/c/d/e" },
    '{"c":{"d":{"e":2}}}',
    false,
    3,
  ),
  read(
    "where of a $ref",
    {
      kind: "count",
      of: "/l",
      where: { $defs: { p: { type: "object" } }, allOf: [{ $ref: "#/$defs/p" }, { required: ["a"] }] },
      min: 1,
    },
    '{"l":[{"a":1},1]}',
    true,
    1 + (1 + 3 + 2 + 2 + 2 + 1) + (1 + 3 + 2 + 2),
  ),
  read(
    "unique of values of three",
    { kind: "unique", of: "", member: "/k" },
    '[{"k":[1,{"a":2}]},{"k":{"b":[3]}}]',
    true,
    1 + 1 + 4 + (1 + 1 + 3),
  ),
  order(
    "$ref before allOf",
    { $defs: { f: false }, $ref: "#/$defs/f", allOf: [long] },
    text(256),
    false,
    4 + 1,
  ),
  order(
    "additionalProperties before allOf",
    { additionalProperties: false, allOf: [{}] },
    '{"a":1}',
    false,
    3 + 1 + 1,
  ),
  order("allOf before anyOf", { anyOf: [long], allOf: [false] }, text(256), false, 3 + 1),
  order("anyOf before const", { const: 1, anyOf: [false] }, "1", false, 3 + 1),
  order("const before contains", { contains: true, const: 1 }, "[1,2]", false, 3 + 1),
  order("contains before enum", { enum: [1, 2], contains: false }, "[1]", false, 3 + 1),
  order("enum before items", { items: true, enum: [[2]] }, "[1]", false, 3 + 2),
  order("enum before minLength", { minLength: 1, enum: ["b"] }, text(256), false, 3 + 1),
  order("exclusiveMaximum before not", { not: true, exclusiveMaximum: 1 }, "1", false, 3),
  order("exclusiveMinimum before not", { not: true, exclusiveMinimum: 1 }, "1", false, 3),
  order("items before maxItems", { maxItems: 0, items: true }, "[1]", false, 3 + 1),
  order("maxItems before minItems", { minItems: 2, maxItems: 2, not: true }, "[1,2,3]", false, 4),
  order("maxLength before minLength", { minLength: 0, maxLength: 1 }, text(17), false, 3 + 3),
  order(
    "minContains after contains",
    { contains: { const: 1 }, minContains: 2, not: true },
    "[1,2]",
    false,
    4 + 2 * (2 + 1),
  ),
  order("minimum before not", { not: true, minimum: 2 }, "1", false, 3),
  order("minLength before pattern", { pattern: "a", minLength: 300 }, text(256), false, 3 + 17),
  order("not before pattern", { pattern: "a", not: {} }, text(256), false, 3 + 1),
  order("pattern before type", { type: ["null", "number"], pattern: "b" }, text(8), false, 3 + 9),
  order(
    "properties before required",
    { required: ["b"], properties: { a: false } },
    '{"a":1}',
    false,
    3 + 1 + 1,
  ),
  order("required before type", { type: ["null"], required: ["a"] }, "{}", false, 3 + 1),
  order(
    "type after all that hold",
    { type: ["null", "string"], minLength: 1, pattern: "a", const: "aa" },
    '"aa"',
    true,
    5 + 1 + 2 + 3 + 2,
  ),
  order("type of one name costs nothing", { type: "null", minLength: 1 }, text(16), false, 3 + 2),
  order(
    "title between required and type",
    { type: "string", title: "x", required: ["a"] },
    "{}",
    false,
    4 + 1,
  ),
  order(
    "a keyword for lists costs nothing for texts",
    { items: true, contains: true, maxItems: 0, minItems: 0 },
    '"a"',
    true,
    5,
  ),
  order(
    "a keyword for objects costs nothing for lists",
    { required: ["a"], properties: { a: false }, additionalProperties: false },
    "[1]",
    true,
    4,
  ),
  order(
    "a keyword for texts costs nothing for lists",
    { minLength: 1, maxLength: 1, pattern: "a" },
    "[1]",
    true,
    4,
  ),
  order(
    "a keyword for numbers costs nothing for texts",
    { minimum: 1, maximum: 1, exclusiveMinimum: 1, exclusiveMaximum: 1 },
    '"a"',
    true,
    5,
  ),
  order("const and enum are for all types", { const: 1, enum: [1, 2] }, "1", true, 3 + 1 + 1),
]
