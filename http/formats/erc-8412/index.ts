/**
 * Criteria and outcomes of ERC-8412 (preregistered acceptance criteria), both ways. Read from `ERCS/erc-8412.md` (commit `3147051a`) and
 * `assets/erc-8412/verifier/verify.py` (commit `2c09fb94`) of github.com/ethereum/ERCs.
 */
import { keccak_256 } from "@noble/hashes/sha3.js"
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import type { Criteria, Evaluation } from "../../../core/criteria/index.ts"
import { canonical, type Json } from "../../../core/kernel/Json.ts"
import { tellCheck } from "../judge-protocol/index.ts"
import {
  documentOf,
  isObject,
  type JsonObject,
  type Means,
  orAttested,
  type Said,
  type Told,
  type Translation,
  type Untold,
} from "../Translation.ts"

/** The constraint that carries a check of `court.criteria/1` whole, and the member that carries its artifact. */
const own = "agent-court.criteria.check"
const ownArtifact = "agent-court.criteria.artifact"
/** The constraint in which Judge Protocol puts a check of its own. */
const ofJudge = "io.github.vijaygopalbalasa.judge.check"

/** `keccak256` of the RFC 8785 form of a document. */
export const digestOf = (document: Json): string =>
  `0x${bytesToHex(keccak_256(utf8ToBytes(canonical(document))))}`

const names = ["UNMET", "MET", "WAIVED", "NOT_APPLICABLE"] as const
/** The outcome of an obligation, by its two bits. */
export type ObligationOutcome = (typeof names)[number]

/** Two bits an obligation, the first in the highest bits, with zeros at the end. */
const pack = (values: ReadonlyArray<number>): string => {
  const bytes = new Uint8Array(Math.ceil(values.length / 4))
  for (const [i, value] of values.entries()) {
    const at = Math.floor(i / 4)
    bytes[at] = (bytes[at] ?? 0) + value * 4 ** (3 - (i % 4))
  }
  return `0x${bytesToHex(bytes)}`
}

/** The outcomes of so many obligations; null if the text has another length, or anything in the bits at its end. */
export const unpackOutcomes = (packed: string, count: number): ReadonlyArray<ObligationOutcome> | null => {
  if (!/^0x(?:[0-9a-f]{2})*$/i.test(packed)) return null
  const bytes = hexToBytes(packed.slice(2).toLowerCase())
  if (bytes.length !== Math.ceil(count / 4)) return null
  const pairs = [...bytes].flatMap((byte) => [byte >> 6, (byte >> 4) % 4, (byte >> 2) % 4, byte % 4])
  if (pairs.slice(count).some((pair) => pair !== 0)) return null
  return pairs.slice(0, count).flatMap((pair) => names[pair] ?? [])
}

const refuse = (path: string, why: string): Translation => ({ refused: [{ path, why }] })

/** The check of an obligation: ours or Judge Protocol's if its constraints carry one, else the word of an agent on its evidence. */
const tellObligation = (obligation: JsonObject, means: Means): Told => {
  const constraints = isObject(obligation.constraints) ? obligation.constraints : {}
  const carried = constraints[own]
  if (isObject(carried)) return { checks: [carried as Said] }
  const judged = constraints[ofJudge]
  if (judged !== undefined) return tellCheck(judged, means)
  const why = `nothing but a verifier can say whether evidence of type ${String(obligation.type)} meets it`
  return orAttested({ why }, means)
}

/** An optional obligation decides nothing under ALL_REQUIRED, and the least share that the language has is a millionth. */
const leastShare = 1

/** The parts of a criteria document that have no counterpart, whatever its obligations are. */
const untoldIn = (criteria: JsonObject): ReadonlyArray<Untold> => {
  const { decisionRule, version } = criteria
  return [
    ...(version === "1" ? [] : [{ path: "/version", why: `this version is unknown: ${String(version)}` }]),
    ...(decisionRule === "ALL_REQUIRED"
      ? []
      : [{ path: "/decisionRule", why: `court.criteria/1 can't say the rule ${String(decisionRule)}` }]),
  ]
}

/** Beside a check that is carried whole, these constraints ask for nothing more. */
const mute: ReadonlyArray<string> = [own, ofJudge, "mediaType", "agentBinding"]

/** A constraint that would be left out: beside a check, or a share of a check that is required. */
const lostIn = ({ constraints = null, required }: JsonObject): string | null => {
  if (!isObject(constraints) || !(own in constraints || ofJudge in constraints)) return null
  const lost = Object.keys(constraints).find((name) => !mute.includes(name))
  if (lost !== undefined) return `its check does not say the constraint ${lost}`
  const check = constraints[own]
  if (check === undefined) return null
  if (ofJudge in constraints) return "it has two checks"
  const hasShare = isObject(check) && check.share !== undefined
  return hasShare === (required === true) ? "`required` and the share of its check disagree" : null
}

