/** Messages that keys of EVM chains sign: typed data (EIP-712). */
import { Schema } from "effect"

export const Domain = Schema.Struct({
  name: Schema.String,
  version: Schema.String,
  chainId: Schema.Int,
  verifyingContract: Schema.String,
})
export type Domain = typeof Domain.Type

/** A message in the form of EIP-712. Whole numbers may be decimal texts. */
export interface TypedData<Message> {
  readonly domain: Domain
  readonly types: { readonly [type: string]: ReadonlyArray<{ readonly name: string; readonly type: string }> }
  readonly primaryType: string
  readonly message: Message
}

/** `digest` is the hash that was signed (EIP-712), `signature` is r, s and v in 65 bytes with a low s, `signer` a checksummed address. */
export interface SignedData {
  readonly digest: string
  readonly signature: string
  readonly signer: string
}
