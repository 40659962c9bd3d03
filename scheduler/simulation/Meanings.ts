/** What each measure means: its formula in words, the part of a study that it is about, and its source. `engine/Measure.ts` has its title and unit. */
import { type MeasureName, measures } from "./engine/Measure.ts"

interface Meaning {
  readonly what: string
  readonly source: string
}

const meaningOfLabel = (label: string): Meaning => ({
  what: `Agents whose gravest entry has the label ${label}.`,
  source: "PD11 §9",
})
const inStatus = (status: string, source = "PD11 §§2–7"): Meaning => ({
  what: `Entries whose status is ${status}.`,
  source,
})
const meaningOfRestricted = (event: string): Meaning => ({
  what: `The area under S(t) from 0 to τ: S is the Kaplan–Meier curve of the time from delivery to ${event}, and τ is measures.restrictedDays. Times are rounded up to τ/7200. Whoever has not come so far by τ counts with τ. No value if nobody is followed to τ.`,
  source: "Irwin 1949; Royston and Parmar 2013",
})

export const meanings: Readonly<Record<MeasureName, Meaning>> = {
  agentsGood: meaningOfLabel("good"),
  agentsQualified: meaningOfLabel("qualified"),
  agentsInDefault: meaningOfLabel("in default"),
  agentsNoRecord: { what: "Agents without an entry against them.", source: "PD11 §9" },
  entriesOpen: inStatus("open"),
  entriesAttested: inStatus("attested"),
  entriesNotified: inStatus("notified"),
  entriesSatisfied: inStatus("satisfied"),
  entriesUnsatisfied: inStatus("unsatisfied"),
  entriesDisputed: inStatus("disputed"),
  entriesPending: inStatus("pending"),
  entriesSuperseded: inStatus("superseded", "PD11 §8"),
  entriesOpened: { what: "Orders whose entries opened.", source: "PD11 §2" },
  dealings: { what: "Dealings that began.", source: "the scenario's model" },
  shunned: { what: "Dealings that a partner refused for the record.", source: "the scenario's model" },
  matters: { what: "Claims filed.", source: "PD1 §2" },
  claimsRefused: { what: "Claims refused because their claimants had too many.", source: "PD1 §2" },
  dismissed: {
    what: "Claims that were decided without an order, so that no entry opened.",
    source: "Rule 5.3",
  },
  appeals: { what: "Appeals.", source: "Rule 6.0" },
  refused: { what: "Acts on entries that a rule refused.", source: "the refusal's provision" },
  defaultRate: {
    what: "unsatisfied / (satisfied + unsatisfied). Entries that are still open are in neither.",
    source: "PD11 §§4, 10",
  },
  reputationMean: { what: "The mean over agents of the sums of adjustments that stand.", source: "PD11 §10" },
  reputationMin: { what: "The least of these sums.", source: "PD11 §10" },
  orderedCents: { what: "The sums ordered.", source: "Rule 5.3" },
  recoveredCents: { what: "The sums really paid under these orders.", source: "Rule 5.3" },
  recoveredShare: { what: "recoveredCents / orderedCents.", source: "Rule 5.3" },
  performanceHoursRestricted: meaningOfRestricted("true performance"),
  satisfactionHoursRestricted: meaningOfRestricted("a satisfaction that stands"),
  wrongOrders: { what: "Orders that the judge made in error.", source: "the model's judge.errorRate" },
  wrongPaidCents: { what: "What was paid under these orders.", source: "the model's judge.errorRate" },
  namesTaken: {
    what: "Agents that operators enrolled when they gave another up for its record. Only if a population has `identity`, as the next three.",
    source: "populations[].identity.renames",
  },
  namesRefused: {
    what: "Agents that operators would have enrolled so, but had schedule.operatorAgentsMax already.",
    source: "PD3 §1",
  },
  operatorsLeft: {
    what: "Operators that left for good, replaced or not.",
    source: "populations[].identity.staysDays",
  },
  dealersInDefault: {
    what: "The share with the label in default, of the agents that deal: those that have entered and were not given up. The other measures of agents count the agents given up, too, since the Register keeps them.",
    source: "PD11 §9",
  },
  mattersPending: {
    what: "Claims filed that are neither decided nor settled. Only with `list` or `judge.judges`, as the next one.",
    source: "PD1 §5",
  },
  judgmentHoursMean: {
    what: "The mean time from the claim to the judgment, of the entries judged.",
    source: "PD1 §5, Rule 4.9",
  },
}

/** When a measure is taken, and about what, by its kind. */
export const kinds: Readonly<Record<(typeof measures)[MeasureName]["kind"], string>> = {
  stock: "a state at the instant",
  flow: "a count of what happened since the warm-up",
  cohort: "what became, until the instant, of the entries judged since the warm-up",
  late: "as a cohort, at the horizon only",
}

/** A measure in a sentence or two. */
export const meaningOf = (name: MeasureName): string =>
  `${measures[name].title}: ${kinds[measures[name].kind]}. ${meanings[name].what}`
