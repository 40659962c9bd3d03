/** The acts on the keys of an agent: it asks for a challenge, answers it, and ends a proof (PD3 §4). */
import { Array as Arr, Effect, Either, Option, Schema } from "effect"
import { Agent, own, Reasons } from "../agents/index.ts"
import { Wallets } from "../chains/index.ts"
import * as Changed from "../kernel/Change.ts"
import { command } from "../kernel/Command.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { GivenName } from "../kernel/Id.ts"
import { exactly, member } from "../kernel/Json.ts"
import type { Reader } from "../kernel/Reader.ts"
import { firstOf, refusal, when } from "../kernel/Refusal.ts"
import { format, type Instant } from "../kernel/Time.ts"
import {
  bookOf,
  type Challenge,
  challengeText,
  type KeyBook,
  KeyBooks,
  KeyProofs,
  type SignedVerdict,
} from "./Challenge.ts"
import { KeyOrProof, nameOf, ProofRequest } from "./KeyName.ts"
import {
  checkSigned,
  expiryOf,
  inTime,
  keyFree,
  keyUnspent,
  mayEnd,
  onOwnHost,
  openChallenges,
  roomForKey,
  withoutProof,
  withProof,
} from "./Law.ts"
import { tellOwner, texts } from "./Notices.ts"
import { claimsOf, fingerprintOf, type ProvenKey, ProvenKeys, proofsOfKey, proofsUnder } from "./ProvenKey.ts"
import { foundProof } from "./Queries.ts"

const keysOf = (reader: Reader, handle: string) =>
  Effect.gen(function* () {
    const agent = yield* Agent.need(reader, handle)
    return { agent, book: yield* bookOf(reader, agent.id) }
  })

const proofRequestInputSchema = Schema.Struct({
  handle: GivenName,
  court: Schema.String,
  ...ProofRequest.fields,
})
/** The request of a proof, with the agent and the court that it is for. */
export interface ProofRequestInput extends Schema.Schema.Type<typeof proofRequestInputSchema> {}
const ProofRequestInput: Schema.Schema<ProofRequestInput, typeof proofRequestInputSchema.Encoded> =
  proofRequestInputSchema

/** An agent names a key and gets a challenge, which that key is to sign. `court` is the origin of the court. */
export const requestProof = command({
  name: "request-proof",
  sections: ["PD3 §4", "Rule 2.6"],
  input: ProofRequestInput,
  gather: ({ handle, court: _, ...asked }, _context, reader) =>
    Effect.gen(function* () {
      const { fault } = yield* KeyProofs
      const read = nameOf(asked)
      const why = Either.isRight(read) ? fault({ method: asked.method, name: read.right }) : null
      const name = why === null ? read : Either.left(refusal("key_malformed", { why }))
      return { ...(yield* keysOf(reader, handle)), name }
    }),
  decide: ({ agent, book, name: read }, { court, method }, context) =>
    Either.gen(function* () {
      yield* firstOf([
        own(context.actor, agent.handle),
        Either.isRight(read) ? onOwnHost(agent, book, { method, name: read.right }) : read.left,
        ...roomForKey(book, context),
      ])
      const bare = { id: context.fresh("proof"), method, name: yield* read, expiresAt: expiryOf(context) }
      const challenge: Challenge = { ...bare, text: challengeText(bare, court, agent.handle) }
      const challenges = openChallenges(book, challenge, context.terms)
      return {
        changes: [Changed.put(KeyBooks, { ...book, challenges })],
        reply: { id: challenge.id, challenge: challenge.text, expiresAt: format(challenge.expiresAt) },
      }
    }),
})

/** A signature as it is sent: 64 bytes in base64url, or what a wallet signs. */
const ProofSignature = Schema.Union(
  Schema.String.pipe(Schema.pattern(/^[A-Za-z0-9_-]{86}$/)),
  Wallets.Signature,
).annotations({
  identifier: "ProofSignature",
  message: () => "must be 64 bytes in base64url without padding, or 0x and hexadecimal digits",
})

