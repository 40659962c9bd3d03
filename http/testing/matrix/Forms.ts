/**
 * The forms of the matrix: each way in which the court's judgment goes out, and what the other side's program verifies of it. A form
 * knows nothing of the door by which the dispute came.
 */
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from "jose"
import { canonical, type Json } from "../../../core/kernel/Json.ts"
import { at, type Body } from "../Dispute.ts"
import { send } from "../TestCourt.ts"
import type { Answer, Shop } from "./Shop.ts"

/** A form: its name on the page, and what of the answer can be read in it, once it is verified. It throws if it does not verify. */
export interface Form {
  readonly name: string
  readonly read: (shop: Shop, citation: string) => Promise<Partial<Answer>>
}

const need = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(what)
}
const hex = (character: string): string => character.repeat(64)

/** Asks for a rendering, with the values that the court doesn't know. */
const rendered = async ({ ask }: Shop, citation: string, format: string, values: Record<string, string>) => {
  const given = Object.entries(values).map(([name, value]) => ({ name, value }))
  const { document } = await ask("public", "POST", `${at(citation)}/renderings/${format}`, { given })
  return document as Body
}

/** The court's own signed answer: whoever has its keys can check it. It names the judgment by its hash, and the orders by their sums. */
const disposition: Form = {
  name: "disposition",
  read: async (shop, citation) => {
    const { signature, ...rest } = await shop.ask("public", "GET", `${at(citation)}/disposition`)
    const keys = (await (await send(shop.court, "GET", "/.well-known/jwks.json")).json()) as JSONWebKeySet
    const { payload } = await compactVerify(String(signature), createLocalJWKSet(keys))
    need(new TextDecoder().decode(payload) === canonical(rest as Json), "the signature is of other words")
    need(rest.finality === "final", "the judgment isn't final")
    // The sums of the orders are under the signature too; an account that is declared has no sum to pay.
    const orders = rest.orders as ReadonlyArray<{ readonly kind: string; readonly amountCents?: number }>
    const paid = orders.find(({ kind }) => kind === "pay")
    return { sha256: String(rest.payloadSha256), ...(paid === undefined ? {} : { back: paid.amountCents }) }
  },
}

/** ADRP's checks of a ruling (section 16.1): its type, its two anchors, its verdict, and the members that may not be empty. */
const rulingBundle: Form = {
  name: "RulingBundle",
  read: async (shop, citation) => {
    const [supersedes, tip] = [hex("a"), hex("b")]
    const bundle = await rendered(shop, citation, "adrp-ruling", { supersedes, dispute_chain_tip: tip })
    need(bundle.type === "RulingBundle", "the type")
    need(bundle.supersedes === supersedes && bundle.prev_hash === tip, "the anchors")
    need([bundle.rationale_hash, bundle.arbitrator_did, bundle.signing_time].every(Boolean), "a member")
    need(bundle.verdict === "refund", "the verdict")
    return { earned: 0, sha256: String(bundle.rationale_hash) }
  },
}

/** The call that ends a job. `JobEvaluator.sol` gives the same reason, from an instruction on the same judgment. */
const reason: Form = {
  name: "ERC-8183 reason",
  read: async (shop, citation) => {
    const call = await rendered(shop, citation, "erc-8183-evaluation", { jobId: "7" })
    need(call.function === "reject(uint256,bytes32,bytes)" && call.jobId === "7", "the call")
    return { earned: 0, sha256: String(call.reason).slice(2) }
  },
}

const feedback: Form = {
  name: "feedback file",
  read: async (shop, citation) => {
    const file = await rendered(shop, citation, "erc-8004-feedback", {
      agent: "seller",
      agentRegistry: `eip155:1:0x${"4".repeat(40)}`,
      agentId: "22",
      clientAddress: `eip155:1:0x${"5".repeat(40)}`,
    })
    for (const member of ["agentRegistry", "agentId", "clientAddress", "createdAt", "value", "valueDecimals"])
      need(file[member] !== undefined, `ERC-8004 wants ${member}`)
    need(file.value === 0 && file.valueDecimals === 2, "the value")
    const { payloadSha256 } = file.disposition as { readonly payloadSha256: string }
    return { earned: 0, sha256: payloadSha256 }
  },
}

/** The rules of RLP-1: the state follows from the required checks, and each of them cites evidence that is there. */
const lineage: Form = {
  name: "lineage record",
  read: async (shop, citation) => {
    const subject = `x402:operation:sha256:${hex("7")}`
    const record = await rendered(shop, citation, "resolution-lineage", { subject })
    const evidence = record.evidence as { readonly [id: string]: { readonly digest: string } | undefined }
    const checks = record.checks as ReadonlyArray<{
      readonly outcome: string
      readonly evidence: ReadonlyArray<string>
    }>
    need(record.subject === subject && record.previous === null, "the subject")
    need(
      checks.every((check) => check.evidence.length > 0 && check.evidence.every((id) => evidence[id])),
      "a check cites no evidence",
    )
    need(checks.some(({ outcome }) => outcome === "FAIL") && record.state === "FAILED", "the state")
    return { earned: 0, sha256: String(evidence.judgment?.digest).slice("sha256:".length) }
  },
}

/** Each column of the matrix. */
export const forms: ReadonlyArray<Form> = [disposition, rulingBundle, reason, feedback, lineage]
