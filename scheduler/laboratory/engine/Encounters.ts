/** When agents deal, and whom they meet. */
import { days, hours, type Instant } from "../../../core/kernel/Time.ts"
import { draw } from "./Distribution.ts"
import { EventKind, itemOf } from "./Events.ts"
import { nobody } from "./Seats.ts"
import { Purpose, place, uniform } from "./Threefry.ts"
import type { World } from "./World.ts"

export const agentLuck = ({ agents }: World, agent: number, k: number, purpose: number): number =>
  uniform(agents.key0(agent), agents.key1(agent), k, purpose)

/** Schedules the `k`-th arrival of an agent, counted from the instant of the one before. */
export const arriveNext = (world: World, agent: number, k: number, from: Instant): void => {
  const { arrivals } = world.scenario.dealings
  if (arrivals.kind === "listed") return
  const u = agentLuck(world, agent, k, Purpose.gap)
  const gap =
    arrivals.kind === "poisson"
      ? draw({ exponential: days(1) / arrivals.perAgentPerDay }, u)
      : hours(arrivals.everyHours) * (k === 0 ? u : 1)
  // At least a millisecond, so that time goes on however often agents deal.
  world.events.push(from + Math.max(1, Math.round(gap)), itemOf(agent, EventKind.arrival))
}

/** Whom an agent meets at its `k`-th arrival; `nobody` if it has no partner to meet. */
export const meet = (world: World, agent: number, k: number): number => {
  const { agents, seats, partners } = world
  const key0 = agents.key0(agent)
  const key1 = agents.key1(agent)
  if (seats !== undefined || partners !== undefined) return meetAmong(world, agent, k)
  let partner = place(agents.count, key0, key1, k, Purpose.partner)
  for (let again = 1; partner === agent; again++)
    partner = place(agents.count, key0, key1, k, Purpose.partner + 256 * again)
  return partner
}

/** Whom an agent meets among its partners in the network, and among the agents that hold a place of the market. */
const meetAmong = ({ agents, seats, partners }: World, agent: number, k: number): number => {
  const drawPlace = (count: number, again: number): number =>
    place(count, agents.key0(agent), agents.key1(agent), k, Purpose.partner + 256 * again)
  const holderOf = (at: number): number => seats?.holderOf(at) ?? at
  if (partners === undefined) {
    if (seats === undefined || seats.occupied < 2) return nobody
    for (let again = 0; ; again++) {
      const holder = holderOf(drawPlace(seats.count, again))
      if (holder !== nobody && holder !== agent) return holder
    }
  }
  const near = partners.of(seats?.placeOf(agent) ?? agent)
  const present = seats === undefined ? near : Array.from(near, holderOf).filter((one) => one !== nobody)
  return present.length === 0 ? nobody : (present[drawPlace(present.length, 0)] ?? nobody)
}
