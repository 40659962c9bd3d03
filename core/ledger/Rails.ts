/** The rails by which a ledger can be paid, once its operator has configured their readers (PD2 §7). */
import { Effect, Either, Schema } from "effect"
import { command, type Decision } from "../Command.ts"
import { Cents } from "../Money.ts"
import { firstOf, type Refusal, refusal, when } from "../Refusal.ts"

interface Rail {
  readonly network: string
  readonly asset: string
}

export const rails: ReadonlyArray<Rail> = [
  { network: "base", asset: "USDC" },
  { network: "base", asset: "USDT" },
  { network: "ethereum", asset: "USDC" },
  { network: "ethereum", asset: "USDT" },
  { network: "bitcoin", asset: "BTC" },
  { network: "cardano", asset: "ADA" },
]

/** The rails as anybody reads them. No reader of a chain can be configured yet, so none is live. */
export const railsView = () => ({ rails: rails.map((rail) => ({ ...rail, live: false })) })

/** The body of `POST /account/pay`: `amount` in cents, where more or less is to be paid than is owed. */
export const PayRequest = Schema.Struct({
  network: Schema.NonEmptyString.pipe(Schema.maxLength(80)),
  asset: Schema.NonEmptyString.pipe(Schema.maxLength(80)),
  amount: Schema.optional(Cents.pipe(Schema.positive())),
}).annotations({ identifier: "PayRequest" })
export type PayRequest = typeof PayRequest.Type

/** What is to be paid, and where. */
export type Invoice = {
  readonly id: string
  readonly asset: string
  readonly network: string
  readonly address: string
  readonly amountDue: string
  readonly amountCents: number
  readonly rate: string
  readonly rateUntil: string
  readonly status: string
  readonly credits: ReadonlyArray<string>
}

/** Asks for an invoice. While no rail is live every request is refused, and nothing is recorded. */
export const requestInvoice = command({
  name: "requestInvoice",
  sections: ["PD2 §7"],
  gather: (_input: PayRequest) => Effect.void,
  decide: (_facts, { network, asset }, { actor }): Either.Either<Decision<Invoice>, Refusal> =>
    Either.flatMap(
      firstOf([
        when(actor.role !== "agent", "agents_only", {}),
        when(!rails.some((rail) => rail.network === network && rail.asset === asset), "unknown_rail", {}),
      ]),
      () => Either.left(refusal("rail_not_live", {})),
    ),
})