const flawOf = (obligation: Json, i: number): string | null => {
  if (!isObject(obligation)) return "an obligation is an object"
  if (obligation.index !== i) return `its index is ${i}`
  if (typeof obligation.required !== "boolean") return "`required` is true or false"
  const lost = lostIn(obligation)
  if (lost !== null) return lost
  return obligation.waivable === false
    ? null
    : "a waiver has no counterpart: the quote can be replaced instead"
}

/** A criteria document of ERC-8412 as a document of `court.criteria/1`, whose verdict is `not_satisfied` exactly if ALL_REQUIRED fails. */
export const fromErc8412 = (criteria: Json, means: Means): Translation => {
  if (!isObject(criteria) || !Array.isArray(criteria.obligations))
    return refuse("", "is no criteria document of ERC-8412")
  const obligations: ReadonlyArray<Json> = criteria.obligations
  const artifact = criteria[ownArtifact]
  const translated = obligations.map((obligation, i) => {
    const flaw = flawOf(obligation, i)
    const told: Told =
      flaw !== null || !isObject(obligation) ? { why: flaw ?? "" } : tellObligation(obligation, means)
    const carries = isObject(obligation) && isObject(obligation.constraints) && own in obligation.constraints
    const isOptional = isObject(obligation) && obligation.required === false && !carries
    return { path: `/obligations/${i}`, told, share: isOptional ? leastShare : null }
  })
  return documentOf(
    translated,
    isObject(artifact) ? artifact : { bytesMax: means.bytesMax },
    untoldIn(criteria),
  )
}

/** The members of a criteria document of ERC-8412 beside its obligations. */
export interface Registered {
  readonly taskRef: string
  readonly verifier: string
  /** In seconds since 1970. */
  readonly expiry: number
}

/** Numbers that are not whole stand in no document of ERC-8412, as its reference reads it. */
const isWhole = (value: unknown): boolean => {
  if (typeof value === "number") return Number.isSafeInteger(value)
  if (typeof value !== "object" || value === null) return true
  return Object.values(value).every(isWhole)
}

const evidenceOf = (check: JsonObject, mediaType: Json): JsonObject =>
  check.kind === "attested"
    ? { type: "AGENT_LOG", constraints: { agentBinding: check.by ?? null, [own]: check } }
    : { type: "DOCUMENT", constraints: { mediaType, [own]: check } }

/** A document of `court.criteria/1` that was read, as a criteria document of ERC-8412 with what a registry is told; or why it can't be said. */
export const toErc8412 = (document: JsonObject, { taskRef, verifier, expiry }: Registered) => {
  if (!isWhole(document)) return { why: "documents of ERC-8412 have whole numbers alone" }
  const artifact = isObject(document.artifact) ? document.artifact : {}
  const checks = (Array.isArray(document.checks) ? document.checks : []).filter((one: Json) => isObject(one))
  const mediaType = artifact.mediaType ?? "application/octet-stream"
  const obligations = checks.map((check: JsonObject, index: number) => ({
    index,
    required: check.share === undefined,
    waivable: false,
    ...evidenceOf(check, mediaType),
  }))
  const criteria = {
    version: "1",
    taskRef,
    supersedes: null,
    decisionRule: "ALL_REQUIRED",
    obligations,
    waiverAuthority: null,
    verifier,
    expiry,
    terminalOnExpiry: "REFUND_WITH_RECORD",
    [ownArtifact]: artifact,
  }
  return {
    criteria,
    criteriaDigest: digestOf(criteria),
    obligationCount: obligations.length,
    obligationFlags: pack(obligations.map(({ required }) => (required ? 1 : 0))),
  }
}

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

/** An attestation of ERC-8412 on criteria of ours: the outcome of each check by its id, or what has no counterpart. */
export const readOutcomes = (
  { checks }: Pick<Criteria, "checks">,
  { obligationOutcomes, undecided }: Omit<AttestedOutcomes, "verdict">,
):
  | {
      readonly outcomes: ReadonlyArray<{ readonly id: string; readonly outcome: "met" | "unmet" | "unknown" }>
    }
  | { readonly refused: ReadonlyArray<Untold> } => {
  const found = unpackOutcomes(obligationOutcomes, checks.length)
  if (found === null)
    return { refused: [{ path: "/obligationOutcomes", why: "does not have two bits an obligation" }] }
  const refused = found.flatMap((outcome, i) => {
    const path = `/obligationOutcomes/${i}`
    if (undecided.includes(i) && outcome !== "UNMET")
      return [{ path, why: "what is undecided is encoded as UNMET" }]
    return outcome === "WAIVED" || outcome === "NOT_APPLICABLE"
      ? [{ path, why: `court.criteria/1 knows no ${outcome}` }]
      : []
  })
  if (refused.length > 0) return { refused }
  const outcomes = checks.map(({ id }, i) => {
    if (undecided.includes(i)) return { id, outcome: "unknown" as const }
    return { id, outcome: found[i] === "MET" ? ("met" as const) : ("unmet" as const) }
  })
  return { outcomes }
}
