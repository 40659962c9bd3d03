/** Checks the signatures of addresses: of a key by recovery, of a contract by asking it on its chain (ERC-1271). */
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { hexToBytes } from "@noble/hashes/utils.js"
import { Effect, Layer, Schema } from "effect"
import type { Hex } from "viem"
import { Wallets } from "../../../core/chains/index.ts"
import { typedDataOf } from "../../keys/SigningKey.ts"
import type { Nodes } from "./Escrows.ts"
import * as Rpc from "./Rpc.ts"

// viem (23 MB) is loaded at the first signature, since most courts check no signatures.
const viem = () => import("viem/utils")

const digestOf = async (said: Wallets.Said): Promise<Hex> => {
  const { hashMessage, hashTypedData } = await viem()
  return "text" in said ? hashMessage(said.text) : hashTypedData(typedDataOf(said.data))
}

/** The bytes of r and s, then v: a signature by a key. A contract may be signed for in any other length. */
const keyed = /^0x([0-9a-f]{128})(?:1b|1c|00|01)$/i

/** The address whose key signed; null if no key could have. A high s is refused, so that a signature has one form. */
const signerOf = async (digest: Hex, signature: string): Promise<string | null> => {
  const [, compact] = keyed.exec(signature) ?? []
  if (compact === undefined) return null
  const { recoverAddress } = await viem()
  try {
    if (secp256k1.Signature.fromBytes(hexToBytes(compact)).hasHighS()) return null
    return await recoverAddress({ hash: digest, signature: signature as Hex })
  } catch {
    return null
  }
}

/** The answer of a contract that approves a signature (ERC-1271), as a word. */
const approval = `0x1626ba7e${"0".repeat(56)}`

/** The most gas that a contract may use to check a signature. */
const gas = 1_000_000

/** Asks the contract at an address whether a signature is its own. An address without code answers nothing, and so has not signed. */
const askContract = (rpc: Rpc.Rpc, { address, signature }: Wallets.Claimed, digest: Hex) =>
  Effect.gen(function* () {
    yield* rpc.checked
    const { encodeFunctionData, parseAbi } = yield* Effect.promise(viem)
    const abi = parseAbi(["function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)"])
    const data = encodeFunctionData({ abi, args: [digest, signature as Hex] })
    const call = { to: address, data, gas: `0x${gas.toString(16)}` }
    const answer = yield* rpc.call(Schema.String, "eth_call", [call, "latest"])
    return answer.toLowerCase() === approval ? ("signed" as const) : ("unsigned" as const)
  }).pipe(
    Rpc.inTime(Rpc.waiting),
    Effect.catchAll(() => Effect.succeed("unreadable" as const)),
  )

/** Checks signatures; contracts are asked on the chains of these nodes. */
export const make = (nodes: Nodes): typeof Wallets.Wallets.Service => {
  const rpcs = new Map(nodes.map(({ chainId, url }) => [chainId, Rpc.make(url, chainId, Rpc.waiting.call)]))
  return {
    signed: (claimed) =>
      Effect.gen(function* () {
        const digest = yield* Effect.promise(() => digestOf(claimed.said))
        const signer = yield* Effect.promise(() => signerOf(digest, claimed.signature))
        if (signer === claimed.address) return "signed" as const
        const rpc = rpcs.get(claimed.chainId)
        return rpc === undefined ? ("unread" as const) : yield* askContract(rpc, claimed, digest)
      }),
  }
}

/** Checks the signatures of wallets that are contracts (ERC-1271), on these chains. */
export const layer = (nodes: Nodes): Layer.Layer<Wallets.Wallets> =>
  Layer.succeed(Wallets.Wallets, make(nodes))
