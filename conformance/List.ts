/** The list of the cases, with the time that each takes: `agent-court conformance --list`. */

import type { Case } from "./Case.ts"
import * as Report from "./Report.ts"

/** A case that takes less is not in the table. */
export const slowMs = 1_000

export const usualMs: Readonly<Record<string, number>> = {
  "durable.killed": 26900,
  "shared.processes.leases": 21800,
  "shared.processes": 9600,
  "shared.reader.event": 8900,
  "durable.synced": 6300,
  "commit.linearizable": 5100,
  "shared.processes.stopped": 5000,
  "shared.journal": 3300,
  "shared.placed": 2700,
  "durable.reopened": 2400,
  "durable.receipts": 2200,
  "shared.leases": 2000,
  "holder.bare": 2000,
  "texts.bare": 1800,
  "shared.races": 1700,
  "shared.processes.receipts": 1600,
  "shared.reader.keeps-up": 1500,
  "shared.processes.versions": 1400,
  "shared.reader.followed": 1300,
  "shared.snapshot": 1100,
  "shared.processes.claims": 1100,
  "shared.processes.numbers": 1000,
}

const lineOf = ({ id, title, needs }: Case): string => {
  const ms = usualMs[id]
  const time = ms === undefined ? `< ${(slowMs / 1000).toFixed(1)} s`.padStart(7) : Report.timeText(ms)
  const condition = needs.length === 0 ? "" : ` (only if the store is ${needs.join(" and ")})`
  return `${id.padEnd(44)} ${time}  ${title}${condition}`
}

/** A line for each case whose id contains `only`, then their number. */
export const listText = (only = ""): string => {
  const cases = Report.chooseCases(only)
  const last = `${cases.length} cases. The times are those of the SQLite store on a busy machine with two cores; a run says what each took.`
  return [...cases.map(lineOf), last].join("\n")
}
