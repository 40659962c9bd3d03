/** For tests: the acts of a deal, done in a whole court, so that what the laboratory computes is held equal to it. */
import { Option } from "effect"
import * as Papers from "../../../../adapters/judge/Papers.ts"
import { decideMatter } from "../../../../core/bench/index.ts"
import { before } from "../../../../core/bench/testing/Sitting.ts"
import { recordTransaction } from "../../../../core/chains/index.ts"
import { notarise, reviewDealing } from "../../../../core/dealings/index.ts"
import { discloseArtifact } from "../../../../core/deliveries/index.ts"
import { base64 } from "../../../../core/deliveries/testing/Delivered.ts"
import { type Hold, records as holdRecords } from "../../../../core/holds/index.ts"
import { addresses, confirmed } from "../../../../core/holds/testing/Given.ts"
import { Judgment } from "../../../../core/judgments/index.ts"
import * as Changed from "../../../../core/kernel/Change.ts"
import { needPresent } from "../../../../core/kernel/Defect.ts"
import { sha256Hex } from "../../../../core/kernel/Hash.ts"
import { days, hours } from "../../../../core/kernel/Time.ts"
import {
  callForJudgment,
  fileDefence,
  fileMatter,
  fileReply,
  type Pleading,
} from "../../../../core/matters/index.ts"
import { requestPayout } from "../../../../core/payouts/index.ts"
import { closeQuote } from "../../../../core/quotes/index.ts"
import { clock } from "../../../../core/testing/Stage.ts"
import { type Act, type Form, first, type Of } from "../Acts.ts"
import { type Condition, payments } from "../Conditions.ts"
import { readingHours } from "../Facts.ts"
import { figures, hashOf } from "../Goods.ts"
import type { Seller } from "../Sellers.ts"
import { chain, isRead, network, type Opened, opened, quoted, till, usdc, wallet } from "./Court.ts"

const txids: { readonly [F in Form]: string } = {
  made: `0x${"aa".repeat(32)}`,
  invented: `0x${"bb".repeat(32)}`,
  reused: `0x${"cc".repeat(32)}`,
}
const handles = { supplier: "seller", buyer: "buyer" } as const
const nothing = { facts: [], evidence: [], rules: [], authorities: [] }
/** How many of the smallest units of the stablecoin a cent is. */
const unitsPerCent = 10_000

/** An act, or what the chain shows an hour after a payment was stated. */
type Step =
  | Act
  | { readonly act: "read"; readonly hours: number; readonly form: Form; readonly cents: number }

const stepsOf = (acts: ReadonlyArray<Act>): ReadonlyArray<Step> =>
  acts
    .flatMap((one): ReadonlyArray<Step> => {
      if (one.act !== "state" || one.form === "invented") return [one]
      return [one, { act: "read", hours: one.hours + readingHours, form: one.form, cents: one.cents }]
    })
    .toSorted((a, b) => a.hours - b.hours)

const ordersOf = (by: "supplier" | "buyer", askedCents: number): ReadonlyArray<Pleading.OrderSought> => {
  const common = {
    text: "The account.",
    against: by === "supplier" ? handles.buyer : handles.supplier,
    inFavourOf: handles[by],
    restsOn: [],
    cause: "account",
  } as const
  return [
    ...(askedCents > 0 ? [{ ...common, kind: "pay", amountCents: askedCents } as const] : []),
    { ...common, kind: "declaration" },
  ]
}

/** A hold of the price between the parties of a court. */
const holdIn = ({ agents, now }: Opened, quoteId: string): Hold.Hold => {
  const side = (of: "supplier" | "buyer", address: string) => ({
    id: agents[of].id,
    handle: handles[of],
    operatorId: `op-${handles[of]}`,
    address,
    provenAt: now(),
  })
  return confirmed({
    quoteId,
    payer: side("buyer", addresses.buyer),
    payee: side("supplier", addresses.seller),
    amountCents: figures.priceCents,
    amountUnits: `${figures.priceCents * unitsPerCent}`,
    longStopAt: now() + days(90),
  })
}

export interface PlayedInCourt {
  readonly judgment: Judgment.Judgment | null
  /** The sums that the hold pays on the judgment; null if no hold stands, or the court moves nothing of it. */
  readonly paidOut: { readonly toPayeeCents: number; readonly toPayerCents: number } | null
}

