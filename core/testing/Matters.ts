import type { Filing } from "../matters/Matter.ts"
import type { Pleading } from "../matters/Pleading.ts"
import { start } from "./Context.ts"

/** A claim for a translation that was paid for and not delivered, by `buyer` against `seller`. */
export const claim = (changes: Partial<Pleading> = {}): Pleading => ({
  facts: [
    { n: 1, text: "The respondent agreed to deliver a translation.", evidence: ["order"] },
    { n: 2, text: "The translation was not delivered." },
  ],
  evidence: [{ label: "order", kind: "message", content: "order 17: accepted" }],
  rules: ["Who is paid for a thing delivers it."],
  authorities: [],
  orders: [
    {
      kind: "pay",
      text: "Pay back the price.",
      amountCents: 4_000,
      against: "seller",
      inFavourOf: "buyer",
      restsOn: [1, 2],
    },
  ],
  ...changes,
})

export const filing = (changes: Partial<Filing> = {}): Filing => ({
  respondent: "seller",
  title: "Undelivered translation",
  valueCents: 60_000,
  dealingAt: start - 1000,
  claim: claim(),
  ...changes,
})

/** A paper in answer to another. */
export const answering = (changes: Partial<Pleading> = {}): Pleading => ({
  facts: [{ n: 1, text: "The translation was delivered on time." }],
  responses: [
    { n: 1, plea: "admit" },
    { n: 2, plea: "deny" },
  ],
  evidence: [],
  rules: [],
  authorities: [],
  ...changes,
})
