import { Schema } from "effect"
import type { Named } from "../../../core/kernel/Named.ts"
import { didYouMean } from "../../../core/kernel/Near.ts"
import type { Scenario } from "./Scenario.ts"

interface Describes {
  readonly title: string
  /**
   * `stock`: the state at an instant. `flow`: a count since the end of the warm-up. `cohort`: what became, until then, of the entries that
   * were judged since the end of the warm-up. `late`: such a measure, taken at the horizon only.
   */
  readonly kind: "stock" | "flow" | "cohort" | "late"
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
  /** The part of the scenario without which there is nothing to measure. */
  readonly needs?: "identity" | "list or judges"
}

const stated = {
  agentsGood: { title: "Agents labelled good", unit: "agents", kind: "stock" },
  agentsQualified: { title: "Agents labelled qualified", unit: "agents", kind: "stock" },
  agentsInDefault: { title: "Agents labelled in default", unit: "agents", kind: "stock" },
  agentsNoRecord: { title: "Agents without record", unit: "agents", kind: "stock" },
  entriesOpen: { title: "Entries open", unit: "entries", kind: "stock" },
  entriesAttested: { title: "Entries attested", unit: "entries", kind: "stock" },
  entriesNotified: { title: "Entries under notice", unit: "entries", kind: "stock" },
  entriesSatisfied: { title: "Entries satisfied", unit: "entries", kind: "stock" },
  entriesUnsatisfied: { title: "Entries unsatisfied", unit: "entries", kind: "stock" },
  entriesDisputed: { title: "Entries disputed", unit: "entries", kind: "stock" },
  entriesPending: { title: "Entries pending", unit: "entries", kind: "stock" },
  entriesSuperseded: { title: "Entries superseded", unit: "entries", kind: "stock" },
  entriesOpened: { title: "Entries opened so far", unit: "entries", kind: "cohort" },
  dealings: { title: "Dealings so far", unit: "dealings", kind: "flow" },
  shunned: { title: "Dealings refused for the record, so far", unit: "dealings", kind: "flow" },
  matters: { title: "Claims filed so far", unit: "matters", kind: "flow" },
  claimsRefused: { title: "Claims refused for their number, so far", unit: "matters", kind: "flow" },
  dismissed: { title: "Claims that opened no entry, so far", unit: "matters", kind: "flow" },
  appeals: { title: "Appeals so far", unit: "matters", kind: "flow" },
  refused: { title: "Acts on entries refused by a rule, so far", unit: "acts", kind: "flow" },
  defaultRate: {
    title: "Default rate: unsatisfied among satisfied and unsatisfied",
    unit: "share",
    kind: "cohort",
  },
  reputationMean: { title: "Mean reputation", unit: "points", kind: "stock" },
  reputationMin: { title: "Lowest reputation", unit: "points", kind: "stock" },
  lostCents: { title: "Lost in dealings that one side broke, so far", unit: "cents", kind: "flow" },
  claimedCents: { title: "Sums claimed so far", unit: "cents", kind: "flow" },
  claimedShare: { title: "Claimed, of what was lost", unit: "share", kind: "late" },
  orderedCents: { title: "Sums ordered so far", unit: "cents", kind: "cohort" },
  orderedShare: { title: "Ordered, of what was claimed", unit: "share", kind: "late" },
  recoveredCents: { title: "Sums paid under orders so far", unit: "cents", kind: "cohort" },
  recoveredShare: { title: "Paid, of what was ordered", unit: "share", kind: "cohort" },
  compensatedShare: { title: "Paid, of what was lost", unit: "share", kind: "late" },
  performanceHoursRestricted: {
    title: "Restricted mean time to true performance",
    unit: "hours",
    kind: "late",
  },
  satisfactionHoursRestricted: {
    title: "Restricted mean time to satisfaction that stands",
    unit: "hours",
    kind: "late",
  },
  wrongOrders: { title: "Orders made in error", unit: "entries", kind: "late" },
  wrongPaidCents: { title: "Sums paid under orders made in error", unit: "cents", kind: "late" },
  namesTaken: {
    title: "Agents enrolled in place of another, so far",
    unit: "agents",
    kind: "flow",
    needs: "identity",
  },
  namesRefused: {
    title: "Agents refused because an operator had enough, so far",
    unit: "agents",
    kind: "flow",
    needs: "identity",
  },
  operatorsLeft: { title: "Operators that left so far", unit: "agents", kind: "flow", needs: "identity" },
  dealersInDefault: {
    title: "Share of the agents that deal that are in default",
    unit: "share",
    kind: "stock",
    needs: "identity",
  },
  mattersPending: { title: "Claims undecided", unit: "matters", kind: "stock", needs: "list or judges" },
  judgmentHoursMean: {
    title: "Mean time from claim to judgment",
    unit: "hours",
    kind: "late",
    needs: "list or judges",
  },
} as const satisfies { readonly [name: string]: Describes }

