/** Whole disputes with an escrow on a real local chain: from the quote and the hold to the payout on chain and the satisfied entry. */
import { Layer } from "effect"
import type { Address, Hex } from "viem"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as EscrowReaders from "../../adapters/chains/evm/Escrows.ts"
import { adapters, type EscrowChain, startEscrowChain } from "../../adapters/chains/testing/EscrowChain.ts"
import { escrowed, register, type Wanted } from "../../adapters/chains/testing/Escrowed.ts"
import { Escrow } from "../../core/holds/index.ts"
import { needPresent } from "../../core/kernel/Defect.ts"
import { days, hours } from "../../core/kernel/Time.ts"
import { Clauses } from "../../core/law/index.ts"
import {
  agents,
  agreed,
  at,
  type Body,
  created,
  decided,
  done,
  draft,
  entriesOf,
  order,
  refused,
  reserved,
} from "../testing/Dispute.ts"
import { checked, provenBy, type ServedPayout, typedDataOf } from "../testing/Payouts.ts"
import { send, startCourt, type TestCourt } from "../testing/TestCourt.ts"

const start = Date.UTC(2026, 10, 20, 9)
/** The sum of every escrow: 400 dollars. */
const units = 400_000_000n
const sale = (amountCents: number): Body =>
  order({ against: "buyer", inFavourOf: "seller", amountCents, text: "Pay the price." })

