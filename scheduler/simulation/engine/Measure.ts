/** The measures that a run takes over time. */
import { Schema } from "effect"
import { didYouMean } from "./Near.ts"

interface Describes {
  readonly title: string
  readonly unit:
    | "agents"
    | "entries"
    | "matters"
    | "dealings"
    | "share"
    | "hours"
    | "points"
    | "cents"
    | "acts"
}

/** Every measure with its title in charts. A `share` is from 0 to 1, and NaN if there is nothing to count. */
export const measures = {
  agentsGood: { title: "Agents labelled good", unit: "agents" },
  agentsQualified: { title: "Agents labelled qualified", unit: "agents" },
  agentsInDefault: { title: "Agents labelled in default", unit: "agents" },
  agentsNoRecord: { title: "Agents without record", unit: "agents" },
  entriesOpen: { title: "Entries open", unit: "entries" },
  entriesAttested: { title: "Entries attested", unit: "entries" },
  entriesNotified: { title: "Entries under notice", unit: "entries" },
  entriesSatisfied: { title: "Entries satisfied", unit: "entries" },
  entriesUnsatisfied: { title: "Entries unsatisfied", unit: "entries" },
  entriesDisputed: { title: "Entries disputed", unit: "entries" },
  entriesPending: { title: "Entries pending", unit: "entries" },
  entriesSuperseded: { title: "Entries superseded", unit: "entries" },
  entriesOpened: { title: "Entries opened so far", unit: "entries" },
  dealings: { title: "Dealings so far", unit: "dealings" },
  shunned: { title: "Dealings refused for the record, so far", unit: "dealings" },
  matters: { title: "Claims filed so far", unit: "matters" },
  claimsRefused: { title: "Claims refused for their number, so far", unit: "matters" },
  dismissed: { title: "Claims that opened no entry, so far", unit: "matters" },
  appeals: { title: "Appeals so far", unit: "matters" },
  refused: { title: "Acts on entries refused by a rule, so far", unit: "acts" },
  defaultRate: { title: "Default rate: unsatisfied among satisfied and unsatisfied", unit: "share" },
  performanceHoursMean: { title: "Mean time to true performance", unit: "hours" },
  satisfactionHoursMean: { title: "Mean time to satisfaction that stands", unit: "hours" },
  reputationMean: { title: "Mean reputation", unit: "points" },
  reputationMin: { title: "Lowest reputation", unit: "points" },
  orderedCents: { title: "Sums ordered so far", unit: "cents" },
  recoveredCents: { title: "Sums paid under orders so far", unit: "cents" },
  recoveredShare: { title: "Paid, of what was ordered", unit: "share" },
} as const satisfies { readonly [name: string]: Describes }

export type MeasureName = keyof typeof measures
export const measureNames = Object.keys(measures) as [MeasureName, ...MeasureName[]]

/** The name of a measure. The error for an unknown name is one line with the most similar names. */
export const Measured = Schema.Literal(...measureNames).annotations({
  message: ({ actual }) => ({
    message: `there is no measure ${String(actual)}${didYouMean(String(actual), measureNames) || `; the measures are ${measureNames.join(", ")}`}`,
    override: true,
  }),
})
