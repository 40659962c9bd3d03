/** The evaluation of a delivery at an instant: the bytes are evaluated once, and attested checks are answered as time goes on. */
import * as Criteria from "../criteria/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import { bounds } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"
import { hours, type Instant } from "../kernel/Time.ts"
import type { Evaluator } from "../quotes/index.ts"
import type { Attested } from "./Disclosure.ts"

/** The outcomes that the Court takes as said at an instant, `otherwise` among them once the attester's hours have passed. */
export const attestationsAt = rule(
  ["PD14 §12"],
  (
    checks: ReadonlyArray<Criteria.Check>,
    attestations: ReadonlyArray<Attested>,
    since: Instant,
    at: Instant,
  ): ReadonlyArray<Criteria.Attested> =>
    checks.flatMap(({ id, attestation }) => {
      if (attestation === null) return []
      const until = since + hours(attestation.within)
      // A word at the end of the time, or after it, is late: nobody waits to see what would hold without it.
      const said = attestations.find(
        ({ check, receivedAt }) => check === id && receivedAt <= at && receivedAt < until,
      )
      if (said !== undefined) return [{ check: id, outcome: said.outcome }]
      return at >= until ? [{ check: id, outcome: attestation.otherwise }] : []
    }),
)

/** When the last attester's time ends that is still running; null if nobody is awaited. */
export const attestersUntil = rule(
  ["PD14 §12"],
  (
    checks: ReadonlyArray<Criteria.Check>,
    attestations: ReadonlyArray<Attested>,
    since: Instant,
    at: Instant,
  ): Instant | null => {
    const ends = checks.flatMap(({ id, attestation }) =>
      attestation === null || attestations.some(({ check }) => check === id)
        ? []
        : [since + hours(attestation.within)],
    )
    const running = ends.filter((end) => end > at)
    return running.length === 0 ? null : Math.max(...running)
  },
)

const whole = bounds.remedyMillionthsMax

/**
 * The evaluation of the bytes with the attested checks as they stand. Only these change: the others have their outcome from the
 * first evaluation. Too many bytes leave every check unmet, attested or not.
 */
export const evaluationAt = rule(
  ["PD14 §11", "PD14 §12"],
  (
    criteria: Criteria.Criteria,
    { evaluation, bytes }: { readonly evaluation: Evaluator.Evaluation; readonly bytes: number },
    attested: ReadonlyArray<Criteria.Attested>,
  ): Evaluator.Evaluation => {
    if (bytes > criteria.bytesMax) return evaluation
    const said = Criteria.evaluate(criteria, null, attested)
    const outcomes = criteria.checks.map(({ id, attestation }, i) =>
      needPresent((attestation === null ? evaluation : said).outcomes[i], `the outcome of the check ${id}`),
    )
    const unmet = criteria.checks.filter((_, i) => outcomes[i]?.outcome === "unmet")
    const required = unmet.some(({ share }) => share === null)
    const off = Math.min(
      whole,
      unmet.reduce((sum, { share }) => sum + (share ?? whole), 0),
    )
    const open = outcomes.some(({ outcome }) => outcome === "unknown")
    const judged = unmet.length === 0 ? "satisfied" : "partly"
    const settled = open ? "indeterminate" : judged
    return {
      ...evaluation,
      verdict: required ? "not_satisfied" : settled,
      reductionMillionths: required ? whole : off,
      outcomes,
    }
  },
)
