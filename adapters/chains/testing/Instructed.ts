/** Instructions for payments on a local chain, signed by a key of the test instead of a court. */
import type { Address, Hex } from "viem"
import { Escrow, evaluationType, Payout, revocationOf } from "../../../core/holds/index.ts"
import { types } from "../../../core/holds/testing/index.ts"
import { typedDataOf } from "../../keys/SigningKey.ts"
import { type Account, accountOf, adapters, type EscrowChain } from "./EscrowChain.ts"
import type { Escrowed } from "./Escrowed.ts"

/** The account whose key signs instead of a court, and the name of its domain. */
export const courtKey = accountOf(9)
export const courtName = "A court for tests"

interface Told {
  readonly holdId: string
  readonly toPayee: bigint
  readonly toPayer: bigint
  /** The sides that the instruction names, if not those of the payment. */
  readonly payer?: Account
  readonly payee?: Account
  /** When the court signed it and until when it is valid, in seconds since 1970: the beginning, and far away, if left out. */
  readonly signedAt?: number
  readonly validBefore?: number
}

interface Signed {
  readonly message: Readonly<Record<string, unknown>>
  readonly signature: Hex
}

/** An instruction for a payment, in force from the start of the chain. */
export const instruction = async (chain: EscrowChain, of: Escrowed, told: Told): Promise<Signed> => {
  const said = {
    holdId: Payout.keccak(told.holdId),
    escrowKind: of.kind,
    holdRef: Escrow.kinds[of.kind].refBytes(of.holdRef),
    payer: (told.payer ?? of.payer).address,
    payee: (told.payee ?? of.payee).address,
    asset: of.asset,
    amountToPayee: String(told.toPayee),
    amountToPayer: String(told.toPayer),
    citationHash: Payout.keccak("[2026] MC 1"),
    judgmentSha256: Payout.keccak("judgment"),
    signedAt: told.signedAt ?? 0,
    validAfter: 0,
    validBefore: told.validBefore ?? 4_000_000_000,
    nonce: Payout.keccak(`${told.holdId} ${told.toPayee} ${told.toPayer} ${told.signedAt ?? 0}`),
  }
  const domain = {
    name: courtName,
    version: "1",
    chainId: chain.anvil.chainId,
    verifyingContract: of.at.escrow,
  }
  const { PayoutInstruction } = types
  const data = typedDataOf({
    domain,
    types: { PayoutInstruction },
    primaryType: "PayoutInstruction",
    message: said,
  })
  const signature = await courtKey.signTypedData(data)
  return { message: data.message, signature }
}

interface Evaluated extends Pick<Told, "holdId" | "payee" | "signedAt" | "validBefore"> {
  readonly satisfied: boolean
  /** The hash of the criteria by which the court evaluated the work. */
  readonly criteria: string
  readonly validAfter?: number
  /** The chain and the contract for which it is signed, if not those of the payment. */
  readonly chainId?: number
  readonly contract?: Address
}

/** The hash that an evaluation gives as its reason. */
export const evaluationHash = Payout.keccak("evaluation")

/** An evaluation of the work of a job, in force from the start of the chain. */
export const evaluation = async (chain: EscrowChain, of: Escrowed, told: Evaluated): Promise<Signed> => {
  const said = {
    holdId: Payout.keccak(told.holdId),
    holdRef: Escrow.kinds[of.kind].refBytes(of.holdRef),
    payer: of.payer.address,
    payee: (told.payee ?? of.payee).address,
    asset: of.asset,
    amount: String(of.units),
    satisfied: told.satisfied,
    artifactSha256: Payout.keccak("the work"),
    criteriaSha256: told.criteria,
    evaluationSha256: evaluationHash,
    signedAt: told.signedAt ?? 1,
    validAfter: told.validAfter ?? 0,
    validBefore: told.validBefore ?? 4_000_000_000,
    nonce: Payout.keccak(`${told.holdId} ${told.satisfied} ${told.signedAt ?? 1}`),
  }
  const domain = {
    name: courtName,
    version: "1",
    chainId: told.chainId ?? chain.anvil.chainId,
    verifyingContract: told.contract ?? of.at.escrow,
  }
  const types = { JobEvaluation: evaluationType }
  const data = typedDataOf({ domain, types, primaryType: "JobEvaluation", message: said })
  return { message: data.message, signature: await courtKey.signTypedData(data) }
}

/** Signs as the court that what has this digest is void, for a payment of these. */
export const revocation = async (
  chain: EscrowChain,
  of: Escrowed,
  { message }: Pick<Signed, "message">,
  digest: unknown,
  revokedAt: number,
): Promise<Signed> => {
  const [holdId, nonce] = [String(message.holdId), String(message.nonce)]
  const domain = {
    name: courtName,
    version: "1",
    chainId: chain.anvil.chainId,
    verifyingContract: of.at.escrow,
  }
  const said = { domain, digest: String(digest), message: { holdId, nonce } }
  const data = typedDataOf(revocationOf(said, revokedAt * 1000))
  return { message: data.message, signature: await courtKey.signTypedData(data) }
}

export const payArgs = ({ kind, named }: Escrowed, { message, signature }: Signed): ReadonlyArray<unknown> =>
  kind === "x402r" ? [message, signature, ...named] : [message, signature]

/** Presents an instruction to the adapter of a payment, as anybody may. Gives the hash of the transaction. */
export const pay = (chain: EscrowChain, of: Escrowed, signed: Signed): Promise<Hex> =>
  chain.send(accountOf(8), adapters[of.kind], of.at.adapter, "pay", payArgs(of, signed))

/** The name of the error with which a call is reverted, or `done`. */
export const revertOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "done",
    (error: unknown) => /Error: (\w+)\(/.exec(String(error))?.[1] ?? String(error),
  )
