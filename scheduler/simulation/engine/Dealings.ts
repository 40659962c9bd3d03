/** The scenario's model before a judgment: who deals with whom, which dealings are broken, and which are taken to the court. */

import { days, hours, type Instant } from "../../../core/kernel/Time.ts"
import { limitChecks } from "../../../core/matters/index.ts"
import { draw } from "./Distribution.ts"
import { EventKind, itemOf } from "./Events.ts"
import { clear } from "./Rows.ts"
import { deriveKey, Purpose, place, uniform } from "./Threefry.ts"
import type { World } from "./World.ts"

const matterKey = new Uint32Array(2)

const agentLuck = ({ agents }: World, agent: number, k: number, purpose: number): number =>
  uniform(agents.key0(agent), agents.key1(agent), k, purpose)

/** Whether something that happens in a share of an agent's dealings happens in its `k`-th. Draws nothing if the share is 0 or 1. */
const agentChance = (world: World, agent: number, k: number, share: number, purpose: number): boolean =>
  share > 0 && (share >= 1 || agentLuck(world, agent, k, purpose) < share)

/** Schedules the `k`-th arrival of an agent, counted from the instant of the one before. */
const arriveNext = (world: World, agent: number, k: number, from: Instant): void => {
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

/** Schedules the first arrival of each agent, or all listed arrivals. */
export const beginDealings = (world: World): void => {
  const { arrivals } = world.scenario.dealings
  if (arrivals.kind !== "listed") {
    for (let i = 0; i < world.agents.count; i++) arriveNext(world, i, 0, world.start)
    return
  }
  arrivals.items.forEach(({ atHours }, i) => {
    world.events.push(world.start + Math.round(hours(atHours)), itemOf(i, EventKind.listed))
  })
}

/** An agent begins a dealing with another, who is drawn. */
export const arrive = (world: World, agent: number): void => {
  const { agents, now } = world
  world.tally.events += 1
  const k = agents.arrive(agent)
  const key0 = agents.key0(agent)
  const key1 = agents.key1(agent)
  let partner = place(agents.count, key0, key1, k, Purpose.partner)
  for (let again = 1; partner === agent; again++)
    partner = place(agents.count, key0, key1, k, Purpose.partner + 256 * again)
  deal(world, agent, partner, k, undefined, undefined)
  arriveNext(world, agent, k + 1, now)
}

/** A listed dealing begins. */
export const beginListed = (world: World, i: number): void => {
  const { agents, seed, scenario } = world
  const { arrivals } = scenario.dealings
  const item = arrivals.kind === "listed" ? arrivals.items[i] : undefined
  if (item === undefined) return
  world.tally.events += 1
  let respondent = item.respondent ?? place(agents.count, seed, i, 0, Purpose.partner)
  let claimant = item.claimant ?? place(agents.count, seed, i, 1, Purpose.partner)
  for (let again = 2; respondent === claimant; again++) {
    if (item.claimant === undefined) claimant = place(agents.count, seed, i, again, Purpose.partner)
    else respondent = place(agents.count, seed, i, again, Purpose.partner)
  }
  deal(world, claimant, respondent, agents.arrive(claimant), item.valueCents, item.broken)
}

/**
 * A dealing that `claimant` begins and `partner` must perform. It may be refused because of the partner's record, kept or broken, and
 * taken to the court. `listed` is whether a listed dealing was broken; it is drawn if undefined.
 */
const deal = (
  world: World,
  claimant: number,
  partner: number,
  k: number,
  valueCents: number | undefined,
  listed: boolean | undefined,
): void => {
  const { tally, agents } = world
  const { dealings } = world.scenario
  const happens = (share: number, purpose: number) => agentChance(world, claimant, k, share, purpose)
  if (world.shunning && happens(dealings.shuns[agents.labelOf(partner)], Purpose.shun)) {
    tally.shunned += 1
    return
  }
  tally.dealings += 1
  const { asCreditor } = world.populationOf(claimant)
  const claims = dealings.arrivals.of === "disputes"
  const broken =
    listed ??
    (claims
      ? !happens(asCreditor.suesUnfounded, Purpose.broken)
      : happens(world.populationOf(partner).breaches, Purpose.broken))
  const sues = broken ? asCreditor.sues : asCreditor.suesUnfounded
  if (!claims && !happens(sues, Purpose.sue)) return
  const value =
    valueCents ?? Math.round(draw(dealings.valueCents, agentLuck(world, claimant, k, Purpose.value)))
  file(world, claimant, partner, k, Math.min(Math.max(value, 1), 4_000_000_000), broken)
}

/** A claim is filed, unless its claimant has too many (PD1 §2). */
const file = (
  world: World,
  claimant: number,
  partner: number,
  k: number,
  value: number,
  founded: boolean,
): void => {
  const { agents, row, now, era, tally, rows } = world
  const refused = limitChecks(agents.filer(claimant), era.terms).find((one) => one !== null)
  if (refused) {
    tally.claimsRefused += 1
    return
  }
  agents.files(claimant)
  tally.matters += 1
  clear(row)
  const matter = rows.add()
  world.matter = matter
  deriveKey(matterKey, agents.key0(claimant), agents.key1(claimant), k, Purpose.matter)
  row.key0 = matterKey[0] ?? 0
  row.key1 = matterKey[1] ?? 0
  row.bound = partner
  row.favoured = claimant
  row.filedAt = now
  row.amountCents = value
  row.founded = founded
  row.era = world.eraCode
  row.defended = world.chance(world.populationOf(partner).defends, Purpose.defend)
  const steps = hours(era.terms.stepHours) * (row.defended ? 2 : 1)
  row.deliveredAt = now + steps + world.delay(world.scenario.judge.decisionHours, Purpose.decisionHours)
  rows.save(matter, row)
  world.events.push(row.deliveredAt, itemOf(matter, EventKind.judgment))
  world.tell("file", "favoured", null, null, ["Rule 4.1"])
}
