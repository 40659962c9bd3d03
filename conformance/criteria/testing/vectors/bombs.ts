import type { Bytes, Vector } from "../Vector.ts"
import { type Fields, type Json, type Line, lengthOf, one, times } from "./Make.ts"

const most = 2_000_000
const bytesMax = 262_144
const spent: Line = ["unmet", most]
/** A check over as many bytes as an artifact may have. */
const bomb = (name: string, check: Fields, artifact: Bytes, line: Line): Vector =>
  one(`bomb: ${name}`, check, artifact, line, { bytesMax })
const schema = (name: string, of: Json, artifact: Bytes, met: boolean, steps: number): Vector =>
  bomb(name, { kind: "schema", schema: of }, artifact, [met ? "met" : "unmet", lengthOf(artifact) + steps])
const exhausts = (name: string, of: Json, artifact: Bytes): Vector =>
  bomb(name, { kind: "schema", schema: of }, artifact, spent)
const pattern = (name: string, source: string, artifact: Bytes, met: boolean, counts = 0): Vector =>
  bomb(`the pattern ${name}`, { kind: "pattern", pattern: source }, artifact, [
    met ? "met" : "unmet",
    Math.ceil(([...source].length + counts) / 8) * (1 + lengthOf(artifact)),
  ])

/** A list of `count` of one text, and space behind it. */
const listOf = (text: string, count: number, spaces = 0): Bytes => [
  times("[", 1),
  times(`${text},`, count - 1),
  times(`${text}]`, 1),
  times(" ", spaces),
]
const numbers = (count: number): Bytes => [times("[", 1), { numbersTo: count }, times("]", 1)]
const members = (count: number): Bytes => [times("{", 1), { membersTo: count }, times("}", 1)]
const letters = (count: number, last = ""): Bytes => [times("a", count), times(last, 1)]
const textOf = (sign: string, count: number): Bytes => [times('"', 1), times(sign, count), times('"', 1)]
const nested = (levels: number): Bytes => [times("[", levels), times("]", levels)]

/** Definitions of which each applies the next `width` times to the same value: 15 of them are 32 schemas within each other. */
const branching = (width: number, levels: number, last: Json = {}): Fields =>
  Object.fromEntries(
    Array.from({ length: levels }, (_, at) => [
      `d${at}`,
      at === levels - 1 ? last : { allOf: Array<Json>(width).fill({ $ref: `#/$defs/d${at + 1}` }) },
    ]),
  )
const $ref = "#/$defs/d0"
/** Steps of a definition of `branching`: itself, and for each branch the schema that names the next, and the next. */
const branchingSteps = (width: number, levels: number): number =>
  levels === 1 ? 1 : 2 + width * (2 + branchingSteps(width, levels - 1))

/** An `items` schema of 15 steps: itself with one member, and 13 that are true. */
const fifteen = { items: { allOf: Array(13).fill(true) } }

