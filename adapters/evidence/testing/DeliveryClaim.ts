/** Delivery claims of buyers for tests, made by viem and by a canonical form of their own. */
import { createHash } from "node:crypto"
import type { PrivateKeyAccount } from "viem/accounts"
import { seconds } from "./Artifacts.ts"

const sorted = (value: unknown): unknown =>
  typeof value !== "object" || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(
        Object.entries(value)
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([name, member]) => [name, sorted(member)]),
      )

/** The members that a buyer claims. */
export const claimContent = (buyer: PrivateKeyAccount, settlementRef: string) => ({
  sellerAddress: "0x70997970c51812dc3a010c7d01b50e0d17dc79c8",
  buyerAddress: buyer.address,
  assetType: "api-credits",
  promisedSpec: { calls: 1 },
  delivered: "yes",
  evidenceHash: "ab".repeat(32),
  settlementRef,
  timestamp: new Date((seconds - 60) * 1000).toISOString(),
})

/** A claim that a buyer signed, with other members in place of some. Its id is that of its members. */
export const deliveryClaim = async (
  buyer: PrivateKeyAccount,
  settlementRef: string,
  more: { readonly [name: string]: unknown } = {},
): Promise<{ readonly [name: string]: unknown }> => {
  const content = { ...claimContent(buyer, settlementRef), ...more }
  const { sellerAddress, buyerAddress } = content
  const text = JSON.stringify(
    sorted({
      ...content,
      sellerAddress: sellerAddress.toLowerCase(),
      buyerAddress: buyerAddress.toLowerCase(),
    }),
  )
  const claimId = `0x${createHash("sha256").update(text).digest("hex")}`
  return { ...content, claimId, signature: await buyer.signMessage({ message: claimId }) }
}
