/** For tests: judgments on random deals, each with the parts that the Court keeps of what its judge read. */
import { Option } from "effect"
import type { Deal } from "../../account/index.ts"
import { later, terms } from "../../account/testing/Given.ts"
import { type Draw, drawFrom, randomDeal } from "../../account/testing/RandomDeals.ts"
import type { Judgment } from "../../judgments/index.ts"
import { needPresent } from "../../kernel/Defect.ts"
import { textOf } from "../../kernel/Text.ts"
import { hours, type Instant } from "../../kernel/Time.ts"
import type { Bundle, Pleading } from "../../matters/index.ts"
import { compose, type Manner } from "../Compose.ts"
import type { Deals } from "../Determined.ts"
import { type AppealDraft, type Draft, isRuling } from "../Judge.ts"
import { type JudgedBundle, judgeDeal } from "../Judged.ts"
import { type PartName, type Parts, partsOf } from "../Parts.ts"
import { decodeParts, firstDifference, rejudge } from "../Rejudge.ts"
import { bundle, claim, defence, sought } from "./Bundles.ts"
import { facts } from "./Cases.ts"

type DraftOf = (bundle: JudgedBundle, deals: Deals) => Draft | AppealDraft
type Sides = { readonly [S in Deal.Side]: string }

/** The orders that a claimant asks of a deal: its account or debt, perhaps a declaration, an order that carries nothing, or costs. */
const ordersOn = (d: Draw, cause: "account" | "debt"): ReadonlyArray<Pleading.OrderSought> => {
  const on = cause === "debt" ? { on: "entry-1" } : {}
  const asked = sought({ cause, ...on, amountCents: 1 + d.below(12_000), restsOn: [] })
  const { amountCents: _, ...open } = sought({ cause: "account", restsOn: [] })
  return [
    asked,
    ...(cause === "account" && d.chance(30) ? [{ ...open, kind: "declaration" as const }] : []),
    ...(d.chance(30) ? [sought({ amountCents: d.below(9_000), restsOn: [1] })] : []),
    ...(d.chance(30) ? [sought({ kind: "costs", amountCents: 1 + d.below(500), restsOn: [1] })] : []),
  ]
}

const bundleOn = (d: Draw): JudgedBundle => {
  const asOf = later(60 + d.below(160))
  const deal = randomDeal(d)
  const sides: Sides = d.pick<Sides>(
    { supplier: "seller", buyer: "buyer" },
    { supplier: "buyer", buyer: "seller" },
  )
  const judged = judgeDeal(deal, sides, asOf, terms)
  const orders = ordersOn(d, deal.kind === "quote" ? "account" : "debt")
  const last = { n: orders.length, amountCents: d.below(4_000) }
  const admits = d.chance(30) ? { admits: [d.chance(50) ? 1 : last] } : {}
  return bundle({
    on: { filedAt: asOf - hours(24), call: { by: "claimant", at: asOf, default: false } },
    claim: claim({ orders, argument: d.pick("It was late.", "„Ünïcode“ \u2028 — it was late.") }),
    defence: d.chance(60) ? defence([], { argument: "It was not.", ...admits }) : null,
    deals:
      deal.kind === "quote"
        ? { quote: judged, debts: new Map() }
        : {
            quote: null,
            debts: new Map([
              ["entry-1", judged],
              ["entry-2", judged],
            ]),
          },
  })
}

export interface Played {
  readonly payload: string
  readonly texts: { readonly [P in PartName]: string }
}

const line = "Before the Magistrate, on the papers"
const magistrate: Manner = { act: "judgment", basis: "contested", judgeLine: line }
const handles = ["buyer", "seller"] as const

/** The facts on which a delivery on these papers rests, at random. */
const deliveryOf = (d: Draw, { matter, claim }: JudgedBundle, series: "MC" | "UC") =>
  facts(matter, {
    sought: needPresent(claim.orders, "the orders of a claim"),
    counter: Option.some({ series, year: 2026, last: d.below(9_000) }),
    stakes: new Map([
      ["agent-seller", d.pick(0, 3_000, 50_000)],
      ["agent-buyer", d.pick(0, 50_000)],
    ]),
    charged: handles.map((handle) => ({
      matterId: matter.id,
      agentId: `agent-${handle}`,
      cents: d.below(300),
    })),
  })
