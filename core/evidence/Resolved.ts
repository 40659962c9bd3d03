/** What a verifier found, with the agents whose keys signed. */
import { Effect, Schema } from "effect"
import { listOf, named } from "../kernel/Json.ts"
import type { Reader } from "../kernel/Reader.ts"
import { type Instant, Stamp } from "../kernel/Time.ts"
import { proofsOfKey } from "../proofs/index.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import { Check, type Examined, type ExaminedSigner, Format } from "./Examined.ts"

/** No artifact has as many signers, checks or sentences. */
const partsMax = 100

const Shown = named(
  "VerifiedEvidence",
  Schema.Struct({
    format: Format,
    signers: listOf(
      Schema.Struct({ role: Schema.String, key: Schema.String, agent: Schema.NullOr(Schema.String) }),
      partsMax,
    ),
    checks: listOf(Check, partsMax),
    statement: listOf(Schema.String, partsMax),
    asOf: Stamp,
  }),
)
/** What is shown of an artifact: its form, who signed it, what was checked, and what it says, in sentences. */
export const VerifiedView = Schema.encodedBoundSchema(Shown)
export type VerifiedView = typeof VerifiedView.Type

const encodeShown = Schema.encodeSync(Shown)

/** The agent whose key it was when it signed; null if the signature fails, or nobody has proven the key. */
const agentOf = (reader: Reader, { fingerprint, signedAt, valid }: ExaminedSigner, now: Instant) =>
  Effect.map(proofsOfKey(reader, fingerprint), (proofs) => {
    const at = signedAt ?? now
    const held = proofs.findLast(({ provenAt, endedAt }) => provenAt <= now && (endedAt ?? now) >= at)
    return valid ? (held?.handle ?? null) : null
  })

/** What is shown of an artifact. */
export const resolve = (
  reader: Reader,
  { format, signers, checks, statement }: Examined,
  now: Instant,
): Effect.Effect<VerifiedView, StoreUnavailable> =>
  Effect.map(
    Effect.forEach(signers, (signer) =>
      Effect.map(agentOf(reader, signer, now), (agent) => ({ role: signer.role, key: signer.key, agent })),
    ),
    (found) =>
      encodeShown({
        format,
        signers: found,
        checks,
        statement: statement.map(({ text }) => text),
        asOf: now,
      }),
  )