/** The body that answers a challenge, in base64url or, for an address, in hexadecimal digits. */
export const ProofAnswer = Schema.Struct({
  signature: member(
    ProofSignature,
    "Over the UTF-8 bytes of the challenge: Ed25519, or r and s of ECDSA with SHA-256; for an address EIP-191 or ERC-1271.",
  ),
}).annotations({ identifier: "ProofAnswer" })

/** The body of `POST /agents/{handle}/proofs/{id}/end`. */
export const ProofEnding = Schema.Struct({
  reasons: exactly(Reasons, "Why the proof ends. Published with the act."),
}).annotations({ identifier: "ProofEnding" })

type Keys = { readonly agent: Agent.Agent; readonly book: KeyBook }

/** The proof of an agent under an id; refused `unknown_proof` if the agent has no such proof. */
const proofUnder = (reader: Reader, agent: Agent.Agent, id: string) =>
  Effect.flatMap(reader.find(ProvenKeys, id), (found) =>
    Effect.mapError(
      Option.filter(found, ({ agentId }) => agentId === agent.id),
      () => refusal("unknown_proof", { id }),
    ),
  )

/** The open challenge of an id; refused with what became of it if it is not open. */
const openChallenge = (reader: Reader, { agent, book }: Keys, id: string) => {
  const challenge = book.challenges.find((open) => open.id === id)
  if (challenge !== undefined) return Effect.succeed(challenge)
  return Effect.flatMap(proofUnder(reader, agent, id), ({ endedAt }) =>
    Effect.fail(refusal(endedAt === null ? "key_proven" : "proof_ended", {})),
  )
}

const proofOf = (
  { agent }: Keys,
  { id, method, name }: Challenge,
  signed: SignedVerdict,
  now: Instant,
): ProvenKey => {
  const document = "jwk" in signed ? signed.document : null
  return {
    id,
    agentId: agent.id,
    handle: agent.handle,
    method,
    name,
    fingerprint: fingerprintOf(signed),
    jwk: "jwk" in signed ? signed.jwk : null,
    address: "address" in signed ? signed.address : null,
    document: document === null ? null : { url: document.url, sha256: sha256Hex(document.text) },
    provenAt: now,
    endedAt: null,
  }
}

/** The standing proof that has the key or the name of another proof now; null if no proof has it. */
const holderOf = (reader: Reader, proof: ProvenKey) =>
  Effect.gen(function* () {
    const ids = yield* Effect.forEach(claimsOf(proof), (claim) => reader.holder(claim))
    const holders = Arr.getSomes(
      yield* reader.findAll(
        ProvenKeys,
        ids.filter((id) => id !== null),
      ),
    )
    // If the key is one agent's and its name another's, what counts is that one of them is somebody else's.
    return holders.find(({ agentId }) => agentId !== proof.agentId) ?? holders[0] ?? null
  })

const proofAnswerInputSchema = Schema.Struct({ handle: GivenName, id: KeyOrProof, ...ProofAnswer.fields })
/** The answer to a challenge, with the agent and the key. */
export interface ProofAnswerInput extends Schema.Schema.Type<typeof proofAnswerInputSchema> {}
const ProofAnswerInput: Schema.Schema<ProofAnswerInput, typeof proofAnswerInputSchema.Encoded> =
  proofAnswerInputSchema

/**
 * An agent answers a challenge with the signature of the key. The key is asked for last, so that nothing is fetched for an answer
 * that is refused anyway.
 */
