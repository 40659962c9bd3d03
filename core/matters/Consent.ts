/** Orders by consent (Rule 4.7): the offer, and the checks of its acceptance, which `bench/Commands.ts` delivers as a judgment. */

import { Effect, Either, Schema } from "effect"
import type { Agent } from "../agents/index.ts"
import { type Actor, otherSide, type Side } from "../kernel/Actor.ts"
import { type CommandContext, command, type Decision } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import { ById } from "../kernel/Id.ts"
import type { Named } from "../kernel/Named.ts"
import type { Reader } from "../kernel/Reader.ts"
import { type Refusal, when } from "../kernel/Refusal.ts"
import { count, enforced, rule } from "../kernel/Section.ts"
import { blobOf, readText, textOf } from "../kernel/Text.ts"
import { nextDay } from "../kernel/Time.ts"
import { dayOf } from "../ledger/index.ts"
import { decideAct } from "./Decide.ts"
import { orderChecks } from "./Law.ts"
import type { Matter } from "./Matter.ts"
import { texts, toOther } from "./Notices.ts"
import { readPleading } from "./Paper.ts"
import { actingSide, appearingOf, partiesOf, recordAppearance, sideOf } from "./Parties.ts"
import { ConsentOffer, OrderSought } from "./Pleading.ts"
import { type OnRecord, onRecord, onRecordToCall } from "./Record.ts"
import { orderTexts, screenPaper } from "./Screen.ts"
import type { MatterView } from "./View.ts"

const consentInputSchema = Schema.Struct({ ...ById.fields, ...ConsentOffer.fields })

/** The matter, and the orders that one party offers to the other. */
export type ConsentInput = Named<typeof consentInputSchema.Type>

const ConsentInput: Schema.Schema<ConsentInput> = consentInputSchema

/** The facts that an offer needs: the matter on record, the agent who appears (null for a party itself), and the number of facts claimed. */
export interface Offering extends OnRecord {
  readonly appearing: Agent.Agent | null
  readonly claimed: number
}

export const ordersByConsent = enforced(
  "Rule 4.7",
  "Orders by consent",
  (t) =>
    `A party may offer orders by consent from service until a judgment is delivered, also while the matter is before the judge, and a later offer replaces an earlier offer. A party makes at most ${count(t.consentOffersPerDay, "offer")} in a matter on one day by Universal Time. Each offer has an id. The other party names the offer that it accepts; if another offer stands, nothing is accepted. The orders accepted are checked and capped like any other orders, costs included. They are sealed as a judgment by consent and are final at once. No offer is ever shown to the judge.`,
)

const countOffers = ({ offers }: Matter, side: Side, day: string): number =>
  offers.find((one) => one.by === side && one.day === day)?.made ?? 0

const oneMore = (matter: Matter, by: Side, day: string): Matter["offers"] => [
  ...matter.offers.filter((one) => one.by !== by),
  { by, day, made: countOffers(matter, by, day) + 1 },
]

/** Refuses more offers than a party may make on one day, since each is kept for good (Rule 4.7). */
export const offersToday = rule(
  ["Rule 4.7"],
  ({ matter, terms }: OnRecord, { actor, now }: CommandContext): Refusal | null => {
    const side = sideOf(matter, actor)
    const max = terms.consentOffersPerDay
    return when(side !== null && countOffers(matter, side, dayOf(now)) >= max, "daily_figure", {
      what: "offers of consent by one party in one matter",
      max,
      waitSeconds: Math.ceil((nextDay(now) - now) / 1000),
    })
  },
)

/** The matter after an offer, with the id of the offer. */
type OfferAnswer = Named<MatterView & { readonly offerId: string }>

/** Offers orders by consent; a later offer replaces an earlier one. Neither the public nor the judge is shown it. */
export const offerConsent = command({
  name: "offer-consent",
  sections: ["Rule 4.7", "PD1 §4"],
  input: ConsentInput,
  gather: (input, context, reader) =>
    Effect.gen(function* () {
      const on = yield* onRecordToCall(reader, input.id, context)
      const appearing = yield* appearingOf(reader, on.stored, context)
      const claimed = (yield* readPleading(reader, on.stored.claim)).facts.length
      const offering: Offering = { ...on, appearing, claimed }
      return offering
    }),
  examine: ({ orders }, context) => screenPaper(orderTexts(orders, ""), context),
  decide: (facts: Offering, input, context) => {
    const orders = textOf(input.orders)
    const offerId = context.fresh("offer")
    const act = {
      act: "consent",
      against: [
        ...orderChecks(input.orders, facts.claimed, partiesOf(facts.stored), ""),
        offersToday(facts, context),
      ],
      writes: (matter: Matter): Matter => {
        const by = actingSide(matter, context.actor)
        return {
          ...recordAppearance(matter, by, facts.appearing),
          consent: { offerId, by, ordersSha256: orders.sha256, offeredAt: context.now },
          offers: oneMore(matter, by, dayOf(context.now)),
        }
      },
    } as const
    const decided = decideAct(facts, act, context, (after) => {
      const by = actingSide(after, context.actor)
      const asks = [{ act: "accept-consent", on: after.id }] as const
      const notes = toOther(by, texts.consent_offered(after, after[by].handle), asks)
      return { notes, also: [blobOf(orders)] }
    })
    return Either.map(
      decided,
      ({ changes, reply }): Decision<OfferAnswer> => ({ changes, reply: { ...reply, offerId } }),
    )
  },
})

/** The refusals of an acceptance of the offer that an actor names, beside those of the table of moves. */
export const acceptChecks = rule(
  ["Rule 4.7"],
  (matter: Matter, offerId: string, actor: Actor): ReadonlyArray<Refusal | null> => {
    const { consent } = matter
    const side = sideOf(matter, actor)
    return [
      when(consent !== null && consent.by === side, "not_other_party", {}),
      when(consent === null, "no_consent_offer", {}),
      when(consent !== null && consent.offerId !== offerId, "offer_replaced", {}),
    ]
  },
)

/**
 * The facts on which the acceptance of an offer rests. `orders` is empty without an offer; `accepting` is the agent whose acceptance is its
 * appearance (Rule 2.4).
 */
export interface AcceptFacts extends OnRecord {
  readonly accepting: Agent.Agent | null
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
    const facts: AcceptFacts = { ...on, orders, accepting }
    return facts
  })

/** The matter at the acceptance of the offer, by which the party that accepts has appeared. */
export const acceptedBy = rule(["Rule 2.4", "Rule 4.7"], (facts: AcceptFacts): Matter => {
  const { matter } = facts
  const offer = needPresent(matter.consent, "the offer that is accepted")
  return recordAppearance(matter, otherSide(offer.by), facts.accepting)
})
