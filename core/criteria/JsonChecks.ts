/** The kinds of checks that read a delivery as JSON. */
import { Unmet } from "./Artifact.ts"
import { needOne, refuseLimits, sayOutside, within, wordsOf } from "./Checks.ts"
import { decimalOf, compare as order, Sum } from "./Decimal.ts"
import { Application } from "./Fits.ts"
import { type Fuel, fuelMax } from "./Fuel.ts"
import { countValues, isDecimal, isList, keyOf, type Value } from "./Json.ts"
import type { Schema } from "./Keyword.ts"
import { allMillionths, makeKind } from "./Kind.ts"
import { type Decoder, readNumber, readOneOf, readPointer, refuseOver } from "./Members.ts"
import { follow, type Tokens, writePointer } from "./Pointer.ts"
import { readSchema } from "./Schema.ts"
import { sayAt } from "./Why.ts"

/** A pointer costs its tokens, wherever it leads. */
const pay = (value: Value, tokens: Tokens, fuel: Fuel): Value | undefined => {
  fuel.spend(tokens.length)
  return follow(value, tokens)
}

const readElements = (value: Value, of: Tokens, fuel: Fuel): ReadonlyArray<Value> => {
  const found = pay(value, of, fuel)
  if (!isList(found)) throw new Unmet(sayAt(writePointer(of), "is no list"))
  return found
}

/** The smallest list has two bytes for an element. */
const elementsMax = (bytes: number): number => Math.floor(bytes / 2)
const upTo = (steps: number): number => Math.min(steps, fuelMax)
const show = (tokens: Tokens): string => (tokens.length === 0 ? "the whole value" : writePointer(tokens))
const inElement = (member: Tokens | undefined): string =>
  member === undefined || member.length === 0 ? "" : `${writePointer(member)} of `

const schemaOf: Decoder<{ readonly schema: Schema }> = (value, path, problems) => {
  const schema = readSchema(value, path, problems)
  return schema === undefined ? undefined : { schema }
}

const json = makeKind("json", {
  required: {},
  optional: {},
  sentence: () => "The delivery is JSON.",
  stepsMax: (_, bytes) => bytes,
  evaluate: (_, artifact, fuel) => {
    artifact.readJson(fuel)
    return ""
  },
})

const schema = makeKind("schema", {
  required: { schema: schemaOf },
  optional: {},
  sentence: () => "The delivery is JSON that fits the schema.",
  stepsMax: () => fuelMax,
  evaluate: ({ schema }, artifact, fuel) => {
    const application = new Application(fuel)
    if (application.fits(schema.schema, artifact.readJson(fuel))) return ""
    const { keyword, pointer } = application.misfit
    return sayAt(pointer, `does not fit the schema, by ${keyword}`)
  },
})

const count = makeKind("count", {
  required: { of: readPointer },
  optional: { where: schemaOf, ...within, shareMin: readNumber, shareMax: readNumber },
  refuse: (fields, path, problems) => {
    needOne({ ...fields }, ["min", "max", "shareMin", "shareMax"], path, problems)
    refuseLimits(fields, path, problems)
    refuseOver(fields.shareMin, fields.shareMax, `${path}/shareMin`, "shareMax", problems)
  },
  sentence: ({ of, where, min, max, shareMin, shareMax }) => {
    const number = wordsOf({ min, max })
    const share = wordsOf({ min: shareMin, max: shareMax })
    const limits = [number, share === "" ? "" : `${share} millionths of all`].filter((one) => one !== "")
    return `The elements of ${show(of)}${where === undefined ? "" : " that fit where"} number ${limits.join(", and ")}.`
  },
  stepsMax: ({ of, where }, bytes) =>
    where === undefined ? upTo(bytes + of.length + elementsMax(bytes)) : fuelMax,
  evaluate: ({ of, where, min, max, shareMin, shareMax }, artifact, fuel) => {
    const elements = readElements(artifact.readJson(fuel), of, fuel)
    fuel.spend(elements.length)
    const application = new Application(fuel)
    let fitting = 0
    for (const one of elements) if (where === undefined || application.fits(where.schema, one)) fitting++
    const share = Math.floor((fitting * allMillionths) / Math.max(1, elements.length))
    const at = `The number of elements of ${show(of)} that count`
    return (
      sayOutside(at, decimalOf(fitting), { min, max }) ||
      sayOutside(at, decimalOf(share), { min: shareMin, max: shareMax }, ["shareMin", "shareMax"])
    )
  },
})

