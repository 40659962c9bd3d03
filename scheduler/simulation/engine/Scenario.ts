/** A scenario: the agents and their behaviour, the dealings, how the court decides, and the figures of the Schedule. */
import { JSONSchema, Schema } from "effect"
import type { Label } from "../../../core/compliance/Reputation.ts"
import { bounds } from "../../../core/kernel/Schedule.ts"
import { DateTime } from "../../../core/kernel/Time.ts"
import { Distribution } from "./Distribution.ts"
import { Measured } from "./Measure.ts"

const says = (message: string) => ({ message: () => message })
const Share = Schema.Number.pipe(Schema.between(0, 1, says("must be from 0 to 1"))).annotations({
  identifier: "Share",
})
const whole = (from: number, to: number) =>
  Schema.Number.pipe(
    Schema.int(says("must be a whole number")),
    Schema.between(from, to, says(`must be from ${from} to ${to}`)),
  )
const Positive = Schema.Number.pipe(Schema.finite(), Schema.positive(says("must be more than 0")))
const Elapsed = Schema.Number.pipe(Schema.finite(), Schema.nonNegative(says("must not be negative")))
const Name = Schema.String.pipe(
  Schema.pattern(/^[a-z0-9][a-z0-9-]{0,59}$/, {
    message: () => "must be 1 to 60 characters of a-z, 0-9 and -",
  }),
)
const optional = <A, I>(schema: Schema.Schema<A, I>, otherwise: A) =>
  Schema.optionalWith(schema, { exact: true, default: () => otherwise })
/** A part that may be left out, since every field of it has a default. */
const section = <A, I>(schema: Schema.Schema<A, I>) => optional(schema, Schema.decodeUnknownSync(schema)({}))

/** How a party bound performs an order, or does not. Hours count from delivery unless stated otherwise. */
const performing = <Extra extends Schema.Struct.Fields>(extra: Extra) =>
  [
    /** Performs in full after `afterHours` and attests it. */
    Schema.Struct({
      strategy: Schema.Literal("honours-promptly"),
      afterHours: optional(Distribution, { uniform: [1, 36] }),
      ...extra,
    }),
    /** Performs in full and attests it, `lateHours` after the time fixed has passed. */
    Schema.Struct({
      strategy: Schema.Literal("honours-late"),
      lateHours: optional(Distribution, { uniform: [1, 36] }),
      ...extra,
    }),
    /** Does nothing and attests that it has performed. */
    Schema.Struct({
      strategy: Schema.Literal("attests-falsely"),
      afterHours: optional(Distribution, { uniform: [1, 36] }),
      ...extra,
    }),
    /** Pays `part` of the sum and attests the whole. */
    Schema.Struct({
      strategy: Schema.Literal("pays-in-part"),
      part: optional(Share, 0.5),
      afterHours: optional(Distribution, { uniform: [1, 36] }),
      ...extra,
    }),
    /** Does nothing. */
    Schema.Struct({ strategy: Schema.Literal("ignores"), ...extra }),
    /**
     * Honours promptly if a default would cost it more than the sum: `reputationCents` for each point of reputation between honouring
     * and default. Otherwise does nothing. The value of a point is drawn once for each agent and holds for every order against it.
     */
    Schema.Struct({
      strategy: Schema.Literal("weighs"),
      reputationCents: optional(Distribution, 1000),
      afterHours: optional(Distribution, { uniform: [1, 36] }),
      ...extra,
    }),
    /** A strategy in TypeScript, by the name that the embedding program gives it. */
    Schema.Struct({
      strategy: Schema.Literal("custom"),
      name: Name,
      parameters: optional(Schema.Record({ key: Schema.String, value: Schema.Number }), {}),
      ...extra,
    }),
  ] as const

const Performing = Schema.Union(...performing({}))
export type Performing = typeof Performing.Type

