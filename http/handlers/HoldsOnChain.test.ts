/** Whole disputes with an escrow on a real local chain: from the quote and the hold to the payout on chain and the satisfied entry. */
import { Layer } from "effect"
import type { Address, Hex } from "viem"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as EscrowReaders from "../../adapters/chains/evm/Escrows.ts"
import { type EscrowChain, startEscrowChain, token } from "../../adapters/chains/testing/EscrowChain.ts"
import { present } from "../../core/Defect.ts"
import { Escrows } from "../../core/holds/Escrow.ts"
import { forum } from "../../core/law/Clauses.ts"
import * as Examples from "../api/Examples.ts"
import { agents, type Body, decided, done, draft, entriesOf, order, refused } from "../testing/Dispute.ts"
import { checked, type ServedPayout, typedDataOf } from "../testing/Payouts.ts"
import { send, startCourt, type TestCourt } from "../testing/TestCourt.ts"

const hour = 3_600_000
const day = 24 * hour
const start = Date.UTC(2026, 10, 20, 9)
const contracts = { x402r: "AuthCapture", erc8183: "Job", kleros: "Arbitrable" } as const
const adapters = { x402r: "AuthCaptureAdapter", erc8183: "JobAdapter", kleros: "ArbitratorAdapter" } as const
type Kind = keyof typeof contracts

