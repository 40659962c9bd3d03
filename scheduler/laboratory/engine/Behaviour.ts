/** How the agents of a scenario meet the orders against them. `Strategy.ts` carries it out. */
import { Schema } from "effect"
import { Distribution } from "./Distribution.ts"
import { describes, Name, optional, Share, someHours } from "./Fields.ts"

const afterHours = (what: string) =>
  optional(Distribution, someHours, `Hours from delivery until it ${what}.`)

/** How a party bound performs an order, or does not. Hours count from delivery unless stated otherwise. */
const performanceFields = <Extra extends Schema.Struct.Fields>(extra: Extra) =>
  [
    Schema.Struct({
      strategy: Schema.Literal("honours-promptly"),
      afterHours: afterHours("performs"),
      ...extra,
    }).annotations(
      describes(
        "Performs in full after `afterHours` and attests it, unless a chain reader sees the payment (`chain.share`).",
      ),
    ),
    Schema.Struct({
      strategy: Schema.Literal("honours-late"),
      lateHours: optional(Distribution, someHours, "Hours from the time fixed until it performs."),
      ...extra,
    }).annotations(
      describes("Performs in full and attests it, `lateHours` after the time fixed has passed."),
    ),
    Schema.Struct({
      strategy: Schema.Literal("attests-falsely"),
      afterHours: afterHours("attests"),
      ...extra,
    }).annotations(describes("Does nothing and attests that it has performed.")),
    Schema.Struct({
      strategy: Schema.Literal("pays-in-part"),
      part: optional(Share, 0.5, "The part of the sum that it pays."),
      afterHours: afterHours("pays"),
      ...extra,
    }).annotations(describes("Pays `part` of the sum and attests the whole.")),
    Schema.Struct({ strategy: Schema.Literal("ignores"), ...extra }).annotations(describes("Does nothing.")),
    Schema.Struct({
      strategy: Schema.Literal("weighs"),
      reputationCents: optional(
        Distribution,
        1000,
        "The value of a point of reputation to an agent, in cents. It is drawn once for each agent and holds for every order against it.",
      ),
      afterHours: afterHours("performs"),
      ...extra,
    }).annotations(
      describes(
        "Honours promptly if `reputationCents` × (schedule.honouredReputation − schedule.unsatisfiedReputation) is more than the sum ordered. Otherwise does nothing. An order to perform or refrain has the sum 0.",
      ),
    ),
    Schema.Struct({
      strategy: Schema.Literal("custom"),
      name: Name.annotations(describes("The name of the strategy.")),
      parameters: optional(
        Schema.Record({ key: Schema.String, value: Schema.Number }),
        {},
        "Numbers by name that the strategy is given.",
      ),
      ...extra,
    }).annotations(
      describes(
        "Does what the choice `comply` of a strategy says: of `reckons`, which ships, or of one of your own, which the file of --strategies exports.",
      ),
    ),
  ] as const

const Performing = Schema.Union(...performanceFields({}))
export type Performing = typeof Performing.Type

const share = {
  share: optional(Share, 1, "The share of the orders against the population that are met like this."),
}
const afterwards = (when: string) => ({
  afterwards: optional(
    Performing,
    { strategy: "honours-promptly", afterHours: someHours },
    `How it meets the order if ${when}. The hours of \`afterHours\` count from then.`,
  ),
})

/** The behaviour of a population with a share of the orders against it. The shares of a population add up to 1. */
export const Behaviour = Schema.Union(
  ...performanceFields(share),
  Schema.Struct({
    strategy: Schema.Literal("contests"),
    afterHours: afterHours("disputes the entry"),
    ...afterwards("the Registrar finds against it or decides `pending`"),
    ...share,
  }).annotations(
    describes("Disputes the entry, without having performed. Then does what `afterwards` says."),
  ),
  Schema.Struct({
    strategy: Schema.Literal("appeals"),
    afterHours: afterHours("appeals"),
    ...afterwards("the judgment is upheld or the time to appeal had passed"),
    ...share,
  }).annotations(describes("Appeals against the judgment. Then does what `afterwards` says.")),
).annotations({ identifier: "Behaviour" })
export type Behaviour = typeof Behaviour.Type