const share = { share: optional(Share, 1) }
const afterwards = {
  afterwards: optional(Performing, { strategy: "honours-promptly", afterHours: { uniform: [1, 36] } }),
}

/** What a population does with a share of the orders against it. The shares of a population add up to 1. */
export const Behaviour = Schema.Union(
  ...performing(share),
  /** Disputes the entry `afterHours` after delivery. Then follows `afterwards` if the Registrar finds against it or decides `pending`. */
  Schema.Struct({
    strategy: Schema.Literal("contests"),
    afterHours: optional(Distribution, { uniform: [1, 36] }),
    ...afterwards,
    ...share,
  }),
  /** Appeals `afterHours` after delivery. Then follows `afterwards` if the judgment is upheld or the time to appeal had passed. */
  Schema.Struct({
    strategy: Schema.Literal("appeals"),
    afterHours: optional(Distribution, { uniform: [1, 36] }),
    ...afterwards,
    ...share,
  }),
).annotations({ identifier: "Behaviour" })
export type Behaviour = typeof Behaviour.Type

/** What a population does as a party favoured or as a partner in a broken dealing. */
const Creditor = Schema.Struct({
  /** The share of broken dealings that it takes to the court. */
  sues: optional(Share, 1),
  /** The share of kept dealings that it takes to the court without a reason. */
  suesUnfounded: optional(Share, 0),
  /** The share of true attestations that it confirms, and after how long. The others become satisfied with time. */
  confirms: optional(Share, 0.5),
  confirmHours: optional(Distribution, { uniform: [1, 36] }),
  /** The share of untrue attestations that it disputes, and after how long. */
  disputes: optional(Share, 0.9),
  disputeHours: optional(Distribution, { uniform: [1, 36] }),
})

const populationFields = {
  /** The stake that an agent publishes, which caps what it may be ordered to pay (Rule 5.3). */
  stakeCents: optional(Distribution, 10_000),
  /** The share of its dealings that it breaks. */
  breaches: optional(Share, 0.05),
  /** The share of claims against it that it defends; the others are decided in default. */
  defends: optional(Share, 0.5),
  behaviours: Schema.NonEmptyArray(Behaviour),
  asCreditor: section(Creditor),
}

export const Population = Schema.Struct({ name: Name, share: Share, ...populationFields }).annotations({
  identifier: "Population",
})
export type Population = typeof Population.Type

const ListedDealing = Schema.Struct({
  /** In hours since the start. */
  atHours: Elapsed,
  /** The numbers of the agents, from 0; drawn if absent. */
  respondent: Schema.optionalWith(whole(0, 100_000_000), { exact: true }),
  claimant: Schema.optionalWith(whole(0, 100_000_000), { exact: true }),
  valueCents: Schema.optionalWith(whole(1, bounds.dealingValueCentsMax), { exact: true }),
  /** Whether the respondent broke it; drawn if absent. */
  broken: Schema.optionalWith(Schema.Boolean, { exact: true }),
})

const arriving = {
  /** Whether each arrival is a dealing, which may be kept, or a claim. */
  of: optional(Schema.Literal("dealings", "disputes"), "dealings" as const),
}
const Arrivals = Schema.Union(
  Schema.Struct({
    kind: Schema.Literal("poisson"),
    perAgentPerDay: Positive,
    ...arriving,
  }),
  Schema.Struct({
    kind: Schema.Literal("fixed"),
    /** The time between two arrivals of one agent; the first is at a random instant of the first such span. */
    everyHours: Positive,
    ...arriving,
  }),
  /** Observed arrivals, for example from a CSV file. */
  Schema.Struct({ kind: Schema.Literal("listed"), items: Schema.Array(ListedDealing), ...arriving }),
)

