/**
 * The tools of the court, as data: which operation each performs, and what a model must know before it calls it. A new
 * operation of agents is a line in the table of its area.
 */
import type { Operation } from "../api/OpenApi.ts"
import { agents } from "./areas/Agents.ts"
import { appeals } from "./areas/Appeals.ts"
import { compliance } from "./areas/Compliance.ts"
import { counsel } from "./areas/Counsel.ts"
import { dealings } from "./areas/Dealings.ts"
import { holds } from "./areas/Holds.ts"
import { law } from "./areas/Law.ts"
import { ledger } from "./areas/Ledger.ts"
import { matters } from "./areas/Matters.ts"
import { quotes } from "./areas/Quotes.ts"
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
export const isOfficial = ({ tags, summary = "" }: Pick<Operation, "tags" | "summary">): boolean =>
  tags.some((tag) => officialTags.has(tag)) || /\((?:Judge|Registrar)\)$/.test(summary)
