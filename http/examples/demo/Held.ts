/** A dispute whose price lies in an escrow on a local chain: the judgment is carried out there, and the court touches no money. */
import type { EscrowChain } from "../../../adapters/chains/testing/EscrowChain.ts"
import { typedDataOf } from "../../../adapters/keys/SigningKey.ts"
import { Payout as PayoutRecord } from "../../../core/holds/index.ts"
import type { Court } from "../../client/Connect.ts"
import { advance, clock, expect, expectRefusal, hour, money, type Stage, second } from "./Stage.ts"
import {
  decideMatter,
  entryOf,
  entryStatus,
  type Filing,
  file,
  openFiling,
  type Player,
  read,
} from "./Steps.ts"

const day = 24 * hour
const priceCents = 40_000
const priceUnits = 400_000_000n
/** Longer than a judgment takes to become final and an instruction to take effect. */
const orderHours = 240

const now = async (stage: Stage): Promise<number> => Date.parse(await clock(stage))
const at = (instant: number): string => new Date(instant).toISOString()

/** The parties agree a price; the buyer pays it into the escrow, and both name the escrow to the court. */
const payEscrow = async (stage: Stage, chain: EscrowChain, seller: Player, buyer: Player) => {
  stage.step(seller.handle, "quotes USD 400.00 for a data set.")
  stage.step(buyer.handle, "accepts, and pays into an escrow on the local chain.")
  const agreedAt = await now(stage)
  const { id } = await seller.court.quotes.offerQuote({
    payload: {
      buyer: buyer.handle,
      priceCents,
      deliverable: "4,000 rows of market data",
      dueBy: at(agreedAt + 9 * day),
      remedies: { lateMillionthsPerHour: 10_000 },
    },
  })
  await buyer.court.quotes.acceptQuote({ path: { id } })
  const { escrow, adapter } = chain.deployed.x402r
  const info = {
    operator: adapter,
    payer: chain.buyer.address,
    receiver: chain.seller.address,
    token: chain.token,
    maxAmount: priceUnits,
    preApprovalExpiry: 0,
    authorizationExpiry: Math.floor((agreedAt + 90 * day) / 1000),
    refundExpiry: 0,
    minFeeBps: 0,
    maxFeeBps: 0,
    feeReceiver: chain.buyer.address,
    salt: BigInt(agreedAt),
  }
  await chain.fund(escrow, priceUnits)
  stage.show(
    "authorised on chain",
    await chain.send(chain.buyer, "AuthCaptureEscrow", escrow, "authorize", [info, priceUnits]),
  )
  const holdRef = String(await chain.read("AuthCaptureEscrow", escrow, "getHash", [info]))
  const { hold } = await buyer.court.holds.nameHoldOnQuote({
    path: { id },
    payload: {
      escrowKind: "x402r",
      chain: "base",
      chainId: 8453,
      escrowAddress: escrow,
      holdRef,
      address: chain.buyer.address,
      amountCents: priceCents,
      longStopAt: at(agreedAt + 60 * day),
    },
  })
  stage.show("the hold", `${hold.status}; the court reads the escrow: ${hold.read?.state ?? "not read"}`)
  const { hold: confirmed } = await seller.court.holds.confirmHold({
    path: { id: hold.id },
    payload: { address: chain.seller.address },
  })
  stage.show("the hold", `${confirmed.status} by ${seller.handle}`)
  stage.step(
    "both",
    "prove that their addresses are their own, by a signature over the escrow that is stated.",
  )
  for (const [player, account] of [
    [buyer, chain.buyer],
    [seller, chain.seller],
  ] as const) {
    const { sign } = confirmed.next.find(({ act, who }) => act === "prove" && who === player.handle) ?? {}
    expect(sign !== undefined, `the hold should show ${player.handle} what to sign`)
    const signature = sign === undefined ? "0x" : await account.signTypedData(typedDataOf(sign))
    const proven = await player.court.holds.proveHold({ path: { id: hold.id }, payload: { signature } })
    stage.show("the hold", `${proven.hold.status} after ${player.handle}'s signature`)
  }
  stage.step("both", "register the hold with the adapter, which obeys instructions for no other.")
  for (const side of [chain.buyer, chain.seller]) {
    const registration = [info, PayoutRecord.keccak(hold.id)]
    const txid = await chain.send(side, "AuthCaptureAdapter", adapter, "register", registration)
    stage.show("registered on chain", txid)
  }
  return { quoteId: id, holdId: hold.id, info }
}

const claim = (seller: Player, buyer: Player): Filing["claim"] => ({
  facts: [{ n: 1, text: "The data set was delivered, a day late, and is not paid for." }],
  evidence: [],
  rules: [],
  authorities: [],
  orders: [
    {
      kind: "pay",
      text: "The buyer pays what the account says.",
      amountCents: priceCents,
      against: buyer.handle,
      inFavourOf: seller.handle,
      hours: orderHours,
      restsOn: [1],
      cause: "account",
    },
  ],
})
const blank = { facts: [], evidence: [], rules: [], authorities: [] }

