/**
 * Dispute evidence of agent payments (`dispute+jwt`): a signed token with the grant, the receipt and what differs between them. The court
 * reads it as evidence. It names no court and renders no judgment.
 */
import type { Format } from "../Format.ts"

export const disputeEvidence: Format = {
  name: "dispute-jwt",
  title: "Dispute evidence of agent payments, read as evidence",
  specification: "https://github.com/agentcommercekit/ack/issues/217",
  read: "dispute-resolution/ext-disputes.md of ak68a/agent-payments-research at commit 88aed221, to which the issues of x402 (3500), MPP (359) and ACK (217) point",
  wellKnown: null,
  names: null,
  given: [],
  renders: null,
  reads: "dispute_jwt",
}
