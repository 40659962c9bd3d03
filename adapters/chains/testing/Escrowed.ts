/** Funds one payment in an escrow of each kind on a local chain, as the buyer. */
import type { Address } from "viem"
import type { EscrowKind } from "../../../core/holds/Escrow.ts"
import { type EscrowChain, token } from "./EscrowChain.ts"

export interface Escrowed {
  readonly holdRef: string
  /** What the adapter's `pay` takes after the instruction and its signature. */
  readonly more: ReadonlyArray<unknown>
}

interface Payment {
  readonly units: bigint
  /** In seconds since 1970. */
  readonly expiresAt: number
  /** Whose word releases the payment. */
  readonly referee: Address
}

let salt = 0n

const fundings: {
  readonly [K in EscrowKind]: (chain: EscrowChain, escrow: Address, payment: Payment) => Promise<Escrowed>
} = {
  x402r: async (chain, escrow, { units, expiresAt, referee }) => {
    const info = {
      operator: referee,
      payer: chain.buyer.address,
      receiver: chain.seller.address,
      token,
      maxAmount: units,
      preApprovalExpiry: 0,
      authorizationExpiry: expiresAt,
      refundExpiry: 0,
      minFeeBps: 0,
      maxFeeBps: 0,
      feeReceiver: chain.buyer.address,
      salt: ++salt,
    }
    await chain.send(chain.buyer, "AuthCaptureEscrow", escrow, "authorize", [info, units])
    const holdRef = String(await chain.read("AuthCaptureEscrow", escrow, "getHash", [info]))
    return { holdRef, more: [info] }
  },
  erc8183: async (chain, escrow, { units, expiresAt, referee }) => {
    const job = [chain.seller.address, referee, BigInt(expiresAt), units]
    await chain.send(chain.buyer, "JobEscrow", escrow, "fund", job)
    const holdRef = String(await chain.read("JobEscrow", escrow, "jobCounter"))
    await chain.send(chain.seller, "JobEscrow", escrow, "submit", [BigInt(holdRef)])
    return { holdRef, more: [] }
  },
  // Its referee is the arbitrator with which it was deployed, and its time runs from the block of the payment.
  kleros: async (chain, escrow, { units }) => {
    const args = [chain.seller.address, token, units, 120n * 24n * 3600n]
    await chain.send(chain.buyer, "ArbitrableEscrow", escrow, "createTransaction", args)
    await chain.send(chain.buyer, "ArbitrableEscrow", escrow, "raiseDispute", [0n])
    return { holdRef: "0", more: [] }
  },
}

/** Funds the payment; of the kind `kleros`, only the first on a chain. Its referee is the adapter of its kind, unless another is given. */
export const escrowed = async (
  chain: EscrowChain,
  kind: EscrowKind,
  { referee, ...payment }: Omit<Payment, "referee"> & { readonly referee?: Address },
): Promise<Escrowed> => {
  const { escrow, adapter } = chain.deployed[kind]
  await chain.fund(escrow, payment.units)
  return fundings[kind](chain, escrow, { ...payment, referee: referee ?? adapter })
}
