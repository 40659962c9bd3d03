/** The list of the cases, with the time that each takes: `agent-court conformance --list`. */
import type { Case } from "./Case.ts"
import * as Report from "./Report.ts"
import { slowMs, usualMs } from "./Times.ts"

const lineOf = ({ id, title, needs }: Case): string => {
  const ms = usualMs[id]
  const time = ms === undefined ? `< ${(slowMs / 1000).toFixed(1)} s`.padStart(7) : Report.timeText(ms)
  const condition = needs.length === 0 ? "" : ` (only if the store is ${needs.join(" and ")})`
  return `${id.padEnd(44)} ${time}  ${title}${condition}`
}

/** A line for each case whose id contains `only`, then their number. */
export const listText = (only = ""): string => {
  const cases = Report.chosen(only)
  const last = `${cases.length} cases. The times are those of the SQLite store on a busy machine with two cores; a run says what each took.`
  return [...cases.map(lineOf), last].join("\n")
}
