/** One problem of each status that the description names, rendered as the court renders it: the examples of refusals. */
import { refusal } from "../../../core/kernel/Refusal.ts"
import { bounds } from "../../../core/kernel/Schedule.ts"
import type { Problem } from "../../api/Operation.ts"
import { faultProblem, refusalProblem } from "../../server/Problem.ts"

const instance = "urn:uuid:01a20000-0000-7000-8000-000000000000"

const shown: ReadonlyArray<Problem> = [
  faultProblem("invalid_request", instance, [
    { path: "claim.facts[0].text", message: "must be 1 to 2,000 characters" },
  ]),
  faultProblem("unauthenticated", instance),
  refusalProblem(refusal("over_credit_limit", { owedCents: 10_400, limitCents: 10_000 }), instance),
  refusalProblem(refusal("not_a_party", {}), instance),
  refusalProblem(refusal("unknown_matter", { id: "01a20fe0-ecb9-7578-9506-961969142c42" }), instance),
  faultProblem("request_timeout", instance),
  refusalProblem(refusal("entry_state", { status: "satisfied", act: "attest" }), instance),
  faultProblem("body_too_large", instance),
  faultProblem("not_json", instance),
  refusalProblem(refusal("claims_total", { max: bounds.claimsMax }), instance),
  faultProblem("rate_limited", instance),
  faultProblem("internal", instance),
  faultProblem("store_unavailable", instance),
]

/** The problems, by the names of their answers in the description: `Problem404`. */
export const problems: ReadonlyMap<string, Problem> = new Map(
  shown.map((problem) => [`Problem${problem.status}`, problem]),
)
