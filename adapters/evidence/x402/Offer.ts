/** A signed offer of x402: the terms to which a seller commits itself. */
import { textOf } from "../Read.ts"
import { notExpired } from "../Times.ts"
import type { Verifier } from "../Verifier.ts"
import { amountOf, nameOrQuote, timeOf } from "../Words.ts"
import { type Kind, open } from "./Artifact.ts"

const kind: Kind = {
  format: "x402_offer",
  domain: "x402 offer",
  type: {
    name: "Offer",
    members: [
      { name: "version", type: "uint256" },
      { name: "resourceUrl", type: "string" },
      { name: "scheme", type: "string" },
      { name: "network", type: "string" },
      { name: "asset", type: "string" },
      { name: "payTo", type: "string" },
      { name: "amount", type: "string" },
      { name: "validUntil", type: "uint256" },
    ],
  },
  optional: { validUntil: 0 },
  isPayload: ({ payTo, amount, resourceUrl }) =>
    payTo !== undefined && amount !== undefined && resourceUrl !== undefined,
  signedAt: () => null,
  statement: (payload) => {
    const text = (name: string) => textOf(payload, name) ?? ""
    const sum = amountOf(text("amount"), text("network"), text("asset"))
    const until =
      payload.validUntil === undefined || payload.validUntil === 0
        ? ""
        : `, until ${timeOf(payload.validUntil)}`
    const terms = `${sum} on ${nameOrQuote(text("network"))} to ${nameOrQuote(text("payTo"))}`
    return [
      `Offer: ${terms} for ${nameOrQuote(text("resourceUrl"))}${until}.`,
      `Offer: the scheme is ${nameOrQuote(text("scheme"))}.`,
    ]
  },
  times: ({ validUntil }, now) => notExpired(validUntil, now),
}

export const offer: Verifier = { format: kind.format, open: (piece) => open(kind, piece) }
