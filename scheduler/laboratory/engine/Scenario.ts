/** A scenario: the agents and their behaviour, the dealings, how the court decides, and the figures of the Schedule. */
import { JSONSchema, Schema } from "effect"
import type { Reputation } from "../../../core/compliance/index.ts"
import { bounds } from "../../../core/kernel/Schedule.ts"
import { DateTime, format } from "../../../core/kernel/Time.ts"
import { Behaviour } from "./Behaviour.ts"
import { Distribution } from "./Distribution.ts"
import {
  describes,
  Elapsed,
  Name,
  optional,
  optionalField,
  Positive,
  Share,
  section,
  someHours,
  whole,
} from "./Fields.ts"
import { Identity, Judges, List } from "./Identity.ts"
import { Sampled } from "./Measure.ts"
import { Network } from "./Network.ts"

/** The conduct of a population as a party favoured or as a partner in a broken dealing. */
const Creditor = Schema.Struct({
  sues: optional(Share, 1, "The share of dealings broken by the other that it takes to the court."),
  suesUnfounded: optional(
    Share,
    0,
    "The share of other dealings that it takes to the court without a reason. If arrivals are `disputes`: the share of its claims that are unfounded.",
  ),
  confirms: optional(
    Share,
    0.5,
    "The share of true attestations that it confirms. The other entries become satisfied when the window of PD11 §3 closes.",
  ),
  confirmHours: optional(Distribution, someHours, "Hours from an attestation until it confirms."),
  disputes: optional(Share, 0.9, "The share of untrue attestations that it disputes."),
  disputeHours: optional(Distribution, someHours, "Hours from an attestation until it disputes."),
})

const strategy = optionalField(
  Name,
  "The name of a strategy: `reckons`, which ships, or one of your own, which the file of --strategies exports. Choices that it does not make are drawn as the other fields say.",
)

const populationFields = {
  strategy,
  parameters: optionalField(
    Schema.Record({ key: Schema.String, value: Schema.Number }),
    "Numbers by name that the strategy is given.",
  ),
  stakeCents: optional(
    Distribution,
    10_000,
    "The stake that an agent publishes, in cents, drawn once for each agent. It caps each order to pay (Rule 5.3A), and is not used up.",
  ),
  breaches: optional(
    Share,
    0.05,
    "The share that it breaks of the dealings that others begin with it. Who begins a dealing keeps it.",
  ),
  defends: optional(
    Share,
    0.5,
    "The share of claims against it that it defends; the others are decided in default.",
  ),
  behaviours: Schema.NonEmptyArray(Behaviour).annotations(
    describes(
      "How it meets the orders against it: one behaviour is drawn for each order, by their shares, which add up to 1.",
    ),
  ),
  asCreditor: section(Creditor, "Whether it sues, and what it does as the party that an order favours."),
  identity: optionalField(
    Identity,
    "When its agents enter and leave, and when their operators take new names. If absent, each stays for the run under one name.",
  ),
}

const populationSchema = Schema.Struct({
  name: Name.annotations(describes("Its name in the report and in `interventions`.")),
  share: Share.annotations(describes("Its share of the agents.")),
  ...populationFields,
}).annotations({
  identifier: "Population",
})

export interface Population extends Schema.Schema.Type<typeof populationSchema> {}
/** A population as a scenario's JSON has it, before what is left out is filled in. */
export interface PopulationJson extends Schema.Schema.Encoded<typeof populationSchema> {}

/** A share of the agents that behave alike, as a scenario writes it. */
export const Population: Schema.Schema<Population, PopulationJson> = populationSchema

const ListedDealing = Schema.Struct({
  atHours: Elapsed.annotations(describes("Hours since the start.")),
  respondent: optionalField(whole(0, 100_000_000), "The number of the agent, from 0; drawn if absent."),
  claimant: optionalField(whole(0, 100_000_000), "The number of the agent, from 0; drawn if absent."),
  valueCents: optionalField(whole(1, bounds.dealingValueCentsMax), "Its value; drawn if absent."),
  broken: optionalField(Schema.Boolean, "Whether the respondent broke it; drawn if absent."),
})

