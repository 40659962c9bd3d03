/** A dispute whose price lies in an escrow on a local chain: the judgment is carried out there, and the court touches no money. */
import { Schema } from "effect"
import type { EscrowChain } from "../../../adapters/chains/testing/EscrowChain.ts"
import { openFiling } from "./Contested.ts"
import { Anything, advance, expect, get, hour, post, refused, type Stage, second } from "./Stage.ts"
import { decided, entries, entryStatus, MatterAnswer, type Player, read } from "./Steps.ts"

const day = 24 * hour
const priceCents = 40_000
const priceUnits = 400_000_000n
const awardCents = 30_000
/** Longer than a judgment takes to become final and an instruction to take effect. */
const orderHours = 240

const Clock = Schema.Struct({ now: Schema.String })
const Quote = Schema.Struct({ id: Schema.String })
const Hold = Schema.Struct({
  hold: Schema.Struct({
    id: Schema.String,
    status: Schema.String,
    read: Schema.NullOr(Schema.Struct({ state: Schema.String })),
  }),
})
const Fields = Schema.Array(Schema.Struct({ name: Schema.String, type: Schema.String }))
const Payout = Schema.Struct({
  payout: Schema.Struct({
    instruction: Schema.Record({ key: Schema.String, value: Schema.Union(Schema.String, Schema.Number) }),
    types: Schema.Struct({ PayoutInstruction: Fields }),
    digest: Schema.String,
    signature: Schema.String,
    signer: Schema.String,
    effectiveAt: Schema.String,
    amountToPayeeCents: Schema.Number,
    amountToPayerCents: Schema.Number,
  }),
})
const PaidOut = Schema.Struct({
  satisfiedFromHold: Schema.Array(Schema.Struct({ citation: Schema.String, n: Schema.Number })),
})

const clock = async (stage: Stage): Promise<number> =>
  Date.parse((await get(stage, "/api/v1/sandbox/clock", Clock)).now)
const at = (instant: number): string => new Date(instant).toISOString()

/** A price agreed and paid into the escrow, which both name to the court. */
const escrowed = async (stage: Stage, chain: EscrowChain, seller: Player, buyer: Player) => {
  stage.step(
    `${seller.handle} quotes USD 400; ${buyer.handle} accepts, and pays into an escrow on the local chain.`,
  )
  const now = await clock(stage)
  const offer = {
    buyer: buyer.handle,
    priceCents,
    deliverable: "4,000 rows of market data",
    dueBy: at(now + 9 * day),
  }
  const { id } = await post(stage, "/api/v1/quotes", offer, Quote, seller.key)
  await post(stage, `/api/v1/quotes/${id}/accept`, {}, Anything, buyer.key)
  const { escrow, adapter } = chain.deployed.x402r
  const info = {
    operator: adapter,
    payer: chain.buyer.address,
    receiver: chain.seller.address,
    token: chain.token,
    maxAmount: priceUnits,
    preApprovalExpiry: 0,
    authorizationExpiry: Math.floor((now + 90 * day) / 1000),
    refundExpiry: 0,
    minFeeBps: 0,
    maxFeeBps: 0,
    feeReceiver: chain.buyer.address,
    salt: BigInt(now),
  }
  await chain.fund(escrow, priceUnits)
  stage.show(
    "authorised on chain",
    await chain.send(chain.buyer, "AuthCaptureEscrow", escrow, "authorize", [info, priceUnits]),
  )
  const holdRef = String(await chain.read("AuthCaptureEscrow", escrow, "getHash", [info]))
  const naming = {
    escrowKind: "x402r",
    chain: "base",
    chainId: 8453,
    escrowAddress: escrow,
    holdRef,
    address: chain.buyer.address,
    amountCents: priceCents,
    longStopAt: at(now + 60 * day),
  }
  const { hold } = await post(stage, `/api/v1/quotes/${id}/holds`, naming, Hold, buyer.key)
  stage.show("the hold", `${hold.status}; the court reads the escrow: ${hold.read?.state ?? "not read"}`)
  const answer = { address: chain.seller.address }
  const { hold: both } = await post(stage, `/api/v1/holds/${hold.id}/confirm`, answer, Hold, seller.key)
  stage.show("the hold", `${both.status} by ${seller.handle}`)
  return { quoteId: id, holdId: hold.id, info }
}

