import { secp256k1 } from "@noble/curves/secp256k1.js"
import { hexToBytes } from "@noble/hashes/utils.js"
import { hashTypedData, recoverTypedDataAddress } from "viem/utils"
import { describe, expect, it } from "vitest"
import { Payout } from "../../core/holds/index.ts"
import { instructed } from "../../core/holds/testing/Given.ts"
import { days } from "../../core/kernel/Time.ts"
import { start } from "../../core/testing/Context.ts"
import { addressOfPoint, payoutKey } from "./SigningKey.ts"

// The key of the first account of the well-known mnemonic for development, "test test … junk".
const secret = hexToBytes("ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80")
const key = payoutKey(secret)

const data = Payout.instructionOf("Agent Dispute Court", instructed(), {
  payoutId: "01900000-0000-7000-8000-000000000003",
  citation: "[2026] MC 1",
  judgmentSha256: "ab".repeat(32),
  toPayeeCents: 30_000,
  toPayerCents: 10_000,
  signedAt: start,
  effectiveAt: start + days(1),
  expiresAt: start + days(8),
  payer: "0x52908400098527886E0F7030069857D2E4169EE7",
  payee: "0xde709f2102306220921060314715629080e2fb77",
})

describe("the payout key", () => {
  it("PD2 §6E has the address that Ethereum derives from it", () => {
    expect(key.address).toBe("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266")
    expect(addressOfPoint(key.publicKey)).toBe(key.address)
  })

  it("PD2 §6E makes a signature from which viem recovers its address, with a low s, the same each time", async () => {
    const signed = await key.sign(data)
    const whole = ["amountToPayee", "amountToPayer", "signedAt", "validAfter", "validBefore"]
    const message = Object.fromEntries(
      Object.entries(data.message).map(([name, value]) => [
        name,
        whole.includes(name) ? BigInt(value) : value,
      ]),
    )
    // viem derives the type of a message from literal types, which the court's data doesn't have.
    const typed = { ...data, message } as unknown as Parameters<typeof hashTypedData>[0]
    expect(signed.digest).toBe(hashTypedData(typed))
    const signature = signed.signature as `0x${string}`
    expect(await recoverTypedDataAddress({ ...typed, signature } as never)).toBe(key.address)
    const compact = hexToBytes(signature.slice(2, 2 + 128))
    expect(secp256k1.Signature.fromBytes(compact).hasHighS()).toBe(false)
    expect(await key.sign(data)).toEqual(signed)
  })

  it("PD2 §6F signs amounts in the token's units and times in seconds", () => {
    expect([data.message.amountToPayee, data.message.amountToPayer]).toEqual(["300000000", "100000000"])
    expect(data.message.holdRef).toBe(`0x${"1".repeat(64)}`)
    expect(data.message.validAfter).toBe(data.message.signedAt + 86_400)
  })
})