/** Does the acts of a deal in a court. Gives its judgment, and what the hold pays on it. */
export const playInCourt = async (
  acts: ReadonlyArray<Act>,
  condition: Condition,
  { inspectionHours }: Seller,
): Promise<PlayedInCourt> => {
  const court = await opened(condition)
  const { agents, act } = court
  const earlier = await quoted(court, condition, inspectionHours)
  court.advance(hours(1))
  const quoteId = await quoted(court, condition, inspectionHours)
  const accepted = court.now()
  const isOutside = payments[condition.payment].by === "outside"
  const stated = new Map<Form, { readonly id: string; readonly at: number }>()
  let hold = holdIn(court, quoteId)
  let matterId = ""
  let judgment: Judgment.Judgment | null = null

  const keeps = (changes: Partial<Hold.Hold>) => {
    hold = { ...hold, since: court.now(), ...changes }
    return court.kept([Changed.put(holdRecords.Holds, hold)])
  }
  const states = (ref: string, { form, cents: valueCents }: Of<"state">) => {
    const paper = { sha256: sha256Hex(`${ref}/${form}`), kind: "payment", counterparty: "seller" } as const
    const named = isOutside ? {} : { txid: txids[form] }
    return act(notarise, { ...paper, ...named, valueCents, ref }, agents.buyer)
  }
  const statedOf = (form: Form) => needPresent(stated.get(form), "a stated payment")

  const does = async (step: Step): Promise<unknown> => {
    switch (step.act) {
      case "fund":
        return keeps({ createdAt: court.now(), confirmedAt: court.now() })
      case "release":
        return keeps({
          status: "paid_out",
          paidToPayee: { cents: figures.priceCents, txid: null },
          paidOut: {
            paidOutAt: court.now(),
            satisfiedFromHold: [],
            notMetInFull: [],
            refundOrdersSatisfied: [],
          },
        })
      case "pay":
      case "hand over":
        return
      case "state": {
        if (step.form === "reused") {
          court.advance(-1)
          await states(earlier, step)
          court.advance(1)
        }
        const { id } = await states(quoteId, step)
        return stated.set(step.form, { id, at: court.now() })
      }
      case "read": {
        if (!isRead(condition)) return
        const units = `${step.cents * unitsPerCent}`
        const shown = { asset: usdc, from: wallet, to: till, units, index: 0 }
        const block = { network, height: 9, blockHash: "0x9", minedAt: statedOf(step.form).at }
        return act(recordTransaction, { txid: txids[step.form], ...block, transfers: [shown] }, chain)
      }
      case "review": {
        const { id } = statedOf(step.form)
        return act(reviewDealing, { id, outcome: step.outcome }, agents[step.by])
      }
      case "close": {
        const { by, cents: priceChargedCents, delivered, deliveredHours, dispute, received } = step
        const said = {
          ...(deliveredHours === null ? {} : { deliveredAt: accepted + hours(deliveredHours) }),
          ...(dispute ? { dispute: "It is not as agreed." } : {}),
          ...(received === null ? {} : { received }),
        }
        return act(closeQuote, { id: quoteId, priceChargedCents, delivered, ...said }, agents[by])
      }
      case "disclose": {
        const body = { id: quoteId, content: base64(step.content) }
        const isSame = hashOf(step.content) === first(acts, "close", "supplier")?.delivered
        if (isSame) return act(discloseArtifact, body, agents[step.by])
        const code = await court.codeOf(discloseArtifact, body, agents[step.by])
        if (code !== "artifact_mismatch") throw new Error(`other bytes were disclosed: ${code}`)
        return
      }
      case "file": {
        const { by, askedCents, denies } = step
        const other = by === "supplier" ? handles.buyer : handles.supplier
        const denied = denies ? { denies: ["delivery"] as const } : {}
        const claim = { ...nothing, ...denied, orders: ordersOf(by, askedCents) }
        const about = { title: "A deal", valueCents: figures.priceCents, dealingAt: accepted, quoteId }
        const { matter } = await act(fileMatter, { respondent: other, ...about, claim }, agents[by])
        matterId = matter.id
        return
      }
      case "plead": {
        const { by, denies, admitsCents } = step
        const said = {
          ...(denies ? { denies: ["delivery"] as const } : {}),
          ...(admitsCents > 0 ? { admits: [{ n: 1, amountCents: admitsCents }] } : {}),
        }
        await act(fileDefence, { id: matterId, ...nothing, ...said }, agents[by])
        const claimant = by === "supplier" ? agents.buyer : agents.supplier
        return act(fileReply, { id: matterId, ...nothing }, claimant)
      }
      case "call": {
        await act(callForJudgment, { id: matterId }, agents[step.by])
        const { citation } = await act(before(decideMatter, Papers.judge), { matterId }, clock)
        const known = needPresent(citation, "a judgment")
        judgment = Option.getOrThrow(await court.read((reader) => reader.find(Judgment.Judgments, known)))
        return
      }
    }
  }
  for (const step of stepsOf(acts)) {
    court.advance(accepted + hours(step.hours) - court.now())
    await does(step)
  }
  return { judgment, paidOut: judgment && (await paidOn(court, judgment, hold)) }
}

/** The sums that a hold that still stands pays on a judgment that is final; null if the court pays nothing on it. */
const paidOn = async (court: Opened, judgment: Judgment.Judgment, { id, status }: Hold.Hold) => {
  const held = await court.read((reader) => reader.find(holdRecords.Holds, id))
  if (Option.isNone(held) || status === "paid_out") return null
  court.advance(hours(73))
  const body = { id, citation: judgment.citation }
  if (judgment.determined?.[0]?.undecided !== null && judgment.orders.every(({ kind }) => kind !== "pay")) {
    const code = await court.refuses(requestPayout, body, court.agents.buyer)
    if (code !== "payout_pending_matter") throw new Error(`a hold moved on an open account: ${code}`)
    return null
  }
  const { payout } = await court.does(requestPayout, body, court.agents.buyer)
  return { toPayeeCents: payout.amountToPayeeCents, toPayerCents: payout.amountToPayerCents }
}
