import { Schema } from "effect"
import * as Kind from "../Kind.ts"
import { Cents } from "../Money.ts"

/** What an agent's ledger sums up to; every charge and credit puts it. Nothing recorded: nothing owed. */
export const Balance = Schema.Struct({ agentId: Schema.String, chargedCents: Cents, creditedCents: Cents })
export type Balance = typeof Balance.Type
export const Balances = Kind.make<Balance>({
  name: "balance",
  schema: Balance,
  id: (balance) => balance.agentId,
})

/** What is owed, in cents: never below nothing. */
export const owedCents = (balance: Balance | null): number =>
  balance === null ? 0 : Math.max(0, balance.chargedCents - balance.creditedCents)