const sum = makeKind("sum", {
  required: { of: readPointer },
  optional: { member: readPointer, equals: readPointer, ...within },
  refuse: (fields, path, problems) => {
    needOne({ ...fields }, ["equals", "min", "max"], path, problems)
    refuseLimits(fields, path, problems)
  },
  sentence: ({ of, member, equals, min, max }) => {
    const limits = [equals === undefined ? "" : `equal to ${show(equals)}`, wordsOf({ min, max })]
    return `The sum of ${inElement(member)}the elements of ${show(of)} is ${limits.filter((one) => one !== "").join(" and ")}.`
  },
  stepsMax: ({ of, member = [], equals = [] }, bytes) =>
    upTo(bytes + of.length + elementsMax(bytes) * (1 + member.length) + equals.length),
  evaluate: ({ of, member = [], equals, min, max }, artifact, fuel) => {
    const value = artifact.readJson(fuel)
    const elements = readElements(value, of, fuel)
    const sum = new Sum()
    for (const [i, element] of elements.entries()) {
      fuel.spend(1)
      const number = pay(element, member, fuel)
      if (!isDecimal(number)) return sayAt(writePointer([...of, i, ...member]), "is no number")
      sum.add(number)
    }
    const total = sum.total()
    if (equals !== undefined) {
      const stated = pay(value, equals, fuel)
      if (!isDecimal(stated)) return sayAt(writePointer(equals), "is no number")
      if (order(total, stated) !== 0) return sayAt(writePointer(equals), "is not the sum of the elements")
    }
    return sayOutside(`The sum of the elements of ${show(of)}`, total, { min, max })
  },
})

const unique = makeKind("unique", {
  required: { of: readPointer },
  optional: { member: readPointer },
  sentence: ({ of, member }) =>
    `No two elements of ${show(of)} have the same value${member === undefined || member.length === 0 ? "" : ` at ${writePointer(member)}`}.`,
  stepsMax: ({ of, member = [] }, bytes) =>
    upTo(bytes + of.length + elementsMax(bytes) * (2 + member.length)),
  evaluate: ({ of, member = [] }, artifact, fuel) => {
    const elements = readElements(artifact.readJson(fuel), of, fuel)
    const seen = new Set<string>()
    for (const [i, element] of elements.entries()) {
      fuel.spend(1)
      const value = pay(element, member, fuel)
      if (value === undefined) return sayAt(writePointer([...of, i, ...member]), "has no value")
      fuel.spend(countValues(value))
      const key = keyOf(value)
      if (seen.has(key)) return sayAt(writePointer([...of, i, ...member]), "equals one before it")
      seen.add(key)
    }
    return ""
  },
})

const relation = readOneOf("=", "<", "<=")
const compare = makeKind("compare", {
  required: { left: readPointer, op: relation, right: readPointer },
  optional: {},
  sentence: ({ left, op, right }) => `${show(left)} ${op} ${show(right)}, as numbers.`,
  stepsMax: ({ left, right }, bytes) => upTo(bytes + left.length + right.length),
  evaluate: ({ left, op, right }, artifact, fuel) => {
    const value = artifact.readJson(fuel)
    const a = pay(value, left, fuel)
    if (!isDecimal(a)) return sayAt(writePointer(left), "is no number")
    const b = pay(value, right, fuel)
    if (!isDecimal(b)) return sayAt(writePointer(right), "is no number")
    const found = order(a, b)
    const holds = op === "=" ? found === 0 : op === "<" ? found < 0 : found <= 0
    return holds ? "" : sayAt(writePointer(left), `is not ${op} the number at the right`)
  },
})

export const jsonKinds = { json, schema, count, sum, unique, compare }
