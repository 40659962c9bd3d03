/** Signatures of addresses whose key signed, did not sign, or signed something else. */
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { Effect } from "effect"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import { describe, expect, it } from "vitest"
import type { Wallets as WalletsPort } from "../../../core/chains/index.ts"
import { typedDataOf } from "../../keys/SigningKey.ts"
import * as Wallets from "./Wallets.ts"

const owner = privateKeyToAccount(generatePrivateKey())
const stranger = privateKeyToAccount(generatePrivateKey())
const wallets = Wallets.make([])

const verdict = (signature: string, said: WalletsPort.Said, address = owner.address) =>
  Effect.runPromise(wallets.signed({ chainId: 8453, address, signature, said }))

const data = {
  domain: { name: "Court", version: "1", chainId: 8453, verifyingContract: stranger.address },
  types: { Sum: [{ name: "amount", type: "uint256" }] },
  primaryType: "Sum",
  message: { amount: "500" },
}

describe("the signature of an address", () => {
  it("given a text that the key signed, the address signed it and nothing else", async () => {
    const signature = await owner.signMessage({ message: "mine" })
    expect(await verdict(signature, { text: "mine" })).toBe("signed")
    expect(await verdict(signature, { text: "mine too" })).toBe("unread")
    expect(await verdict(signature, { text: "mine" }, stranger.address)).toBe("unread")
  })

  it("given typed data that the key signed, the address signed it and no other sum", async () => {
    const signature = await owner.signTypedData(typedDataOf(data))
    expect(await verdict(signature, { data })).toBe("signed")
    expect(await verdict(signature, { data: { ...data, message: { amount: "501" } } })).toBe("unread")
  })

  it("given the same signature with a high s, it is no signature, since otherwise each would have two forms", async () => {
    const signature = await owner.signMessage({ message: "mine" })
    const { r, s } = secp256k1.Signature.fromBytes(hexToBytes(signature.slice(2, 130)))
    const high = new secp256k1.Signature(r, secp256k1.Point.CURVE().n - s).toBytes("compact")
    const v = signature.endsWith("1b") ? "1c" : "1b"
    expect(await verdict(`0x${bytesToHex(high)}${v}`, { text: "mine" })).toBe("unread")
  })

  it("given bytes that are no signature, nobody signed", async () => {
    for (const bytes of ["0x00", `0x${"00".repeat(65)}`, `0x${"ff".repeat(64)}1b`])
      expect(await verdict(bytes, { text: "mine" })).toBe("unread")
  })
})