const reachJudgment = async (
  stage: Stage,
  seller: Player,
  buyer: Player,
  quoteId: string,
): Promise<string> => {
  stage.step(
    seller.handle,
    "delivers a day late; one hundredth of the price is off for each hour. The inspection passes undisputed.",
  )
  await advance(stage, 10 * day)
  const close = {
    priceChargedCents: priceCents,
    delivered: "4,000 rows of market data",
    deliveredAt: await clock(stage),
  }
  await seller.court.quotes.closeQuote({ path: { id: quoteId }, payload: close })
  await advance(stage, 25 * hour)
  const { account } = await seller.court.quotes.readQuote({ path: { id: quoteId } })
  const balance = account?.balance
  expect(typeof balance === "number", "the account should come to a sum")
  stage.show("the account", `${money(balance)} for the seller, in the hold and not paid`)
  const payload: Filing = {
    respondent: buyer.handle,
    title: "Price of a data set delivered in part",
    valueCents: priceCents,
    dealingAt: await clock(stage),
    quoteId,
    claim: claim(seller, buyer),
  }
  await openFiling(stage, seller, payload)
  const id = await file(stage, seller, payload)
  await buyer.court.matters.fileDefence({
    path: { id },
    payload: { ...blank, responses: [{ n: 1, plea: "deny", text: "Late is useless." }] },
  })
  await seller.court.matters.fileReply({ path: { id }, payload: blank })
  await seller.court.matters.callForJudgment({ path: { id } })
  const citation = await decideMatter(stage, id, seller)
  await read(stage, citation, "pay")
  return citation
}

const requestInstruction = async (stage: Stage, seller: Player, holdId: string, citation: string) => {
  stage.step("Court", "signs no payment before the judgment is final, and then says what is paid.")
  const request = { path: { id: holdId }, payload: { citation } }
  await expectRefusal(stage, seller.court.holds.requestPayout(request), "payout_not_final")
  await advance(stage, 73 * hour)
  const { payout } = await seller.court.holds.requestPayout(request)
  stage.show("the instruction", `${payout.digest}, signed by ${payout.signer}`)
  stage.show(
    "it pays",
    `${money(payout.amountToPayeeCents)} to the payee, ${money(payout.amountToPayerCents)} back to the payer`,
  )
  stage.show("in effect after", payout.effectiveAt)
  return payout
}

type Payout = Awaited<ReturnType<Court["holds"]["requestPayout"]>>["payout"]

/** The message as a contract takes it: whole numbers as bigint. */
const messageOf = ({ instruction, types }: Payout) =>
  Object.fromEntries(
    Object.entries(instruction).map(([name, value]) => {
      const type = types.PayoutInstruction.find((field) => field.name === name)?.type ?? ""
      return [name, type.startsWith("uint") ? BigInt(value) : value]
    }),
  )

const payOut = async (stage: Stage, chain: EscrowChain, payout: Payout, info: object): Promise<string> => {
  stage.step("adapter", "of the parties obeys the instruction: not a second early, and once.")
  const { adapter } = chain.deployed.x402r
  const pay = () =>
    chain.send(chain.seller, "AuthCaptureAdapter", adapter, "pay", [
      messageOf(payout),
      payout.signature,
      info,
    ])
  const fails = async (why: string) => {
    const error = await pay().then(
      () => "it was obeyed",
      (found: unknown) => String(found),
    )
    expect(error.includes(why), `the adapter should refuse it as ${why}: ${error}`)
    stage.show("refused on chain", why)
  }
  await fails("Early")
  await advance(stage, day + second)
  await chain.goTo(await now(stage))
  const txid = await pay()
  stage.show("paid on chain", txid)
  await fails("AlreadySpent")
  return txid
}

export const play = async (
  stage: Stage,
  chain: EscrowChain,
  seller: Player,
  buyer: Player,
): Promise<void> => {
  stage.act("A dispute over an escrow")
  const { quoteId, holdId, info } = await payEscrow(stage, chain, seller, buyer)
  const citation = await reachJudgment(stage, seller, buyer, quoteId)
  const entry = await entryOf(stage, buyer, citation)
  await entryStatus(stage, entry.id, "open")
  const payout = await requestInstruction(stage, seller, holdId, citation)
  const txid = await payOut(stage, chain, payout, info)
  stage.step("Court", "finds the order satisfied once the network has confirmed the payment.")
  const report = { path: { id: holdId }, payload: { txid } }
  await expectRefusal(stage, seller.court.holds.reportPaidOut(report), "not_paid_out")
  await chain.anvil.mine(20)
  const { satisfiedFromHold } = await seller.court.holds.reportPaidOut(report)
  stage.show(
    "satisfied from the hold",
    satisfiedFromHold.map(({ citation: of, n }) => `order ${n} of ${of}`).join(", "),
  )
  await entryStatus(stage, entry.id, "satisfied")
}
