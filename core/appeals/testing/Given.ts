import { bounds } from "../../kernel/Schedule.ts"
import { days, hours } from "../../kernel/Time.ts"
import { start } from "../../testing/Context.ts"
import type * as Appeal from "../Appeal.ts"
import { isPending } from "../Moves.ts"

const statement: Appeal.Statement = {
  id: "statement-1",
  firstInstance: { citation: "[2026] MC 1", costCents: 100, entered: false },
  estimatedAppealCostCents: 100,
  costCents: 200,
  marginCents: 60,
  totalCents: 260,
  statedAt: start,
  withdrawBy: start + hours(bounds.appealWithdrawalHours),
}

/** An appeal by the respondent from `[2026] MC 1`. If the status follows a fee statement, the fee was stated at `start`. */
export const appealIn = (status: Appeal.Status, changes: Partial<Appeal.Appeal> = {}): Appeal.Appeal => ({
  id: "appeal-1",
  matterId: "matter-1",
  court: "UC",
  below: "[2026] MC 1",
  status,
  noticedAt: start,
  appellants: [
    { side: "respondent", noticedBy: "seller", at: start, groundsSha256: "0".repeat(64), withdrawnAt: null },
  ],
  leave: null,
  statement: status === "leave_sought" || status === "noticed" ? null : statement,
  pricedBy: status === "leave_sought" ? null : start + days(bounds.appealPricingDays),
  registrarToldAt: null,
  hearingAt: status === "hearing" ? statement.withdrawBy : null,
  outcome: null,
  citation: null,
  feeBorneBy: null,
  endedAt: isPending({ status }) ? null : start,
  ...changes,
})
