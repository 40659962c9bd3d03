/** For tests: deals before a judge, by the balances of their accounts. */
import type { Account, Deal, Sum } from "../../account/index.ts"
import { closed, inWords, later, matter, payment, quote } from "../../account/testing/Given.ts"
import { bounds } from "../../kernel/Schedule.ts"
import { start } from "../../testing/Context.ts"
import type { Deals, JudgedDeal } from "../Determined.ts"
import { judgeDeal } from "../Judged.ts"
import { sought } from "./Bundles.ts"

export const sides = { supplier: "seller", buyer: "buyer" } as const

const dueOf = ({ min, max }: { readonly min: number; readonly max: number }): JudgedDeal["due"] => {
  if (min > 0) return { against: "buyer", cents: min }
  return max < 0 ? { against: "supplier", cents: -max } : null
}

/** A deal whose account has this balance: above 0 the buyer owes it, below 0 the seller. Null is another currency. */
export const deal = (balance: Sum | null, changes: Partial<Account> = {}): JudgedDeal => {
  const { min, max } =
    typeof balance === "number" ? { min: balance, max: balance } : (balance ?? { min: 0, max: 0 })
  const account: Account = {
    deal: { kind: "quote", id: "quote-1" },
    asOf: start,
    price: 50_000,
    owed: 0,
    paid: 0,
    refunded: 0,
    balance,
    undecided: balance === null ? "all" : min === max ? null : max - min,
    lines: [],
    ...changes,
  }
  return { facts: quote(), account, sides, terms: bounds, due: balance === null ? null : dueOf({ min, max }) }
}

export const on = (quote: JudgedDeal | null, debts: Deals["debts"] = new Map()): Deals => ({ quote, debts })

/** A quote that the buyer paid, whose delivery in words it disputed: whether it was delivered is open. */
export const disputed = quote({
  ...closed(inWords, { ...inWords, dispute: true }),
  stated: [payment({ lodger: "supplier" })],
  matter: matter(),
})
/** A quote before the judge, with its account 200 hours after the acceptance. */
export const judgedOn = (of: Deal.QuoteDeal = disputed): Deals => on(judgeDeal(of, sides, later(200), bounds))

export const onAccount = (amountCents: number) => sought({ cause: "account", amountCents, restsOn: [] })
