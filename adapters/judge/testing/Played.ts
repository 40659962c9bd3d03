/** For tests: a buyer and a seller that deal, sue and are judged in a court on the memory store. */
import { Option } from "effect"
import { publishStake } from "../../../core/agents/index.ts"
import { decideMatter, type Judge } from "../../../core/bench/index.ts"
import { before } from "../../../core/bench/testing/Sitting.ts"
import { digest } from "../../../core/criteria/index.ts"
import { notarise, reviewDealing } from "../../../core/dealings/index.ts"
import type { Verified } from "../../../core/evidence/index.ts"
import { Judgment } from "../../../core/judgments/index.ts"
import { needPresent } from "../../../core/kernel/Defect.ts"
import { sha256Hex } from "../../../core/kernel/Hash.ts"
import { published, type Schedule } from "../../../core/kernel/Schedule.ts"
import { days, hours } from "../../../core/kernel/Time.ts"
import {
  callForJudgment,
  fileDefence,
  fileMatter,
  fileReply,
  type Pleading,
  recordEligibility,
} from "../../../core/matters/index.ts"
import { acceptQuote, closeQuote, offerQuote } from "../../../core/quotes/index.ts"
import { input } from "../../../core/quotes/testing/Opened.ts"
import { clock, registrar, stage } from "../../../core/testing/Stage.ts"
import * as Papers from "../Papers.ts"

export type Of = "buyer" | "seller"
export const other = { buyer: "seller", seller: "buyer" } as const satisfies { readonly [O in Of]: Of }

export const nothing: Pleading.Pleading = { facts: [], evidence: [], rules: [], authorities: [] }

export const payTo = (of: Of, changes: Partial<Pleading.OrderSought> = {}): Pleading.OrderSought => ({
  kind: "pay",
  text: "Pay.",
  amountCents: 5_000,
  against: other[of],
  inFavourOf: of,
  restsOn: [],
  ...changes,
})

/** A court in which both have a stake of USD 600, and an accepted quote at USD 50, due in four days. */
export const played = async (
  judges: Judge.Service = Papers.judge,
  schedule: Schedule = published,
  verifiers?: typeof Verified.Verifiers.Service,
) => {
  const court = stage(schedule, undefined, verifiers)
  const agents = {
    buyer: await court.enrolled("buyer", "op-buyer"),
    seller: await court.enrolled("seller", "op-seller"),
  }
  await court.act(recordEligibility, { reference: "[2026] FB 1", statement: "Confirmed." }, registrar)
  for (const handle of ["buyer", "seller"] as const)
    await court.act(publishStake, { handle, stakeCents: 60_000 }, agents[handle])
  court.advance(1_000)

  const quoted = async (changes: Parameters<typeof input>[0] = {}) => {
    const { id } = await court.act(offerQuote, input(changes), agents.seller)
    const { criteria } = changes
    const read = criteria === undefined ? {} : { criteriaSha256: digest(criteria) }
    await court.act(acceptQuote, { id, ...read }, agents.buyer)
    return id
  }
  const quoteId = await quoted()
  const closes = (of: Of, changes: object = {}, id = quoteId) =>
    court.act(closeQuote, { id, priceChargedCents: 5_000, delivered: "so", ...changes }, agents[of])

  let papers = 0
  const lodges = async (of: Of, kind: "invoice" | "payment" | "refund" | "meter", more: object = {}) => {
    const paper = { sha256: sha256Hex(`paper ${papers++}`), kind, counterparty: other[of], valueCents: 5_000 }
    return (await court.act(notarise, { ...paper, ...more }, agents[of])).id
  }
  const confirms = (of: Of, id: string) => court.act(reviewDealing, { id, outcome: "confirmed" }, agents[of])

  const filing = (
    of: Of,
    orders: ReadonlyArray<Pleading.OrderSought>,
    more: Partial<Pleading.Filing> = {},
  ): Pleading.Filing => ({
    respondent: other[of],
    title: "A deal",
    valueCents: 60_000,
    dealingAt: court.now(),
    claim: { ...nothing, orders },
    ...more,
  })
  const files = async (...given: Parameters<typeof filing>) =>
    (await court.act(fileMatter, filing(...given), agents[given[0]])).matter.id
  const filesCode = (...given: Parameters<typeof filing>) =>
    court.codeOf(fileMatter, filing(...given), agents[given[0]])

  /** The respondent answers, and the claimant replies with nothing. */
  const answers = async (by: Of, id: string, defence: Partial<Pleading.Pleading> = {}) => {
    await court.act(fileDefence, { id, ...nothing, ...defence }, agents[by])
    await court.act(fileReply, { id, ...nothing }, agents[other[by]])
  }
  const calls = (of: Of, id: string) => court.act(callForJudgment, { id }, agents[of])
  const decides = (matterId: string) => court.act(before(decideMatter, judges), { matterId }, clock)
  const judgmentOf = async (citation: string) =>
    Option.getOrThrow(await court.read((reader) => reader.find(Judgment.Judgments, citation)))
  /** The judgment in a matter that is called and decided now. */
  const judged = async (of: Of, id: string) => {
    await calls(of, id)
    const { citation } = await decides(id)
    return judgmentOf(needPresent(citation, "a judgment"))
  }
  /** The judgment in a matter that the respondent left unanswered for 48 hours. */
  const undefended = (of: Of, id: string) => {
    court.advance(hours(48))
    return judged(of, id)
  }
  return {
    ...court,
    agents,
    quoteId,
    quoted,
    closes,
    lodges,
    confirms,
    filing,
    files,
    filesCode,
    answers,
    calls,
    decides,
    judgmentOf,
    judged,
    undefended,
    /** Moves the clock to when the account of the quote lies. */
    ripens: () => court.advance(days(5)),
  }
}
export type Played = Awaited<ReturnType<typeof played>>
type Made = Awaited<ReturnType<Played["judgmentOf"]>>

/** The orders of a judgment: the kind, the sum, whom it binds, and whether it decides. */
export const ordersOf = ({ orders }: Made) =>
  orders.map(({ kind, amountCents, against, decided }) => ({
    kind,
    ...(amountCents === null ? {} : { cents: amountCents }),
    ...(against === null ? {} : { against: against.handle }),
    ...(decided === undefined ? {} : { decided }),
  }))
export const paid = (against: Of, cents: number) => ({ kind: "pay", cents, against })
export const dismissed = { kind: "dismiss" }
export const undecided = { kind: "dismiss", decided: false }