export const bombVectors: ReadonlyArray<Vector> = [
  bomb("space alone", { kind: "json" }, [times(" ", bytesMax)], ["unmet", bytesMax]),
  bomb(
    "space before a value",
    { kind: "json" },
    [times(" ", bytesMax - 1), times("1", 1)],
    ["met", bytesMax],
  ),
  bomb("lists that open", { kind: "json" }, [times("[", bytesMax)], ["unmet", bytesMax]),
  bomb("objects that open", { kind: "json" }, [times('{"":', bytesMax / 4)], ["unmet", bytesMax]),
  bomb(
    "a text that does not end",
    { kind: "json" },
    [times('"', 1), times("a", bytesMax - 1)],
    ["unmet", bytesMax],
  ),
  bomb(
    "escapes",
    { kind: "json" },
    [times('"', 1), times("\\u00e9", 43_690), times('"', 1)],
    ["met", 43_690 * 6 + 2],
  ),
  bomb("digits", { kind: "json" }, [times("1", bytesMax)], ["unmet", bytesMax]),
  bomb(
    "an exponent of zeros",
    { kind: "json" },
    [times("1e", 1), times("0", bytesMax - 2)],
    ["met", bytesMax],
  ),
  bomb("minus signs", { kind: "json" }, [times("-", bytesMax)], ["unmet", bytesMax]),
  bomb("members", { kind: "json" }, members(22_000), ["met", lengthOf(members(22_000))]),
  bomb(
    "a member twice among many",
    { kind: "json" },
    [times('{"0":0,', 1), { membersTo: 22_000 }, times("}", 1)],
    ["unmet", lengthOf(members(22_000)) + 6],
  ),
  bomb(
    "no UTF-8 at the end",
    { kind: "json" },
    [times(" ", bytesMax - 1), { repeat: "/w==", times: 1 }],
    ["unmet", bytesMax],
  ),
  bomb(
    "a text that almost occurs",
    {
      kind: "text",
      contains: Array(16).fill(`${"a".repeat(499)}b`),
      absent: Array(16).fill(`b${"a".repeat(499)}`),
    },
    letters(bytesMax),
    ["unmet", 32 * (1 + bytesMax / 16)],
  ),
  bomb("a count of zeros", { kind: "count", of: "", min: 131_071 }, listOf("0", 131_071), [
    "met",
    262_143 + 131_071,
  ]),
  bomb(
    "a count whose schema costs all",
    { kind: "count", of: "", where: { allOf: Array(13).fill(true) }, min: 0 },
    listOf("0", 131_071),
    spent,
  ),
  bomb("unique numbers", { kind: "unique", of: "" }, numbers(45_000), [
    "met",
    lengthOf(numbers(45_000)) + 45_000 * 2,
  ]),
  bomb(
    "unique but the last",
    { kind: "unique", of: "" },
    [times("[", 1), { numbersTo: 45_000 }, times(",44999.0]", 1)],
    ["unmet", lengthOf(numbers(45_000)) + 8 + 45_001 * 2],
  ),
  bomb(
    "unique texts that begin alike",
    { kind: "unique", of: "" },
    [times('["', 1), times("a", 130_000), times('b","', 1), times("a", 130_000), times('c"]', 1)],
    ["met", 260_009 + 4],
  ),
  bomb(
    "unique by a member that is deep",
    { kind: "unique", of: "", member: "/0".repeat(60) },
    listOf(`${"[".repeat(60)}1${"]".repeat(60)}`, 2),
    ["unmet", 245 + 2 * (1 + 60 + 1)],
  ),
  bomb(
    "unique by a pointer of tokens that lead nowhere",
    { kind: "unique", of: "/a".repeat(4000) },
    listOf("0", 10),
    ["unmet", 21 + 4000],
  ),
  bomb("a sum of zeros", { kind: "sum", of: "", min: 0, max: 0 }, listOf("0", 131_071), [
    "met",
    262_143 + 131_071,
  ]),
  bomb(
    "a sum of the largest and the smallest",
    { kind: "sum", of: "", max: 0 },
    listOf("1e400,1e-400,-1e400,-1e-400", 9_000),
    ["met", 9_000 * 28 + 1 + 36_000],
  ),
  bomb("a sum of 100 digits", { kind: "sum", of: "", min: 1e300 }, listOf(`${"9".repeat(100)}e400`, 2_400), [
    "met",
    2_400 * 105 + 1 + 2_400,
  ]),
  bomb(
    "a sum that differs in the last of 800 digits",
    { kind: "sum", of: "/0", equals: "/1" },
    [times("[[1e400", 1), times(",1e-400", 30_000), times("],1e400]", 1)],
    ["unmet", 7 + 210_000 + 8 + 1 + 30_001 + 1],
  ),
  bomb(
    "a sum by a pointer of 40 tokens",
    { kind: "sum", of: "", member: "/0".repeat(40), min: 0 },
    listOf("[0]", 60_000),
    ["unmet", 240_001 + 1 + 40],
  ),
  schema("exactly 2,000,000 steps", fifteen, listOf("0", 117_646, 15), true, 2 + 117_646 * 15),
  exhausts("one step over 2,000,000", fifteen, listOf("0", 117_646, 16)),
  exhausts("every element costs fifteen", fifteen, listOf("0", 131_071)),
  exhausts(
    "padding after the value",
    { items: { allOf: Array(14).fill(true) } },
    listOf("0", 116_000, 30_000),
  ),
  schema("a failure at the first costs no more", { items: false }, listOf("0", 131_071), false, 2 + 1),
  schema("branches of two", { $defs: branching(2, 15), $ref }, "MQ==", true, 3 + branchingSteps(2, 15)),
  exhausts("branches of three", { $defs: branching(3, 15), $ref }, "MQ=="),
  exhausts("branches of fifteen", { $defs: branching(15, 15), $ref }, "MQ=="),
  exhausts(
    "branches over a list",
    { $defs: branching(2, 12), items: { $ref: "#/$defs/d0" } },
    listOf("0", 200),
  ),
  schema(
    "64 lists and a schema that comes back to itself",
    { $defs: { a: { items: { $ref: "#/$defs/a" } } }, $ref: "#/$defs/a" },
    nested(64),
    true,
    3 + 64 * 2 + 63 * 2,
  ),
  schema(
    "65 lists are not JSON",
    { $defs: { a: { items: { $ref: "#/$defs/a" } } }, $ref: "#/$defs/a" },
    nested(65),
    false,
    0,
  ),
  exhausts(
    "a schema that comes back to itself twice",
    {
      $defs: { a: { allOf: [{ items: { $ref: "#/$defs/a" } }, { items: { $ref: "#/$defs/a" } }] } },
      $ref: "#/$defs/a",
    },
    nested(64),
  ),
  schema(
    "additional members that are false",
    { additionalProperties: false },
    members(22_000),
    false,
    2 + 22_000 + 1,
  ),
  schema(
    "additional members that are true",
    { additionalProperties: true },
    members(22_000),
    true,
    2 + 22_000 * 2,
  ),
  exhausts(
    "additional members again and again",
    { allOf: Array(50).fill({ additionalProperties: true }) },
    members(22_000),
  ),
  exhausts(
    "a hundred names for many objects",
    { items: { properties: Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`n${at}`, true])) } },
    listOf("{}", 87_000),
  ),
  exhausts(
    "a hundred required names for many objects",
    { items: { anyOf: [{ required: Array.from({ length: 100 }, (_, at) => `n${at}`) }, true] } },
    listOf("{}", 87_000),
  ),
  exhausts(
    "an enum of many",
    { items: { enum: [...Array.from({ length: 1_000 }, (_, at) => at), "a"] } },
    listOf('"a"', 65_000),
  ),
  exhausts("lengths again and again", { allOf: Array(200).fill({ minLength: 1 }) }, textOf("a", 262_000)),
  exhausts(
    "lengths of characters of four bytes",
    { allOf: Array(200).fill({ maxLength: 65_535 }) },
    textOf("😀", 65_535),
  ),
  exhausts(
    "a large const again and again",
    { items: { allOf: Array(20).fill({ const: Array(60).fill(0) }) } },
    listOf(`[${Array(60).fill(0).join(",")}]`, 2_100),
  ),
  exhausts(
    "a long text again and again",
    { $defs: branching(3, 15, { const: "a".repeat(8_000) }), $ref },
    textOf("a", 8_000),
  ),
  schema(
    "a pattern for many texts",
    { items: { pattern: "^(a|b|ab)*c?$" } },
    listOf('"abababab"', 23_000),
    true,
    2 + 23_000 * (2 + 2 * 9),
  ),
  exhausts(
    "a long pattern for many texts",
    { items: { pattern: `^(${"a|b|".repeat(60)}ab)*c?$` } },
    listOf('"abababab"', 23_000),
  ),
  exhausts(
    "a pattern of many counts over a long text",
    { contains: { pattern: `${"(?i)[a-y]{64}".repeat(19)}z` } },
    listOf(`"${"a".repeat(3_000)}"`, 80),
  ),
  pattern("of stars within stars", "(a*)*b", letters(bytesMax), false),
  pattern("of stars within stars, met at the end", "(a*)*b", letters(bytesMax - 1, "b"), true),
  pattern("of choices that are the same", "(a|a|a)*b", letters(bytesMax), false),
  pattern("of two that share", "^(a+a+)+$", letters(bytesMax - 1, "b"), false),
  pattern("of many that may be", "(a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?)*b", letters(bytesMax), false),
  pattern("of 48 letters", "a{48}b", letters(bytesMax), false, 48),
  pattern("of up to 44 characters", "a.{0,44}b", letters(bytesMax), false, 44),
  pattern("of letters in any case", "(?i)[k-ſ]{40}1", [times("k", bytesMax)], false, 40),
  pattern("of letters of all scripts", "\\pL{44}\\d", [times("日", 87_381)], false, 44),
  pattern("of no letters", "(\\PL|\\PN)*\\z1", [times("日", 87_381)], false),
  pattern("of edges", "(\\b|\\B|^|$)*b", letters(bytesMax), false),
  pattern("of nested groups", `${"(".repeat(18)}a${"?)".repeat(15)})))b`, letters(bytesMax), false),
]
