/** When agents enter and leave the market, and when an operator gives up an agent and enrols the next (PD3 §1). */
import { days, hours } from "../../../core/kernel/Time.ts"
import { stakeOf } from "./Agents.ts"
import { draw } from "./Distribution.ts"
import { agentLuck, arriveNext } from "./Encounters.ts"
import { EventKind, itemOf } from "./Events.ts"
import { nobody, type Seats } from "./Seats.ts"
import { deriveKey, Purpose } from "./Threefry.ts"
import type { World } from "./World.ts"

/** These draws are made once by each agent; no dealing has this number. */
const once = 0xfffffffe
const nextKey = new Uint32Array(2)

const identityOf = (world: World, agent: number) => world.populationOf(agent).identity
const happens = (world: World, agent: number, share: number, purpose: number): boolean =>
  agentLuck(world, agent, once, purpose) < share

export const beginSeats = (world: World, seats: Seats): void => {
  const { agents, now, events } = world
  for (let i = 0; i < seats.count; i++) {
    const entersDays = identityOf(world, i)?.entersDays
    if (entersDays === undefined) takeSeat(world, seats, i)
    else {
      agents.awaits()
      const wait = Math.round(days(draw(entersDays, agentLuck(world, i, once, Purpose.enters))))
      events.push(now + wait, itemOf(i, EventKind.enters))
    }
  }
}

/** An agent takes its place and begins to deal. If its operator is new, the operator may leave some day. */
const takeSeat = (world: World, seats: Seats, agent: number): void => {
  seats.sit(agent)
  arriveNext(world, agent, 0, world.now)
  const staysDays = identityOf(world, agent)?.staysDays
  if (staysDays === undefined || seats.operatorOf(agent) !== agent) return
  const stays = Math.round(days(draw(staysDays, agentLuck(world, agent, once, Purpose.stays))))
  world.events.push(world.now + Math.max(1, stays), itemOf(agent, EventKind.leaves))
}

export const enter = (world: World, agent: number): void => {
  const { agents, seats } = world
  if (seats === undefined) return
  agents.enters()
  takeSeat(world, seats, agent)
}

/** Puts a new agent into the place of another: the next one of its operator, or a newcomer with a stake of its own. */
const follow = (world: World, seats: Seats, before: number, newcomer: boolean): void => {
  const { agents, minds, scenario } = world
  const population = agents.population[before] ?? 0
  const stakeCents = agents.stakeCents[before] ?? 0
  const purpose = newcomer ? Purpose.newcomerKey : Purpose.nextKey
  deriveKey(nextKey, agents.key0(before), agents.key1(before), once, purpose)
  const drawn = scenario.populations[population]?.stakeCents ?? 0
  const agent = agents.add(population, nextKey, (luck) => (newcomer ? stakeOf(drawn, luck) : stakeCents))
  seats.follow(agent, before, newcomer)
  minds?.follow(agent, before, newcomer)
  takeSeat(world, seats, agent)
}

/** The operator whose first agent is given leaves, with the agent that it has now. */
export const leave = (world: World, operator: number): void => {
  const { seats, minds, tally } = world
  const holder = seats?.holderOf(seats.placeOf(operator)) ?? nobody
  if (seats === undefined || holder === nobody || seats.operatorOf(holder) !== operator) return
  tally.operatorsLeft += 1
  const { replaced = 1 } = identityOf(world, operator) ?? {}
  if (happens(world, operator, replaced, Purpose.replaced)) follow(world, seats, holder, true)
  else {
    seats.leave(holder)
    minds?.leave(holder)
  }
}

const givesUp = (world: World, agent: number): boolean => {
  const label = world.agents.labelOf(agent)
  const at = identityOf(world, agent)?.renames?.label
  return at !== undefined && (label === "in default" || label === at)
}

/** An operator learns of the label of its agent after a move, and may plan to give the agent up. */
export const heed = (world: World, seats: Seats, agent: number): void => {
  const renames = identityOf(world, agent)?.renames
  if (renames === undefined || !seats.deals(agent) || !givesUp(world, agent) || !seats.decide(agent)) return
  if (!happens(world, agent, renames.share, Purpose.renames)) return
  const wait = draw(renames.afterHours, agentLuck(world, agent, once, Purpose.renameHours))
  world.events.push(world.now + Math.round(hours(wait)), itemOf(agent, EventKind.renames))
}

/** An operator gives an agent up and enrols the next, if it may have another (PD3 §1) and the label still stands. */
export const rename = (world: World, agent: number): void => {
  const { seats, tally, era } = world
  if (seats?.deals(agent) !== true) return
  if (!givesUp(world, agent)) {
    seats.reconsider(agent)
    return
  }
  if (seats.countEnrolledWith(agent) >= era.terms.operatorAgentsMax) {
    tally.namesRefused += 1
    return
  }
  tally.namesTaken += 1
  follow(world, seats, agent, false)
}
