/** Criteria and deliveries for the tests, in few words. */
import {
  type Attested,
  type Criteria,
  type Evaluation,
  evaluate,
  type Outcome,
  type Problem,
  read,
} from "../index.ts"

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

export const documentOf = (checks: ReadonlyArray<object>, bytesMax = 100_000) => ({
  version: "court.criteria/1",
  artifact: { bytesMax },
  checks: checks.map((check, i) => ({ id: `c${i}`, ...check })),
})

/** The criteria that a document states. Throws its problems where it has any. */
export const readOrThrow = (document: unknown): Criteria => {
  const found = read(document)
  if ("problems" in found) throw new Error(JSON.stringify(found.problems))
  return found.criteria
}

export const problemsOf = (document: unknown): ReadonlyArray<Problem> => {
  const found = read(document)
  return "problems" in found ? found.problems : []
}
export const pathsOf = (document: unknown): ReadonlyArray<string> =>
  problemsOf(document).map(({ path }) => path)

export const run = (
  checks: ReadonlyArray<object>,
  delivery: string | Uint8Array | null,
  attested?: ReadonlyArray<Attested>,
): Evaluation =>
  evaluate(
    readOrThrow(documentOf(checks)),
    typeof delivery === "string" ? bytesOf(delivery) : delivery,
    attested,
  )

/** The outcome of one check over a delivery, as `met 12` or `unmet 12`, with its steps. */
export const outcomeOf = (check: object, delivery: string | Uint8Array): string => {
  const { outcome, fuel } = firstOf(run([check], delivery))
  return `${outcome} ${fuel}`
}

export const firstOf = ({ outcomes }: Evaluation): Outcome => {
  const [first] = outcomes
  if (first === undefined) throw new Error("no outcome")
  return first
}