const Dealings = Schema.Struct({
  arrivals: Arrivals,
  valueCents: optional(Distribution, { lognormal: { median: 5000, sigma: 1 } }),
  /** The share of dealings with a partner of each label that agents refuse. */
  shuns: section(
    Schema.Struct({
      "in default": optional(Share, 0),
      qualified: optional(Share, 0),
      good: optional(Share, 0),
      "no record": optional(Share, 0),
    } satisfies { readonly [L in Label]: unknown }),
  ),
})

/** How claims are decided. */
const JudgeModel = Schema.Struct({
  /** The share of claims decided wrongly. */
  errorRate: optional(Share, 0.05),
  /** The time from the close of pleadings, or from default, to judgment. */
  decisionHours: optional(Distribution, { uniform: [1, 12] }),
  /** The shares of the kinds of orders. They add up to 1. */
  orders: optional(Schema.Struct({ pay: Share, perform: Share, refrain: Share }), {
    pay: 1,
    perform: 0,
    refrain: 0,
  }),
  /** The time fixed in an order; the Schedule's if absent. */
  orderHours: Schema.optionalWith(Distribution, { exact: true }),
})
const AppealModel = Schema.Struct({
  errorRate: optional(Share, 0.02),
  hours: optional(Distribution, { uniform: [96, 240] }),
})
const RegistrarModel = Schema.Struct({
  errorRate: optional(Share, 0.02),
  hours: optional(Distribution, { uniform: [12, 96] }),
  /** The share of disputes that are first decided `pending`, and finally in a second round. */
  pending: optional(Share, 0),
})
const ChainModel = Schema.Struct({
  /** The share of payments that a chain reader sees. A payment after the time fixed is attested even so. */
  share: optional(Share, 0),
  /** The time from the transfer to its confirmation. */
  confirmationHours: optional(Distribution, { uniform: [0.1, 1] }),
})

/** Figures of the Schedule by their names. */
const Overrides = Schema.Record({ key: Schema.String, value: Schema.Number })

const Intervention = Schema.Struct({
  /** In days since the start. */
  atDays: Elapsed,
  /** Figures that change for matters filed from then on (Rule 8.1). */
  schedule: optional(Overrides, {}),
  /** Changes of populations, by name. The given fields replace the old ones. */
  populations: optional(
    Schema.Record({
      key: Schema.String,
      value: Schema.partialWith(
        Schema.Struct({
          breaches: Share,
          defends: Share,
          behaviours: Schema.NonEmptyArray(Behaviour),
          asCreditor: Creditor,
        }),
        { exact: true },
      ),
    }),
    {},
  ),
})

export const Scenario = Schema.Struct({
  name: Name,
  description: optional(Schema.String, ""),
  seed: optional(whole(0, 4_294_967_295), 1),
  start: optional(DateTime, Date.UTC(2027, 0, 1)),
  /** When the simulation ends: an instant, or days since the start. */
  horizon: Schema.Union(DateTime, Schema.Struct({ days: Positive })).annotations({
    message: () => ({
      message: "must be an instant after the start, or { days } with a number more than 0",
      override: true,
    }),
  }),
  agents: whole(2, 100_000_000),
  populations: Schema.NonEmptyArray(Population),
  dealings: Dealings,
  judge: section(JudgeModel),
  appeals: section(AppealModel),
  registrar: section(RegistrarModel),
  chain: section(ChainModel),
  schedule: optional(Overrides, {}),
  interventions: optional(Schema.Array(Intervention), []),
  measures: section(
    Schema.Struct({
      everyHours: optional(Positive, 24),
      /** All if absent. */
      wanted: Schema.optionalWith(Schema.Array(Measured), { exact: true }),
    }),
  ),
}).annotations({ identifier: "Scenario", title: "A scenario of the laboratory of agent-court" })
/** A scenario with every default filled in. */
export type Scenario = typeof Scenario.Type
/** A scenario as it is written. */
export type ScenarioInput = typeof Scenario.Encoded

/** The JSON Schema (draft 7) of a scenario as it is written, for editors. */
export const scenarioJsonSchema = (): object => JSONSchema.make(Scenario)
