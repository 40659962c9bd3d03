/** Judgment on the matter in hand: the claim is dismissed, or an entry opens. */
import { isKept } from "../../../core/compliance/Judged.ts"
import { acts } from "../../../core/compliance/Moves.ts"
import { orderable } from "../../../core/judgments/Orders.ts"
import { asks } from "./Bound.ts"
import { choose, draw } from "./Draw.ts"
import { Purpose } from "./Purpose.ts"
import { begin } from "./Step.ts"
import type { World } from "./World.ts"

export const judge = (world: World): void => {
  const { row, agents, tally, now, terms } = world
  const { errorRate, orders } = world.scenario.judge
  agents.decided(row.favoured)
  row.wrong = world.chance(errorRate, Purpose.error)
  row.kind = choose([orders.pay, orders.perform, orders.refrain], world.luck(Purpose.kind))
  const stake = agents.stakeCents[row.bound] ?? 0
  const amount = row.kind === 0 ? orderable(row.amountCents, stake) : 0
  if (row.founded === row.wrong || (row.kind === 0 && amount === 0) || !isKept(terms)) {
    tally.dismissed += 1
    world.tell("dismiss", "court", null, null, ["Rule 5.3"])
    return
  }
  row.behaviour = behaviourOf(world)
  row.amountCents = amount
  row.opened = true
  begin(row.state, now, fixedHours(world), terms)
  tally.opened += 1
  tally.orderedCents += amount
  tally.statuses.open += 1
  agents.move(row.bound, null, "open", 0)
  world.tell("open", "court", null, "open", acts.open.moves[0].sections)
  asks(world, "opened")
}

/** The time fixed. */
const fixedHours = (world: World): number => {
  const { orderHours } = world.scenario.judge
  return orderHours === undefined
    ? world.terms.orderHoursDefault
    : Math.max(1, Math.round(draw(orderHours, world.luck(Purpose.orderHours))))
}

/** How the party bound behaves on this entry, by its place among all behaviours of the scenario. */
const behaviourOf = (world: World): number => {
  const { era, agents, row } = world
  const population = agents.population[row.bound] ?? 0
  const mine = choose(era.shares[population] ?? [], world.luck(Purpose.behaviour))
  return era.codes[population]?.[mine] ?? 0
}
