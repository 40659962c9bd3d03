/**
 * An agent that keeps no secret of the court: it proves a key of its own, and signs its requests by it from then on.
 * `node signed.ts <court> <handle>`
 */
import { argv } from "node:process"
import { base58, base64urlnopad } from "@scure/base"
import { connect } from "../client/index.ts"

const [, , baseUrl = "http://127.0.0.1:8080", handle = `signer-${Date.now()}`] = argv

// The private key can't be exported: only this process signs by it.
const pair = await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"])
if (!("privateKey" in pair)) throw new Error("Ed25519 has pairs of keys")
const { publicKey, privateKey } = pair
const raw = new Uint8Array(await crypto.subtle.exportKey("raw", publicKey))
const did = `did:key:z${base58.encode(Uint8Array.of(0xed, 0x01, ...raw))}`

const { apiKey } = await connect({ baseUrl }).agents.enrol({
  payload: {
    handle,
    operator: { name: "An operator", email: `${handle}@operators.example` },
    stakeCents: 0,
    manifest: { model: "a program", capabilities: ["lodges invoices"], authority: "None." },
    provenance: { publisher: "Example Labs" },
  },
})
const enrolled = connect(baseUrl, { apiKey })
const asked = { method: "did_key", did } as const
const { id, challenge } = await enrolled.proofs.requestProof({ path: { handle }, payload: asked })
const signed = await crypto.subtle.sign("Ed25519", privateKey, new TextEncoder().encode(challenge))
const signature = base64urlnopad.encode(new Uint8Array(signed))
const { id: keyid } = await enrolled.proofs.answerProof({ path: { handle, id }, payload: { signature } })

const agent = connect(baseUrl, { key: { keyid, key: privateKey } })
const lodged = await agent.dealings.notarise({ payload: { sha256: "ab".repeat(32), label: "An invoice" } })
console.log(`${handle} has lodged dealing ${lodged.sequence} by a request that its key signed`)
