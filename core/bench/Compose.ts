/** Composing a judgment from a draft: its orders, its reasons, its citation and the text that goes under seal. */

import type { Either, Option } from "effect"
import { Determination } from "../account/index.ts"
import type { Standing } from "../agents/index.ts"
import { type Judges, Judgment } from "../judgments/index.ts"
import type { Party } from "../kernel/Actor.ts"
import { needPresent } from "../kernel/Defect.ts"
import { byteLength, sha256Hex } from "../kernel/Hash.ts"
import { firstOf, type Refusal, when } from "../kernel/Refusal.ts"
import { rule } from "../kernel/Section.ts"
import { format, type Instant } from "../kernel/Time.ts"
import { type Account, MagistrateFee } from "../ledger/index.ts"
import { type Matter, type OnRecord, Parties, type Pleading } from "../matters/index.ts"
import { limits } from "../store/Store.ts"
import { tariffOf } from "./Conduct.ts"
import type { Draft, Outcome } from "./Judge.ts"
import { isFromPrinciple, isReported, nextCitation, openFinality } from "./Law.ts"
import { oneLine } from "./Markdown.ts"
import * as Orders from "./Orders.ts"
import { renderReasons } from "./Reasons.ts"

interface PayloadInput {
  readonly citation: string
  readonly series: Judgment.Series
  readonly title: string
  readonly deliveredAt: Instant
  readonly orders: ReadonlyArray<Judgment.Order>
  readonly determinations: ReadonlyArray<Determination.Determination>
  readonly reasons: string
}

/** The exact text under seal. It is never parsed and written again: whoever serves it serves these bytes. */
const payloadText = (input: PayloadInput): string => {
  const { citation, series, title, deliveredAt, orders, determinations, reasons } = input
  return JSON.stringify({
    court: Judgment.courts[series],
    register: Judgment.register,
    citation,
    series,
    title,
    delivered: format(deliveredAt),
    orders: orders.map(Judgment.publicOrder),
    ...(determinations.length === 0 ? {} : { determinations }),
    reasons,
  })
}

/** All that a delivery rests on: the matter with every passing applied, and the records that the judgment needs or changes. */
export interface DeliveryFacts extends OnRecord {
  readonly counter: Option.Option<Judgment.SeriesCounter>
  /** The part of each party's stake that is left for this judgment, by agent id. An agent without a stake has staked nothing. */
  readonly stakes: ReadonlyMap<string, number>
  readonly standings: ReadonlyArray<Standing.Standing>
  readonly sought: ReadonlyArray<Pleading.OrderSought>
  /**
   * The quote whose account the claim asks for, if PD15 was in force at its filing; null if the claim asks for no account, or was filed
   * before.
   */
  readonly accountOf: { readonly id: string; readonly priceCents: number } | null
  /** Judgments vacated with an order to rehear: this one supersedes them. */
  readonly reheard: ReadonlyArray<Judgment.Judgment>
  readonly fee: MagistrateFee.Facts
  /** The fees of the appeals that were decided last, in cents. */
  readonly appealFees: ReadonlyArray<number>
  /** The judge that drafts; null if no judge does, as in a judgment by consent. */
  readonly by: Judges.Seat | null
  /** The charges in the matter of each party that is enrolled. */
  readonly charged: ReadonlyArray<Account.MatterCharge>
}

interface OnAppeal {
  readonly id: string
  readonly series: Judgment.Series
  readonly finality: Judgment.Finality
  /** The citation of the judgment appealed from, and the handles of the parties that appeal. */
  readonly below: string
  readonly by: ReadonlyArray<string>
  readonly outcome: Outcome
  readonly feeCents: number
}

/** By which act, and on what basis, a judgment is delivered: of a judge, by consent, or on appeal. */
export interface Manner {
  readonly act: "judgment" | "consent/accept"
  readonly basis: Judgment.Judgment["basis"]
  readonly judgeLine: string
  readonly appeal?: OnAppeal
}

/** The facts beside the draft of which a judgment is composed: stakes, fees, figures and accounts as they were read. */
export interface ComposeFacts
  extends Pick<DeliveryFacts, "counter" | "stakes" | "terms" | "sought" | "accountOf" | "charged" | "by"> {
  /** Null on appeal, since the manner then says the fee. */
  readonly fee: MagistrateFee.Facts | null
}

/** A judgment that is not recorded yet, with the words to be sealed and the count from which its citation was drawn. */
export interface Composed {
  readonly judgment: Judgment.Judgment
  readonly payload: string
  readonly counter: Judgment.SeriesCounter
}

/** Each outcome, as the sealed text says what was done to the judgment below. */
export const outcomeWords: { readonly [O in Outcome]: string } = {
  affirmed: "affirmed",
  varied: "varied",
  set_aside: "set aside",
  remitted: "set aside, and the matter remitted to the judge",
}

