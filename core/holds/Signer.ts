/** The port that signs payout instructions with the court's payout key (secp256k1). The key stays with the host. */
import { Context, type Effect } from "effect"
import type { NotaryUnavailable } from "../Notary.ts"
import type { Domain } from "./Payout.ts"

/** A message in the form of EIP-712. Whole numbers may be decimal texts. */
export interface TypedData<Message> {
  readonly domain: Domain
  readonly types: { readonly [type: string]: ReadonlyArray<{ readonly name: string; readonly type: string }> }
  readonly primaryType: string
  readonly message: Message
}

/** `digest` is what was signed (EIP-712), `signature` r, s and v in 65 bytes with a low s, `signer` the checksummed address. */
export interface SignedData {
  readonly digest: string
  readonly signature: string
  readonly signer: string
}

export interface PayoutSignerService {
  /** The name of the domain: the court's own. */
  readonly court: string
  /** The checksummed addresses of the payout key in force and of every retired one: none of them may be able to release an escrow. */
  readonly addresses: ReadonlyArray<string>
  readonly sign: <Message extends object>(
    data: TypedData<Message>,
  ) => Effect.Effect<SignedData, NotaryUnavailable>
}

export class PayoutSigner extends Context.Tag("agent-court/PayoutSigner")<
  PayoutSigner,
  PayoutSignerService
>() {}
