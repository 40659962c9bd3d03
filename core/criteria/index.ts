/** A stub of court.criteria/1 until the module is there. */
import { sha256Hex } from "../kernel/Hash.ts"
import { canonical, type Json } from "../kernel/Json.ts"

export interface Problem {
  readonly path: string
  readonly code: "criteria_refused" | "criteria_unaffordable"
  readonly message: string
}
export interface Check {
  readonly id: string
  readonly kind: string
  readonly share?: number
  readonly min?: number
  readonly max?: number
  readonly contains?: ReadonlyArray<string>
}
export interface Criteria {
  readonly document: Json
  readonly artifact: { readonly bytesMax: number }
  readonly checks: ReadonlyArray<Check>
}
export interface Outcome {
  readonly id: string
  readonly outcome: "met" | "unmet" | "unknown"
  readonly fuel: number
  readonly why: string
}
export interface Evaluation {
  readonly criteria: string
  readonly artifact: string | null
  readonly verdict: "satisfied" | "partly" | "not_satisfied" | "indeterminate"
  readonly reductionMillionths: number
  readonly outcomes: ReadonlyArray<Outcome>
}
export interface Attested {
  readonly check: string
  readonly outcome: "met" | "unmet"
}

export const digest = (document: unknown): string => `sha256:${sha256Hex(canonical(document as Json))}`

export const read = (document: unknown): { criteria: Criteria } | { problems: ReadonlyArray<Problem> } => {
  const { version, artifact, checks } = document as { version?: string } & Omit<Criteria, "document">
  if (version !== "court.criteria/1")
    return { problems: [{ path: "/version", code: "criteria_refused", message: "must be court.criteria/1" }] }
  return { criteria: { document: document as Json, artifact, checks } }
}

export const evaluate = (
  criteria: Criteria,
  bytes: Uint8Array | null,
  attested: ReadonlyArray<Attested> = [],
): Evaluation => {
  const text = bytes === null ? null : new TextDecoder().decode(bytes)
  const outcomes = criteria.checks.map((check): Outcome => {
    const said = attested.find((one) => one.check === check.id)?.outcome
    const over = bytes !== null && bytes.length > criteria.artifact.bytesMax
    const met =
      check.kind === "text" ? check.contains?.every((one) => text?.includes(one)) : (bytes?.length ?? 0) <= (check.max ?? 1e9)
    const found = check.kind === "attested" ? (said ?? "unknown") : bytes === null ? "unknown" : met ? "met" : "unmet"
    const outcome = over ? "unmet" : found
    return { id: check.id, outcome, fuel: 1, why: outcome === "met" ? "" : "it is not" }
  })
  const unmet = criteria.checks.filter((_, i) => outcomes[i]?.outcome === "unmet")
  const sum = Math.min(1e6, unmet.reduce((all, { share }) => all + (share ?? 1e6), 0))
  const required = unmet.some(({ share }) => share === undefined) || (bytes?.length ?? 0) > criteria.artifact.bytesMax
  const verdict = required
    ? "not_satisfied"
    : outcomes.some(({ outcome }) => outcome === "unknown")
      ? "indeterminate"
      : unmet.length === 0
        ? "satisfied"
        : "partly"
  return { criteria: digest(criteria.document), artifact: null, verdict, reductionMillionths: required ? 1e6 : sum, outcomes }
}
