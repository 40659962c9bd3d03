import { make } from "../../../Random.ts"
import type { Sealed } from "../Implementations.ts"
import { bare } from "../Run.ts"
import type { Evaluation } from "../Vector.ts"
import type { Json } from "../vectors/Make.ts"
import { type Pair, pairOf } from "./Pairs.ts"

/** The answer of an implementation to a pair, without its words: an evaluation, or the code of a refusal. */
type Says = (pair: Pair) => ReturnType<typeof bare> | string

export const saysOf =
  ({ read }: Sealed): Says =>
  ({ document, bytes, attested }) => {
    const result = read(document)
    if ("evaluate" in result) return bare(result.evaluate(bytes, attested))
    return result.problems.every(({ code }) => code === "criteria_unaffordable")
      ? "criteria_unaffordable"
      : "criteria_refused"
  }

/** A value as one text, whatever the order of its members. */
const text = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([left], [right]) => (left < right ? -1 : 1)))
      : inner,
  )

const differ = (says: ReadonlyArray<Says>, pair: Pair): boolean =>
  new Set(says.map((each) => text(each(pair)))).size > 1

const smaller = (value: Json): ReadonlyArray<Json> => {
  if (typeof value !== "object" || value === null) return []
  if (Array.isArray(value))
    return value.flatMap((item, index) => [
      value.toSpliced(index, 1),
      ...smaller(item).map((less) => value.with(index, less)),
    ])
  return Object.entries(value).flatMap(([name, member]) => [
    Object.fromEntries(Object.entries(value).filter(([other]) => other !== name)),
    ...smaller(member).map((less) => ({ ...value, [name]: less })),
  ])
}
const shorter = (bytes: Uint8Array): ReadonlyArray<Uint8Array> =>
  Array.from({ length: Math.min(bytes.length, 200) }, (_, at) =>
    Uint8Array.of(...bytes.subarray(0, at), ...bytes.subarray(at + 1)),
  )

/** The smallest pair that still tells the implementations apart. */
const shrunk = (says: ReadonlyArray<Says>, pair: Pair): Pair => {
  const candidates = [
    ...smaller(pair.document).map((document) => ({ ...pair, document })),
    ...(pair.bytes === null ? [] : shorter(pair.bytes).map((bytes) => ({ ...pair, bytes }))),
  ]
  const less = candidates.find((candidate) => differ(says, candidate))
  return less === undefined ? pair : shrunk(says, less)
}

export interface Comparison {
  readonly refused: number
  readonly verdicts: Readonly<Record<string, number>>
  /** For each kind of check: how often it had each outcome. */
  readonly outcomes: Readonly<
    Record<string, Readonly<Record<Evaluation["outcomes"][number]["outcome"], number>>>
  >
  readonly difference: string | undefined
}

const kindsOf = (document: Json): ReadonlyArray<string> => {
  const value: { readonly checks: ReadonlyArray<{ readonly kind: string }> } =
    typeof document === "string" ? JSON.parse(document) : JSON.parse(JSON.stringify(document))
  return value.checks.map(({ kind }) => kind)
}

/** Compares implementations over pairs that follow from a seed, up to the first difference. */
export const compare = (says: ReadonlyArray<Says>, count: number, seed: number): Comparison => {
  const verdicts: Record<string, number> = {}
  const outcomes: Record<string, Record<"met" | "unmet" | "unknown", number>> = {}
  let refused = 0
  for (let index = 0; index < count; index++) {
    const pair = pairOf(make(seed + index))
    const [first, ...others] = says.map((each) => each(pair))
    if (others.some((other) => text(other) !== text(first))) {
      const least = shrunk(says, pair)
      const artifact = least.bytes === null ? null : Buffer.from(least.bytes).toString("utf8")
      const found = says.map((each) => each(least))
      const difference = JSON.stringify({
        seed: seed + index,
        document: least.document,
        artifact,
        attested: least.attested,
        found,
      })
      return { refused, verdicts, outcomes, difference }
    }
    if (first === undefined || typeof first === "string") {
      refused++
      continue
    }
    verdicts[first.verdict] = (verdicts[first.verdict] ?? 0) + 1
    kindsOf(pair.document).forEach((kind, at) => {
      const counts = outcomes[kind] ?? { met: 0, unmet: 0, unknown: 0 }
      counts[first.outcomes[at]?.outcome ?? "unknown"]++
      outcomes[kind] = counts
    })
  }
  return { refused, verdicts, outcomes, difference: undefined }
}
