/**
 * A final judgment as the ruling of the Agent Dispute Resolution Protocol (draft-stone-adrp), with the directive for an escrow that
 * follows from it. Members and checks are those of section 7.2 and 16.1 of version 00, as an implementation of it verifies them
 * (`src/engine/adrp_adapter.py` of vbkotecha/agentcourt-api).
 */
import type { Ruling } from "../../../core/docket/index.ts"
import { sha256Hex } from "../../../core/kernel/Hash.ts"
import { canonical } from "../../../core/kernel/Json.ts"
import type { Format, Rendering } from "../Format.ts"

const hash = /^[0-9a-f]{64}$/

const whole = 1_000_000

/** The part of the price that the supplier earned, in millionths. A part is never rounded to nothing or to the whole. */
const partEarned = ({ priceCents, owedCents }: Ruling.DeterminedDeal): number => {
  if (owedCents === 0 || owedCents === priceCents) return owedCents === 0 ? 0 : whole
  return Math.min(whole - 1, Math.max(1, Math.round((owedCents / priceCents) * whole)))
}

const verdictOf = (millionths: number): string => {
  if (millionths === whole) return "release"
  return millionths === 0 ? "refund" : "partial"
}

const splitOf = (millionths: number) => ({
  to_buyer: (whole - millionths) / whole,
  to_seller: millionths / whole,
})

const render = (
  { disposition, isFinal, deliveredAt, deal }: Ruling.Ruling,
  given: { readonly [name: string]: string },
  did: string,
): Rendering => {
  if (!isFinal)
    return { why: `The judgment is ${disposition.finality}, and a RulingBundle overrides for good.` }
  if (deal === null)
    return {
      why: "The judgment does not determine the account of one deal to its end, so that nothing is to be split.",
    }
  const millionths = partEarned(deal)
  const verdict = verdictOf(millionths)
  return {
    document: {
      type: "RulingBundle",
      supersedes: given.supersedes ?? "",
      dispute_chain_tip: given.dispute_chain_tip ?? "",
      prev_hash: given.dispute_chain_tip ?? "",
      verdict,
      ...(verdict === "partial" ? { partial_split: splitOf(millionths) } : {}),
      rationale_hash: disposition.payloadSha256,
      arbitrator_did: did,
      arbitrator_vc_hash: "",
      signing_time: deliveredAt,
      // The anchors are stated by whoever asks, and nothing shows that they belong to the parties of the judgment.
      sig: "",
    },
  }
}

const anchors = [
  {
    name: "supersedes",
    description: "The hash of the proof bundle that the ruling supersedes, in hexadecimal.",
    pattern: hash,
  },
  {
    name: "dispute_chain_tip",
    description: "The hash at the tip of the dispute's chain, in hexadecimal.",
    pattern: hash,
  },
] as const

const specification = "https://datatracker.ietf.org/doc/draft-stone-adrp/"
const read =
  "draft-stone-adrp-00 as src/engine/adrp_adapter.py of vbkotecha/agentcourt-api verifies it at commit 6d6e82e0e82710937f288998378446e4ab1ff170"

export const rulingBundle: Format = {
  name: "adrp-ruling",
  title: "A final judgment as a RulingBundle of ADRP",
  specification,
  read,
  wellKnown: null,
  names: null,
  given: anchors,
  renders: (ruling, given, { did }) => render(ruling, given, did),
}

/** The directive that an escrow follows. It names the unsigned ruling by the hash of its RFC 8785 form. */
export const escrowDirective: Format = {
  name: "adrp-escrow",
  title: "A final judgment as an EscrowDirective of ADRP",
  specification,
  read,
  wellKnown: null,
  names: null,
  given: [
    ...anchors,
    {
      name: "payment_mandate_ref",
      description: "The reference of the payment mandate whose escrow is directed.",
      pattern: /^[\x21-\x7e]{1,200}$/,
    },
  ],
  renders: (ruling, given, { did }) => {
    const rendered = render(ruling, given, did)
    if ("why" in rendered) return rendered
    const { verdict = "", partial_split: split = null } = rendered.document
    return {
      document: {
        payment_mandate_ref: given.payment_mandate_ref ?? "",
        action: verdict,
        split,
        ruling_ref: sha256Hex(canonical(rendered.document)),
      },
    }
  },
}
