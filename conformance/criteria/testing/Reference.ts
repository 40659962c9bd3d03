import { createHash } from "node:crypto"
import { apply, search } from "./reference/Apply.ts"
import { Decimal, scaledCount } from "./reference/Decimal.ts"
import { type Criteria, digestOf, jsonOf, type Rule, readDocument } from "./reference/Document.ts"
import { decode, List, Members, parse, size, type Value, write } from "./reference/Json.ts"
import { mostSteps, type Process, run } from "./reference/Process.ts"
import type { Attested, Evaluation, Outcome } from "./Vector.ts"

export type { Criteria } from "./reference/Document.ts"

/** The artifact that is evaluated. The text is undefined if the bytes are not a text, and the value if the text is not JSON. */
interface Artifact {
  readonly bytes: Uint8Array
  readonly hash: string
  readonly text: string | undefined
  readonly value: () => Value | undefined
}

const levels = 64

const artifactOf = (bytes: Uint8Array): Artifact => {
  const text = decode(bytes)
  let read: { readonly value: Value | undefined } | undefined
  const value = () => {
    read ??= { value: text === undefined ? undefined : parse(text, levels) }
    return read.value
  }
  return { bytes, hash: createHash("sha256").update(bytes).digest("hex"), text, value }
}

function* follow(from: Value, tokens: ReadonlyArray<string>): Generator<number, Value | undefined, boolean> {
  yield tokens.length
  let value: Value | undefined = from
  for (const token of tokens) {
    if (value instanceof Members) value = value.of.get(token)
    else if (value instanceof List && /^(?:0|[1-9][0-9]*)$/.test(token)) value = value.items[Number(token)]
    else return undefined
  }
  return value
}

interface Range {
  readonly min: Decimal | undefined
  readonly max: Decimal | undefined
}
const within = (value: bigint, { min, max }: Range): boolean =>
  (min === undefined || value >= min.scaled) && (max === undefined || value <= max.scaled)

/** The rules that read JSON, over the value that was read. */
function* reads(rule: Rule, value: Value): Process<boolean> {
  switch (rule.kind) {
    case "schema":
      return yield apply(rule.root, rule.root.schema, value)
    case "count": {
      const list = yield* follow(value, rule.of)
      if (!(list instanceof List)) return false
      let found = 0
      for (const item of list.items) {
        yield 1
        if (rule.where === undefined || (yield apply(rule.where, rule.where.schema, item))) found++
      }
      const share = Math.floor((found * 1_000_000) / Math.max(1, list.items.length))
      const shares = { min: rule.shareMin, max: rule.shareMax }
      return within(scaledCount(found), rule) && within(scaledCount(share), shares)
    }
    case "sum": {
      const list = yield* follow(value, rule.of)
      if (!(list instanceof List)) return false
      let sum = 0n
      for (const item of list.items) {
        yield 1
        const number = yield* follow(item, rule.member)
        if (!(number instanceof Decimal)) return false
        sum += number.scaled
      }
      if (rule.equals !== undefined) {
        const whole = yield* follow(value, rule.equals)
        if (!(whole instanceof Decimal) || whole.scaled !== sum) return false
      }
      return within(sum, rule)
    }
    case "unique": {
      const list = yield* follow(value, rule.of)
      if (!(list instanceof List)) return false
      const seen = new Set<string>()
      for (const item of list.items) {
        yield 1
        const member = yield* follow(item, rule.member)
        if (member === undefined) return false
        yield size(member)
        const name = write(member, (number) => number.key)
        if (seen.has(name)) return false
        seen.add(name)
      }
      return true
    }
    case "compare": {
      const left = yield* follow(value, rule.left)
      if (!(left instanceof Decimal)) return false
      const right = yield* follow(value, rule.right)
      if (!(right instanceof Decimal)) return false
      if (rule.op === "=") return left.scaled === right.scaled
      return rule.op === "<" ? left.scaled < right.scaled : left.scaled <= right.scaled
    }
    default:
      return true
  }
}

function* process(rule: Rule, { bytes, hash, text, value }: Artifact): Process<boolean> {
  switch (rule.kind) {
    case "bytes":
      yield 1
      return within(scaledCount(bytes.length), rule)
    case "sha256":
      yield 1
      return rule.oneOf.includes(hash)
    case "text": {
      if (text === undefined) return false
      yield (rule.contains.length + rule.absent.length) * (1 + Math.ceil(bytes.length / 16))
      return (
        rule.contains.every((each) => text.includes(each)) && !rule.absent.some((each) => text.includes(each))
      )
    }
    case "pattern":
      return text === undefined ? false : yield search(rule.machine, text)
    default: {
      yield bytes.length
      const read = value()
      return read === undefined ? false : yield reads(rule, read)
    }
  }
}

const why = (outcome: Outcome, fuel: number): string => {
  if (outcome === "met") return ""
  if (outcome === "unknown") return "Nothing is known of it yet."
  return fuel === mostSteps ? "It is unmet, or needs more steps than it has." : "It is unmet."
}

const verdictOf = (
  criteria: Criteria,
  outcomes: ReadonlyArray<Outcome>,
): Pick<Evaluation, "verdict" | "reductionMillionths"> => {
  const unmet = criteria.checks.filter((_, index) => outcomes[index] === "unmet")
  if (unmet.some(({ share }) => share === undefined))
    return { verdict: "not_satisfied", reductionMillionths: 1_000_000 }
  const off = unmet.reduce((sum, { share = 0 }) => sum + share, 0)
  const settled = unmet.length === 0 ? "satisfied" : "partly"
  return {
    verdict: outcomes.includes("unknown") ? "indeterminate" : settled,
    reductionMillionths: Math.min(off, 1_000_000),
  }
}

export const read = readDocument

export const digest = (document: unknown): string => digestOf(jsonOf(document) ?? null)

export const evaluate = (
  criteria: Criteria,
  bytes: Uint8Array | null,
  attested: ReadonlyArray<Attested> = [],
): Evaluation => {
  const artifact = bytes === null ? undefined : artifactOf(bytes)
  const large = bytes !== null && bytes.length > criteria.bytesMax
  const judged = criteria.checks.map(({ id, rule }): { readonly outcome: Outcome; readonly fuel: number } => {
    if (large) return { outcome: "unmet", fuel: 0 }
    if (rule.kind === "attested")
      return { outcome: attested.find(({ check }) => check === id)?.outcome ?? "unknown", fuel: 1 }
    if (artifact === undefined) return { outcome: "unknown", fuel: 0 }
    const { met, fuel } = run(process(rule, artifact))
    return { outcome: met === true ? "met" : "unmet", fuel }
  })
  const outcomes = judged.map(({ outcome }) => outcome)
  return {
    criteria: criteria.digest,
    artifact: artifact === undefined ? null : `sha256:${artifact.hash}`,
    ...(large ? { verdict: "not_satisfied", reductionMillionths: 1_000_000 } : verdictOf(criteria, outcomes)),
    outcomes: criteria.checks.map(({ id }, index) => {
      const { outcome, fuel } = judged[index] ?? { outcome: "unknown", fuel: 0 }
      return { id, outcome, fuel, why: why(outcome, fuel) }
    }),
  }
}
