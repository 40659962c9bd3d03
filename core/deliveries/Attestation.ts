/** An attestation (PD14 §12): what the agent that a check names signed about it, and which of them count. */
import { Effect, Either, Option, ParseResult, Schema } from "effect"
import { Agent, isProven } from "../agents/index.ts"
import type { Check } from "../criteria/index.ts"
import { Findings, Verified } from "../evidence/index.ts"
import type { CommandContext } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { listOf } from "../kernel/Json.ts"
import type { Reader } from "../kernel/Reader.ts"
import { type Fault, type Refusal, refusal } from "../kernel/Refusal.ts"
import { bounds } from "../kernel/Schedule.ts"
import { bytes, count, enforced, rule } from "../kernel/Section.ts"
import type { Instant } from "../kernel/Time.ts"
import type { Quote } from "../quotes/index.ts"
import type { Attested } from "./Disclosure.ts"

export const attestation = enforced(
  "PD14 §12",
  "Attestations",
  (t) =>
    `A check of the kind attested is answered by the agent that it names. The agent signs an attestation, in the compact form of a JSON Web Signature, with a key that it has proven: the quote, the check, the SHA-256 of the bytes, and whether the check is met. The operator of the agent is proven, and is not that of a party. At most ${count(t.attestationsMax, "attestation")} come with one disclosure, of at most ${bytes(t.attestationBytesMax)} each. If one can't be taken, the refusal names each of them and why. For each check, the first valid attestation that the Court received counts. If the agent has not attested a check within the hours that the check states, counted from the first disclosure, or from the close of a delivery elsewhere, what the check states for that case holds.`,
)

/** The attestations in a body, each within its size. */
export const Attestations = listOf(
  Schema.String.pipe(Schema.maxLength(bounds.attestationBytesMax)),
  bounds.attestationsMax,
)
export const attestationsSaid = "Compact signatures of court.attestation/1, by attesters."

const Signed = Schema.Struct({
  type: Schema.Literal("court.attestation/1"),
  court: Schema.String,
  quote: Schema.String,
  check: Schema.String,
  artifact: Schema.String,
  outcome: Schema.Literal("met", "unmet"),
  iat: Schema.Number,
})
type Signed = typeof Signed.Type

const decodeSigned = Schema.decodeUnknownEither(Schema.parseJson(Signed), {
  errors: "all",
  onExcessProperty: "error",
})

const utf8 = new TextDecoder("utf-8", { fatal: true })

/** The text that a part of a compact signature encodes; null if it does not encode a text. */
const textOfPart = (part: string): string | null => {
  try {
    const base64 = part.replace(/-/g, "+").replace(/_/g, "/")
    return utf8.decode(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)))
  } catch {
    return null
  }
}

/** The attestation that a compact signature signs, or why it signs no attestation. */
const readSigned = (jws: string): Either.Either<Signed, string> => {
  const parts = jws.trim().split(".")
  const text = parts.length === 3 ? textOfPart(needPresent(parts[1], "the payload")) : null
  if (text === null) return Either.left("is no compact signature (RFC 7515)")
  return Either.mapLeft(decodeSigned(text), (error) => {
    const places = ParseResult.ArrayFormatter.formatErrorSync(error).map(({ path }) => path.join("."))
    return `is no court.attestation/1: ${[...new Set(places)].filter((place) => place !== "").join(", ") || "its payload"}`
  })
}

/** An attestation as it was brought, with what the records know of it. */
export interface Brought {
  readonly jws: string
  /** The finding on its signature; null if nothing was found. */
  readonly verified: Verified.Verified | null
  /** The agent that the check names; null if nobody holds the handle. */
  readonly attester: Agent.Agent | null
}

export interface About {
  readonly quote: Quote.Quote
  readonly artifact: string
  readonly checks: ReadonlyArray<Check>
}

const findAttestation = (signed: Signed, { checks }: About) =>
  checks.find(({ id }) => id === signed.check)?.attestation ?? null

const operatorsOf = ({ supplier, buyer }: Quote.Quote): ReadonlyArray<string | null> => [
  supplier.operatorId,
  ...(buyer.party === null ? [] : [buyer.party.operatorId]),
]

/** Why an attestation that can be read does not count; null if it does. */
const objectionTo = (signed: Signed, { verified, attester }: Brought, about: About): string | null => {
  const named = findAttestation(signed, about)
  if (signed.quote !== about.quote.id) return "is about another quote"
  if (signed.artifact !== `sha256:${about.artifact}`) return "is about other bytes"
  if (named === null) return "names no attested check of the criteria"
  if (attester === null) return "is by an agent that is not enrolled"
  if (verified === null || Verified.saidBy(verified, named.by).length === 0)
    return `is not signed by a proven key of ${named.by}`
  if (!isProven(attester)) return `is by ${named.by}, whose operator is not proven`
  return operatorsOf(about.quote).includes(attester.operatorId)
    ? "is by an agent of a party's operator"
    : null
}

const takeOne = (one: Brought, about: About, now: Instant): Either.Either<Attested, string> =>
  Either.flatMap(readSigned(one.jws), (signed) => {
    const objection = objectionTo(signed, one, about)
    if (objection !== null) return Either.left(objection)
    const by = needPresent(one.attester, "the attester").handle
    const { check, outcome } = signed
    return Either.right({ check, by, outcome, receivedAt: now, sha256: sha256Hex(one.jws) })
  })

/** The attestations that count, or the refusal that names all of the others by their places. */
export const takeAttestations = rule(
  ["PD14 §12"],
  (
    brought: ReadonlyArray<Brought>,
    about: About,
    now: Instant,
  ): Either.Either<ReadonlyArray<Attested>, Refusal> => {
    const faults: Array<Fault> = []
    const taken: Array<Attested> = []
    for (const [i, one] of brought.entries()) {
      const counted = takeOne(one, about, now)
      if (Either.isRight(counted)) taken.push(counted.right)
      else faults.push({ path: `attestations[${i}]`, message: counted.left })
    }
    return faults.length > 0 ? Either.left(refusal("attestation_refused", {}, faults)) : Either.right(taken)
  },
)

/** The attestations of a delivery with more of them: the first of each check stays. */
export const addAttestations = rule(
  ["PD14 §12"],
  (before: ReadonlyArray<Attested>, more: ReadonlyArray<Attested>): ReadonlyArray<Attested> => {
    const byCheck = new Map<string, Attested>()
    for (const one of [...before, ...more]) if (!byCheck.has(one.check)) byCheck.set(one.check, one)
    return [...byCheck.values()]
  },
)

/** Has the signatures of attestations examined, and reads the agents that their checks name. */
export const examineAttestations = (
  reader: Reader,
  all: ReadonlyArray<string>,
  about: About,
  context: Pick<CommandContext, "actor" | "now" | "terms">,
) =>
  Effect.gen(function* () {
    const kept: Findings.Kept | null = yield* Findings.examine(
      reader,
      all,
      { parties: [], quote: null },
      context,
    )
    const verified = new Map(kept?.findings.pieces.map((piece) => [piece.position, piece.verified]))
    const brought = yield* Effect.forEach(all, (jws, i) =>
      Effect.gen(function* () {
        const signed = readSigned(jws)
        const named = Either.isRight(signed) ? findAttestation(signed.right, about) : null
        const attester = named === null ? Option.none() : yield* Agent.findByHandle(reader, named.by)
        return {
          jws,
          verified: verified.get(i) ?? null,
          attester: Option.getOrNull(attester),
        } satisfies Brought
      }),
    )
    return { kept, brought }
  })
