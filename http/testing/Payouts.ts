/** Payout instructions as anybody checks them, with viem alone. */
import type { TypedDataDefinition } from "viem"
import { hashTypedData, recoverTypedDataAddress } from "viem/utils"

type Field = { readonly name: string; readonly type: string }

/** A payout as it is answered. */
export interface ServedPayout {
  readonly citation: string
  readonly instruction: Readonly<Record<string, string | number>>
  readonly domain: { readonly chainId: number; readonly verifyingContract: `0x${string}` }
  readonly types: { readonly PayoutInstruction: ReadonlyArray<Field> }
  readonly digest: `0x${string}`
  readonly signature: `0x${string}`
  readonly signer: `0x${string}`
  readonly status: string
  readonly effectiveAt: string
  readonly expiresAt: string
}

/** The typed data of an instruction: whole numbers as viem takes them. */
export const typedDataOf = ({ domain, types, instruction }: ServedPayout) => {
  const whole = new Set(
    types.PayoutInstruction.filter(({ type }) => type.startsWith("uint")).map(({ name }) => name),
  )
  const message = Object.fromEntries(
    Object.entries(instruction).map(([name, value]) => [name, whole.has(name) ? BigInt(value) : value]),
  )
  return { domain, types, primaryType: "PayoutInstruction", message } as unknown as TypedDataDefinition
}

/** What its digest must be, and who signed it. */
export const checked = async (payout: ServedPayout) => {
  const typed = typedDataOf(payout)
  return {
    digest: hashTypedData(typed),
    signer: await recoverTypedDataAddress({ ...typed, signature: payout.signature }),
  }
}
