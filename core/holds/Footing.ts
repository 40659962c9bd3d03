/** The quote or the matter on which a hold is named: who would pay whom, and whether a hold may be named on it now (PD2 §6B). */
import { Effect, Option } from "effect"
import type { Agent } from "../agents/index.ts"
import { Judgment } from "../judgments/index.ts"
import type { Party } from "../kernel/Actor.ts"
import type { CommandContext } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import type { Reader } from "../kernel/Reader.ts"
import { type Refusal, refusal, when } from "../kernel/Refusal.ts"
import { Matter, matters } from "../matters/index.ts"
import { quotes } from "../quotes/index.ts"
import type * as Hold from "./Hold.ts"
import type { On } from "./Payout.ts"

/** The quote or the matter on which a hold is named: who would pay whom, and whether a hold may be named on it now. */
export interface Footing {
  readonly quoteId: string | null
  readonly matterId: string | null
  readonly payer: Party | null
  readonly payee: Party | null
  readonly inTime: boolean
  readonly when: string
  readonly purpose: Hold.Hold["purpose"]
  readonly secures: Hold.Hold["secures"]
  readonly refused: Refusal | null
}

export const onQuote = ({ id }: On, { now }: CommandContext, reader: Reader) =>
  Effect.map(quotes.need(reader, id), (stored): Footing => {
    const quote = quotes.current(stored, now)
    return {
      quoteId: id,
      matterId: null,
      payer: quote.buyer.party,
      payee: quote.supplier,
      inTime: ["accepted", "closed_by_supplier", "disputed"].includes(quote.status),
      when: "on a quote that is accepted and not settled",
      purpose: null,
      secures: null,
      refused: null,
    }
  })

const beforeCall = ["served", "undefended", "pleading", "defended", "closed"]

/** The order that a hold pending appeal secures: an order to pay of a judgment in this matter; null if the matter has no such order. */
const findSecuredOrder = (reader: Reader, body: Hold.MatterRequest, matterId: string) =>
  Effect.map(
    reader.find(Judgment.Judgments, needPresent(body.securesCitation, "the citation of what is secured")),
    (found) => {
      const judgment = Option.getOrNull(found)
      const order = judgment?.orders.find(({ n }) => n === body.securesOrderN)
      return judgment?.matterId !== matterId || order?.kind !== "pay" ? null : { judgment, order }
    },
  )

export const onMatter = ({ id, ...body }: On & Hold.MatterRequest, context: CommandContext, reader: Reader) =>
  Effect.gen(function* () {
    const stored = yield* reader.need(Matter.Matters, id, () => refusal("unknown_matter", { id }))
    const matter = matters.current(stored, context.now, context.schedule.at(stored.filedAt))
    const on = { quoteId: null, matterId: id, purpose: body.purpose }
    if (body.purpose === "payment_in") {
      return {
        ...on,
        payer: matter.respondent,
        payee: matter.claimant,
        inTime: beforeCall.includes(matter.status),
        when: "from service until the call for judgment",
        secures: null,
        refused: null,
      } satisfies Footing
    }
    const found = yield* findSecuredOrder(reader, body, id)
    // Without the order the payer is unknown. The sides of the matter stand in, so that a party is refused as `hold_secures` and a
    // stranger as `not_a_party`.
    const sides = found?.order ?? { against: matter.respondent, inFavourOf: matter.claimant }
    return {
      ...on,
      payer: sides.against,
      payee: sides.inFavourOf,
      inTime: found === null || Judgment.finalityAt(found.judgment.finality, context.now) === "under appeal",
      when: "while an appeal from the judgment is pending",
      secures: found === null ? null : { citation: found.judgment.citation, n: found.order.n },
      refused: when(found === null, "hold_secures", {}),
    } satisfies Footing
  })

/** A party that is an enrolled agent; null for anybody else. */
export const asEnrolled = (party: Party | null): typeof Agent.Bound.Type | null =>
  party === null || party.id === null ? null : { ...party, id: party.id }

/** The side that an actor would have in a hold on this footing; null for a stranger. */
export const ownSide = ({ payer, payee }: Footing, { actor }: CommandContext): Hold.Side | null => {
  if (actor.role !== "agent") return null
  if (payer?.id === actor.id) return "payer"
  return payee?.id === actor.id ? "payee" : null
}
