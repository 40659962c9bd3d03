import { Effect, Either } from "effect"
import type { Agent } from "../agents/Agent.ts"
import { command } from "../Command.ts"
import { appeared, appearingOf } from "../matters/Appearance.ts"
import { ConsentOffer, type Matter } from "../matters/Matter.ts"
import { readText } from "../matters/Paper.ts"
import { sideOf } from "../matters/Parties.ts"
import type { OrderSought } from "../matters/Pleading.ts"
import { onRecord } from "../matters/Record.ts"
import { mayAct } from "../matters/Standing.ts"
import { otherSide, type Side } from "../Party.ts"
import { firstOf, when } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import { type DeliveryFacts, deliver } from "./Delivery.ts"
import { gatherDelivery } from "./Gather.ts"
import type { Draft } from "./Judge.ts"

interface Facts extends DeliveryFacts {
  /** The orders on offer; none where no offer stands. */
  readonly orders: ReadonlyArray<OrderSought>
  /** The accepting agent, where its acceptance is its appearance (Rule 2.4). */
  readonly appearing: Agent | null
}

/** Orders by consent as a draft: the parties' own terms, with nothing found. The rules check and cap them like any other. */
export const consentDraft = rule(
  ["Rule 4.7"],
  (matter: Matter, offeredBy: Side, orders: ReadonlyArray<OrderSought>): Draft => {
    const [offeror, acceptor] = [matter[offeredBy].handle, matter[otherSide(offeredBy)].handle]
    return {
      catchwords: ["Orders by consent"],
      ratio:
        "Orders that one party offers and the other accepts are made by consent. Nothing else is decided.",
      issues: [
        {
          question: "On what orders do the parties agree?",
          losingAnswer: "Neither party opposes the orders.",
          reasoning: `${offeror} offered the orders below and ${acceptor} accepted them before judgment was called for.`,
          answer: "On the orders below.",
          for: "claimant",
        },
      ],
      circumstances: "The parties settled the matter between themselves. No facts are found.",
      authorities: [],
      orders: orders.map(({ restsOn: _, ...order }) => order),
      areas: [],
      costCents: null,
    }
  },
)

/** Accepts the other party's offer: its orders are sealed as a judgment by consent, final at once (Rule 4.7). */
export const acceptConsent = command({
  name: "acceptConsent",
  sections: ["Rule 4.7", "Rule 5.3", "Rule 5.4", "PD11 §2"],
  gather: ({ matterId }: { readonly matterId: string }, context, reader) =>
    Effect.gen(function* () {
      const on = yield* onRecord(reader, matterId, context, true)
      const appearing = yield* appearingOf(reader, on.stored, context)
      const delivery = yield* gatherDelivery(reader, on, context, appearing)
      const offer = on.stored.consent
      const orders = offer === null ? [] : (yield* readText(reader, ConsentOffer, offer.ordersSha256)).orders
      return { ...delivery, orders, appearing } satisfies Facts
    }),
  decide: (facts: Facts, _input, context) => {
    const { matter } = facts.passed
    const side = sideOf(matter, context.actor)
    const offer = matter.consent
    return Either.flatMap(
      firstOf([
        ...mayAct(matter, "consent/accept", context.actor),
        when(side !== null && offer?.by === side, "not_other_party", {}),
        when(offer === null, "no_consent_offer", {}),
      ]),
      () => {
        const by = offer?.by ?? "claimant"
        const bound = side === null ? matter : appeared(matter, side, facts.appearing)
        const manner = {
          act: "consent/accept",
          basis: "consent",
          judgeLine: "By consent of the parties, before the Magistrate",
        } as const
        return deliver(consentDraft(bound, by, facts.orders), manner, facts, context, bound)
      },
    )
  },
})
