import { groundOf } from "./Ground.ts"

const ground = groundOf("unpaid")

/** The ledger is over its credit limit. In order of precedence. */
export const unpaid = {
  over_credit_limit: ground<{ owedCents: number; limitCents: number }>(
    ["PD2 §7"],
    "The ledger is over its credit limit",
    (f) => `${f.owedCents} cents are owed and ${f.limitCents} may be; pay at POST /api/v1/account/pay.`,
  ),
} as const
