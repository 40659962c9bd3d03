/** For tests: artifacts that say themselves what is found of them, and verifiers that read them. */
import { Effect, Schema } from "effect"
import { start } from "../../testing/Context.ts"
import type { Keyring, Known, Root } from "../Holder.ts"
import { type EvidenceService, Examined, type ExaminedSigner } from "../Verified.ts"

export const signer = (changes: Partial<ExaminedSigner> = {}): ExaminedSigner => ({
  role: "seller",
  key: "did:key:z6Mk1",
  fingerprint: "jwk:one",
  valid: true,
  signedAt: start,
  entitled: null,
  host: null,
  ...changes,
})

export const sentence = "Offer: 1.50 USDC on eip155:8453 for https://seller.example/report."

export const examined = (changes: Partial<Examined> = {}): Examined => ({
  format: "x402_offer",
  signers: [signer()],
  checks: [{ check: "signature", holds: true, why: "The signature is that of the key." }],
  statement: [{ by: "seller", text: sentence }],
  documents: [],
  ...changes,
})

/** A document that was fetched, with a text of its own. */
export const fetched = (name: string, text = `the document ${name}`) => ({
  url: `https://seller.example/${name}`,
  sha256: name.padEnd(64, "0"),
  fetchedAt: start,
  text,
})

export const artifact = (changes: Partial<Examined> = {}): string => JSON.stringify(examined(changes))

const decode = Schema.decodeUnknownOption(Schema.parseJson(Examined))

/** Verifiers that find what an artifact of tests says, and nothing of any other text. */
export const reading: EvidenceService = {
  examine: (contents) =>
    Effect.succeed(
      contents.map((content) => {
        const found = decode(content)
        return found._tag === "Some" ? found.value : null
      }),
    ),
}

/** A party that was enrolled at the start of the day. */
export const known = (handle: string, changes: Partial<Known> = {}): Known => ({
  handle,
  enrolledAt: start,
  roots: [],
  ...changes,
})

export const keyring = (changes: Partial<Keyring> = {}): Keyring => ({
  proofs: new Map(),
  held: new Map(),
  rails: null,
  parties: [known("buyer"), known("seller")],
  ...changes,
})

/** A proof of a key by an agent, from the start of the day. */
export const proof = (
  handle: string,
  changes: {
    readonly provenAt?: number
    readonly endedAt?: number | null
    readonly document?: string
    readonly enrolledAt?: number
    readonly keysEndedAt?: number
  } = {},
) => ({
  proof: {
    handle,
    provenAt: changes.provenAt ?? start,
    endedAt: changes.endedAt ?? null,
    document:
      changes.document === undefined
        ? null
        : { url: "https://seller.example/did.json", sha256: changes.document },
  },
  enrolledAt: changes.enrolledAt ?? start,
  keysEndedAt: changes.keysEndedAt ?? null,
})

/** The root of a host at which an agent's service answered at the start of the day. */
export const root = (host: string, changes: Partial<Root> = {}): Root => ({
  host,
  from: start,
  until: null,
  endedAt: null,
  how: `answered the Court's challenge at ${host}, which publishes the key`,
  ...changes,
})
