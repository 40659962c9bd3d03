/** Funds one payment in an escrow of each kind on a local chain. */
import type { Address, Hex } from "viem"
import { type Escrow, Payout } from "../../../core/holds/index.ts"
import { type Account, adapters, type Deployed, type EscrowChain, token } from "./EscrowChain.ts"

export interface Escrowed extends Payment {
  readonly kind: Escrow.Kind
  readonly holdRef: string
  /** The arguments that name the payment to its adapter, in `register` and in `pay`. */
  readonly named: ReadonlyArray<unknown>
}

interface Payment {
  readonly units: bigint
  /** In seconds since 1970. */
  readonly expiresAt: number
  readonly referee: Address
  readonly at: Deployed
  readonly payer: Account
  readonly payee: Account
  readonly asset: Address
  /** The fee of a payment of the kind `x402r`, in basis points; no fee if left out. */
  readonly fee?: { readonly minFeeBps: number; readonly maxFeeBps: number; readonly feeReceiver: Address }
}

let salt = 0n
const nobody: Address = "0x0000000000000000000000000000000000000000"

type Funded = Pick<Escrowed, "holdRef" | "named">

const fundings: {
  readonly [K in Escrow.Kind]: (chain: EscrowChain, payment: Payment) => Promise<Funded>
} = {
  x402r: async (chain, { at, units, expiresAt, referee, payer, payee, asset, fee }) => {
    const info = {
      operator: referee,
      payer: payer.address,
      receiver: payee.address,
      token: asset,
      maxAmount: units,
      preApprovalExpiry: 0,
      authorizationExpiry: expiresAt,
      refundExpiry: 0,
      ...(fee ?? { minFeeBps: 0, maxFeeBps: 0, feeReceiver: nobody }),
      salt: ++salt,
    }
    await chain.send(payer, "AuthCaptureEscrow", at.escrow, "authorize", [info, units])
    return {
      holdRef: String(await chain.read("AuthCaptureEscrow", at.escrow, "getHash", [info])),
      named: [info],
    }
  },
  erc8183: async (chain, { at, units, expiresAt, referee, payer, payee, asset }) => {
    const job = [payee.address, referee, expiresAt, asset, units]
    await chain.send(payer, "JobEscrow", at.escrow, "fund", job)
    const holdRef = String(await chain.read("JobEscrow", at.escrow, "jobCounter"))
    await chain.send(payee, "JobEscrow", at.escrow, "submit", [
      BigInt(holdRef),
      Payout.keccak("the work"),
      "0x",
    ])
    return { holdRef, named: [BigInt(holdRef)] }
  },
  // Its referee is the arbitrator with which it was deployed, and its time runs from the block of the payment.
  kleros: async (chain, { at, units, payer, payee, asset }) => {
    const args = [units, asset, 120n * 24n * 3600n, payee.address, ""]
    await chain.send(payer, "ArbitrableEscrow", at.escrow, "createTransaction", args)
    const made = await chain.read("ArbitrableEscrow", at.escrow, "getCountTransactions")
    const holdRef = String(BigInt(String(made)) - 1n)
    return { holdRef, named: [BigInt(holdRef)] }
  },
}

export type Wanted = Pick<Payment, "units" | "expiresAt"> &
  Partial<Payment> & {
    /** Whether a transaction of the kind `kleros` is brought before its arbitrator, as it must be to be paid by it. It is, if left out. */
    readonly disputed?: boolean
  }

/** Funds the payment, as the buyer pays the seller with the listed token. Its referee is the adapter of its kind, unless another is given. */
export const escrowed = async (chain: EscrowChain, kind: Escrow.Kind, wanted: Wanted): Promise<Escrowed> => {
  const at = wanted.at ?? chain.deployed[kind]
  const { buyer: payer, seller: payee } = chain
  const payment = { at, referee: at.adapter, payer, payee, asset: token, ...wanted }
  await chain.fund(at.escrow, payment.units, payment.payer, payment.asset)
  const funded = { kind, ...payment, ...(await fundings[kind](chain, payment)) }
  if (kind === "kleros" && wanted.disputed !== false) await dispute(chain, funded)
  return funded
}

/** Brings a transaction of the kind `kleros` before its arbitrator. */
const dispute = (chain: EscrowChain, { at, payer, named }: Escrowed): Promise<Hex> =>
  chain.send(payer, "ArbitrableEscrow", at.escrow, "raiseDispute", named)

/** Registers a hold, by its id, with the adapter of the payment, as an account. */
export const register = (
  chain: EscrowChain,
  { kind, at, named }: Escrowed,
  as: Account,
  holdId: string,
): Promise<Hex> => chain.send(as, adapters[kind], at.adapter, "register", [...named, Payout.keccak(holdId)])