const claim = (seller: Player, buyer: Player) => ({
  facts: [{ n: 1, text: "Three quarters of the data set were delivered and used." }],
  evidence: [],
  rules: [{ proposition: "What is delivered and used is paid for.", citations: ["Dealings Act 4.2"] }],
  authorities: [],
  orders: [
    {
      kind: "pay",
      text: "The buyer pays for three quarters of the data set.",
      amountCents: awardCents,
      against: buyer.handle,
      inFavourOf: seller.handle,
      hours: orderHours,
      restsOn: [1],
    },
  ],
})
const blank = { facts: [], evidence: [], rules: [], authorities: [] }

const judged = async (stage: Stage, seller: Player, buyer: Player, quoteId: string): Promise<string> => {
  stage.step("They fall out over what was delivered, and the matter goes to judgment.")
  const body = {
    respondent: buyer.handle,
    title: "Price of a data set delivered in part",
    valueCents: priceCents,
    dealingAt: at(await clock(stage)),
    quoteId,
    claim: claim(seller, buyer),
  }
  await openFiling(stage, seller, body)
  const { matter } = await post(stage, "/api/v1/matters", body, MatterAnswer, seller.key)
  const path = `/api/v1/matters/${matter.id}`
  await post(
    stage,
    `${path}/defence`,
    { ...blank, responses: [{ n: 1, plea: "admit" }] },
    Anything,
    buyer.key,
  )
  await post(stage, `${path}/reply`, blank, Anything, seller.key)
  await post(stage, `${path}/call`, {}, Anything, seller.key)
  const citation = await decided(stage, matter.id, seller)
  const kinds = await read(stage, citation)
  expect(kinds.includes("pay"), "an order to pay was expected")
  return citation
}

const instructed = async (stage: Stage, seller: Player, holdId: string, citation: string) => {
  stage.step("Nothing is paid before the judgment is final. Then the court signs what it pays.")
  await refused(stage, `/api/v1/holds/${holdId}/payout`, { citation }, seller.key, "payout_not_final")
  await advance(stage, 73 * hour)
  const { payout } = await post(stage, `/api/v1/holds/${holdId}/payout`, { citation }, Payout, seller.key)
  stage.show("the instruction", `${payout.digest}, signed by ${payout.signer}`)
  stage.show(
    "it pays",
    `${payout.amountToPayeeCents} cents to the payee, ${payout.amountToPayerCents} back to the payer`,
  )
  stage.show("in effect after", payout.effectiveAt)
  return payout
}

type Payout = (typeof Payout.Type)["payout"]

/** The message as a contract takes it: whole numbers as bigint. */
const messageOf = ({ instruction, types }: Payout) =>
  Object.fromEntries(
    Object.entries(instruction).map(([name, value]) => {
      const type = types.PayoutInstruction.find((field) => field.name === name)?.type ?? ""
      return [name, type.startsWith("uint") ? BigInt(value) : value]
    }),
  )

const paid = async (stage: Stage, chain: EscrowChain, payout: Payout, info: object): Promise<string> => {
  stage.step("The parties' own adapter obeys the instruction: not a second early, and once.")
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
  await chain.goTo(await clock(stage))
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
  const { quoteId, holdId, info } = await escrowed(stage, chain, seller, buyer)
  const citation = await judged(stage, seller, buyer, quoteId)
  const entry = await entries(stage, buyer, citation)
  await entryStatus(stage, entry.id, "open")
  const payout = await instructed(stage, seller, holdId, citation)
  const txid = await paid(stage, chain, payout, info)
  stage.step("Once its network has confirmed it, the payment satisfies the order.")
  await refused(stage, `/api/v1/holds/${holdId}/paid-out`, { txid }, seller.key, "not_paid_out")
  await chain.anvil.mine(20)
  const { satisfiedFromHold } = await post(
    stage,
    `/api/v1/holds/${holdId}/paid-out`,
    { txid },
    PaidOut,
    seller.key,
  )
  stage.show(
    "satisfied from the hold",
    satisfiedFromHold.map(({ citation: of, n }) => `order ${n} of ${of}`).join(", "),
  )
  await entryStatus(stage, entry.id, "satisfied")
}