const outcomeNote = ({ by, below, outcome }: OnAppeal): string =>
  `On appeal by ${by.join(" and ")} from ${below}, the judgment below is ${outcomeWords[outcome]}.`

const unboundNote = (matter: Matter.Matter): ReadonlyArray<string> =>
  Parties.isRespondentBound(matter)
    ? []
    : [
        `${matter.respondent.handle} was not enrolled when served and did not appear. It is not bound: this judgment declares and does not order (Rule 2.4).`,
      ]

/** The orders with costs bounded by what was charged to the party that they favour, with the fee of this judgment (Rule 5.3C). */
const withCosts = (
  orders: ReadonlyArray<Judgment.Order>,
  { costCents }: Draft,
  { basis, appeal }: Manner,
  { charged, fee, terms }: ComposeFacts,
  { currency }: Matter.Matter,
): ReadonlyArray<Judgment.Order> => {
  if (basis === "consent") return orders
  const own =
    appeal?.feeCents ?? MagistrateFee.feeOf(needPresent(fee, "what the fee rests on"), costCents, terms)
  const chargeOf = ({ id }: Party) =>
    needPresent(
      charged.find(({ agentId }) => agentId === id),
      "what a party has been charged",
    ).cents
  return Orders.boundCosts(orders, (party) => chargeOf(party) + own, currency)
}

/** The judgment in a matter from a draft that has been checked, delivered at `now`. It names no entries yet. */
export const compose = rule(
  ["Rule 5.2", "Rule 5.5"],
  (draft: Draft, manner: Manner, facts: ComposeFacts, matter: Matter.Matter, now: Instant): Composed => {
    const series = manner.appeal?.series ?? "MC"
    const { citation, counter } = nextCitation(facts.counter, series, now)
    const { currency, claimant, respondent } = matter
    const title = oneLine(matter.title)
    const capped = Orders.make(draft.orders, {
      matter,
      defaultHours: facts.terms.orderHoursDefault,
      leftOf: (agentId) => needPresent(facts.stakes.get(agentId), "the stake of a party"),
      basis: manner.basis,
      // A dismissal then dismisses the appeal, since the judgment below stands.
      onAppeal: manner.appeal?.outcome === "affirmed",
    })
    const orders = withCosts(capped, draft, manner, facts, matter)
    const notes = [
      ...unboundNote(matter),
      ...(manner.appeal === undefined ? [] : [outcomeNote(manner.appeal)]),
    ]
    const { judgeLine, basis } = manner
    const made = { citation, title, deliveredAt: now, orders, currency }
    const beyond = manner.basis === "consent" ? [] : Orders.beyondPrayer(draft.orders, facts.sought)
    const reasons = renderReasons({ ...made, parties: matter, judgeLine, draft, notes, beyond })
    const { determinations = [] } = draft
    const payload = payloadText({ ...made, series, determinations, reasons })
    const judgment: Judgment.Judgment = {
      ...made,
      series,
      year: Judgment.yearOf(now),
      number: counter.last,
      matterId: matter.id,
      appealId: manner.appeal?.id ?? null,
      court: Judgment.courts[series],
      payloadSha256: sha256Hex(payload),
      claimant,
      respondent,
      respondentBound: Parties.isRespondentBound(matter),
      basis,
      ...(facts.by === null ? {} : { judge: facts.by.name }),
      areas: draft.areas,
      catchwords: draft.catchwords,
      ratio: draft.ratio,
      fromPrinciple: isFromPrinciple(draft),
      costCents: draft.costCents,
      finality: manner.appeal?.finality ?? openFinality(basis, now, facts.terms),
      entries: [],
      conduct: tariffOf(draft.conduct, matter, facts.terms),
      ...(determinations.length === 0 ? {} : { determined: determinations.map(Determination.sumsOf) }),
      marks: {
        reported: isReported(basis, draft.areas),
        vacated: false,
        setAside: false,
        supersededBy: null,
      },
    }
    return { judgment, payload, counter }
  },
)

/** Whether a judgment fits the records and texts that every store takes. */
export const checkSize = ({ judgment, payload }: Composed): Either.Either<void, Refusal> => {
  const record = byteLength(JSON.stringify(judgment))
  const sealed = byteLength(payload)
  // An entry's id is added for each order after this check.
  const max = limits.recordBytes - 1_000
  return firstOf([
    when(record > max, "draft_too_large", { what: "orders, ratio and catchwords", max, found: record }),
    when(sealed > limits.blobBytes, "draft_too_large", {
      what: "judgment",
      max: limits.blobBytes,
      found: sealed,
    }),
  ])
}