const arriving = {
  of: optional(
    Schema.Literal("dealings", "disputes"),
    "dealings" as const,
    "Whether each arrival begins a dealing (`dealings`), which may be kept or broken, or files a claim (`disputes`), founded or not.",
  ),
}
const Arrivals = Schema.Union(
  Schema.Struct({
    kind: Schema.Literal("poisson"),
    perAgentPerDay: Positive.annotations(describes("The mean number of arrivals of one agent in a day.")),
    ...arriving,
  }),
  Schema.Struct({
    kind: Schema.Literal("fixed"),
    everyHours: Positive.annotations(
      describes(
        "Hours between two arrivals of one agent; the first is at a random instant of the first such span.",
      ),
    ),
    ...arriving,
  }),
  Schema.Struct({
    kind: Schema.Literal("listed"),
    items: Schema.Array(ListedDealing).annotations(describes("The arrivals, in any order.")),
    ...arriving,
  }).annotations(describes("Observed arrivals.")),
)

const shunnedShare = (label: Reputation.Label) =>
  optional(Share, 0, `The share of dealings with a partner labelled "${label}" that agents refuse to begin.`)

const Dealings = Schema.Struct({
  arrivals: Arrivals.annotations(describes("When agents deal, or claim.")),
  valueCents: optional(
    Distribution,
    { lognormal: { median: 5000, sigma: 1 } },
    "The value of a dealing, in cents. A claim about it is for this sum.",
  ),
  shuns: section(
    Schema.Struct({
      "in default": shunnedShare("in default"),
      qualified: shunnedShare("qualified"),
      good: shunnedShare("good"),
      "no record": shunnedShare("no record"),
    } satisfies { readonly [L in Reputation.Label]: unknown }),
    "The share of dealings with a partner of each label that agents refuse to begin. They do not look for another partner then.",
  ),
  network: optionalField(Network, "Which agents deal with which; everybody with everybody if absent."),
})

const JudgeModel = Schema.Struct({
  errorRate: optional(
    Share,
    0.05,
    "The share of claims that the judge decides wrongly: an unfounded claim succeeds, or a founded one fails.",
  ),
  decisionHours: optional(
    Distribution,
    { uniform: [1, 12] },
    "Hours from the close of pleadings, or from default, to judgment.",
  ),
  orders: optional(
    Schema.Struct({
      pay: Share.annotations(describes("The share of orders to pay.")),
      perform: Share.annotations(describes("The share of orders to do something else.")),
      refrain: Share.annotations(describes("The share of orders to refrain from something.")),
    }),
    { pay: 1, perform: 0, refrain: 0 },
    "The shares of the kinds of orders. They add up to 1.",
  ),
  orderHours: optionalField(
    Distribution,
    "Hours that an order gives, rounded, at least 1; schedule.orderHoursDefault if absent (Rule 5.3).",
  ),
  judges: optionalField(
    Judges,
    "How many judges there are, and how long they work; if absent, no claim waits for one.",
  ),
  strategy,
})
const AppealModel = Schema.Struct({
  errorRate: optional(
    Share,
    0.02,
    "The share of appeals that are decided wrongly: an order made in error is upheld, or another is superseded.",
  ),
  hours: optional(Distribution, { uniform: [96, 240] }, "Hours from the appeal to its decision."),
  strategy,
})
const RegistrarModel = Schema.Struct({
  errorRate: optional(
    Share,
    0.02,
    "The share of disputes in which the Registrar errs about whether the order was performed in full.",
  ),
  hours: optional(Distribution, { uniform: [12, 96] }, "Hours from the dispute to the decision."),
  pending: optional(
    Share,
    0,
    "The share of disputes that are decided `pending` first, and finally after registrar.hours once more.",
  ),
  strategy,
})
const ChainModel = Schema.Struct({
  share: optional(
    Share,
    0,
    "The share of payments in full, made within the time fixed, that a chain reader sees, so that the entry is satisfied without an attestation. All other payments are attested.",
  ),
  confirmationHours: optional(
    Distribution,
    { uniform: [0.1, 1] },
    "Hours from a transfer to its confirmation.",
  ),
})