type Delivery = ReturnType<typeof deliveryOf>

const textsOf = (parts: Parts): Played["texts"] => ({
  figures: textOf(parts.figures).text,
  delivery: textOf(parts.delivery).text,
  deals: textOf(parts.deals).text,
  papers: textOf(parts.papers).text,
})

/** A judgment as the Court composes it, with the parts of what its judge read. */
const playOn = (given: JudgedBundle, delivery: Delivery, manner: Manner, at: Instant, draftOf: DraftOf) => {
  const draft = draftOf(given, needPresent(given.deals, "the deals"))
  const decided =
    manner.appeal === undefined || !isRuling(draft)
      ? manner
      : { ...manner, appeal: { ...manner.appeal, outcome: draft.outcome } }
  const fee = manner.appeal === undefined ? delivery.fee : null
  const { payload, judgment } = compose(draft, decided, { ...delivery, fee }, given.matter, at)
  const texts = textsOf(partsOf(given, { ...delivery, fee }, decided, at))
  return { judgment, payload, texts }
}

/** A judgment on a random deal. */
export const playJudgment = (d: Draw, draftOf: DraftOf): Played => {
  const given = bundleOn(d)
  const at = needPresent(given.matter.call, "the call").at + d.below(hours(5))
  return playOn(given, deliveryOf(d, given, "MC"), magistrate, at, draftOf)
}

const dearer = (order: Judgment.Order): Judgment.Order => ({
  ...order,
  amountCents: order.amountCents && order.amountCents + 1,
})
const payable = (order: Judgment.Order): Judgment.Order => ({ ...order, kind: "pay", amountCents: 5 })

/** An appeal from a judgment on a random deal, of which a part was made otherwise than its judge would make it. */
export const playAppeal = (d: Draw, draftOf: DraftOf): Played => {
  const given = bundleOn(d)
  const at = needPresent(given.matter.call, "the call").at + d.below(hours(5))
  const below = playOn(given, deliveryOf(d, given, "MC"), magistrate, at, draftOf)
  const { citation, court, orders } = below.judgment
  const delivery = deliveryOf(d, given, "UC")
  const side = d.pick("claimant", "respondent")
  const by = given.matter[side].handle
  const appeal: Bundle.Appeal = {
    id: "appeal-1",
    court: "Upper Court",
    appellants: [{ handle: by, side, grounds: ["It is wrong."], argument: d.pick(null, "„So“ \u2028.") }],
    below: [
      {
        citation,
        court,
        deliveredAt: at,
        orders: d.pick(orders, orders, orders.map(dearer), orders.map(payable)),
        payload: below.payload,
      },
    ],
    stakes: delivery.stakes,
  }
  const manner: Manner = {
    ...magistrate,
    judgeLine: "Before the Upper Court, on the papers",
    appeal: {
      id: appeal.id,
      series: "UC",
      finality: { status: "open to appeal", until: at + hours(200) },
      below: citation,
      by: [by],
      outcome: "remitted",
      feeCents: d.pick(0, 260),
    },
  }
  return playOn({ ...given, appeal }, delivery, manner, at + hours(100), draftOf)
}

/** Every tenth is an appeal. */
const play = (i: number, draw: Draw, draftOf: DraftOf): Played =>
  i % 10 === 9 ? playAppeal(draw, draftOf) : playJudgment(draw, draftOf)

/** The first of so many played judgments that differs when it is computed again, and how; null if no byte of any differs. */
export const firstDiffering = (
  count: number,
  seed: number,
  draftOf: DraftOf,
  hear: (computed: string) => void = () => undefined,
) => {
  const draw = drawFrom(seed)
  for (let i = 0; i < count; i++) {
    const { payload, texts } = play(i, draw, draftOf)
    const computed = needPresent(rejudge(decodeParts(texts), draftOf), "a judgment computed again")
    const difference = firstDifference(computed, payload)
    if (difference !== null) return { i, difference, texts }
    hear(computed)
  }
  return null
}
