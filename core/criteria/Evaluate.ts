import { Artifact, Unmet } from "./Artifact.ts"
import type { Criteria } from "./Criteria.ts"
import { Exhausted, Fuel, fuelMax } from "./Fuel.ts"
import { allMillionths, type Check } from "./Kind.ts"
import { say } from "./Why.ts"

/**
 * The outcome of one check, and why it is not met (else empty); `unknown` if the check could not be decided from the bytes. `fuel` is the
 * number of steps that it took.
 */
export interface Outcome {
  readonly id: string
  readonly outcome: "met" | "unmet" | "unknown"
  readonly fuel: number
  readonly why: string
}

/** The result of criteria on an artifact. Both are named by their `sha256:` digests; `artifact` is null without bytes. */
export interface Evaluation {
  readonly criteria: string
  readonly artifact: string | null
  readonly verdict: "satisfied" | "partly" | "not_satisfied" | "indeterminate"
  readonly reductionMillionths: number
  readonly outcomes: ReadonlyArray<Outcome>
}

/** An outcome that the court takes as said of these bytes, by the id of a check. */
export interface Attested {
  readonly check: string
  readonly outcome: "met" | "unmet"
}

const outcomeOf = (id: string, why: string, fuel: number): Outcome => ({
  id,
  outcome: why === "" ? "met" : "unmet",
  fuel,
  why,
})

const runCheck = ({ id, evaluate }: Check, artifact: Artifact): Outcome => {
  const fuel = new Fuel()
  try {
    const why = evaluate(artifact, fuel)
    return outcomeOf(id, why, fuel.spent)
  } catch (failure) {
    if (failure instanceof Unmet) return outcomeOf(id, say(failure.why), fuel.spent)
    if (failure instanceof Exhausted)
      return outcomeOf(id, `The check needs more than the ${fuelMax} steps that it has.`, fuel.spent)
    throw failure
  }
}

const takeAttested = (id: string, by: string, attested: ReadonlyArray<Attested>): Outcome => {
  const found = attested.find(({ check }) => check === id)
  if (found === undefined)
    return { id, outcome: "unknown", fuel: 1, why: say(`${by} has not attested this yet.`) }
  return outcomeOf(id, found.outcome === "met" ? "" : say(`It is attested that this is unmet.`), 1)
}

const runOn =
  (artifact: Artifact | null, isTooLong: boolean, bytesMax: number, attested: ReadonlyArray<Attested>) =>
  (check: Check): Outcome => {
    const { id, attestation } = check
    if (isTooLong) return outcomeOf(id, `The delivery has more bytes than the ${bytesMax} of bytesMax.`, 0)
    if (attestation !== null) return takeAttested(id, attestation.by, attested)
    return artifact === null
      ? { id, outcome: "unknown", fuel: 0, why: "The bytes of the delivery are not known." }
      : runCheck(check, artifact)
  }

/** The evaluation of these bytes by the criteria. `bytes` is null if nobody knows the bytes. */
export const evaluate = (
  { digest, bytesMax, checks }: Criteria,
  bytes: Uint8Array | null,
  attested: ReadonlyArray<Attested> = [],
): Evaluation => {
  const artifact = bytes === null ? null : new Artifact(bytes)
  const isTooLong = artifact !== null && artifact.length > bytesMax
  const outcomes = checks.map(runOn(artifact, isTooLong, bytesMax, attested))
  const isUnmet = (_: Check, i: number) => outcomes[i]?.outcome === "unmet"
  const unmet = checks.filter(isUnmet)
  const isRefused = isTooLong || unmet.some(({ share }) => share === null)
  const isOpen = outcomes.some(({ outcome }) => outcome === "unknown")
  const reduction = unmet.reduce((total, { share }) => total + (share ?? allMillionths), 0)
  const settled = unmet.length === 0 ? "satisfied" : "partly"
  return {
    criteria: digest,
    artifact: artifact === null ? null : `sha256:${artifact.hash}`,
    verdict: isRefused ? "not_satisfied" : isOpen ? "indeterminate" : settled,
    reductionMillionths: isRefused ? allMillionths : Math.min(reduction, allMillionths),
    outcomes,
  }
}