const Overrides = Schema.Record({ key: Schema.String, value: Schema.Number })

const Intervention = Schema.Struct({
  atDays: Elapsed.annotations(describes("Days since the start.")),
  schedule: optional(Overrides, {}, "Figures that change for matters filed from then on (Rule 8.1)."),
  populations: optional(
    Schema.Record({
      key: Schema.String,
      value: Schema.partialWith(
        Schema.Struct({
          breaches: Share.annotations(describes("The share of its dealings that it breaks from then on.")),
          defends: Share.annotations(describes("The share of claims that it defends from then on.")),
          behaviours: Schema.NonEmptyArray(Behaviour).annotations(
            describes("Its behaviour towards orders from then on."),
          ),
          asCreditor: Creditor.annotations(describes("Its behaviour as a creditor from then on.")),
        }),
        { exact: true },
      ),
    }),
    {},
    "Changes of populations, by name. A field that is given replaces the old one as a whole: what asCreditor leaves out has its default then.",
  ),
})

const usualStart = Date.UTC(2027, 0, 1)

const scenarioSchema = Schema.Struct({
  name: Name.annotations(describes("The name of the scenario, and of its folder of results.")),
  description: optional(Schema.String, "", "The words with which the report begins."),
  seed: optional(whole(0, 4_294_967_295), 1, "The first seed; further runs have the seeds that follow."),
  start: optional(DateTime, usualStart, `When the simulation begins; ${format(usualStart)} if absent.`),
  /** When the simulation ends: an instant, or days since the start. */
  horizon: Schema.Union(
    DateTime,
    Schema.Struct({ days: Positive.annotations(describes("Days since the start.")) }),
  ).annotations({
    description: "When the simulation ends: an instant, or days since the start.",
    message: () => ({
      message: "must be an instant after the start, or { days } with a number more than 0",
      override: true,
    }),
  }),
  agents: whole(2, 100_000_000).annotations(describes("How many agents there are.")),
  populations: Schema.NonEmptyArray(Population).annotations(
    describes("Kinds of agents. Their shares add up to 1."),
  ),
  dealings: Dealings.annotations(describes("Who deals with whom, and how often.")),
  list: optionalField(
    List,
    "The lists of PD1 §5: a list serves schedule.listCapacityMatters claims, and further claims wait for the next one. If absent, every claim is served at once.",
  ),
  judge: section(JudgeModel, "How claims are decided."),
  appeals: section(AppealModel, "How appeals are decided."),
  registrar: section(RegistrarModel, "How disputes about entries are decided."),
  chain: section(ChainModel, "The payments that a reader of a chain sees."),
  schedule: optional(Overrides, {}, "Figures of the Schedule that differ from the court's, by their names."),
  interventions: optional(Schema.Array(Intervention), [], "The changes while the simulation runs."),
  measures: section(
    Schema.Struct({
      everyHours: optional(Positive, 24, "Hours between two samples."),
      warmupDays: optional(
        Elapsed,
        0,
        "Days after the start that totals leave out: flows count from then on, and cohorts have the entries judged from then on. Stocks and series over time leave out nothing.",
      ),
      restrictedDays: optionalField(
        Positive,
        "Days from the judgment to which mean times are restricted: 30 if absent, or half of the time from the end of the warm-up to the horizon if that is less.",
      ),
      wanted: optionalField(Schema.Array(Sampled), "The measures of the time series; all if absent."),
    }),
    "The measurements over time.",
  ),
}).annotations({ identifier: "Scenario", title: "A scenario of the laboratory of agent-court" })

/** A scenario with every default filled in, which is what a run takes. */
export interface Scenario extends Schema.Schema.Type<typeof scenarioSchema> {}
/** A scenario as a file has it, before what is left out is filled in. */
export interface ScenarioInput extends Schema.Schema.Encoded<typeof scenarioSchema> {}

export const Scenario: Schema.Schema<Scenario, ScenarioInput> = scenarioSchema

/** The JSON Schema (draft 7) of a scenario as it is written, for editors. */
export const scenarioJsonSchema = (): object => JSONSchema.make(Scenario)
