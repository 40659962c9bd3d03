/** Checks a payout instruction with viem alone, as anybody can. */
import type { TypedDataDefinition } from "viem"
import { hashTypedData, recoverTypedDataAddress } from "viem/utils"

type Field = { readonly name: string; readonly type: string }

/** A payout as the court answers it. */
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

/** The typed data (EIP-712) of an instruction. Whole numbers are bigints, as viem requires. */
export const typedDataOf = ({ domain, types, instruction }: ServedPayout) => {
  const whole = new Set(
    types.PayoutInstruction.filter(({ type }) => type.startsWith("uint")).map(({ name }) => name),
  )
  const message = Object.fromEntries(
    Object.entries(instruction).map(([name, value]) => [name, whole.has(name) ? BigInt(value) : value]),
  )
  // viem derives the type of a message from types that are known at compile time. These are read at run time.
  return { domain, types, primaryType: "PayoutInstruction", message } as unknown as TypedDataDefinition
}

/** The digest that a payout must have, and the address that signed it. */
export const checked = async (payout: ServedPayout) => {
  const typed = typedDataOf(payout)
  return {
    digest: hashTypedData(typed),
    signer: await recoverTypedDataAddress({ ...typed, signature: payout.signature }),
  }
}
