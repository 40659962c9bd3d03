/** Every type of request, each with its weight. */
import type { Act, Asked } from "../Asked.ts"
import type { World } from "../World.ts"
import { agentActs } from "./Agents.ts"
import { chainActs } from "./Chains.ts"
import { holdActs } from "./Holds.ts"
import { matterActs } from "./Matters.ts"
import { officeActs } from "./Offices.ts"
import { orderActs } from "./Orders.ts"
import { quoteActs } from "./Quotes.ts"

const acts = [
  ...agentActs,
  ...quoteActs,
  ...matterActs,
  ...orderActs,
  ...officeActs,
  ...chainActs,
  ...holdActs,
]
const places: ReadonlyArray<Act> = acts.flatMap(([weight, act]) => Array.from({ length: weight }, () => act))

/** A random request. If the court has nothing that a type of request could be about, another type is drawn. */
export const anything = (world: World): Asked => {
  for (;;) {
    const asked = world.dice.pick(places)?.(world) ?? null
    if (asked !== null) return asked
  }
}
