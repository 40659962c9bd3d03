import { Schema } from "effect"
import * as Kind from "../Kind.ts"
import { Cents } from "../Money.ts"

/** What an agent's ledger sums up to; every charge and credit puts it (`Post`). Nothing recorded: nothing owed. */
export const Balance = Schema.Struct({ agentId: Schema.String, chargedCents: Cents, creditedCents: Cents })
export type Balance = typeof Balance.Type
export const Balances = Kind.make<Balance>({
  name: "balance",
  schema: Balance,
  id: (balance) => balance.agentId,
})

export const newBalance = (agentId: string): Balance => ({ agentId, chargedCents: 0, creditedCents: 0 })

/** Charges less credits: below nothing where more was credited than charged. */
export const balanceCents = (balance: Balance): number => balance.chargedCents - balance.creditedCents

/** What is owed, in cents: never below nothing. */
export const owedCents = (balance: Balance | null): number =>
  balance === null ? 0 : Math.max(0, balanceCents(balance))
