import type { Sealed } from "./Implementations.ts"
import { bytesOf, documentOf, type Evaluation, type Problem, type Vector } from "./Vector.ts"

export const bare = (evaluation: Evaluation) => ({
  ...evaluation,
  outcomes: evaluation.outcomes.map(({ id, outcome, fuel }) => ({ id, outcome, fuel })),
})

/** A reason is empty if the check is met, and else a sentence of at most 200 characters. */
const wrongReasons = ({ outcomes }: Evaluation): ReadonlyArray<string> =>
  outcomes
    .filter(({ outcome, why }) => (outcome === "met" ? why !== "" : why === "" || [...why].length > 200))
    .map(({ id, why }) => `${id} has the reason "${why}"`)

const isAt = (place: string, problem: Problem): boolean =>
  problem.path === place || problem.path.startsWith(`${place}/`)

/** Every place that is wrong is named, or a place in it, by its code; and no other place is. */
const sameProblems = (expected: ReadonlyArray<Problem>, found: ReadonlyArray<Problem>): boolean => {
  const covers = (wanted: Problem, got: Problem) => wanted.code === got.code && isAt(wanted.path, got)
  return (
    expected.every((wanted) => found.some((got) => covers(wanted, got))) &&
    found.every((got) => expected.some((wanted) => covers(wanted, got)))
  )
}

/** The differences between an implementation and a vector: nothing, or a sentence with both. */
export const differences = ({ read, digest }: Sealed, vector: Vector): ReadonlyArray<string> => {
  const document = documentOf(vector)
  const result = read(document)
  const { name, evaluation: expected, problems = [] } = vector
  const says = (wanted: unknown, found: unknown) => [
    `${name}: expected ${JSON.stringify(wanted)}, found ${JSON.stringify(found)}`,
  ]
  if ("problems" in result) {
    const found = result.problems.map(({ path, code }) => ({ path, code }))
    return expected === undefined && sameProblems(problems, found) ? [] : says(expected ?? problems, found)
  }
  if (expected === undefined) return says(problems, "criteria")
  const found = result.evaluate(bytesOf(vector.artifact), vector.attested)
  const { criteria, artifact, verdict, reductionMillionths, outcomes } = bare(found)
  const same = { criteria, artifact, verdict, reductionMillionths, outcomes }
  if (JSON.stringify(same) !== JSON.stringify(expected)) return says(expected, same)
  const reasons = wrongReasons(found).map((reason) => `${name}: ${reason}`)
  return digest(document) === expected.criteria ? reasons : says(expected.criteria, digest(document))
}
