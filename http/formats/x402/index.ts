/** The records of x402 that are drafts, as evidence: the delivery claim of a buyer. */
import type { Format } from "../Format.ts"

export const deliveryClaim: Format = {
  name: "x402-delivery-claim",
  title: "The delivery claim that a buyer signs after a settlement by x402, as evidence",
  specification: "https://github.com/holistis/tokenizen/tree/main/packages/capacity-attest",
  read: "`src/schema.ts` and the vector of capacity-attest at commit 0e6cd1aa of holistis/tokenizen",
  wellKnown: null,
  names: null,
  given: [],
  renders: null,
  reads: "x402_delivery_claim",
}
