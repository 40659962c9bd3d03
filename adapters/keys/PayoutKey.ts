/** The key of payout instructions: secp256k1, signing typed data as EIP-712 has it, by viem. */
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { keccak_256 } from "@noble/hashes/sha3.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import { checksummed } from "../../core/chains/Networks.ts"
import type { SignedData, TypedData } from "../../core/holds/Payout.ts"

/** The public half: the address by which contracts know it, and the compressed point in hexadecimal. */
export interface PayoutPublic {
  readonly address: string
  readonly publicKey: string
}

export interface PayoutKey extends PayoutPublic {
  readonly sign: <Message extends object>(data: TypedData<Message>) => Promise<SignedData>
}

/** The address of a public key: the last 20 bytes of the Keccak-256 of its uncompressed point (EIP-55 writing). */
const addressOf = (uncompressed: Uint8Array): string =>
  checksummed(bytesToHex(keccak_256(uncompressed.subarray(1))).slice(-40))

// viem takes whole numbers beyond 2^53 as bigint alone.
const numbersOf = ({ types, primaryType, message }: TypedData<object>): Record<string, unknown> => {
  const whole = new Set(
    (types[primaryType] ?? []).filter(({ type }) => type.startsWith("uint")).map(({ name }) => name),
  )
  return Object.fromEntries(
    Object.entries(message).map(([name, value]) => [name, whole.has(name) ? BigInt(value) : value]),
  )
}

/** The address of a compressed public key in hexadecimal. */
export const addressOfPoint = (publicKey: string): string =>
  addressOf(secp256k1.Point.fromHex(publicKey).toBytes(false))

/** The key of 32 secret bytes. viem is loaded with the first signature: a court that signs none has no use for its 23 MB. */
export const payoutKey = (secret: Uint8Array): PayoutKey => {
  const address = addressOf(secp256k1.getPublicKey(secret, false))
  return {
    address,
    publicKey: bytesToHex(secp256k1.getPublicKey(secret, true)),
    sign: async (data) => {
      const { privateKeyToAccount } = await import("viem/accounts")
      const { hashTypedData } = await import("viem/utils")
      const typed = {
        domain: { ...data.domain, verifyingContract: data.domain.verifyingContract as `0x${string}` },
        types: data.types,
        primaryType: data.primaryType,
        message: numbersOf(data),
      }
      const signature = await privateKeyToAccount(`0x${bytesToHex(secret)}`).signTypedData(typed)
      return { digest: hashTypedData(typed), signature, signer: address }
    },
  }
}
