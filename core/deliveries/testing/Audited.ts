/** For tests: a quote with attested criteria, and an auditor whose signatures a court takes. */
import { Effect } from "effect"
import { Agent } from "../../agents/index.ts"
import type { Verified } from "../../evidence/index.ts"
import { examined, signer } from "../../evidence/testing/Artifacts.ts"
import * as Changed from "../../kernel/Change.ts"
import { records as proofRecords } from "../../proofs/index.ts"
import { proofOf } from "../../proofs/testing/Proofs.ts"
import { put } from "../../testing/Put.ts"
import { registrar } from "../../testing/Stage.ts"
import { attested, base64, type Changes, delivered, hashOf, whole } from "./Delivered.ts"

export const url = (text: string) => base64(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")
/** A compact signature whose key is named by its last part. */
export const signed = (payload: object, key = "one") =>
  `${url('{"alg":"EdDSA"}')}.${url(JSON.stringify(payload))}.${key}`

/** Verifiers that find the key that the last part names, and a valid signature; they recognise nothing under the key `none`. */
export const verifiers: typeof Verified.Verifiers.Service = {
  examine: (contents) =>
    Effect.succeed(
      contents.map((content) => {
        const key = content.split(".")[2]
        if (key === undefined || key === "none") return null
        return examined({
          format: "jws",
          signers: [signer({ role: "signer", fingerprint: `jwk:${key}`, signedAt: null })],
          statement: [{ by: "signer", text: "Token." }],
        })
      }),
    ),
}

/** Enrols an auditor that has shown its key, and whose operator is proven or only stated. */
export const auditorIn = async (
  court: Pick<Awaited<ReturnType<typeof delivered>>, "act" | "enrolled" | "now" | "read">,
  operatorId: string,
  proven = true,
) => {
  const auditor = await court.enrolled("auditor", operatorId)
  const agent = await court.read((reader) => reader.find(Agent.Agents, auditor.id))
  if (agent._tag === "None") throw new Error("no auditor")
  const identity = { status: "proven", by: "registrar", at: court.now() } as const
  if (proven) await court.act(put, [Changed.put(Agent.Agents, { ...agent.value, identity })], registrar)
  const key = proofOf({
    agentId: auditor.id,
    handle: "auditor",
    name: "did:key:z6Mk1",
    fingerprint: "jwk:one",
    provenAt: court.now(),
  })
  await court.act(put, [Changed.put(proofRecords.ProvenKeys, key)], registrar)
}

/** The word of the auditor on the one attested check of a quote, before it is signed. */
export const wordOn = (quote: string, text: string, changes: object = {}) => ({
  type: "court.attestation/1",
  court: "court",
  quote,
  check: "fluent",
  artifact: `sha256:${hashOf(text)}`,
  outcome: "met",
  iat: 1,
  ...changes,
})

/** A court with an auditor that has shown its key, and a quote that is closed. */
export const audited = async (operatorId = "op-auditor", proven = true, closing: Changes = {}) => {
  const court = await delivered(verifiers)
  await auditorIn(court, operatorId, proven)
  court.advance(1000)
  const id = await court.closed(whole, { criteria: attested, ...closing })
  const said = (changes: object = {}) => wordOn(id, whole, changes)
  const body = (...attestations: ReadonlyArray<string>) => ({ id, content: base64(whole), attestations })
  return { ...court, id, said, body }
}
