/** A signed receipt of x402, which a seller gives after payment and service. */
import { textOf } from "../Read.ts"
import { clock } from "../Times.ts"
import type { Verifier } from "../Verifier.ts"
import { instantOf, nameOrQuote, timeOf } from "../Words.ts"
import { type Kind, open } from "./Artifact.ts"

const kind: Kind = {
  format: "x402_receipt",
  domain: "x402 receipt",
  type: {
    name: "Receipt",
    members: [
      { name: "version", type: "uint256" },
      { name: "network", type: "string" },
      { name: "resourceUrl", type: "string" },
      { name: "payer", type: "string" },
      { name: "issuedAt", type: "uint256" },
      { name: "transaction", type: "string" },
    ],
  },
  optional: { transaction: "" },
  isPayload: ({ payer, issuedAt, resourceUrl }) =>
    payer !== undefined && issuedAt !== undefined && resourceUrl !== undefined,
  signedAt: ({ issuedAt }) => instantOf(issuedAt),
  statement: (payload) => {
    const text = (name: string) => textOf(payload, name) ?? ""
    const transaction = text("transaction") === "" ? "" : `, transaction ${nameOrQuote(text("transaction"))}`
    const whom = `paid by ${nameOrQuote(text("payer"))} on ${nameOrQuote(text("network"))}`
    return [
      `Receipt: ${nameOrQuote(text("resourceUrl"))}, ${whom}, issued ${timeOf(payload.issuedAt)}${transaction}.`,
    ]
  },
  times: ({ issuedAt }, now) => clock(issuedAt, now),
}

export const receipt: Verifier = { format: kind.format, open: (piece) => open(kind, piece) }
