/** Signatures that a contract on a local chain approves (ERC-1271), and contracts that answer in their own way. */
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { Effect } from "effect"
import { type Address, getAddress, type Hex } from "viem"
import { beforeAll, describe, expect, it } from "vitest"
import { start } from "../../../core/testing/Context.ts"
import { typedDataOf } from "../../keys/SigningKey.ts"
import { KeyProofs } from "../../proofs/index.ts"
import { accountOf } from "../testing/EscrowChain.ts"
import { givenEscrowChain } from "../testing/GivenChain.ts"
import { courtKey, courtName } from "../testing/Instructed.ts"
import * as Wallets from "./Wallets.ts"

const [owner, stranger] = [accountOf(3), accountOf(4)]

describe("the signature of a wallet that is a contract", () => {
  const chain = givenEscrowChain(courtKey.address, courtName, start)
  let wallet: Address
  beforeAll(async () => {
    wallet = await chain.deploy("OwnedWallet", [owner.address])
  }, 120_000)

  const data = (chainId = 8453) => ({
    domain: { name: "Court", version: "1", chainId, verifyingContract: chain.deployed.x402r.escrow },
    types: { Sum: [{ name: "amount", type: "uint256" }] },
    primaryType: "Sum",
    message: { amount: "500" },
  })
  const verdict = (address: Address, signature: Hex, { chainId = 8453, node = 8453 } = {}) => {
    const wallets = Wallets.make([{ chainId: node, url: chain.anvil.url }])
    return Effect.runPromise(wallets.signed({ chainId, address, signature, said: { data: data() } }))
  }

  it("given typed data that the wallet's owner signed, the wallet signed it; given a stranger's signature, it did not", async () => {
    expect(await verdict(wallet, await owner.signTypedData(typedDataOf(data())))).toBe("signed")
    expect(await verdict(wallet, await stranger.signTypedData(typedDataOf(data())))).toBe("unsigned")
  })

  it("given a signature for another chain, neither the key nor its wallet signed", async () => {
    const elsewhere = await owner.signTypedData(typedDataOf(data(1)))
    expect(await verdict(wallet, elsewhere)).toBe("unsigned")
    expect(await verdict(owner.address, elsewhere)).toBe("unsigned")
  })

  it("given a node of another chain than configured, no wallet is believed; given none of the chain, none is asked", async () => {
    const signature = await owner.signTypedData(typedDataOf(data()))
    expect(await verdict(wallet, signature, { chainId: 1, node: 1 })).toBe("unreadable")
    expect(await verdict(wallet, signature, { chainId: 10 })).toBe("unread")
  })

  it("given a key's signature with a high s, or an address without code, nobody signed", async () => {
    const signature = await owner.signTypedData(typedDataOf(data()))
    const { r, s } = secp256k1.Signature.fromBytes(hexToBytes(signature.slice(2, 130)))
    const high = new secp256k1.Signature(r, secp256k1.Point.CURVE().n - s).toBytes("compact")
    const v = signature.endsWith("1b") ? "1c" : "1b"
    expect(await verdict(owner.address, signature)).toBe("signed")
    expect(await verdict(owner.address, `0x${bytesToHex(high)}${v}`)).toBe("unsigned")
    expect(await verdict(stranger.address, signature)).toBe("unsigned")
    // A precompiled contract, which answers what it is given.
    expect(await verdict("0x0000000000000000000000000000000000000004", signature)).toBe("unsigned")
  })

  it("PD3 §4 given a challenge that the wallet's owner signed, the wallet proves itself on its own chain, and the owner on every chain", async () => {
    const nodes = [{ chainId: 8453, url: chain.anvil.url }]
    const { check } = KeyProofs.make(Wallets.make(nodes))
    const text = "a challenge"
    const signature = await owner.signMessage({ message: text })
    const of = (address: Address, chainId = 8453) =>
      Effect.runPromise(
        check(
          {
            agentId: "agent-1",
            method: "evm",
            name: `eip155:${chainId}:${getAddress(address)}`,
            text,
            signature,
          },
          { timeoutMs: 1_000, maxBytes: 1_000 },
        ),
      )
    expect(await of(wallet)).toEqual({ _tag: "Signed", address: getAddress(wallet), chainId: 8453 })
    expect(await of(wallet, 10)).toMatchObject({ _tag: "Unsigned" })
    expect(await of(owner.address)).toEqual({ _tag: "Signed", address: owner.address })
    expect(await of(stranger.address)).toMatchObject({ _tag: "Unsigned" })
  })

  it.each([
    ["more than the approval", 0, "unsigned"],
    ["less than a word", 1, "unsigned"],
    ["by reverting", 2, "unreadable"],
    ["after it has burnt all its gas", 3, "unreadable"],
    ["400 kB", 4, "unreadable"],
  ])("given a contract that answers %s, it did not sign", async (_what, manner, expected) => {
    const odd = await chain.deploy("OddWallet", [manner])
    expect(await verdict(odd, await owner.signTypedData(typedDataOf(data())))).toBe(expected)
  })
})
