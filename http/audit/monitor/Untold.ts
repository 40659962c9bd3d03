/**
 * The findings of a monitor that its webhook has not taken yet. They stand in the state of the monitor, and are told again in a later
 * round.
 */
import { Schema } from "effect"

export const Untold = Schema.Struct({
  findings: Schema.Array(Schema.String),
  omitted: Schema.NonNegativeInt,
  /** How often in a row the webhook did not take them. */
  failures: Schema.NonNegativeInt,
  /** Before this instant, in milliseconds, it is not told again. */
  againAt: Schema.Number,
})
export type Untold = typeof Untold.Type

export const nothingUntold: Untold = { findings: [], omitted: 0, failures: 0, againAt: 0 }

const findingsMax = 100
const findingChars = 1_000
const pauseMs = { first: 30_000, most: 900_000 }

/** Adds findings, each once. Of more than a hundred only the number is kept. */
export const addFindings = (untold: Untold, lines: ReadonlyArray<string>): Untold => {
  const known = new Set(untold.findings)
  const added = [...new Set(lines.map((line) => line.slice(0, findingChars)))].filter(
    (line) => !known.has(line),
  )
  if (added.length === 0) return untold
  const all = [...untold.findings, ...added]
  const findings = all.slice(0, findingsMax)
  return { ...untold, findings, omitted: untold.omitted + all.length - findings.length }
}

/** The findings that the webhook is sent now; null if nothing is untold, or if it is too early to try again. */
export const dueFindings = (
  { findings, omitted, againAt }: Untold,
  now: number,
): ReadonlyArray<string> | null =>
  findings.length === 0 || now < againAt
    ? null
    : [...findings, ...(omitted === 0 ? [] : [`and ${omitted} more findings, which the monitor printed`])]

/** After an attempt that failed. The pause doubles with each, up to a quarter of an hour. */
export const afterFailure = (untold: Untold, now: number): Untold => ({
  ...untold,
  failures: untold.failures + 1,
  againAt: now + Math.min(pauseMs.most, pauseMs.first * 2 ** untold.failures),
})
