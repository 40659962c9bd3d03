/** Orders by consent (Rule 4.7): the offer, and the checks of its acceptance, which `judgments/Commands.ts` delivers as a judgment. */

import { Effect, Either, Schema } from "effect"
import { type Actor, otherSide } from "../Actor.ts"
import type { Agent } from "../agents/Agent.ts"
import { type CommandContext, command } from "../Command.ts"
import { present } from "../Defect.ts"
import type { Reader } from "../Reader.ts"
import { firstOf, type Refusal, when } from "../Refusal.ts"
import { enforced, rule } from "../rulebook/Section.ts"
import { blobOf, readText, textOf } from "../Text.ts"
import { orderChecks } from "./Law.ts"
import type { Matter } from "./Matter.ts"
import { mayAct } from "./Moves.ts"
import { texts, toOther } from "./Notices.ts"
import { readPleading } from "./Paper.ts"
import { actingSide, appeared, appearingOf, partiesOf, sideOf } from "./Parties.ts"
import { type ConsentOffer, OrderSought } from "./Pleading.ts"
import { acted, type OnRecord, onRecord } from "./Record.ts"
import { orderTexts, screen } from "./Screen.ts"

export interface ConsentInput extends ConsentOffer {
  readonly matterId: string
}

export interface Offering extends OnRecord {
  readonly appearing: Agent | null
  /** How many facts the claim has. */
  readonly claimed: number
}

const checks = (facts: Offering, { orders }: ConsentInput, { actor }: CommandContext) => [
  ...mayAct(facts.passed.matter, "consent", actor),
  ...orderChecks(orders, facts.claimed, partiesOf(facts.stored), ""),
]

export const ordersByConsent = enforced(
  "Rule 4.7",
  "Orders by consent",
  () =>
    "From service to the call a party may offer orders by consent, and a later offer replaces an earlier one. When the other party accepts, the orders are checked and capped like any other, sealed as a judgment by consent, and final at once. No offer is ever shown to the judge.",
)

/** Offers orders by consent; a later offer replaces an earlier one. Neither the public nor the judge is shown it. */
export const offerConsent = command({
  name: "offerConsent",
  sections: ["Rule 4.7", "PD1 §4"],
  gather: (input: ConsentInput, context, reader) =>
    Effect.gen(function* () {
      const on = yield* onRecord(reader, input.matterId, context)
      const appearing = yield* appearingOf(reader, on.stored, context)
      const claimed = (yield* readPleading(reader, on.stored.claim)).facts.length
      return { ...on, appearing, claimed } satisfies Offering
    }),
  examine: ({ orders }, context) => screen(orderTexts(orders, ""), context),
  decide: (facts: Offering, input, context) =>
    Either.map(firstOf(checks(facts, input, context)), () => {
      const by = actingSide(facts.passed.matter, context.actor)
      const matter = appeared(facts.passed.matter, by, facts.appearing)
      const orders = textOf(input.orders)
      const after: Matter = {
        ...matter,
        consent: { by, ordersSha256: orders.sha256, offeredAt: context.now },
      }
      const asks = [{ act: "accept-consent", on: matter.id }] as const
      const told = texts.consent_offered(matter, matter[by].handle)
      const notes = toOther(by, "matter.consent_offered", told, asks)
      return acted(facts, { after, event: null, rules: ["Rule 4.7"], notes }, context, [blobOf(orders)])
    }),
})

/** Whether an actor may accept the offer that is open: the other party may, from service to the call. */
export const acceptChecks = rule(
  ["Rule 4.7"],
  (matter: Matter, actor: Actor): ReadonlyArray<Refusal | null> => {
    const { consent } = matter
    const side = sideOf(matter, actor)
    return [
      ...mayAct(matter, "consent/accept", actor),
      when(consent !== null && consent.by === side, "not_other_party", {}),
      when(consent === null, "no_consent_offer", {}),
    ]
  },
)

/** What the acceptance of an offer rests on; `accepting` is the agent whose acceptance is its appearance (Rule 2.4). */
export interface AcceptFacts extends OnRecord {
  readonly accepting: Agent | null
  /** The orders offered; none where there is no offer. */
  readonly orders: ReadonlyArray<OrderSought>
}

/** Reads a matter for the acceptance of the offer that is open, with the orders offered. */
export const gatherAccept = (reader: Reader, matterId: string, context: CommandContext) =>
  Effect.gen(function* () {
    const on = yield* onRecord(reader, matterId, context, true)
    const { consent } = on.stored
    const orders =
      consent === null ? [] : yield* readText(reader, Schema.Array(OrderSought), consent.ordersSha256)
    const accepting = yield* appearingOf(reader, on.stored, context)
    return { ...on, orders, accepting } satisfies AcceptFacts
  })

/** The matter at the acceptance of the offer, by which the party that accepts has appeared. */
export const acceptedBy = rule(["Rule 2.4", "Rule 4.7"], (facts: AcceptFacts): Matter => {
  const { matter } = facts.passed
  const offer = present(matter.consent, "the offer that is accepted")
  return appeared(matter, otherSide(offer.by), facts.accepting)
})
