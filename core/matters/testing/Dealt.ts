/** For tests: two agents with stakes that have dealt with each other, by a quote and by entries of the Register of Dealings. */
import { publishStake } from "../../agents/index.ts"
import { acceptConsent, deliverJudgment } from "../../bench/index.ts"
import { draft, pay } from "../../bench/testing/Cases.ts"
import { notarise } from "../../dealings/index.ts"
import type { Verified } from "../../evidence/index.ts"
import * as Changed from "../../kernel/Change.ts"
import { make, type Schedule } from "../../kernel/Schedule.ts"
import { Quote } from "../../quotes/index.ts"
import { offered } from "../../quotes/testing/Given.ts"
import { claim, filing } from "../../testing/Matters.ts"
import { put } from "../../testing/Put.ts"
import { judge, registrar, stage } from "../../testing/Stage.ts"
import { callForJudgment } from "../Acts.ts"
import { offerConsent } from "../Consent.ts"
import { fileMatter } from "../FileMatter.ts"
import { recordEligibility } from "../Intake.ts"
import { fileDefence, fileReply } from "../Plead.ts"
import type { Filing } from "../Pleading.ts"

/** The ids of quotes: `q` is accepted from the start, and tests make the others. */
export const quotes = {
  q: "00000000-0000-7000-8000-00000000000a",
  other: "00000000-0000-7000-8000-00000000000b",
  dong: "00000000-0000-7000-8000-00000000000c",
} as const

/** The sum that each of the two has staked when they deal, in cents. */
export const staked = 60_000

const sha256 = "ab".repeat(32)

type Of = "buyer" | "seller"

/** The published figures before PD15 was in force: its times do not bind claims. */
export const beforeAccounts = make([{ name: "accountsInForce", from: 0, value: 0 }])

export const dealt = async (verifiers?: typeof Verified.Verifiers.Service, schedule?: Schedule) => {
  const court = stage(schedule, undefined, verifiers)
  const agents = {
    buyer: await court.enrolled("buyer", "op-1"),
    seller: await court.enrolled("seller", "op-2"),
  }
  await court.act(recordEligibility, { reference: "[2026] FB 1", statement: "Confirmed." }, registrar)
  const stake = (of: Of, stakeCents: number) =>
    court.act(publishStake, { handle: of, stakeCents }, agents[of])
  await stake("buyer", staked)
  await stake("seller", staked)
  court.advance(1000)
  const lodge = async (lodger: Of, counterparty: string) =>
    (await court.act(notarise, { sha256, counterparty }, agents[lodger])).id
  /** Records a quote between the two that was accepted now. */
  const quoted = (id: string, changes: Partial<Quote.Quote> = {}) => {
    const { buyer, seller } = agents
    const supplier = { id: seller.id, handle: "seller", operatorId: "op-2" }
    const party = { id: buyer.id, handle: "buyer", operatorId: "op-1" }
    const acceptedAt = court.now()
    const quote = offered({ id, supplier, status: "accepted", acceptedAt, ...changes })
    return court.act(
      put,
      [Changed.put(Quote.Quotes, { ...quote, buyer: { ...quote.buyer, party } })],
      registrar,
    )
  }
  await quoted(quotes.q)
  const dealings = { first: await lodge("seller", "buyer"), second: await lodge("buyer", "seller") }
  court.advance(1000)
  /** A claim of one of the two against the other, for a sum. */
  const against = (of: Of, changes: Partial<Filing> = {}, amountCents = 40_000): Filing => {
    const respondent = of === "buyer" ? "seller" : "buyer"
    const order = { kind: "pay", text: "Pay.", amountCents, against: respondent, inFavourOf: of } as const
    const orders = [{ ...order, restsOn: [1] }]
    return filing({ respondent, dealingAt: court.now(), claim: claim({ orders }), ...changes })
  }
  const file = async (of: Of, changes: Partial<Filing> = {}) =>
    (await court.act(fileMatter, against(of, changes), agents[of])).matter.id
  const fileCode = (of: Of, changes: Partial<Filing> = {}) =>
    court.codeOf(fileMatter, against(of, changes), agents[of])
  /** Has a matter decided by consent: the seller is to pay the buyer a sum. */
  const settle = async (matterId: string, amountCents: number) => {
    const orders = [{ ...pay(amountCents), against: "seller", inFavourOf: "buyer", restsOn: [] }]
    const { offerId } = await court.act(offerConsent, { id: matterId, orders }, agents.buyer)
    return (await court.act(acceptConsent, { id: matterId, offerId }, agents.seller)).citation
  }
  const plead = { facts: [], evidence: [], rules: [], authorities: [] }
  /** Has a matter of the buyer decided by the bench: the seller is to pay the buyer a sum. */
  const decide = async (matterId: string, amountCents: number) => {
    await court.act(fileDefence, { id: matterId, ...plead }, agents.seller)
    await court.act(fileReply, { id: matterId, ...plead }, agents.buyer)
    await court.act(callForJudgment, { id: matterId }, agents.buyer)
    return (await judged(matterId, amountCents)).citation
  }
  const judged = (matterId: string, amountCents: number) =>
    court.act(
      deliverJudgment,
      { id: matterId, ...draft({ orders: [pay(amountCents)], beyondPrayer: "So." }) },
      judge,
    )
  return { ...court, agents, dealings, stake, lodge, quoted, file, fileCode, against, settle, decide, judged }
}
export type Dealt = Awaited<ReturnType<typeof dealt>>
