import { Effect, Either } from "effect"
import { command } from "../Command.ts"
import { type AcceptFacts, acceptChecks, acceptedBy, gatherAccept } from "../matters/Consent.ts"
import type { Matter } from "../matters/Matter.ts"
import type { OrderSought } from "../matters/Pleading.ts"
import { otherSide, type Side } from "../Party.ts"
import { firstOf } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import type { DeliveryFacts, Manner } from "./Compose.ts"
import { deliver } from "./Delivery.ts"
import { gatherDelivery } from "./Gather.ts"
import type { Draft } from "./Judge.ts"

type Facts = AcceptFacts & DeliveryFacts

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

const manner: Manner = {
  act: "consent/accept",
  basis: "consent",
  judgeLine: "By consent of the parties, before the Magistrate",
}

/** Accepts the other party's offer: its orders are sealed as a judgment by consent, final at once (Rule 4.7). */
export const acceptConsent = command({
  name: "acceptConsent",
  sections: ["Rule 4.7", "Rule 5.3", "Rule 5.4", "PD11 §2"],
  gather: ({ matterId }: { readonly matterId: string }, context, reader) =>
    Effect.gen(function* () {
      const accepted = yield* gatherAccept(reader, matterId, context)
      return { ...accepted, ...(yield* gatherDelivery(reader, accepted, context, accepted.accepting)) }
    }),
  decide: (facts: Facts, _input, context) => {
    const { matter } = facts.passed
    return Either.flatMap(firstOf(acceptChecks(matter, context.actor)), () => {
      const after = acceptedBy(facts)
      const draft = consentDraft(after, matter.consent?.by ?? "claimant", facts.orders)
      return deliver(draft, manner, facts, context, after)
    })
  },
})
