import type { Vector } from "../Vector.ts"
import { base64, type Fields, type Json, one, refusedCheck } from "./Make.ts"

/** Compares two numbers of an artifact: n for reading, and one step for each pointer that is followed. */
const compare = (left: string, op: string, right: string, met: boolean): Vector => {
  const text = `[${left},${right}]`
  const check = { kind: "compare", left: "/0", op, right: "/1" }
  return one(`compare: ${left} ${op} ${right}`, check, base64(text), [met ? "met" : "unmet", text.length + 2])
}
/** Tries the limit of a schema: reading, 1 for the schema and 1 for its member. */
const limit = (word: string, bound: Json, text: string, met: boolean): Vector => {
  const check: Fields = { kind: "schema", schema: { [word]: bound } }
  const line = [met ? "met" : "unmet", text.length + 2] as const
  return one(`number: ${text} with ${word} ${JSON.stringify(bound)}`, check, base64(text), line)
}
const hundred = "1".repeat(100)
const pointers = { kind: "compare", left: "/0", op: "=", right: "/1" }

export const numberVectors: ReadonlyArray<Vector> = [
  compare("1.0", "=", "1", true),
  compare("1e2", "=", "100", true),
  compare("100e-2", "=", "1", true),
  compare("-0", "=", "0", true),
  compare("-0.0e5", "=", "0e-400", true),
  compare("-0", "<", "0", false),
  compare("0.1", "=", "0.10000000000000000000000000000000001", false),
  compare("0.1", "<", "0.10000000000000000000000000000000001", true),
  compare("9007199254740992", "=", "9007199254740993", false),
  compare("9007199254740992", "<", "9007199254740993", true),
  compare("1e400", "=", "1e399", false),
  compare("1e399", "<", "1e400", true),
  compare("1e400", "=", "10e399", true),
  compare("1e-400", "=", "0", false),
  compare("0", "<", "1e-400", true),
  compare("-1e-400", "<", "0", true),
  compare("0.1e-400", "<", "1e-400", true),
  compare("-1e400", "<", "1e-400", true),
  compare(hundred, "=", `${hundred}e0`, true),
  compare(hundred, "<", `${"1".repeat(99)}2`, true),
  compare(`${hundred}e-100`, "=", `0.${"1".repeat(99)}`, false),
  compare(`${"1".repeat(99)}e-99`, "=", `0.${"1".repeat(99)}`, true),
  compare("2", "<", "10", true),
  compare("-2", "<", "-10", false),
  compare("1", "<", "1", false),
  compare("1", "<=", "1.000", true),
  compare("2", "<=", "1", false),
  compare("1", "<=", "2", true),
  compare("1", "=", "2", false),
  one("compare: the left is no number, so the right is not followed", pointers, base64('["1",1]'), [
    "unmet",
    8,
  ]),
  one("compare: the right is no number", pointers, base64('[1,"1"]'), ["unmet", 9]),
  one("compare: the left leads nowhere", { ...pointers, left: "/2/3/4" }, base64("[1,1]"), ["unmet", 8]),
  one("compare: the right leads nowhere", { ...pointers, right: "/2/3/4" }, base64("[1,1]"), ["unmet", 9]),
  one("compare: the same place", { ...pointers, right: "/0" }, base64("[1,2]"), ["met", 7]),
  one("compare: the whole value", { kind: "compare", left: "", op: "=", right: "" }, base64("7"), ["met", 1]),
  one("compare: true is no number", pointers, base64("[true,true]"), ["unmet", 12]),
  one("compare: null is no number", pointers, base64("[null,null]"), ["unmet", 12]),
  refusedCheck("compare: another relation", { ...pointers, op: ">" }, "/op"),
  refusedCheck("compare: no relation", { kind: "compare", left: "/0", right: "/1" }),
  refusedCheck("compare: no left", { kind: "compare", op: "=", right: "/1" }),
  limit("minimum", 1, "1", true),
  limit("minimum", 1, "0.999", false),
  limit("minimum", 0.1, "0.1", true),
  limit("minimum", 0.1, "0.0999999999999999999999999", false),
  limit("maximum", 0.3, "0.3", true),
  limit("maximum", 0.3, "0.30000000000000000001", false),
  limit("maximum", 1e308, "1e308", true),
  limit("maximum", 1e308, "1e309", false),
  limit("minimum", 5e-324, "5e-324", true),
  limit("minimum", 5e-324, "4.9e-324", false),
  limit("minimum", -1, "-1", true),
  limit("minimum", -1, "-1.1", false),
  limit("exclusiveMinimum", 1, "1", false),
  limit("exclusiveMinimum", 1, "1.000000000000000000001", true),
  limit("exclusiveMaximum", 1, "1", false),
  limit("exclusiveMaximum", 1, "0.9999999999999999999999999", true),
  limit("exclusiveMaximum", 0, "-1e-400", true),
  limit("maximum", 9007199254740992, "9007199254740993", false),
  limit("minimum", 1e21, "1000000000000000000000", true),
  limit("type", "integer", "1.0", true),
  limit("type", "integer", "1e2", true),
  limit("type", "integer", "100e-2", true),
  limit("type", "integer", "1e-1", false),
  limit("type", "integer", "1.5", false),
  limit("type", "integer", "1e400", true),
  limit("type", "integer", "1e-400", false),
  limit("type", "integer", "0e-400", true),
  limit("type", "integer", "-0", true),
  limit("type", "integer", "9007199254740993.0000000001", false),
  limit("type", "number", "1.5", true),
  limit("type", "number", "1e-400", true),
]
