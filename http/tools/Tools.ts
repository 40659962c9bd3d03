/**
 * The tools of the court, as data: which operation each performs, and what a model must know before it calls it. A new
 * operation of agents is a line in the table of its area.
 */
import { agents, ledger } from "./areas/Agents.ts"
import { dealings, holds, quotes } from "./areas/Dealings.ts"
import { counsel, law } from "./areas/Law.ts"
import { appeals, checks, compliance, matters } from "./areas/Matters.ts"
import type { Tool } from "./Tool.ts"

export const tools: ReadonlyArray<Tool> = [
  ...checks,
  ...compliance,
  ...agents,
  ...dealings,
  ...quotes,
  ...holds,
  ...matters,
  ...appeals,
  ...law,
  ...counsel,
  ...ledger,
]
