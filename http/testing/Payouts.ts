/** Checks a payout instruction, and signs as a party of a hold, with viem alone, as anybody can. */
import type { TypedDataDefinition } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { hashTypedData, recoverTypedDataAddress } from "viem/utils"

type Field = { readonly name: string; readonly type: string }

interface Statement {
  readonly domain: object
  readonly types: object
  readonly primaryType: string
  readonly message: Readonly<Record<string, string | number>>
}

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

interface Signs {
  readonly signTypedData: (data: TypedDataDefinition) => Promise<`0x${string}`>
}

/** Wallets of the parties of a hold, by the names of the parties. */
export const wallets = {
  buyer: privateKeyToAccount(`0x${"1".repeat(64)}`),
  seller: privateKeyToAccount(`0x${"2".repeat(64)}`),
}

/** The signature by which a party proves its address, over the statement that `next` of the hold shows it. */
export const provenBy = (wallet: Signs, hold: unknown, who: string): Promise<`0x${string}`> => {
  const { next } = hold as {
    readonly next: ReadonlyArray<{
      readonly who: string
      readonly act: string
      readonly sign?: Statement
    }>
  }
  const sign = next.find((one) => one.act === "prove" && one.who === who)?.sign
  if (sign === undefined) throw new Error(`next shows ${who} nothing to sign`)
  const message = { ...sign.message, amount: BigInt(String(sign.message.amount)) }
  return wallet.signTypedData({ ...sign, message } as unknown as TypedDataDefinition)
}

/** The digest that a payout must have, and the address that signed it. */
export const checked = async (payout: ServedPayout) => {
  const typed = typedDataOf(payout)
  return {
    digest: hashTypedData(typed),
    signer: await recoverTypedDataAddress({ ...typed, signature: payout.signature }),
  }
}