type Measures = Named<typeof stated>

/** Every measure with its title in charts. A `share` is from 0 to 1, and NaN if there is nothing to count. */
export const measures: Measures = stated

/** The name of a measure that every run has, or that a run has if its scenario has the part which it needs. */
export type MeasureName = keyof typeof measures
/** The names of the measures, in the order of the columns in tables and files. */
export const measureNames = Object.keys(measures) as [MeasureName, ...MeasureName[]]

/** The names of measures that only some scenarios have, by their populations, list or judge. */
export type SpecialName = {
  [M in MeasureName]: (typeof measures)[M] extends { readonly needs: string } ? M : never
}[MeasureName]
type ValuesOf = { readonly [M in Exclude<MeasureName, SpecialName>]: number } & {
  readonly [M in SpecialName]?: number
}
/** The values of a run by name; a measure that the scenario does not have is absent. */
export interface MeasureValues extends ValuesOf {}

const partOf = (name: MeasureName): Describes["needs"] => {
  const { needs }: Describes = measures[name]
  return needs
}
/** The part that a scenario must have for a measure, in words. */
export const needsOf = (name: MeasureName): string =>
  partOf(name) === "identity" ? "a population with identity" : "list or judge.judges"

/** Whether agents of a scenario come back under new names. */
export const hasIdentity = ({ populations }: Pick<Scenario, "populations">): boolean =>
  populations.some(({ identity }) => identity !== undefined)

/** Whether a run of the scenario has this measure: some measures need agents with new names, a list, or judges. */
export const isMeasuredIn =
  ({ populations, list, judge }: Pick<Scenario, "populations" | "list" | "judge">) =>
  (name: MeasureName): boolean => {
    const needs = partOf(name)
    if (needs === undefined) return true
    return needs === "identity"
      ? hasIdentity({ populations })
      : list !== undefined || judge.judges !== undefined
  }

type Late = { [M in MeasureName]: (typeof measures)[M]["kind"] extends "late" ? M : never }[MeasureName]
/** The names of measures that can be taken during a run, and not at its end alone. */
export type SampledName = Exclude<MeasureName, Late>
const isSampled = (name: MeasureName): name is SampledName => measures[name].kind !== "late"
/** The names of measures over time, in the order of `measureNames`. */
export const sampledNames = measureNames.filter(isSampled)

const namesOf = <Name extends MeasureName>(what: string, names: ReadonlyArray<Name>) =>
  Schema.Literal(...names).annotations({
    message: ({ actual }) => ({
      message: `there is no ${what} ${String(actual)}${didYouMean(String(actual), names) || `; the ${what}s are ${names.join(", ")}`}`,
      override: true,
    }),
  })
/** The name of a measure. The error for an unknown name is one line with the most similar names. */
export const Measured = namesOf("measure", measureNames)
/** The schema of the name of a measure over time, which suggests the nearest one. */
export const Sampled = namesOf("measure over time", sampledNames)
