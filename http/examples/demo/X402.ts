/** The papers that a seller signs as it is paid by x402: its offer and its receipt (the extension of offers and receipts). */
import type { Account, EscrowChain } from "../../../adapters/chains/testing/EscrowChain.ts"

export const chainId = 8453
const network = `eip155:${chainId}`
export const unitsPerCent = 10_000
const resource = "https://seller.example/market-data/rows"

export interface Papers {
  readonly offer: string
  readonly receipt: string
}

/** The members that are signed (x402, the extension of offers and receipts). The domain is of chain 1, whatever the network is. */
const types = {
  offer: [
    { name: "version", type: "uint256" },
    { name: "resourceUrl", type: "string" },
    { name: "scheme", type: "string" },
    { name: "network", type: "string" },
    { name: "asset", type: "string" },
    { name: "payTo", type: "string" },
    { name: "amount", type: "string" },
    { name: "validUntil", type: "uint256" },
  ],
  receipt: [
    { name: "version", type: "uint256" },
    { name: "network", type: "string" },
    { name: "resourceUrl", type: "string" },
    { name: "payer", type: "string" },
    { name: "issuedAt", type: "uint256" },
    { name: "transaction", type: "string" },
  ],
}

type Payload = { readonly [name: string]: string | number }

const signPayload = async (account: Account, kind: keyof typeof types, payload: Payload): Promise<string> => {
  const primaryType = kind === "offer" ? "Offer" : "Receipt"
  const signature = await account.signTypedData({
    domain: { name: `x402 ${kind}`, version: "1", chainId: 1 },
    types: { [primaryType]: types[kind] },
    primaryType,
    message: payload,
  })
  return JSON.stringify({ format: "eip712", payload, signature })
}

/** The seller's offer and its receipt, signed as x402 has it. */
export const signPapers = async (
  { seller, buyer, token }: Pick<EscrowChain, "seller" | "buyer" | "token">,
  paid: { readonly priceCents: number; readonly transaction: string; readonly at: number },
): Promise<Papers> => {
  const now = Math.floor(paid.at / 1000)
  const offer = await signPayload(seller, "offer", {
    version: 1,
    resourceUrl: resource,
    scheme: "exact",
    network,
    asset: token,
    payTo: seller.address,
    amount: String(paid.priceCents * unitsPerCent),
    validUntil: now + 3_600,
  })
  const receipt = await signPayload(seller, "receipt", {
    version: 1,
    network,
    resourceUrl: resource,
    payer: buyer.address,
    issuedAt: now,
    transaction: paid.transaction,
  })
  return { offer, receipt }
}
