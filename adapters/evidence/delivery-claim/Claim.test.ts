/**
 * Delivery claims. The first is the published vector of capacity-attest (holistis/tokenizen at commit 0e6cd1aa,
 * `packages/capacity-attest/examples/metered-claim-testvector.json`, MIT), made anew here by its public test key: its id and its signature
 * must be the published ones.
 */
import { mnemonicToAccount } from "viem/accounts"
import { describe, expect, it } from "vitest"
import { examine } from "../Formats.ts"
import { account, documents, now, seconds } from "../testing/Artifacts.ts"
import { deliveryClaim } from "../testing/DeliveryClaim.ts"

const look = (claim: unknown, at = now) =>
  examine(JSON.stringify(claim), documents(), at, ["x402_delivery_claim"])
const failed = (found: ReturnType<typeof examine>) =>
  found?.checks.filter(({ holds }) => !holds).map(({ check }) => check)
const txid = `0x${"ab".repeat(32)}`
const buyer = account(1)

describe("a delivery claim", () => {
  it("Rule 4.11 given the published vector, then its id, its signature and its buyer verify, and one digit changed does not", async () => {
    const mnemonic = "test test test test test test test test test test test junk"
    const vector = await deliveryClaim(
      mnemonicToAccount(mnemonic) as unknown as Parameters<typeof deliveryClaim>[0],
      `0x${"11".repeat(32)}`,
      {
        assetType: "gpu-hours",
        promisedSpec: { gpuModel: "A100-80GB", region: "eu-west", devices: 2, hours: 4 },
        delivered: "partial",
        evidenceHash: "37353ee638699ea6fd598863a1b55b3713fca76bd8f103c69f7c1dc0f9d36be5",
        timestamp: "2026-09-01T08:00:12.417Z",
        measured: {
          unit: "gpu-second",
          basis: "supplied",
          promisedAmount: "28800",
          deliveredAmount: "25230",
          period: { start: "2026-09-01T04:00:00Z", end: "2026-09-01T08:00:00Z" },
          method: {
            attribution: "buyer",
            instrument: "nvidia-smi accounting, 10s polling, job 8f21a3",
            readingsHash: "0d08539780ad082368c65079bf21cc1daaf62617549d20d5a304cc551248021d",
          },
        },
      },
    )
    expect(vector).toMatchObject({
      claimId: "0x2c9885426ba05e58d8c364ab5612c9da7aeed54bdb201f8a76ffe9bb0626b95d",
      signature:
        "0x93b7fcbc12ee65ca99cc929cdd5fa3036fad047d5f8259f09aa4d72a335f32985c88f685f62fa2c54758c216fdb03a71e6c3f93a2e6850e343ee608c9b341cf61c",
    })
    const found = look(vector)
    expect(found?.format).toBe("x402_delivery_claim")
    expect(failed(found)).toEqual([])
    expect(found?.signers).toMatchObject([
      { role: "buyer", valid: true, key: "eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266" },
    ])
    // A buyer that says that less came says so for itself.
    expect(found?.terms).toBeUndefined()
    expect(failed(look({ ...vector, delivered: "yes" }))).toEqual(["claim_id"])
  })

  it("PD15 §5A given a buyer that signed yes, then it accepts what the settlement paid for", async () => {
    const found = look(await deliveryClaim(buyer, txid))
    expect(failed(found)).toEqual([])
    expect(found?.terms).toEqual([
      {
        kind: "delivery",
        by: "buyer",
        deal: txid,
        says: "accepted",
        millionths: 0,
        sha256: null,
        criteria: null,
        signedAt: (seconds - 60) * 1000,
      },
    ])
  })

  it("Rule 4.11 given the signature of another, an unsigned member, no time or one to come, then a check fails", async () => {
    const claim = await deliveryClaim(buyer, txid)
    const other = await deliveryClaim(account(2), txid)
    expect(failed(look({ ...claim, signature: other.signature }))).toEqual(["signature"])
    expect(failed(look({ ...claim, signature: "0x1" }))).toEqual(["signature"])
    expect(look({ ...claim, signature: "0x1" })?.signers).toMatchObject([{ valid: false }])
    expect(failed(look({ ...claim, network: "eip155:1" }))).toEqual(["members"])
    for (const timestamp of ["August 30, 2026", "2026-13-01T00:00:00Z"]) {
      const found = look(await deliveryClaim(buyer, txid, { timestamp }))
      expect(failed(found)).toEqual(["clock"])
      expect(found?.terms).toBeUndefined()
    }
    const ahead = new Date((seconds + 9_999) * 1000).toISOString()
    expect(failed(look(await deliveryClaim(buyer, txid, { timestamp: ahead })))).toEqual(["clock"])
  })

  it("Rule 4.11 given other members, or a court that does not speak it, then it is not of this format", async () => {
    const claim = await deliveryClaim(buyer, txid)
    for (const more of [
      { claimId: "" },
      { settlementRef: 1 },
      { signature: undefined },
      { buyerAddress: "0x1" },
      { delivered: "maybe" },
    ])
      expect(look({ ...claim, ...more })).toBeNull()
    expect(examine(JSON.stringify(claim), documents(), now)).toBeNull()
  })
})
