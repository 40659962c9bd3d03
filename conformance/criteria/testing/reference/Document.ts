import { createHash } from "node:crypto"
import { Decimal, ofDouble } from "./Decimal.ts"
import { adopt, canonical, decode, List, Members, parse, type Value } from "./Json.ts"
import {
  below,
  type Fields,
  fieldsOf,
  listOf,
  numeral,
  type Problem,
  Problems,
  pointer,
  type Read,
  textOf,
  wholeFrom,
} from "./Problems.ts"
import { type Machine, machineOf, type Root, readSchema } from "./Schema.ts"

type Path = ReadonlyArray<string>
interface Range {
  readonly min: Decimal | undefined
  readonly max: Decimal | undefined
}
export type Rule =
  | ({ readonly kind: "bytes" } & Range)
  | { readonly kind: "sha256"; readonly oneOf: ReadonlyArray<string> }
  | {
      readonly kind: "text"
      readonly contains: ReadonlyArray<string>
      readonly absent: ReadonlyArray<string>
    }
  | { readonly kind: "pattern"; readonly machine: Machine }
  | { readonly kind: "json" }
  | { readonly kind: "schema"; readonly root: Root }
  | ({
      readonly kind: "count"
      readonly of: Path
      readonly where: Root | undefined
      readonly shareMin: Decimal | undefined
      readonly shareMax: Decimal | undefined
    } & Range)
  | ({
      readonly kind: "sum"
      readonly of: Path
      readonly member: Path
      readonly equals: Path | undefined
    } & Range)
  | { readonly kind: "unique"; readonly of: Path; readonly member: Path }
  | { readonly kind: "compare"; readonly left: Path; readonly op: string; readonly right: Path }
  | { readonly kind: "attested" }
export interface Check {
  readonly id: string
  readonly share: number | undefined
  readonly rule: Rule
}
export interface Criteria {
  readonly digest: string
  readonly bytesMax: number
  readonly checks: ReadonlyArray<Check>
}

const mostSteps = 2_000_000
const levels = 128
const hexadecimal = textOf((text) => /^[0-9a-f]{64}$/.test(text), "64 lower-case hexadecimal digits")
const excerpt = textOf((text) => text !== "" && [...text].length <= 500, "a text of 1 to 500 code points")
const reserved = "person operator invite court registrar clerk judge system".split(" ")
const handle = textOf(
  (text) => /^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$/.test(text) && !reserved.includes(text),
  "a handle",
)
const oneOf = (...words: ReadonlyArray<string>) => textOf((text) => words.includes(text), words.join(" or "))

const range = (fields: Fields): Range => {
  fields.inOrder("min", "max")
  return { min: fields.may("min", numeral), max: fields.may("max", numeral) }
}

const rules: Readonly<Record<string, (fields: Fields, bytesMax: number | undefined) => Rule | undefined>> = {
  bytes: (fields) => {
    fields.oneAtLeast(["min", "max"])
    return { kind: "bytes", ...range(fields) }
  },
  sha256: (fields) => ({ kind: "sha256", oneOf: fields.must("oneOf", listOf(1, 16, hexadecimal)) ?? [] }),
  text: (fields) => {
    fields.oneAtLeast(["contains", "absent"])
    const list = (name: string) => fields.may(name, listOf(1, 16, excerpt)) ?? []
    return { kind: "text", contains: list("contains"), absent: list("absent") }
  },
  pattern: (fields, bytesMax) => {
    const machine = fields.must("pattern", machineOf)
    if (machine === undefined) return undefined
    if (bytesMax !== undefined && machine.price * (1 + bytesMax) > mostSteps)
      fields.problems.refuse(below(fields.path, "pattern"), "It needs more steps.", "criteria_unaffordable")
    return { kind: "pattern", machine }
  },
  json: () => ({ kind: "json" }),
  schema: (fields) => {
    const root = fields.must("schema", readSchema)
    return root === undefined ? undefined : { kind: "schema", root }
  },
  count: (fields) => {
    fields.oneAtLeast(["min", "max", "shareMin", "shareMax"])
    fields.inOrder("shareMin", "shareMax")
    return {
      kind: "count",
      of: fields.must("of", pointer) ?? [],
      where: fields.may("where", readSchema),
      ...range(fields),
      shareMin: fields.may("shareMin", numeral),
      shareMax: fields.may("shareMax", numeral),
    }
  },
  sum: (fields) => {
    fields.oneAtLeast(["equals", "min", "max"])
    return {
      kind: "sum",
      of: fields.must("of", pointer) ?? [],
      member: fields.may("member", pointer) ?? [],
      equals: fields.may("equals", pointer),
      ...range(fields),
    }
  },
  unique: (fields) => ({
    kind: "unique",
    of: fields.must("of", pointer) ?? [],
    member: fields.may("member", pointer) ?? [],
  }),
  compare: (fields) => ({
    kind: "compare",
    left: fields.must("left", pointer) ?? [],
    op: fields.must("op", oneOf("=", "<", "<=")) ?? "",
    right: fields.must("right", pointer) ?? [],
  }),
  attested: (fields) => {
    fields.must("by", handle)
    fields.must("within", wholeFrom(1, 336))
    fields.must("otherwise", oneOf("met", "unmet"))
    return { kind: "attested" }
  },
}

