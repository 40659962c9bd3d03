/** Entry, exit and new names in a scenario, and the list and the hours of the court. */
import { Schema } from "effect"
import { Distribution } from "./Distribution.ts"
import { describes, oneOf, optional, optionalField, Positive, Share, someHours, whole } from "./Fields.ts"

const Renames = Schema.Struct({
  label: optional(
    oneOf("in default", "qualified"),
    "in default",
    "The label at which an agent is given up: `in default`, or `qualified`, which counts `in default` too.",
  ),
  share: optional(Share, 1, "The share of agents with this label that their operators give up."),
  afterHours: optional(
    Distribution,
    someHours,
    "Hours from the label until the operator enrols the next agent, if the label still stands then.",
  ),
})

/** How long the agents of a population stay, and under how many names. */
export const Identity = Schema.Struct({
  entersDays: optionalField(Distribution, "Days from the start until an agent enrols; 0 if absent."),
  staysDays: optionalField(
    Distribution,
    "Days from its entry until an operator leaves for good; it stays if absent. Its entries go on.",
  ),
  replaced: optional(
    Share,
    1,
    "The share of operators that leave whose place a newcomer of the same population takes at once, without a record.",
  ),
  renames: optionalField(
    Renames,
    "When an operator gives an agent up and enrols another, with the same stake and without a record. An operator enrols at most schedule.operatorAgentsMax agents, given up or not (PD3 §1). It keeps the last one.",
  ),
})
export type Identity = typeof Identity.Type

export const List = Schema.Struct({
  opensHours: Distribution.annotations(
    describes("Hours from when a list is full until the Registrar opens the next."),
  ),
})

export const Judges = Schema.Struct({
  count: whole(1, 10_000).annotations(
    describes(
      "How many judges there are. Each decides one claim at a time, in the order of close of pleadings.",
    ),
  ),
  hoursPerDay: optional(
    Positive.pipe(Schema.lessThanOrEqualTo(24, { message: () => "must be at most 24" })),
    24,
    "Hours that a judge works in a day: judge.decisionHours of work take 24 / hoursPerDay times as long.",
  ),
})
