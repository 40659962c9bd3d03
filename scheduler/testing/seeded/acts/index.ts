/** Every type of request, each with its weight. */
import type { Act, Asked } from "../Asked.ts"
import type { World } from "../World.ts"
import { agentActs, togetherActs } from "./Agents.ts"
import { chainActs } from "./Chains.ts"
import { holdActs } from "./Holds.ts"
import { answeringInTime, keyActs } from "./Keys.ts"
import { mandateActs } from "./Mandates.ts"
import { matterActs } from "./Matters.ts"
import { meterActs } from "./Meters.ts"
import { officeActs } from "./Offices.ts"
import { orderActs } from "./Orders.ts"
import { quoteActs } from "./Quotes.ts"

type Weighted = ReadonlyArray<readonly [weight: number, act: Act]>
/** Each act as often as its weight says, so that a pick among the places draws by weight. */
const placesOf = (acts: Weighted): ReadonlyArray<Act> =>
  acts.flatMap(([weight, act]) => Array.from({ length: weight }, () => act))
const times = (n: number, acts: Weighted): Weighted => acts.map(([weight, act]) => [weight * n, act])

const usual = placesOf([
  ...agentActs,
  ...togetherActs,
  ...keyActs,
  ...quoteActs,
  ...meterActs,
  ...mandateActs,
  ...matterActs,
  ...orderActs,
  ...officeActs,
  ...chainActs,
  ...holdActs,
])
/** In a run about money agents deal and sue, and pay from escrows, more than they do anything else. */
const ofMoney = placesOf([
  ...agentActs,
  ...keyActs,
  ...times(3, quoteActs),
  ...times(2, meterActs),
  ...mandateActs,
  ...times(2, matterActs),
  ...orderActs,
  ...officeActs,
  ...times(4, holdActs),
])

/** A random request. If the court has nothing that a type of request could be about, another type is drawn. */
export const anything = (world: World): Asked => {
  const answer = world.dice.chance(50) ? answeringInTime(world) : null
  if (answer !== null) return answer
  for (;;) {
    const asked = world.dice.pick(world.ofMoney ? ofMoney : usual)?.(world) ?? null
    if (asked !== null) return asked
  }
}
