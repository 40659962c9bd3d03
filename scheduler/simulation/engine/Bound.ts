/** The party bound by the entry in hand: asked at each turn what it means to do next. */

import { draw } from "./Draw.ts"
import { Purpose } from "./Purpose.ts"
import { orderKinds } from "./Rows.ts"
import { never } from "./State.ts"
import { ask, plannedActs, type Turn, type Why, whys } from "./Strategy.ts"
import type { World } from "./World.ts"

/** Gives up on an entry after so many refusals, so that no strategy can stop the clock. */
const refusalsMax = 8

const turnOf = (world: World, why: Why, parameters: Turn["parameters"]): Turn => {
  const { row, agents } = world
  const { state, bound } = row
  const drawn = Purpose.strategy + whys.indexOf(why) * 8
  return {
    why,
    entry: world.matter,
    now: world.now,
    kind: orderKinds[row.kind] ?? "pay",
    status: state.status,
    deliveredAt: row.deliveredAt,
    dueAt: state.dueAt,
    closesAt: state.closesAt,
    amountCents: row.amountCents,
    stakeCents: agents.stakeCents[bound] ?? 0,
    reputation: agents.reputationOf(bound),
    label: agents.labelOf(bound),
    wrong: row.wrong,
    done: row.doneAt !== never,
    disputes: row.disputes,
    terms: world.terms,
    parameters,
    draw: (distribution, k) => draw(distribution, world.luck(drawn + k)),
    trait: (distribution, k) => draw(distribution, agents.trait(bound, k)),
  }
}

/** Asks the party bound for its next act, which takes the place of what it planned before, unless it keeps to that. */
export const asks = (world: World, why: Why): void => {
  const { row, now } = world
  const behaviour = world.eras.behaviours[row.behaviour]
  if (behaviour === undefined || row.state.status === "superseded") return
  const parameters = behaviour.strategy === "custom" ? behaviour.parameters : {}
  const plan = ask(behaviour, turnOf(world, why, parameters), world.strategies)
  if (plan === "keep") return
  row.boundAct = plan === null ? 0 : plannedActs.indexOf(plan.act) + 1
  if (plan === null) return
  row.boundAt = Math.max(Math.round(plan.at), now)
  row.boundPart = plan.part ?? 1
}

/** Counts a refusal, and asks anew unless there were too many. */
export const asksAgain = (world: World): void => {
  if (world.row.refusals < refusalsMax) asks(world, "refused")
}
