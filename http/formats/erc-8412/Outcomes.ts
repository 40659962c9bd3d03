/** The evaluation of a delivery as a verifier of ERC-8412 attests it (sections 5, 7 and 8), read and written. */
import type { Criteria, Evaluation, Outcome } from "../../../core/criteria/index.ts"
import { count } from "../../../core/kernel/Section.ts"
import type { Untold } from "../Translation.ts"
import { type ObligationOutcome, pack, unpackFlags, unpackOutcomes } from "./Packed.ts"

/** The verdict and the outcomes that a verifier attests; `undecided` has the obligations that wait. */
export interface AttestedOutcomes {
  readonly verdict: "Satisfied" | "NotSatisfied" | "Indeterminate"
  readonly obligationOutcomes: string
  readonly undecided: ReadonlyArray<number>
}

/** An evaluation of ours as outcomes of ERC-8412; or why the rule ALL_REQUIRED would contradict it. */
export const outcomesOf = (
  { checks }: Pick<Criteria, "checks">,
  { verdict, outcomes }: Evaluation,
): AttestedOutcomes | { readonly why: string } => {
  const isRequired = (id: string): boolean => checks.some((check) => check.id === id && check.share === null)
  const undecided = outcomes.flatMap(({ outcome }, i) => (outcome === "unknown" ? [i] : []))
  const holds = outcomes.every(({ id, outcome }) => !isRequired(id) || outcome === "met")
  const obligationOutcomes = pack(outcomes.map(({ outcome }) => (outcome === "met" ? 1 : 0)))
  if (verdict === "indeterminate")
    return holds
      ? {
          why: "only an optional check waits, and ALL_REQUIRED is decided without it: attest when it is answered",
        }
      : { verdict: "Indeterminate", obligationOutcomes, undecided }
  if (verdict === "not_satisfied")
    return holds
      ? { why: "the delivery is too long, and no check is required, so that ALL_REQUIRED would be satisfied" }
      : { verdict: "NotSatisfied", obligationOutcomes, undecided: [] }
  return { verdict: "Satisfied", obligationOutcomes, undecided: [] }
}

/** The outcomes that a verifier attested, with the flags that the registry took beforehand. */
export interface Recorded extends AttestedOutcomes {
  readonly obligationFlags: string
}

export interface CheckOutcome {
  readonly id: string
  readonly outcome: Outcome["outcome"]
  /** Whether a waiver met it, whose signature the reader of the attestation has to check (O3). */
  readonly isWaived: boolean
}

type Check = Criteria["checks"][number]
type Flag = { readonly required: boolean; readonly waivable: boolean }

/** Why an outcome can't stand for this check, in the order of the invariants of section 7. */
const flawOf = (
  check: Check,
  outcome: ObligationOutcome,
  flag: Flag,
  isUndecided: boolean,
): string | null => {
  if (flag.required !== (check.share === null))
    return `the registry has it as ${flag.required ? "required" : "optional"}, and the check ${check.id} is not (O5)`
  if (isUndecided && outcome !== "UNMET") return "what is undecided is encoded as UNMET (O4)"
  if (outcome === "WAIVED" && !flag.waivable)
    return "it is waived, and the registry has it as not waivable (E5)"
  if (outcome === "WAIVED" && check.attestation === null)
    return `the check ${check.id} is computed from the delivery, so that nobody can waive it`
  if (outcome === "NOT_APPLICABLE")
    return flag.required
      ? "what is required always applies (E6)"
      : "court.criteria/1 has no NOT_APPLICABLE: its checks are met, unmet or unknown"
  return null
}

/** Why the verdict does not follow from the outcomes by the rule ALL_REQUIRED (O4). */
const verdictFlawOf = (
  verdict: AttestedOutcomes["verdict"],
  holds: boolean,
  undecided: ReadonlyArray<number>,
): string | null => {
  if ((verdict === "Satisfied") !== holds)
    return `ALL_REQUIRED ${holds ? "is satisfied" : "fails"} by these outcomes, and the verdict is ${verdict} (O4)`
  if ((verdict === "Indeterminate") !== undecided.length > 0)
    return `${verdict} stands with ${count(undecided.length, "undecided obligation")}, and only Indeterminate has undecided obligations (O4)`
  return null
}

/**
 * An attestation of ERC-8412 on criteria of ours: the outcome of each check by its id, or every place that the registry or a reader of
 * the documents refutes, with the invariant. The evidence, the signatures and the hashes are not here, and remain to be checked (O1 to O3).
 */
export const readOutcomes = (
  { checks }: Pick<Criteria, "checks">,
  { obligationFlags, obligationOutcomes, undecided, verdict }: Recorded,
): { readonly outcomes: ReadonlyArray<CheckOutcome> } | { readonly refused: ReadonlyArray<Untold> } => {
  const flags = unpackFlags(obligationFlags, checks.length)
  const found = unpackOutcomes(obligationOutcomes, checks.length)
  const length = `has to be two bits for each check (${checks.length} in all), with zeros up to the byte (E2)`
  if (flags === null) return { refused: [{ path: "/obligationFlags", why: length }] }
  if (found === null) return { refused: [{ path: "/obligationOutcomes", why: length }] }
  const refused = checks.flatMap((check, i) => {
    const [outcome, flag] = [found[i], flags[i]]
    if (outcome === undefined || flag === undefined) return []
    const why = flawOf(check, outcome, flag, undecided.includes(i))
    return why === null ? [] : [{ path: `/obligationOutcomes/${i}`, why }]
  })
  const isMet = (i: number): boolean => found[i] === "MET" || found[i] === "WAIVED"
  const holds = checks.every(({ share }, i) => share !== null || isMet(i))
  const why = verdictFlawOf(verdict, holds, undecided)
  const flaws = why === null ? refused : [...refused, { path: "/verdict", why }]
  if (flaws.length > 0) return { refused: flaws }
  const outcomes = checks.map(({ id }, i) => ({
    id,
    outcome: undecided.includes(i) ? ("unknown" as const) : isMet(i) ? ("met" as const) : ("unmet" as const),
    isWaived: found[i] === "WAIVED",
  }))
  return { outcomes }
}