describe("holds on a chain", () => {
  let court: TestCourt
  let chain: EscrowChain
  let keys: Awaited<ReturnType<typeof agents>>
  let notary: Address

  beforeAll(async () => {
    // The contracts need the court's address, so the court starts first; its readers get the node once it runs.
    let nodes: EscrowReaders.Nodes = []
    const escrows = Layer.succeed(Escrow.Escrows, {
      read: (ref) => EscrowReaders.make(nodes).read(ref),
      payment: (ref, sides, txid, after) => EscrowReaders.make(nodes).payment(ref, sides, txid, after),
    })
    court = await startCourt({ escrows })
    const { payout } = (await (await send(court, "GET", "/.well-known/notary.json")).json()) as {
      readonly payout: { readonly address: Address }
    }
    notary = payout.address
    chain = await startEscrowChain(notary, Clauses.forum, start)
    nodes = [{ chainId: 8453, url: chain.anvil.url }]
    keys = await agents(court)
  }, 120_000)
  afterAll(async () => {
    await chain?.anvil.stop()
    await court.stop()
  })

  const funded = (kind: Escrow.Kind, wanted: Partial<Wanted> = {}) =>
    escrowed(chain, kind, {
      units,
      expiresAt: Math.floor((court.clock.now + days(120)) / 1000),
      ...wanted,
    })
  const particulars = (kind: Escrow.Kind, holdRef: string, changes: Body = {}): Body => ({
    escrowKind: kind,
    chain: "base",
    chainId: 8453,
    escrowAddress: chain.deployed[kind].escrow,
    holdRef,
    address: chain.buyer.address,
    amountCents: 40_000,
    longStopAt: new Date(court.clock.now + days(60)).toISOString(),
    ...changes,
  })
  /** A quote whose sum lies in an escrow, which both parties have named, and registered with their adapter. */
  const held = async (kind: Escrow.Kind, wanted: Partial<Wanted> = {}) => {
    const quoteId = await agreed(court, keys)
    const payment = await funded(kind, wanted)
    const stated = particulars(kind, payment.holdRef, { escrowAddress: payment.at.escrow })
    const { hold } = await created(court, `/quotes/${quoteId}/holds`, keys.buyer, stated)
    expect(hold).toMatchObject({ read: { state: "funded" } })
    const { id: holdId } = hold as { readonly id: string }
    const body = { address: chain.seller.address }
    const answer = await done(court, "POST", `/holds/${holdId}/confirm`, { key: keys.seller, body })
    for (const who of ["buyer", "seller"] as const) {
      const signature = await provenBy(chain[who], answer.hold, who)
      await done(court, "POST", `/holds/${holdId}/prove`, { key: keys[who], body: { signature } })
    }
    for (const side of [chain.buyer, chain.seller]) await register(chain, payment, side, holdId)
    return { kind, quoteId, holdId, payment }
  }
  type Held = Awaited<ReturnType<typeof held>>
  /** A final judgment on the quote. Gives its citation. */
  const judged = async ({ quoteId }: Held, ...orders: ReadonlyArray<Body>) => {
    const { citation } = await decided(court, draft(orders), keys, { quoteId })
    court.clock.now += hours(73)
    return citation
  }
  /** The Judge decides a matter that is before it, and determines the account of the quote so. Gives the citation of the final judgment. */
  const judges = async (matterId: string, { quoteId }: Held, ordered: Body, sums: Body) => {
    const account = { deal: { kind: "quote", id: quoteId }, price: 40_000, paid: 0, refunded: 0, ...sums }
    const init = { key: court.judge, body: draft([ordered], { determinations: [account] }) }
    const { citation } = await done(court, "POST", `/matters/${matterId}/judgment`, init)
    court.clock.now += hours(73)
    return String(citation)
  }
  /** A final judgment on the quote, and the instruction for it. */
  const instructed = async (on: Held, ordered: Body) => {
    const citation = await judged(on, ordered)
    const { payout } = await created(court, `/holds/${on.holdId}/payout`, keys.buyer, { citation })
    return { citation, payout: payout as ServedPayout }
  }
  const inEffect = async ({ effectiveAt }: ServedPayout) => {
    court.clock.now = Date.parse(effectiveAt) + 60_000
    await chain.goTo(court.clock.now)
  }
  const pay = ({ kind, payment }: Held, payout: ServedPayout, signature: Hex = payout.signature) => {
    const args = [typedDataOf(payout).message, signature, ...(kind === "x402r" ? payment.named : [])]
    return chain.send(chain.seller, adapters[kind], payment.at.adapter, "pay", args)
  }
  /** The name of the error with which the adapter refuses to pay, or `paid`. */
  const refusedPay = (...args: Parameters<typeof pay>): Promise<string> =>
    pay(...args).then(
      () => "paid",
      (error: unknown) => /Error: (\w+)\(/.exec(String(error))?.[1] ?? String(error),
    )
  const report = (on: Held) =>
    done(court, "POST", `/holds/${on.holdId}/paid-out`, { key: keys.buyer, body: {} })
  const refusedReport = ({ holdId }: Held, key: string, body: Body = {}) =>
    refused(court, "POST", `/holds/${holdId}/paid-out`, { key, body })
  const read = async ({ holdId }: Held) =>
    (await done(court, "GET", `/holds/${holdId}`, { key: keys.buyer })).hold
  const entryOf = async (bound: "buyer" | "seller", citation: string) =>
    (await entriesOf(court, bound)).find((entry) => entry.citation === citation)

  it("PD2 §6E an instruction that divides the sum is paid on chain once, when it is in effect, and its order is satisfied", async () => {
    // given
    const hold = await held("x402r")
    const { citation, payout } = await instructed(hold, sale(30_000))
    expect(await checked(payout)).toEqual({ digest: payout.digest, signer: payout.signer })
    const { adapter } = chain.deployed.x402r
    const instruction = typedDataOf(payout).message
    expect(await chain.read("AuthCaptureAdapter", adapter, "digestOf", [instruction])).toBe(payout.digest)
    // when early, altered, or signed by somebody else
    expect(await refusedPay(hold, payout)).toBe("Early")
    await inEffect(payout)
    const toPayee = { ...payout.instruction, amountToPayee: String(units), amountToPayer: "0" }
    expect(await refusedPay(hold, { ...payout, instruction: toPayee })).toBe("NotByTheCourt")
    const forged = await chain.seller.signTypedData(typedDataOf(payout))
    expect(await refusedPay(hold, payout, forged)).toBe("NotByTheCourt")
    expect(await refusedReport(hold, keys.seller)).toBe("409 not_paid_out")
    // when paid
    const sellerHad = await chain.balance(chain.seller.address)
    const buyerHad = await chain.balance(chain.buyer.address)
    const txid = await pay(hold, payout)
    expect(await chain.balance(chain.seller.address)).toBe(sellerHad + 300_000_000n)
    expect(await chain.balance(chain.buyer.address)).toBe(buyerHad + 100_000_000n)
    expect(await refusedPay(hold, payout)).toBe("AlreadySpent")
    // then the payment counts once the network has confirmed it
    expect(await refusedReport(hold, keys.seller, { txid })).toBe("409 not_paid_out")
    await chain.anvil.mine(20)
    expect(await report(hold)).toMatchObject({ satisfiedFromHold: [{ citation, n: 1 }], notMetInFull: [] })
    expect(await entryOf("buyer", citation)).toMatchObject({ status: "satisfied", adjustments: [] })
  })

  it("PD2 §6F given a judgment that leaves a part of the account open, then its part is paid on chain, and the rest by the judgment after a rehearing", async () => {
    // given a final judgment by which 300 of the 400 dollars are owed in any case, and up to 350
    const hold = await held("x402r")
    const matterId = await reserved(court, keys, { quoteId: hold.quoteId })
    const open = { min: 30_000, max: 35_000 }
    const first = await judges(matterId, hold, sale(30_000), { owed: open, balance: open, undecided: 5_000 })
    const { payout } = await created(court, `/holds/${hold.holdId}/payout`, keys.seller, { citation: first })
    const part = payout as ServedPayout
    expect(await read(hold)).toMatchObject({ status: "instructed", restCents: 40_000 })
    await inEffect(part)
    const had = [await chain.balance(chain.seller.address), await chain.balance(chain.buyer.address)]
    const have = async () => [
      (await chain.balance(chain.seller.address)) - (had[0] ?? 0n),
      (await chain.balance(chain.buyer.address)) - (had[1] ?? 0n),
    ]
    // when the part is paid and reported, then the rest stays in the escrow, and the part is paid and reported once
    const txid = await pay(hold, part)
    expect(await have()).toEqual([300_000_000n, 0n])
    expect(await refusedPay(hold, part)).toBe("AlreadySpent")
    await chain.anvil.mine(20)
    expect(await report(hold)).toMatchObject({ satisfiedFromHold: [{ citation: first, n: 1 }] })
    expect(await read(hold)).toMatchObject({
      status: "confirmed",
      amountCents: 40_000,
      restCents: 10_000,
      parts: [{ citation: first, cents: 30_000, toPayeeCents: 30_000, txid }],
      payout: { status: "spent" },
      paidOut: null,
    })
    expect(await entryOf("buyer", first)).toMatchObject({ status: "satisfied" })
    expect(await refusedReport(hold, keys.seller, { txid })).toBe("409 not_paid_out")
    const again = { key: keys.seller, body: { citation: first } }
    expect(await refused(court, "POST", `/holds/${hold.holdId}/payout`, again)).toBe(
      "409 payout_pending_matter",
    )
    // when the whole account is decided after a rehearing, then what was paid counts, and the escrow pays the rest
    const fault = { ground: "outside_rules", reasons: "It left a part open.", rehear: true }
    await done(court, "POST", `/registrar${at(first)}/vacate`, { key: court.registrar, body: fault })
    const second = await judges(matterId, hold, sale(32_000), {
      owed: 32_000,
      balance: 32_000,
      undecided: null,
    })
    const rest = (await created(court, `/holds/${hold.holdId}/payout`, keys.buyer, { citation: second }))
      .payout as ServedPayout
    expect(rest).toMatchObject({ amountToPayeeCents: 2_000, amountToPayerCents: 8_000 })
    await inEffect(rest)
    await pay(hold, rest)
    expect(await have()).toEqual([320_000_000n, 80_000_000n])
    await chain.anvil.mine(20)
    expect(await report(hold)).toMatchObject({ satisfiedFromHold: [{ citation: second, n: 1 }] })
    expect(await read(hold)).toMatchObject({ status: "paid_out", restCents: 0, next: [] })
  })

  it.each([
    ["erc8183", "all to the payee", "buyer", sale(40_000)],
    ["kleros", "all back to the payer", "seller", order({ amountCents: 40_000 })],
  ] as const)("PD2 §6F an escrow of the kind %s pays %s", async (kind, _, bound, ordered) => {
    const hold = await held(kind)
    const { citation, payout } = await instructed(hold, ordered)
    await inEffect(payout)
    const receiver = bound === "buyer" ? chain.seller : chain.buyer
    const had = await chain.balance(receiver.address)
    await pay(hold, payout)
    expect(await chain.balance(receiver.address)).toBe(had + units)
    expect(await refusedPay(hold, payout)).toBe("AlreadySpent")
    await chain.anvil.mine(20)
    await report(hold)
    expect(await entryOf(bound, citation)).toMatchObject({ status: "satisfied" })
  })

  it("PD2 §6G an instruction can't be paid once anybody has shown its revocation on chain, nor after it expires", async () => {
    const hold = await held("x402r")
    const { citation, payout } = await instructed(hold, order())
    const body = { reasons: "Asked for by both.", reissue: true }
    await done(court, "POST", `/registrar/holds/${hold.holdId}/revoke`, { key: court.registrar, body })
    const { revoked } = await done(court, "GET", "/holds/revocations")
    const served = (revoked as ReadonlyArray<Body>).find(({ holdId }) => holdId === hold.holdId)
    const { revocation, signature } = needPresent(served, "the revocation")
    const { adapter } = chain.deployed.x402r
    await chain.send(chain.buyer, "AuthCaptureAdapter", adapter, "revoke", [revocation, signature])
    await inEffect(payout)
    expect(await refusedPay(hold, payout)).toBe("RevokedByTheCourt")
    const answer = await created(court, `/holds/${hold.holdId}/payout`, keys.seller, { citation })
    const again = answer.payout as ServedPayout
    await chain.goTo(Date.parse(again.expiresAt))
    expect(await refusedPay(hold, again)).toBe("Late")
    court.clock.now = Date.parse(again.expiresAt)
    expect(await read(hold)).toMatchObject({ status: "confirmed", payout: { status: "expired" } })
  })

  it("PD2 §6C a hold can't be named if its escrow is not as stated, or if the court's own key could release it", async () => {
    const quoteId = await agreed(court, keys)
    const attempt = (holdRef: string, changes: Body = {}) => {
      const body = particulars("x402r", holdRef, changes)
      return refused(court, "POST", `/quotes/${quoteId}/holds`, { key: keys.buyer, body })
    }
    const { holdRef } = await funded("x402r")
    expect(await attempt(holdRef, { amountCents: 39_999 })).toBe("422 hold_state")
    const longStopAt = new Date(court.clock.now + days(113)).toISOString()
    expect(await attempt(holdRef, { longStopAt })).toBe("422 hold_expires_early")
    expect(await attempt(`0x${"0".repeat(64)}`)).toBe("422 hold_state")
    const ours = await funded("x402r", { referee: notary })
    expect(await attempt(ours.holdRef)).toBe("422 hold_court_key")
  })

  it("PD2 §6C a hold over a job in another token than the stated one can't be named", async () => {
    const quoteId = await agreed(court, keys)
    const { holdRef } = await funded("erc8183", { asset: await chain.deploy("TestToken") })
    const body = particulars("erc8183", holdRef)
    expect(await refused(court, "POST", `/quotes/${quoteId}/holds`, { key: keys.buyer, body })).toBe(
      "422 hold_state",
    )
  })

  it.each(["v1.0", "v1.1"])(
    "PD2 §6H a payment of deployment %s that owes a fee meets the order by what the payee received",
    async (version) => {
      const at = version === "v1.0" ? chain.v10 : chain.deployed.x402r
      const fee = { minFeeBps: 250, maxFeeBps: 250, feeReceiver: notary }
      const hold = await held("x402r", { at, fee })
      const { citation, payout } = await instructed(hold, sale(30_000))
      await inEffect(payout)
      await pay(hold, payout)
      await chain.anvil.mine(20)
      expect(await report(hold)).toMatchObject({
        satisfiedFromHold: [],
        notMetInFull: [{ citation, n: 1, shortCents: 750 }],
      })
    },
  )

  it("PD2 §6H an arbitrable escrow that its payer settled without a ruling has paid out", async () => {
    const hold = await held("kleros", { disputed: false })
    expect(await refusedReport(hold, keys.buyer)).toBe("409 not_paid_out")
    await chain.goTo(court.clock.now + 60_000)
    const { at, named } = hold.payment
    await chain.send(chain.buyer, "ArbitrableEscrow", at.escrow, "pay", [...named, units])
    await chain.anvil.mine(20)
    await report(hold)
    expect(await read(hold)).toMatchObject({ status: "paid_out" })
  })

  it("PD2 §6H a payment that a reorganisation drops does not count", async () => {
    const hold = await held("x402r")
    const { payout } = await instructed(hold, order())
    await inEffect(payout)
    const txid = await pay(hold, payout)
    await chain.anvil.mine(3)
    await chain.anvil.reorganise(4)
    await chain.anvil.mine(30)
    expect(await refusedReport(hold, keys.buyer, { txid })).toBe("409 not_paid_out")
  })
})
