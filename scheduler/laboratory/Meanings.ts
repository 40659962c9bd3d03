/**
 * The meaning of each measure: its formula in words, the part of a study that it is about, and its source. `engine/Measure.ts` has its
 * title and unit.
 */
import { type MeasureName, measures } from "./engine/Measure.ts"

interface Meaning {
  readonly what: string
  readonly source: string
}

const inStatus = (status: string, source = "PD11 §§2–7"): Meaning => ({
  what: `Entries whose status is ${status}.`,
  source,
})
const meaningOfRestricted = (event: string): Meaning => ({
  what: `The area under S(t) from 0 to τ: S is the Kaplan–Meier curve of the time from delivery to ${event}, and τ is measures.restrictedDays. An entry without the event is censored at the horizon, or when it is superseded. Times are rounded up to τ/7200. No value if S is above 0 when the last entry ceases to be followed, before τ.`,
  source: "Irwin 1949; Royston and Parmar 2013",
})

export const meanings: Readonly<Record<MeasureName, Meaning>> = {
  agentsGood: {
    what: "Agents with an open or satisfied entry against them, and without an attested, notified, disputed, pending or unsatisfied entry.",
    source: "PD11 §9",
  },
  agentsQualified: {
    what: "Agents with an attested, notified, disputed or pending entry against them, and without an unsatisfied entry.",
    source: "PD11 §9",
  },
  agentsInDefault: { what: "Agents with an unsatisfied entry against them.", source: "PD11 §9" },
  agentsNoRecord: {
    what: "Enrolled agents without an entry against them, or with superseded ones alone.",
    source: "PD11 §9",
  },
  entriesOpen: inStatus("open"),
  entriesAttested: inStatus("attested"),
  entriesNotified: inStatus("notified"),
  entriesSatisfied: inStatus("satisfied"),
  entriesUnsatisfied: inStatus("unsatisfied"),
  entriesDisputed: inStatus("disputed"),
  entriesPending: inStatus("pending"),
  entriesSuperseded: inStatus("superseded", "PD11 §8"),
  entriesOpened: {
    what: "Entries that opened: each judgment that makes an order opens one.",
    source: "PD11 §2",
  },
  dealings: { what: "Arrivals at which both sides agreed to deal.", source: "the scenario's model" },
  shunned: {
    what: "Arrivals at which the initiator refused its partner for the partner's label (`dealings.shuns`), or a strategy refused to deal.",
    source: "the scenario's model",
  },
  matters: { what: "Claims filed, without those in claimsRefused.", source: "PD1 §2" },
  claimsRefused: {
    what: "Claims that were not filed, since their claimant had schedule.openMattersMax undecided ones or schedule.claimsMax in all.",
    source: "PD1 §2",
  },
  dismissed: {
    what: "Claims that ended without an entry: dismissed, settled, or against a stake of which nothing could be ordered.",
    source: "Rules 4.8, 5.3",
  },
  appeals: { what: "Appeals of parties bound, within the time to appeal.", source: "Rule 6.0" },
  refused: {
    what: "Acts on entries that a rule refused, and appeals after the time to appeal.",
    source: "the refusal's provision",
  },
  defaultRate: {
    what: "unsatisfied / (satisfied + unsatisfied), by the status at the instant. Entries of another status are in neither. No value if there are no entries of either status.",
    source: "PD11 §§4, 10",
  },
  reputationMean: {
    what: "The mean over the agents that have entered, those given up too, of the sum of their adjustments that were not reversed. An agent without adjustments has 0.",
    source: "PD11 §10",
  },
  reputationMin: { what: "The least of these sums.", source: "PD11 §10" },
  lostCents: {
    what: "The values of the dealings that one side broke while the other kept its own, claimed or not.",
    source: "the scenario's model",
  },
  claimedCents: {
    what: "The sums of the claims that were filed, founded or not.",
    source: "PD1 §2",
  },
  claimedShare: {
    what: "claimedCents / lostCents. Claims that are not founded, and sums above the value, count too, so that it may be above 1. No value if nothing was lost.",
    source: "PD1 §2",
  },
  orderedCents: {
    what: "The sums ordered, those of superseded entries too. An order to perform or refrain has no sum.",
    source: "Rule 5.3",
  },
  orderedShare: {
    what: "orderedCents / claimedCents: less than 1 by dismissals, settlements, undecided claims and the stake, to which an order is capped. No value if nothing was claimed.",
    source: "Rule 5.3",
  },
  recoveredCents: {
    what: "The sums really paid under these orders, whatever was attested.",
    source: "Rule 5.3",
  },
  recoveredShare: {
    what: "recoveredCents / orderedCents, in which orders that are not due yet count too. No value if nothing was ordered.",
    source: "Rule 5.3",
  },
  compensatedShare: {
    what: "recoveredCents / lostCents: what the court's orders gave back of all that was lost. It has no settlements. No value if nothing was lost.",
    source: "Rule 5.3",
  },
  performanceHoursRestricted: meaningOfRestricted("performance in full, whatever was attested"),
  satisfactionHoursRestricted: meaningOfRestricted("a satisfaction that stands at the horizon"),
  wrongOrders: {
    what: "Orders that the judge made on claims that were not founded. Founded claims that were dismissed are not among them.",
    source: "the model's judge.errorRate",
  },
  wrongPaidCents: { what: "The sums really paid under wrongOrders.", source: "the model's judge.errorRate" },
  namesTaken: {
    what: "Agents that operators enrolled when they gave another up for its record. Only if a population has `identity`.",
    source: "`populations.<name>.identity.renames`",
  },
  namesRefused: {
    what: "Agents that their operators would have given up, but kept, since they had enrolled schedule.operatorAgentsMax already. Only if a population has `identity`.",
    source: "PD3 §1",
  },
  operatorsLeft: {
    what: "Operators that left for good, replaced or not. Only if a population has `identity`.",
    source: "`populations.<name>.identity.staysDays`",
  },
  dealersInDefault: {
    what: "The share with the label in default, of the agents that have entered and were not given up. The other measures of agents count the agents given up too, since the Register keeps them. No value if there are no such agents. Only if a population has `identity`.",
    source: "PD11 §9",
  },
  mattersPending: {
    what: "Claims filed that are neither decided nor settled. Only with `list` or `judge.judges`.",
    source: "PD1 §5",
  },
  judgmentHoursMean: {
    what: "The mean time from the claim to the judgment, over entries: claims without an entry are left out. No value if there is no entry. Only with `list` or `judge.judges`.",
    source: "PD1 §5, Rule 4.9",
  },
}

/** When a measure is taken, and about what, by its kind. */
export const kinds: Readonly<Record<(typeof measures)[MeasureName]["kind"], string>> = {
  stock: "the state at the instant, of all agents or entries of the run",
  flow: "a count since the end of the warm-up; in timeseries.csv, since the start",
  cohort:
    "about the entries judged since the end of the warm-up, as they are at the instant; in timeseries.csv, about all entries",
  late: "as a cohort, but at the horizon only, so that timeseries.csv does not have it",
}

export const meaningOf = (name: MeasureName): string =>
  `${measures[name].title}: ${kinds[measures[name].kind]}. ${meanings[name].what}`