describe("holds on a chain", () => {
  let court: TestCourt
  let chain: EscrowChain
  let keys: Awaited<ReturnType<typeof agents>>
  let salt = 0n

  beforeAll(async () => {
    // The contracts need the court's address, so the court starts first; its readers get the node once it runs.
    let nodes: EscrowReaders.Nodes = []
    const escrows = Layer.succeed(Escrows, {
      read: (ref) => EscrowReaders.make(nodes).read(ref),
      payment: (ref, sides, txid) => EscrowReaders.make(nodes).payment(ref, sides, txid),
    })
    court = await startCourt({ escrows })
    const notary = (await (await send(court, "GET", "/.well-known/notary.json")).json()) as {
      readonly payout: { readonly address: string }
    }
    chain = await startEscrowChain(notary.payout.address, forum, start)
    nodes = [{ chainId: 8453, url: chain.anvil.url }]
    keys = await agents(court)
  }, 120_000)
  afterAll(async () => {
    await chain?.anvil.stop()
    await court.stop()
  })

  const created = async (path: string, key: string, body: Body): Promise<Body> => {
    const response = await send(court, "POST", `/api/v1${path}`, { key, body })
    const answer = (await response.json()) as Body
    expect(response.status, JSON.stringify(answer)).toBe(201)
    return answer
  }
  const paymentInfo = (operator: Address, units: bigint) => ({
    operator,
    payer: chain.buyer.address,
    receiver: chain.seller.address,
    token,
    maxAmount: units,
    preApprovalExpiry: 0,
    authorizationExpiry: Math.floor((court.clock.now + 120 * day) / 1000),
    refundExpiry: 0,
    minFeeBps: 0,
    maxFeeBps: 0,
    feeReceiver: chain.buyer.address,
    salt: ++salt,
  })

  interface Escrowed {
    readonly holdRef: string
    /** What the adapter's `pay` takes after the instruction and its signature. */
    readonly more: ReadonlyArray<unknown>
  }
  /** Funds one payment of an escrow. Its referee is the adapter of its kind, unless another is given. */
  const escrowed: { readonly [K in Kind]: (units: bigint, referee?: Address) => Promise<Escrowed> } = {
    x402r: async (units, referee = chain.deployed.x402r.adapter) => {
      const { escrow } = chain.deployed.x402r
      const info = paymentInfo(referee, units)
      await chain.fund(escrow, units)
      await chain.send(chain.buyer, "AuthCaptureEscrow", escrow, "authorize", [info, units])
      const holdRef = String(await chain.read("AuthCaptureEscrow", escrow, "getHash", [info]))
      return { holdRef, more: [info] }
    },
    erc8183: async (units, referee = chain.deployed.erc8183.adapter) => {
      const { escrow } = chain.deployed.erc8183
      await chain.fund(escrow, units)
      const expiry = BigInt(Math.floor((court.clock.now + 120 * day) / 1000))
      await chain.send(chain.buyer, "JobEscrow", escrow, "fund", [
        chain.seller.address,
        referee,
        expiry,
        units,
      ])
      const jobId = String(await chain.read("JobEscrow", escrow, "jobCounter"))
      await chain.send(chain.seller, "JobEscrow", escrow, "submit", [BigInt(jobId)])
      return { holdRef: jobId, more: [] }
    },
    kleros: async (units) => {
      const { escrow } = chain.deployed.kleros
      await chain.fund(escrow, units)
      const args = [chain.seller.address, token, units, 120n * 24n * 3600n]
      await chain.send(chain.buyer, "ArbitrableEscrow", escrow, "createTransaction", args)
      await chain.send(chain.buyer, "ArbitrableEscrow", escrow, "raiseDispute", [0n])
      return { holdRef: "0", more: [] }
    },
  }

  const accepted = async (): Promise<string> => {
    const dueBy = new Date(court.clock.now + 30 * day).toISOString()
    const { id } = await done(court, "POST", "/quotes", {
      key: keys.seller,
      body: { ...Examples.quote, buyer: "buyer", dueBy },
    })
    await done(court, "POST", `/quotes/${id}/accept`, { key: keys.buyer, body: {} })
    return String(id)
  }
  const particulars = (kind: Kind, holdRef: string, changes: Body = {}): Body => ({
    escrowKind: kind,
    chain: "base",
    chainId: 8453,
    escrowAddress: chain.deployed[kind].escrow,
    holdRef,
    address: chain.buyer.address,
    amountCents: 40_000,
    longStopAt: new Date(court.clock.now + 60 * day).toISOString(),
    ...changes,
  })
  const confirmed = async (quoteId: string, kind: Kind, holdRef: string): Promise<string> => {
    const { hold } = await created(`/quotes/${quoteId}/holds`, keys.buyer, particulars(kind, holdRef))
    expect(hold).toMatchObject({ read: { state: "funded" } })
    const { id } = hold as { readonly id: string }
    const body = { address: chain.seller.address }
    await done(court, "POST", `/holds/${id}/confirm`, { key: keys.seller, body })
    return id
  }
  /** A final judgment on the quote, and the instruction for it. */
  const instructed = async (quoteId: string, holdId: string, orders: ReadonlyArray<Body>) => {
    const { citation } = await decided(court, draft(orders), keys, { quoteId })
    court.clock.now += 73 * hour
    const { payout } = await created(`/holds/${holdId}/payout`, keys.buyer, { citation })
    return { citation, payout: payout as ServedPayout }
  }
  const inEffect = async ({ effectiveAt }: ServedPayout) => {
    court.clock.now = Date.parse(effectiveAt) + 60_000
    await chain.goTo(court.clock.now)
  }
  const pay = (
    kind: Kind,
    payout: ServedPayout,
    more: ReadonlyArray<unknown>,
    signature: Hex = payout.signature,
  ) =>
    chain.send(chain.seller, adapters[kind], chain.deployed[kind].adapter, "pay", [
      typedDataOf(payout).message,
      signature,
      ...more,
    ])
  /** The name of the error with which a contract reverts, or `done`. */
  const reverted = async (attempt: Promise<unknown>): Promise<string> =>
    attempt.then(
      () => "done",
      (error: unknown) => /Error: (\w+)\(/.exec(String(error))?.[1] ?? String(error),
    )

  it("PD2 §6E an instruction that divides the sum is paid on chain once, when it is in effect, and its order is satisfied", async () => {
    // given
    const quoteId = await accepted()
    const { holdRef, more } = await escrowed.x402r(400_000_000n)
    const holdId = await confirmed(quoteId, "x402r", holdRef)
    const sale = order({
      against: "buyer",
      inFavourOf: "seller",
      amountCents: 30_000,
      text: "Pay the price.",
    })
    const { citation, payout } = await instructed(quoteId, holdId, [sale])
    expect(await checked(payout)).toEqual({ digest: payout.digest, signer: payout.signer })
    const { adapter } = chain.deployed.x402r
    const instruction = typedDataOf(payout).message
    expect(await chain.read("AuthCaptureAdapter", adapter, "digestOf", [instruction])).toBe(payout.digest)
    // when early, altered, or signed by somebody else
    expect(await reverted(pay("x402r", payout, more))).toBe("Early")
    await inEffect(payout)
    const altered = {
      ...payout,
      instruction: { ...payout.instruction, amountToPayee: "400000000", amountToPayer: "0" },
    }
    expect(await reverted(pay("x402r", altered, more))).toBe("NotByTheCourt")
    const forged = await chain.seller.signTypedData(typedDataOf(payout))
    expect(await reverted(pay("x402r", payout, more, forged))).toBe("NotByTheCourt")
    expect(await refused(court, "POST", `/holds/${holdId}/paid-out`, { key: keys.seller, body: {} })).toBe(
      "409 not_paid_out",
    )
    // when paid
    const sellerHad = await chain.balance(chain.seller.address)
    const buyerHad = await chain.balance(chain.buyer.address)
    const txid = await pay("x402r", payout, more)
    expect(await chain.balance(chain.seller.address)).toBe(sellerHad + 300_000_000n)
    expect(await chain.balance(chain.buyer.address)).toBe(buyerHad + 100_000_000n)
    expect(await reverted(pay("x402r", payout, more))).toBe("AlreadySpent")
    // then the payment counts once the network has confirmed it
    const report = { key: keys.seller, body: { txid } }
    expect(await refused(court, "POST", `/holds/${holdId}/paid-out`, report)).toBe("409 not_paid_out")
    await chain.anvil.mine(20)
    const answer = await done(court, "POST", `/holds/${holdId}/paid-out`, { key: keys.buyer, body: {} })
    expect(answer).toMatchObject({ satisfiedFromHold: [{ citation, n: 1 }], notMetInFull: [] })
    const entry = (await entriesOf(court, "buyer")).find((one) => one.citation === citation)
    expect(entry).toMatchObject({ status: "satisfied", adjustments: [] })
  })

  it.each<[Kind, string, Body]>([
    ["erc8183", "all to the payee", order({ against: "buyer", inFavourOf: "seller", amountCents: 40_000 })],
    ["kleros", "all back to the payer", order({ amountCents: 40_000 })],
  ])("PD2 §6F an escrow of the kind %s pays %s", async (kind, _, ordered) => {
    const quoteId = await accepted()
    const { holdRef, more } = await escrowed[kind](400_000_000n)
    const holdId = await confirmed(quoteId, kind, holdRef)
    const { citation, payout } = await instructed(quoteId, holdId, [ordered])
    await inEffect(payout)
    await pay(kind, payout, more)
    expect(await reverted(pay(kind, payout, more))).toBe("AlreadySpent")
    await chain.anvil.mine(20)
    await done(court, "POST", `/holds/${holdId}/paid-out`, { key: keys.buyer, body: {} })
    const entries = [...(await entriesOf(court, "buyer")), ...(await entriesOf(court, "seller"))]
    expect(entries.find((one) => one.citation === citation)).toMatchObject({ status: "satisfied" })
  })

  it("PD2 §6F the court signs no division of the sum for an escrow that can pay one side alone", async () => {
    const quoteId = await accepted()
    const { holdRef } = await escrowed.erc8183(400_000_000n)
    const holdId = await confirmed(quoteId, "erc8183", holdRef)
    const half = order({ against: "buyer", inFavourOf: "seller", amountCents: 20_000 })
    const { citation } = await decided(court, draft([half]), keys, { quoteId })
    court.clock.now += 73 * hour
    expect(
      await refused(court, "POST", `/holds/${holdId}/payout`, { key: keys.buyer, body: { citation } }),
    ).toBe("422 payout_inexpressible")
  })

  it("PD2 §6G an instruction can't be paid once anybody has shown its revocation on chain, nor after it expires", async () => {
    const quoteId = await accepted()
    const { holdRef, more } = await escrowed.x402r(400_000_000n)
    const holdId = await confirmed(quoteId, "x402r", holdRef)
    const { citation, payout } = await instructed(quoteId, holdId, [order({ amountCents: 100 })])
    const body = { reasons: "Asked for by both.", reissue: true }
    await done(court, "POST", `/registrar/holds/${holdId}/revoke`, { key: court.registrar, body })
    const { revoked } = await done(court, "GET", "/holds/revocations")
    const served = (revoked as ReadonlyArray<Body>).find((one) => one.holdId === holdId)
    const { revocation, signature } = present(served, "the revocation")
    const { adapter } = chain.deployed.x402r
    await chain.send(chain.buyer, "AuthCaptureAdapter", adapter, "revoke", [revocation, signature])
    await inEffect(payout)
    expect(await reverted(pay("x402r", payout, more))).toBe("RevokedByTheCourt")
    const answer = await created(`/holds/${holdId}/payout`, keys.seller, { citation })
    const again = answer.payout as ServedPayout
    await chain.goTo(Date.parse(again.expiresAt))
    expect(await reverted(pay("x402r", again, more))).toBe("Late")
    court.clock.now = Date.parse(again.expiresAt)
    const { hold } = await done(court, "GET", `/holds/${holdId}`, { key: keys.buyer })
    expect(hold).toMatchObject({ status: "confirmed", payout: { status: "expired" } })
  })

  it("PD2 §6C a hold can't be named if its escrow is not as stated, or if the court's own key could release it", async () => {
    const quoteId = await accepted()
    const attempt = (holdRef: string, changes: Body = {}) =>
      refused(court, "POST", `/quotes/${quoteId}/holds`, {
        key: keys.buyer,
        body: particulars("x402r", holdRef, changes),
      })
    const { holdRef } = await escrowed.x402r(400_000_000n)
    expect(await attempt(holdRef, { amountCents: 39_999 })).toBe("422 hold_state")
    expect(await attempt(holdRef, { longStopAt: new Date(court.clock.now + 113 * day).toISOString() })).toBe(
      "422 hold_expires_early",
    )
    expect(await attempt(`0x${"0".repeat(64)}`)).toBe("422 hold_state")
    const notary = (await (await send(court, "GET", "/.well-known/notary.json")).json()) as {
      readonly payout: { readonly address: Address }
    }
    const ours = await escrowed.x402r(400_000_000n, notary.payout.address)
    expect(await attempt(ours.holdRef)).toBe("422 hold_court_key")
  })

  it("PD2 §6H a payment in the instruction's time counts even if it is reported after the instruction has expired", async () => {
    const quoteId = await accepted()
    const { holdRef, more } = await escrowed.x402r(400_000_000n)
    const holdId = await confirmed(quoteId, "x402r", holdRef)
    const { citation, payout } = await instructed(quoteId, holdId, [order({ amountCents: 100 })])
    await inEffect(payout)
    await pay("x402r", payout, more)
    await chain.anvil.mine(20)
    court.clock.now = Date.parse(payout.expiresAt) + hour
    const answer = await done(court, "POST", `/holds/${holdId}/paid-out`, { key: keys.buyer, body: {} })
    expect(answer).toMatchObject({ refundOrdersSatisfied: [{ citation, n: 1 }] })
    const { hold } = await done(court, "GET", `/holds/${holdId}`, { key: keys.buyer })
    expect(hold).toMatchObject({ status: "paid_out", payout: { status: "spent" } })
  })

  it("PD2 §6H a payment that a reorganisation drops does not count", async () => {
    const quoteId = await accepted()
    const { holdRef, more } = await escrowed.x402r(400_000_000n)
    const holdId = await confirmed(quoteId, "x402r", holdRef)
    const { payout } = await instructed(quoteId, holdId, [order({ amountCents: 100 })])
    await inEffect(payout)
    const txid = await pay("x402r", payout, more)
    await chain.anvil.mine(3)
    await chain.anvil.reorganise(4)
    await chain.anvil.mine(30)
    expect(
      await refused(court, "POST", `/holds/${holdId}/paid-out`, { key: keys.buyer, body: { txid } }),
    ).toBe("409 not_paid_out")
  })
})
