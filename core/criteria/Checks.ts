/** The kinds of checks that read a delivery as bytes or as text, and the kind that an agent attests. */
import { compare, type Decimal, decimalOf, writeDecimal } from "./Decimal.ts"
import { fuelMax } from "./Fuel.ts"
import { makeKind } from "./Kind.ts"
import {
  type Decoder,
  type Problems,
  readForm,
  readList,
  readNumber,
  readOneOf,
  readText,
  readWhole,
  refuseOver,
} from "./Members.ts"
import { type Pattern, readPattern, stepsOf } from "./Pattern.ts"
import { hasWithin } from "./Text.ts"
import { say } from "./Why.ts"

export interface Within {
  readonly min?: Decimal | undefined
  readonly max?: Decimal | undefined
}

export const within = { min: readNumber, max: readNumber }

export const refuseLimits = ({ min, max }: Within, path: string, problems: Problems): void =>
  refuseOver(min, max, `${path}/min`, "max", problems)

/** Refuses a check without any of the members of which it needs one. */
export const needOne = (
  fields: { readonly [name: string]: unknown },
  names: ReadonlyArray<string>,
  path: string,
  problems: Problems,
): void => {
  if (names.every((name) => fields[name] === undefined))
    problems.refuse(path, `needs one of ${names.join(", ")} at least`)
}

/** How a number lies outside; empty if it lies within. */
export const sayOutside = (
  what: string,
  found: Decimal,
  { min, max }: Within,
  of = ["min", "max"],
): string => {
  if (min !== undefined && compare(found, min) < 0) return say(`${what} is under ${of[0]}.`)
  if (max !== undefined && compare(found, max) > 0) return say(`${what} is over ${of[1]}.`)
  return ""
}

export const wordsOf = ({ min, max }: Within): string =>
  [
    ...(min === undefined ? [] : [`at least ${writeDecimal(min)}`]),
    ...(max === undefined ? [] : [`at most ${writeDecimal(max)}`]),
  ].join(" and ")

const bytes = makeKind("bytes", {
  required: {},
  optional: within,
  refuse: (fields, path, problems) => {
    needOne({ ...fields }, ["min", "max"], path, problems)
    refuseLimits(fields, path, problems)
  },
  sentence: (fields) => `The delivery has ${wordsOf(fields)} bytes.`,
  stepsMax: () => 1,
  evaluate: (fields, { length }, fuel) => {
    fuel.spend(1)
    return sayOutside("The length of the delivery in bytes", decimalOf(length), fields)
  },
})

const hashes = readList(readForm(/^[0-9a-f]{64}$/, "64 lower-case hexadecimal digits"), 1, 16)
const sha256 = makeKind("sha256", {
  required: { oneOf: hashes },
  optional: {},
  sentence: ({ oneOf }) => `The SHA-256 of the delivery is ${oneOf.join(" or ")}.`,
  stepsMax: () => 1,
  evaluate: ({ oneOf }, { hash }, fuel) => {
    fuel.spend(1)
    return oneOf.includes(hash) ? "" : say("The SHA-256 of the delivery is not among those of oneOf.")
  },
})

const texts = readList(readText(1, 500), 1, 16)
const stepsOfSearch = (bytes: number): number => 1 + Math.ceil(bytes / 16)
const quoteAll = (list: ReadonlyArray<string>): string => list.map((one) => JSON.stringify(one)).join(", ")
const text = makeKind("text", {
  required: {},
  optional: { contains: texts, absent: texts },
  refuse: (fields, path, problems) => needOne({ ...fields }, ["contains", "absent"], path, problems),
  sentence: ({ contains, absent }) =>
    [
      "The delivery is text",
      ...(contains === undefined ? [] : [`contains each of ${quoteAll(contains)}`]),
      ...(absent === undefined ? [] : [`has none of ${quoteAll(absent)} in it`]),
    ]
      .join(" and ")
      .concat("."),
  stepsMax: ({ contains = [], absent = [] }, bytes) =>
    (contains.length + absent.length) * stepsOfSearch(bytes),
  evaluate: ({ contains = [], absent = [] }, artifact, fuel) => {
    const read = artifact.readText()
    fuel.spend((contains.length + absent.length) * stepsOfSearch(artifact.length))
    const missing = contains.findIndex((one) => !hasWithin(read, one))
    if (missing >= 0) return say(`The text does not have what /contains/${missing} of the check states.`)
    const present = absent.findIndex((one) => hasWithin(read, one))
    return present < 0 ? "" : say(`The text has what /absent/${present} of the check states.`)
  },
})

const patternOf: Decoder<Pattern> = (value, path, problems) => {
  const read = typeof value === "string" ? readPattern(value) : "must be a text"
  return typeof read === "string" ? problems.refuse(path, read) : read
}
const pattern = makeKind("pattern", {
  required: { pattern: patternOf },
  optional: {},
  refuse: ({ pattern }, path, problems, bytesMax) => {
    const steps = stepsOf(pattern, bytesMax)
    if (steps > fuelMax)
      problems.refuseCost(
        `${path}/pattern`,
        `takes ${steps} steps over ${bytesMax} bytes, and a check has ${fuelMax}: shorten it, count fewer repetitions, or lower bytesMax`,
      )
  },
  sentence: ({ pattern }) => `The delivery is text in which ${pattern.source} matches somewhere.`,
  stepsMax: ({ pattern }, bytes) => stepsOf(pattern, bytes),
  evaluate: ({ pattern }, artifact, fuel) => {
    const read = artifact.readText()
    fuel.spend(stepsOf(pattern, artifact.length))
    return pattern.matches(read) ? "" : say("The pattern matches nowhere in the text.")
  },
})

const offices = ["person", "operator", "invite", "court", "registrar", "clerk", "judge", "system"]
const handle: Decoder<string> = (value, path, problems) => {
  const form = /^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$/
  if (typeof value !== "string" || !form.test(value))
    return problems.refuse(
      path,
      "must be the handle of an agent: 3 to 40 of a-z 0-9 -, with a letter or a digit at both ends",
    )
  return offices.includes(value) ? problems.refuse(path, "is no agent: the court keeps this name") : value
}
const outcome = readOneOf("met", "unmet")
const attested = makeKind("attested", {
  required: { by: handle, within: readWhole(1, 336), otherwise: outcome },
  optional: {},
  attestation: ({ by, within, otherwise }) => ({ by, within, otherwise }),
  sentence: ({ by, within, otherwise }) =>
    `${by} attests within ${within} ${within === 1 ? "hour" : "hours"} that it is met; without that it is ${otherwise}.`,
  stepsMax: () => 1,
  // An attested outcome is not part of the delivery: the evaluation takes it from the attestations that the court received.
  evaluate: () => "",
})

export const plainKinds = { bytes, sha256, text, pattern, attested }
