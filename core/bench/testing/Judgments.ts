/** For tests: judgments on random deals, each with the parts that the Court keeps of what its judge read. */
import { Option } from "effect"
import type { Side as DealSide } from "../../account/index.ts"
import { later, terms } from "../../account/testing/Given.ts"
import { type Draw, drawFrom, randomDeal } from "../../account/testing/RandomDeals.ts"
import { needPresent } from "../../kernel/Defect.ts"
import { textOf } from "../../kernel/Text.ts"
import { hours } from "../../kernel/Time.ts"
import type { OrderSought } from "../../matters/index.ts"
import { compose, type Manner } from "../Compose.ts"
import type { Deals } from "../Determined.ts"
import type { Draft } from "../Judge.ts"
import { type JudgedBundle, judgeDeal } from "../Judged.ts"
import { type PartName, type Parts, partsOf } from "../KeptBundle.ts"
import { decodeParts, firstDifference, rejudge } from "../Rejudge.ts"
import { bundle, claim, defence, sought } from "./Bundles.ts"
import { facts } from "./Cases.ts"

type DraftOf = (bundle: JudgedBundle, deals: Deals) => Draft
type Sides = { readonly [S in DealSide]: string }

/** The orders that a claimant asks of a deal: its account or debt, perhaps a declaration, an order that carries nothing, or costs. */
const ordersOn = (d: Draw, cause: "account" | "debt"): ReadonlyArray<OrderSought> => {
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

/** A judgment on a random deal, as the Court composes it, with the parts of what its judge read. */
export const playJudgment = (d: Draw, draftOf: DraftOf): Played => {
  const given = bundleOn(d)
  const { matter } = given
  const manner: Manner = {
    act: "judgment",
    basis: "contested",
    judgeLine: "Before the Magistrate, on the papers",
  }
  const delivery = facts(matter, {
    sought: needPresent(given.claim.orders, "the orders of a claim"),
    counter: Option.some({ series: "MC", year: 2026, last: d.below(9_000) }),
    stakes: new Map([
      ["agent-seller", d.pick(0, 3_000, 50_000)],
      ["agent-buyer", d.pick(0, 50_000)],
    ]),
    charged: ["agent-buyer", "agent-seller"].map((agentId) => ({
      matterId: matter.id,
      agentId,
      cents: d.below(300),
    })),
  })
  const deliveredAt = needPresent(matter.call, "the call").at + d.below(hours(5))
  const draft = draftOf(given, needPresent(given.deals, "the deals"))
  const { payload } = compose(draft, manner, delivery, matter, deliveredAt)
  const parts: Parts = partsOf(given, delivery, manner, deliveredAt)
  return {
    payload,
    texts: {
      figures: textOf(parts.figures).text,
      delivery: textOf(parts.delivery).text,
      deals: textOf(parts.deals).text,
      papers: textOf(parts.papers).text,
    },
  }
}

/** The first of so many played judgments that differs when it is computed again, and how; null if no byte of any differs. */
export const firstDiffering = (
  count: number,
  seed: number,
  draftOf: DraftOf,
  hear: (computed: string) => void = () => undefined,
) => {
  const draw = drawFrom(seed)
  for (let i = 0; i < count; i++) {
    const { payload, texts } = playJudgment(draw, draftOf)
    const computed = needPresent(rejudge(decodeParts(texts), draftOf), "a judgment computed again")
    const difference = firstDifference(computed, payload)
    if (difference !== null) return { i, difference, texts }
    hear(computed)
  }
  return null
}
