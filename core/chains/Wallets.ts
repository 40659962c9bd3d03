/** The data that keys of EVM chains sign, and the port that checks whose a signature is. */
import { Context, type Effect, Schema } from "effect"

/** The domain of typed data (EIP-712), which says for which contract on which chain it was signed. */
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

/** No wallet's signature is longer. A key signs in 65 bytes; a contract may ask for the signatures of several keys (ERC-1271). */
const bytesMax = 2_048

/** A signature as it is sent: 0x and an even number of hexadecimal digits. */
export const Signature = Schema.String.pipe(
  Schema.pattern(new RegExp(`^0x(?:[0-9a-fA-F]{2}){1,${bytesMax}}$`)),
).annotations({ identifier: "Signature" })
export type Signature = typeof Signature.Type

/** The signed content: a text (EIP-191), or typed data (EIP-712). */
export type Said = { readonly text: string } | { readonly data: TypedData<object> }

/**
 * A signature by which an address is said to have agreed to a text, before it is checked: for an EIP-155 chain, by a checksummed address
 * (EIP-55).
 */
export interface Claimed {
  readonly chainId: number
  readonly address: string
  readonly signature: Signature
  readonly said: Said
}

/**
 * `signed`: the key of the address signed, or the contract at the address says so (ERC-1271). `unsigned`: neither did. `unread`: the
 * key did not sign, and no reader of the chain is configured that could ask a contract. `unreadable`: the reader gave no usable answer.
 */
export type Verdict = "signed" | "unsigned" | "unread" | "unreadable"

/** Checks what an address of a chain has signed. It never fails: the verdict says why a signature does not count. */
export interface WalletsService {
  readonly signed: (claimed: Claimed) => Effect.Effect<Verdict>
}

/** The port that checks signatures of addresses, those of contracts by asking their chain (ERC-1271). */
export class Wallets extends Context.Tag("agent-court/Wallets")<Wallets, WalletsService>() {}
