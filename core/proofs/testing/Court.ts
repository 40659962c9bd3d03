/** A court of tests in which a key signs a text by the hash of both, and documents are what the test says. */
import { Effect } from "effect"
import type { Actor } from "../../kernel/Actor.ts"
import type { Command } from "../../kernel/Command.ts"
import { sha256Hex } from "../../kernel/Hash.ts"
import type { Json } from "../../kernel/Json.ts"
import { stage } from "../../testing/Stage.ts"
import * as Challenge from "../Challenge.ts"
import { answerProof, endProof, requestProof } from "../Commands.ts"
import type { ProofRequest } from "../KeyName.ts"

/** The coordinates of the base point of secp256k1, which is the public key of the private key 1. */
export const one = {
  kty: "EC",
  crv: "secp256k1",
  x: "eb5mfvncu6xVoGKVzocLBwKb_NstzijZWfKBWxb4F5g",
  y: "SDradyajxGVdpPv8DhEIqP0XtEimhVQZnEfQj_sQ1Lg",
} as const
export const addressOfOne = "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf"

export const key = { kty: "OKP", crv: "Ed25519", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" } as const
export const didKey = "did:key:z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw"
export const url = "https://agents.example/keys.json"

export const signatureBy = (name: string, text: string): string => `0x${sha256Hex(`${name}\n${text}`)}`
/** A signature in the other form, which no key made. */
export const noSignature = "A".repeat(86)

export const absent = "did:web:absent.example#key"
export const noKey = "did:key:z1#z1"

/** Checks of signatures that find under each name a key by its hash, if the test does not say otherwise. */
export const service = (
  keys: { readonly [name: string]: Challenge.Verdict } = {},
): Challenge.KeyProofsService => ({
  fault: ({ name }) => (name === noKey ? "It holds no key." : null),
  check: ({ method, name, text, signature }, limits) =>
    Effect.sync((): Challenge.Verdict => {
      if (limits.timeoutMs !== 5_000 || limits.maxBytes !== 65_536) throw new Error("other limits")
      if (name === absent) return { _tag: "Unreadable", why: "Nothing stands there." }
      if (signature !== signatureBy(name, text)) return { _tag: "Unsigned", why: "It is not signed." }
      const stated = keys[name]
      if (stated !== undefined) return stated
      if (method === "evm") return { _tag: "Signed", address: name.split(":")[2] ?? "" }
      const document = method === "did_key" ? null : { url: `of ${name}`, text: `document of ${name}` }
      return { _tag: "Signed", jwk: { ...key, x: sha256Hex(name) }, document }
    }),
})

/** A command before a court that checks the signatures of tests. */
const before = <I, F, R extends Json>(
  checks: Challenge.KeyProofsService,
  { name, sections, input, gather, decide }: Command<I, F, R, Challenge.KeyProofs>,
): Command<I, F, R> => ({
  name,
  sections,
  input,
  gather: (...given) => Effect.provideService(gather(...given), Challenge.KeyProofs, checks),
  decide,
})

/** A stage with the acts on keys. `keys` says what stands under a name; members may be changed while the test runs. */
export const keyStage = (keys: { [name: string]: Challenge.Verdict } = {}, court = stage()) => {
  const checks = service(keys)
  const acts = {
    requestProof: before(checks, requestProof),
    answerProof: before(checks, answerProof),
    endProof,
  }
  const request = (actor: Actor & { role: "agent" }, asked: ProofRequest) =>
    court.act(acts.requestProof, { handle: actor.handle, court: "https://court.example", ...asked }, actor)
  const prove = async (actor: Actor & { role: "agent" }, asked: ProofRequest) => {
    const { id, challenge } = await request(actor, asked)
    const signature = signatureBy(nameIn(challenge), challenge)
    return court.act(acts.answerProof, { handle: actor.handle, id, signature }, actor)
  }
  /** The code with which the proof of a key is refused at its answer; null if it is not. */
  const provingCode = async (actor: Actor & { role: "agent" }, asked: ProofRequest) => {
    const { id, challenge } = await request(actor, asked)
    const signature = signatureBy(nameIn(challenge), challenge)
    return court.codeOf(acts.answerProof, { handle: actor.handle, id, signature }, actor)
  }
  return { ...court, ...acts, request, prove, provingCode }
}

export const nameIn = (challenge: string): string => /^key: (.*)$/m.exec(challenge)?.[1] ?? ""