export const answerProof = command({
  name: "answer-proof",
  sections: ["PD3 §4", "Rule 2.6"],
  input: ProofAnswerInput,
  gather: ({ handle, id, signature }, context, reader) =>
    Effect.gen(function* () {
      const keys = yield* keysOf(reader, handle)
      yield* firstOf([own(context.actor, handle)])
      const challenge = yield* openChallenge(reader, keys, id)
      yield* firstOf([
        inTime(challenge, context),
        onOwnHost(keys.agent, keys.book, challenge),
        ...roomForKey(keys.book, context),
      ])
      const { check } = yield* KeyProofs
      const { keyDocumentSeconds, keyDocumentBytesMax: maxBytes } = context.terms
      const limits = { timeoutMs: keyDocumentSeconds * 1000, maxBytes }
      const signed = yield* checkSigned(
        yield* check({ ...challenge, agentId: keys.agent.id, signature }, limits),
      )
      const proof = proofOf(keys, challenge, signed, context.now)
      const holder = yield* holderOf(reader, proof)
      return { ...keys, signed, proof, holder, earlier: yield* proofsOfKey(reader, proof.fingerprint) }
    }),
  decide: ({ agent, book, signed, proof, holder, earlier }, _input, context) =>
    Either.map(firstOf([keyFree(holder, agent.id), keyUnspent(earlier, context.terms)]), () => {
      const { fingerprint, document } = proof
      const kept = "jwk" in signed && signed.document !== null ? signed.document.text : null
      return {
        changes: [
          Changed.put(ProvenKeys, proof),
          Changed.put(KeyBooks, withProof(book, proof, context.now)),
          ...claimsOf(proof).map((claim) => Changed.claim(claim, proof.id)),
          ...(kept === null ? [] : [Changed.blob(sha256Hex(kept), kept)]),
          Changed.event("agent.key_proven", Agent.subjectOf(agent.handle), ["PD3 §4"], {
            handle: agent.handle,
            id: proof.name,
            proofId: proof.id,
            method: proof.method,
            fingerprint,
            document,
          }),
          ...tellOwner(proof, texts.proven(proof), context),
        ],
        reply: foundProof(proof),
      }
    }),
})

/** The proof of an agent under the id of its challenge, or under the name of its key: the standing proof, or else the latest. */
const proofCalled = (reader: Reader, agent: Agent.Agent, given: string) =>
  Effect.gen(function* () {
    const ofAgent = yield* proofsUnder(reader, given)
    const named = ofAgent.filter(({ agentId }) => agentId === agent.id)
    const called = named.find(({ endedAt }) => endedAt === null) ?? named.at(-1)
    // It is read again by its id, so that the commit rests on it.
    return yield* proofUnder(reader, agent, called?.id ?? given)
  })

const proofEndingInputSchema = Schema.Struct({ handle: GivenName, id: KeyOrProof, ...ProofEnding.fields })
export interface ProofEndingInput extends Schema.Schema.Type<typeof proofEndingInputSchema> {}
const ProofEndingInput: Schema.Schema<ProofEndingInput, typeof proofEndingInputSchema.Encoded> =
  proofEndingInputSchema

/** A proof is ended by its agent or by the Registrar, who may say why. A signature that is shown to be older still speaks for the agent. */
export const endProof = command({
  name: "end-proof",
  sections: ["PD3 §4B", "Constitution 2.1"],
  input: ProofEndingInput,
  gather: ({ handle, id }, { actor }, reader) =>
    Effect.gen(function* () {
      const keys = yield* keysOf(reader, handle)
      yield* firstOf([mayEnd(actor, handle)])
      return { ...keys, proof: yield* proofCalled(reader, keys.agent, id) }
    }),
  decide: ({ agent, book, proof }, { reasons }, context) =>
    Either.map(firstOf([when(proof.endedAt !== null, "proof_ended", {})]), () => {
      const { actor, now } = context
      // The clock of another process may be behind the clock of the process that recorded the proof.
      const ended = { ...proof, endedAt: Math.max(now, proof.provenAt) }
      return {
        changes: [
          Changed.put(ProvenKeys, ended),
          Changed.put(KeyBooks, withoutProof(book, proof)),
          ...claimsOf(proof).map((claim) => Changed.release(claim, proof.id)),
          Changed.event("agent.key_ended", Agent.subjectOf(agent.handle), ["PD3 §4"], {
            handle: agent.handle,
            id: proof.name,
            proofId: proof.id,
            by: actor.role,
            reasons: reasons ?? null,
          }),
          ...tellOwner(ended, texts.ended(ended, actor), context),
        ],
        reply: foundProof(ended),
      }
    }),
})
