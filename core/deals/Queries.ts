/** A quote as its parties read it, with its account as of now, and what a dispute on it could give at most. */
import { Effect, Option, Schema } from "effect"
import { Account, drawUp, outlookOf, prospectOf, type Security, type Side } from "../account/index.ts"
import { Agents } from "../agents/index.ts"
import { bytesOfDelivery, heldCents, readDelivery } from "../deliveries/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import type { ById } from "../kernel/Id.ts"
import { type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { owedOf, type Quote, quotes } from "../quotes/index.ts"
import { dealOfQuote } from "./Quoted.ts"

const encode = Schema.encodeSync(Account)

/** How many sentences an outlook has at most: one of the result, one of what is open, and one of what each line lacks. */
export const outlookMax = 20

/** The published stake of an agent now, in cents. */
const stakeOf = (reader: Reader, agentId: string) =>
  Effect.map(reader.find(Agents, agentId), (found) =>
    Option.match(found, { onNone: () => 0, onSome: ({ stakeCents }) => stakeCents }),
  )

/** What secures an order against a side: its stake, and of the supplier's claims what the buyer has put into holds. */
const securityOf = Effect.fnUntraced(function* (
  reader: Reader,
  agentId: string,
  quote: Quote,
  context: QueryContext,
) {
  return {
    stakeCents: yield* stakeOf(reader, agentId),
    heldCents: yield* heldCents(reader, quote, context),
  } satisfies Security
})

const sideOf = (quote: Quote, { actor }: QueryContext): Side =>
  actor.role === "agent" && actor.id === quote.supplier.id ? "supplier" : "buyer"

/** What a dispute could give the side that asks: of an offer at most, of an accepted quote as its account stands. */
const outlookFor = Effect.fnUntraced(function* (
  reader: Reader,
  quote: Quote,
  account: Account | null,
  context: QueryContext,
) {
  const { supplier, buyer } = quote
  const side = sideOf(quote, context)
  if (account === null) {
    if (quote.status !== "offered") return []
    const { criteriaSha256, delivery, remedies } = owedOf(quote)
    const inWords = criteriaSha256 === null || delivery === "elsewhere"
    const otherwiseMillionths = remedies?.otherwiseMillionths ?? null
    const security = yield* securityOf(reader, supplier.id, quote, context)
    return prospectOf({ cents: quote.priceCents, inWords, otherwiseMillionths }, security)
  }
  const other =
    side === "supplier" ? needPresent(buyer.party, "the buyer of a quote with an account") : supplier
  return outlookOf(account, side, yield* securityOf(reader, other.id, quote, context))
})

/** The account of a quote as of now; null if it has none. */
const accountOfQuote = Effect.fnUntraced(function* (reader: Reader, quote: Quote, context: QueryContext) {
  const deal = yield* dealOfQuote(reader, quote, context)
  return deal === null ? null : drawUp(deal, context.now, context.terms)
})

/** A quote as its parties and the Registrar read it, with its account: `GET /quotes/{id}`. Refused `unknown_quote`, `not_a_party`. */
export const readDeal = query({
  name: "read-deal",
  read: Effect.fnUntraced(function* (input: typeof ById.Type, context: QueryContext, reader: Reader) {
    const view = yield* readDelivery.read(input, context, reader)
    const quote = quotes.current(yield* quotes.need(reader, input.id), context.now)
    const account = yield* accountOfQuote(reader, quote, context)
    const outlook = yield* outlookFor(reader, quote, account, context)
    return { ...view, account: account === null ? null : encode(account), outlook }
  }),
})

/** What is paid on a quote whichever way its account is decided, in cents. */
const paidOn = ({ paid, refunded }: Account): number => {
  const least = typeof paid === "number" ? paid : (paid?.min ?? 0)
  const most = typeof refunded === "number" ? refunded : (refunded?.max ?? 0)
  return Math.max(0, least - most)
}

/** The bytes of a delivery: `GET /quotes/{id}/artifact`. Refused `unknown_artifact`, `not_a_party` or `artifact_unpaid`. */
export const readArtifact = query({
  name: "read-artifact",
  read: Effect.fnUntraced(function* ({ id }: typeof ById.Type, context: QueryContext, reader: Reader) {
    const quote = yield* quotes.need(reader, id)
    const account = yield* accountOfQuote(reader, quote, context)
    return yield* bytesOfDelivery(reader, quote, account === null ? 0 : paidOn(account), context)
  }),
})
