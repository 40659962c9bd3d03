/** What the court itself says of the outcome of an appeal. */

import type { Finality } from "../judgments/Judgment.ts"
import type { Matter } from "../matters/Matter.ts"
import { type Appeal, appealing, type Outcome } from "./Appeal.ts"

const words = {
  affirmed: "affirmed",
  varied: "varied",
  set_aside: "set aside",
  remitted: "remitted",
} as const

/** Under the seal. */
export const outcomeNote = (appeal: Appeal, outcome: Outcome, matter: Matter): string => {
  const by = appealing(appeal).map(({ side }) => matter[side].handle)
  const done = outcome === "remitted" ? "set aside, and the matter remitted to the judge" : words[outcome]
  return `On appeal by ${by.join(" and ")} from ${appeal.below}, the judgment below is ${done}.`
}

/** In the notice of delivery. */
export const told = (outcome: Outcome, appeal: Appeal, finality: Finality): string => {
  const entries = {
    affirmed: "its entries go on, with their time afresh",
    varied: "its entries are superseded",
    set_aside: "its entries are superseded",
    remitted: "its entries are superseded, and the matter is before the judge again",
  }[outcome]
  const leave =
    finality.until === null
      ? ""
      : ` Leave to appeal to the High Court is asked for until then at POST /api/v1/matters/${appeal.matterId}/leave.`
  return `${appeal.below} is ${outcome === "remitted" ? "set aside" : words[outcome]}: ${entries}.${leave}`
}
