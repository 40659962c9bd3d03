/** Criteria documents of ERC-8412 (sections 2 and 3), read and written. */
import { keccak_256 } from "@noble/hashes/sha3.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { canonical, type Json } from "../../../core/kernel/Json.ts"
import { count } from "../../../core/kernel/Section.ts"
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
import { pack } from "./Packed.ts"

/** The constraint that carries a check of `court.criteria/1` whole, and the member that carries its artifact. */
const own = "agent-court.criteria.check"
const ownArtifact = "agent-court.criteria.artifact"
/** The constraint in which Judge Protocol puts a check of its own. */
const ofJudge = "io.github.vijaygopalbalasa.judge.check"

export const digestOf = (document: Json): string =>
  `0x${bytesToHex(keccak_256(utf8ToBytes(canonical(document))))}`

const refuse = (path: string, why: string): Translation => ({ refused: [{ path, why }] })

/** The constraints that evidence of each type must have (section 3). */
const wanted: { readonly [type: string]: ReadonlyArray<string> } = {
  PHOTO: ["captureMetadata"],
  VIDEO: ["captureMetadata"],
  GPS_TRACE: ["captureMetadata", "sampleIntervalSeconds"],
  HUMAN_SIGNATURE: ["signerBinding"],
  DOCUMENT: ["mediaType"],
  WITNESS_STATEMENT: ["signerBinding"],
  DEVICE_READING: ["deviceBinding", "captureMetadata"],
  AGENT_LOG: ["agentBinding"],
  GENERATED_ARTIFACT: ["modelBinding", "mediaType"],
}
/** A type of somebody's own, such as `io.example.customType`. The reference verifier takes small letters alone; the text has this example. */
const isNamespaced = (type: string): boolean => /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(type)

/** The check that the constraints carry: ours, or Judge Protocol's; else nothing but a verifier can judge the evidence. */
const tellConstraints = ({ constraints = null, type = null }: JsonObject, means: Means): Told => {
  const { [own]: carried, [ofJudge]: judged } = isObject(constraints) ? constraints : {}
  if (isObject(carried)) return { checks: [carried as Said] }
  if (judged === undefined)
    return orAttested(
      { why: `nothing but a verifier can say whether evidence of type ${String(type)} meets it` },
      means,
    )
  const told = tellCheck(judged, means)
  return "checks" in told && told.checks.length > 1
    ? orAttested(
        { why: `it would take ${count(told.checks.length, "check")}, and an obligation has one outcome` },
        means,
      )
    : told
}

/** The check of an obligation, or the word of an agent if no check can say it. */
const tellObligation = (obligation: JsonObject, authority: Json, means: Means): Told => {
  const told = tellConstraints(obligation, means)
  if ("why" in told || obligation.waivable !== true) return told
  return orAttested(
    { why: `a waiver that ${String(authority)} signs meets it too, which no check can say` },
    means,
  )
}

/** An optional obligation decides nothing under ALL_REQUIRED, and the least share that the language has is a millionth. */
const leastShare = 1

/** The parts of a criteria document that have no counterpart, whatever its obligations are. */
const untoldIn = ({ decisionRule = null, version = null }: JsonObject): ReadonlyArray<Untold> => [
  ...(version === "1"
    ? []
    : [{ path: "/version", why: `it is ${canonical(version)}, and only "1" is known` }]),
  ...(decisionRule === "ALL_REQUIRED"
    ? []
    : [
        {
          path: "/decisionRule",
          why: `court.criteria/1 can say ALL_REQUIRED, and no other rule such as ${canonical(decisionRule)}`,
        },
      ]),
]

/** Beside a check that is carried whole, these constraints ask for nothing more. */
const mute: ReadonlyArray<string> = [own, ofJudge, "mediaType", "agentBinding"]

/** A constraint that would be left out: beside a check, or a share of a check that is required. */
const findLost = ({ constraints = null, required }: JsonObject): string | null => {
  if (!isObject(constraints) || !(own in constraints || ofJudge in constraints)) return null
  const lost = Object.keys(constraints).find((name) => !mute.includes(name))
  if (lost !== undefined) return `its check does not say the constraint ${lost}`
  const check = constraints[own]
  if (check === undefined) return null
  if (ofJudge in constraints) return "it has two checks"
  if (!isObject(check)) return `the constraint ${own} is an object, a check of court.criteria/1`
  const hasShare = check.share !== undefined
  return hasShare === (required === true) ? "`required` and the share of its check disagree" : null
}

/** Why an obligation is not as sections 2 and 3 want it, or a constraint that its check would leave out. */
const flawOf = (obligation: Json, i: number, authority: Json): string | null => {
  if (!isObject(obligation)) return "an obligation is an object"
  const { constraints = null, index, required, type = null, waivable } = obligation
  if (index !== i) return `its \`index\` has to be ${i}, its place in the list (section 2)`
  if (typeof required !== "boolean") return "`required` is true or false"
  if (typeof waivable !== "boolean") return "`waivable` is true or false"
  if (waivable && typeof authority !== "string")
    return "it is waivable, and `waiverAuthority` names nobody who signs waivers (section 2)"
  if (typeof type !== "string" || !(Object.hasOwn(wanted, type) || isNamespaced(type)))
    return `the type ${canonical(type)} is unknown, and has no namespace such as io.example (section 3)`
  if (!isObject(constraints)) return "`constraints` is an object"
  const missing = (wanted[type] ?? []).find((name) => !Object.hasOwn(constraints, name))
  if (missing !== undefined) return `evidence of type ${type} needs the constraint ${missing} (section 3)`
  return findLost(obligation)
}

const bitsOf = ({ required, waivable }: JsonObject): number =>
  (required === true ? 1 : 0) + (waivable === true ? 2 : 0)

/**
 * A criteria document of ERC-8412 as a document of `court.criteria/1`, whose verdict is `not_satisfied` exactly if ALL_REQUIRED fails. The
 * first note has the hash and the flags, since only the registry shows that this document was registered.
 */
export const fromErc8412 = (criteria: Json, means: Means): Translation => {
  if (!isObject(criteria) || !Array.isArray(criteria.obligations)) {
    const within =
      isObject(criteria) && isObject(criteria.criteria) ? "; its member `criteria` may be one" : ""
    return refuse("", `it has no list \`obligations\`, so it is no criteria document of ERC-8412${within}`)
  }
  const obligations: ReadonlyArray<Json> = criteria.obligations
  const { [ownArtifact]: artifact, waiverAuthority = null } = criteria
  const translated = obligations.map((obligation, i) => {
    const path = `/obligations/${i}`
    const flaw = flawOf(obligation, i, waiverAuthority)
    if (flaw !== null || !isObject(obligation)) return { path, told: { why: flaw ?? "" }, share: null }
    const told = tellObligation(obligation, waiverAuthority, means)
    const isWhole = "checks" in told && told.checks.some((check) => check.share !== undefined)
    return { path, told, share: obligation.required === true || isWhole ? null : leastShare }
  })
  const made = documentOf(
    translated,
    isObject(artifact) ? artifact : { bytesMax: means.bytesMax },
    untoldIn(criteria),
  )
  if ("refused" in made) return made
  const flags = pack(obligations.map((one) => (isObject(one) ? bitsOf(one) : 0)))
  const registered = `criteriaDigest ${digestOf(criteria)}, obligationFlags ${flags}: compare both with the registry`
  return { ...made, notes: [registered, ...made.notes] }
}

/** The members of a criteria document of ERC-8412 beside its obligations; `expiry` is in seconds since 1970. */
export interface Registered {
  readonly taskRef: string
  readonly verifier: string
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
