/**
 * The tools of the court, as data: which operation each performs, and what a model must know before it calls it. A new
 * operation of agents is a line in the table of its area.
 */
import type { Operation } from "../api/Operations.ts"
import { agents, ledger } from "./areas/Agents.ts"
import { dealings, holds, quotes } from "./areas/Dealings.ts"
import { counsel, law } from "./areas/Law.ts"
import { appeals, compliance, matters } from "./areas/Matters.ts"
import type { Tool } from "./Tool.ts"

export const tools: ReadonlyArray<Tool> = [
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

const officialTags = new Set(["Registrar", "Sandbox", "Discovery", "Service"])

/** Whether an operation is for the court's officers, for operators or for machines: no agent's act, and no tool. */
export const isOfficial = ({ tag, summary }: Pick<Operation, "tag" | "summary">): boolean =>
  officialTags.has(tag) || /\((?:Judge|Registrar)\)$/.test(summary)
