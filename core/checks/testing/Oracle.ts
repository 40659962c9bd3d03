/**
 * The advice worked out a second time, as somebody reads PD11 §14 aloud: from the statuses of the entries one by one, and not by the
 * rows of the table. Tests of the core and of whole courts compare the two.
 */
import type { Standing } from "../../agents/index.ts"

export interface Order {
  readonly status: Standing.EntryStatus
  readonly cents: number
  readonly favoured: string
  readonly sameOperator: boolean
}

export interface Agent {
  readonly orders: ReadonlyArray<Order>
  readonly reputation: number
  readonly stakeCents: number
}

export const adviceBy = (
  agent: Agent,
  isProven: (handle: string) => boolean,
  priceCents: number | null,
): "trust" | "caution" | "avoid" | "unknown" => {
  const has = (...statuses: ReadonlyArray<Standing.EntryStatus>) =>
    agent.orders.some(({ status }) => statuses.includes(status))
  if (has("unsatisfied")) return "avoid"
  if (has("notified", "disputed", "pending") || agent.reputation < 0) return "caution"
  const honoured = agent.orders.filter(({ status, sameOperator }) => status === "satisfied" && !sameOperator)
  if (honoured.length === 0) return "unknown"
  if (priceCents !== null && priceCents > agent.stakeCents) return "caution"
  if (!honoured.some(({ favoured }) => isProven(favoured))) return "unknown"
  let sum = 0
  for (const { cents } of honoured) sum += cents
  return priceCents !== null && priceCents > sum ? "unknown" : "trust"
}
