/** Escrows of each kind on a local chain, read before they are funded, while they hold a sum, and after they have paid it. */
import { Effect } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import type { Escrow } from "../../../core/holds/index.ts"
import { days } from "../../../core/kernel/Time.ts"
import { start } from "../../../core/testing/Context.ts"
import { token } from "../testing/EscrowChain.ts"
import { givenEscrowChain } from "../testing/GivenChain.ts"
import * as Escrows from "./Escrows.ts"

const units = 5_000_000n
const nobody = "0x0000000000000000000000000000000000000001"
const zeros = `0x${"0".repeat(64)}`
const expiry = Math.floor((start + days(100)) / 1000)

describe("an escrow as its chain shows it", () => {
  const chain = givenEscrowChain(nobody, "court", start)
  let escrows: ReturnType<typeof Escrows.make>
  beforeAll(async () => {
    escrows = Escrows.make([{ chainId: 8453, url: chain.anvil.url }])
  }, 120_000)

  const ref = (escrowKind: Escrow.Kind, holdRef: string, chainId = 8453) => ({
    escrowKind,
    chainId,
    escrowAddress: chain.deployed[escrowKind].escrow,
    holdRef,
  })
  const read = (kind: Escrow.Kind, holdRef: string) => Effect.runPromise(escrows.read(ref(kind, holdRef)))
  const payment = (kind: Escrow.Kind, holdRef: string, txid: string | null = null) => {
    const sides = { payer: chain.buyer.address, payee: chain.seller.address, asset: token }
    return Effect.runPromise(escrows.payment(ref(kind, holdRef), sides, txid, 0))
  }

  it("PD2 §6C an authorised payment is funded, and is spent once it has been captured", async () => {
    const { escrow } = chain.deployed.x402r
    const info = {
      operator: chain.buyer.address,
      payer: chain.buyer.address,
      receiver: chain.seller.address,
      token,
      maxAmount: units,
      preApprovalExpiry: 0,
      authorizationExpiry: expiry,
      refundExpiry: 0,
      minFeeBps: 0,
      maxFeeBps: 0,
      feeReceiver: nobody,
      salt: 1n,
    }
    const hash = String(await chain.read("AuthCaptureEscrow", escrow, "getHash", [info]))
    expect(await read("x402r", hash)).toBe("unreadable")
    await chain.fund(escrow, units)
    await chain.send(chain.buyer, "AuthCaptureEscrow", escrow, "authorize", [info, units])
    expect(await read("x402r", hash)).toMatchObject({
      state: "funded",
      payer: chain.buyer.address,
      payee: chain.seller.address,
      asset: token,
      amountUnits: String(units),
      expiresAt: expiry * 1000,
      releasers: [chain.buyer.address],
    })
    expect(await payment("x402r", hash)).toBe("unpaid")
    const captured = [info, units, 0, nobody]
    const txid = await chain.send(chain.buyer, "AuthCaptureEscrowV11", escrow, "capture", captured)
    expect(await read("x402r", hash)).toMatchObject({ state: "spent", amountUnits: String(units) })
    const paid = { txid, toPayeeUnits: String(units), toPayerUnits: "0", confirmations: 1 }
    expect(await payment("x402r", hash)).toMatchObject(paid)
    expect(await payment("x402r", hash, txid)).toMatchObject(paid)
  })

  it("PD2 §6H a transaction that is malformed, unknown or about another contract shows no payment", async () => {
    const hash = `0x${"1".repeat(64)}`
    expect(await payment("x402r", hash, "a transaction")).toBe("unpaid")
    expect(await payment("x402r", hash, `0x${"2".repeat(64)}`)).toBe("unpaid")
    const other = await chain.send(chain.buyer, "TestToken", token, "approve", [nobody, 1n])
    expect(await payment("x402r", hash, other)).toBe("unpaid")
  })

  it("PD2 §6C a job is funded until its evaluator completes it, and a job that nobody made is unfunded", async () => {
    const { escrow } = chain.deployed.erc8183
    expect(await read("erc8183", "99")).toMatchObject({ state: "unfunded", amountUnits: "0" })
    await chain.fund(escrow, units)
    const job = [chain.seller.address, chain.buyer.address, expiry, token, units]
    await chain.send(chain.buyer, "JobEscrow", escrow, "fund", job)
    const id = String(await chain.read("JobEscrow", escrow, "jobCounter"))
    expect(await read("erc8183", id)).toMatchObject({
      state: "funded",
      asset: token,
      releasers: [chain.buyer.address],
    })
    await chain.send(chain.seller, "JobEscrow", escrow, "submit", [BigInt(id), zeros, "0x"])
    expect(await read("erc8183", id)).toMatchObject({ state: "funded" })
    const txid = await chain.send(chain.buyer, "JobEscrow", escrow, "complete", [BigInt(id), zeros, "0x"])
    expect(await read("erc8183", id)).toMatchObject({ state: "spent" })
    expect(await payment("erc8183", id)).toMatchObject({ txid, toPayeeUnits: String(units) })
  })

  it("PD2 §6C a transaction with an arbitrator expires, unless a party has raised a dispute", async () => {
    const { escrow } = chain.deployed.kleros
    await chain.fund(escrow, units)
    const made = [units, token, 3600n, chain.seller.address, ""]
    await chain.send(chain.buyer, "ArbitrableEscrow", escrow, "createTransaction", made)
    const before = await read("kleros", "0")
    expect(before).toMatchObject({ state: "funded", expiresAt: expect.any(Number) })
    await chain.send(chain.buyer, "ArbitrableEscrow", escrow, "raiseDispute", [0n])
    expect(await read("kleros", "0")).toMatchObject({ state: "funded", expiresAt: null })
    expect(await payment("kleros", "0")).toBe("unpaid")
  })

  it("PD2 §6C an escrow is unread without a node of its chain, and unreadable if the node is gone or of another chain", async () => {
    const of = ref("erc8183", "1")
    expect(await Effect.runPromise(escrows.read({ ...of, chainId: 1 }))).toBe("unread")
    const gone = Escrows.make([{ chainId: 8453, url: "http://127.0.0.1:1" }])
    expect(await Effect.runPromise(gone.read(of))).toBe("unreadable")
    const other = Escrows.make([{ chainId: 1, url: chain.anvil.url }])
    expect(await Effect.runPromise(other.read({ ...of, chainId: 1 }))).toBe("unreadable")
  })
})