const checkOf =
  (bytesMax: number | undefined): Read<Check> =>
  (value, path, problems) => {
    const fields = fieldsOf(value, path, problems)
    if (fields === undefined) return undefined
    const id = fields.must(
      "id",
      textOf((text) => /^[a-z0-9-]{1,40}$/.test(text), "an id"),
    )
    const share = fields.may("share", wholeFrom(1, 1_000_000))
    const kind = fields.must(
      "kind",
      textOf((text) => Object.hasOwn(rules, text), "a kind of check"),
    )
    if (kind === undefined) return undefined
    const rule = rules[kind]?.(fields, bytesMax)
    fields.end()
    return id === undefined || rule === undefined ? undefined : { id, share, rule }
  }

/** Refuses every number of a text that RFC 8785 would change. */
const refuseChanges = (value: Value, path: string, problems: Problems): void => {
  if (value instanceof List)
    value.items.forEach((item, index) => void refuseChanges(item, below(path, index), problems))
  if (value instanceof Members)
    for (const [name, member] of value.of) refuseChanges(member, below(path, name), problems)
  if (!(value instanceof Decimal)) return
  const double = Number(value.written)
  if (!Number.isFinite(double) || ofDouble(double).key !== value.key)
    problems.refuse(path, "No double is this number.")
}

export const digestOf = (value: Value): string =>
  `sha256:${createHash("sha256").update(canonical(value)).digest("hex")}`

/** The value that a document is, however it comes; undefined where it is no JSON. */
export const jsonOf = (document: unknown): Value | undefined => {
  const text = document instanceof Uint8Array ? decode(document) : document
  return typeof text === "string" ? parse(text, levels) : adopt(text, levels)
}

export const readDocument = (
  document: unknown,
): { readonly criteria: Criteria } | { readonly problems: ReadonlyArray<Problem> } => {
  const problems = new Problems()
  const value = jsonOf(document)
  if (value === undefined) problems.refuse("", "It must be JSON of at most 128 levels.")
  else refuseChanges(value, "", problems)
  if (value === undefined || problems.all.length > 0) return { problems: problems.all }
  if (Buffer.byteLength(canonical(value)) > 16_384) problems.refuse("", "It is over 16,384 bytes.")
  const fields = fieldsOf(value, "", problems)
  fields?.must("version", oneOf("court.criteria/1"))
  const bytesMax = fields?.must("artifact", (given, path) => {
    const artifact = fieldsOf(given, path, problems)
    const most = artifact?.must("bytesMax", wholeFrom(1, 262_144))
    artifact?.may(
      "mediaType",
      textOf((text) => [...text].length <= 100, "a text of at most 100 code points"),
    )
    artifact?.end()
    return most
  })
  const checks = fields?.must("checks", listOf(1, 32, checkOf(bytesMax))) ?? []
  fields?.end()
  checks.forEach(({ id }, index) => {
    if (checks.findIndex((other) => other.id === id) < index)
      problems.refuse("/checks", `Two checks have the id ${id}.`)
  })
  if (problems.all.length > 0) return { problems: problems.all }
  return { criteria: { digest: digestOf(value), bytesMax: bytesMax ?? 0, checks } }
}
