/** The scenario's model before a judgment: who deals with whom, which dealings are broken, and which are taken to the court. */

import { hours } from "../../../core/kernel/Time.ts"
import { limitChecks } from "../../../core/matters/index.ts"
import { breaks, choosePartner, deals, defends, type Meeting, settlement, sues } from "./Choices.ts"
import { draw } from "./Distribution.ts"
import { agentLuck, arriveNext, meet } from "./Encounters.ts"
import { beginSeats } from "./Enrolment.ts"
import { EventKind, itemOf } from "./Events.ts"
import type { Minds } from "./Minds.ts"
import { pays, tell } from "./News.ts"
import { clear } from "./Rows.ts"
import { nobody } from "./Seats.ts"
import { never } from "./State.ts"
import { deriveKey, Purpose, place } from "./Threefry.ts"
import type { World } from "./World.ts"

const matterKey = new Uint32Array(2)

/** Whether something that happens in a share of an agent's dealings happens in its `k`-th. Draws nothing if the share is 0 or 1. */
const agentChance = (world: World, agent: number, k: number, share: number, purpose: number): boolean =>
  share > 0 && (share >= 1 || agentLuck(world, agent, k, purpose) < share)

/** Schedules the first arrival of each agent, or all listed arrivals. */
export const beginDealings = (world: World): void => {
  const { arrivals } = world.scenario.dealings
  if (world.seats !== undefined) {
    beginSeats(world, world.seats)
    return
  }
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
  if (world.seats?.deals(agent) === false) return
  const k = agents.arrive(agent)
  let partner = meet(world, agent, k)
  if (partner === nobody) {
    arriveNext(world, agent, k + 1, now)
    return
  }
  world.tally.events += 1
  let valueCents: number | undefined
  if (world.minds?.mindOf(agent)?.strategy.partner !== undefined) {
    valueCents = worthOf(world, agent, k, undefined)
    partner = choosePartner(world, { initiator: agent, partner, k, valueCents }) ?? partner
  }
  deal(world, agent, partner, k, valueCents, undefined)
  arriveNext(world, agent, k + 1, now)
}

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

/** The value of a dealing, in cents that a row can hold. */
const worthOf = (world: World, initiator: number, k: number, listed: number | undefined): number => {
  const value =
    listed ??
    Math.round(draw(world.scenario.dealings.valueCents, agentLuck(world, initiator, k, Purpose.value)))
  return Math.min(Math.max(value, 1), 4_000_000_000)
}

/**
 * A dealing that `initiator` begins with `partner`. It may be refused, by figures because of the partner's record; each side is kept or
 * broken, by figures the partner's only; and it may be taken to the court. `listed` is whether a listed dealing was broken. Choices that no
 * strategy makes are drawn.
 */
const deal = (
  world: World,
  initiator: number,
  partner: number,
  k: number,
  valueCents: number | undefined,
  listed: boolean | undefined,
): void => {
  const { tally, agents, minds } = world
  const { dealings } = world.scenario
  const happens = (share: number, purpose: number) => agentChance(world, initiator, k, share, purpose)
  const meeting = minds && { initiator, partner, k, valueCents: worthOf(world, initiator, k, valueCents) }
  const begins =
    (meeting && deals(world, meeting, initiator)) ??
    !(world.shunning && happens(dealings.shuns[agents.labelOf(partner)], Purpose.shun))
  if (!begins || (meeting && deals(world, meeting, partner) === false)) {
    tally.shunned += 1
    if (begins) {
      if (minds) minds.livesOf(initiator).refused += 1
      tell(world, initiator, partner, "refused", "initiator")
    }
    return
  }
  tally.dealings += 1
  const { asCreditor } = world.populationOf(initiator)
  const claims = dealings.arrivals.of === "disputes"
  const choosing = claims ? undefined : meeting
  const broken =
    listed ??
    (claims
      ? !happens(asCreditor.suesUnfounded, Purpose.broken)
      : ((choosing && breaks(world, choosing, partner)) ??
        happens(world.populationOf(partner).breaches, Purpose.broken)))
  const brokeOwn = (choosing && breaks(world, choosing, initiator)) ?? false
  const founded = broken && !brokeOwn
  const worth = () => meeting?.valueCents ?? worthOf(world, initiator, k, valueCents)
  if (broken !== brokeOwn) tally.lostCents += worth()
  if (minds && meeting) passes(world, minds, meeting, brokeOwn, broken)
  const share = founded ? asCreditor.sues : asCreditor.suesUnfounded
  const claim =
    claims ||
    ((choosing && sues(world, choosing, initiator, brokeOwn, broken)) ?? happens(share, Purpose.sue))
  if (claim === false) {
    if (choosing) counterclaims(world, choosing, brokeOwn, broken)
    return
  }
  const value = typeof claim === "number" ? claim : worth()
  deriveKey(matterKey, agents.key0(initiator), agents.key1(initiator), k, Purpose.matter)
  file(world, initiator, partner, value, founded)
}

/** A dealing of strategies is over: both remember it, and are told. */
const passes = (
  world: World,
  minds: Minds,
  { initiator, partner, valueCents }: Meeting,
  own: boolean,
  broken: boolean,
) => {
  const [mine, theirs] = [minds.livesOf(initiator), minds.livesOf(partner)]
  mine.dealings += 1
  theirs.dealings += 1
  if (own) {
    mine.broken += 1
    theirs.suffered += 1
  }
  if (broken) {
    theirs.broken += 1
    mine.suffered += 1
  }
  tell(world, initiator, partner, "dealt", "initiator", valueCents, own, broken)
  tell(world, partner, initiator, "dealt", "partner", valueCents, broken, own)
}

/** The partner may sue if the initiator does not: by figures, if only the initiator broke its side. */
const counterclaims = (world: World, meeting: Meeting, own: boolean, broken: boolean): void => {
  const { agents } = world
  const { initiator, partner, k, valueCents } = meeting
  const founded = own && !broken
  const claim =
    sues(world, meeting, partner, broken, own) ??
    (founded &&
      agentChance(world, initiator, k, world.populationOf(partner).asCreditor.sues, Purpose.counterclaim))
  if (claim === false) return
  deriveKey(matterKey, agents.key0(initiator), agents.key1(initiator), k, Purpose.counterclaim)
  file(world, partner, initiator, claim === true ? valueCents : claim, founded)
}

/** A claim is filed under the key in `matterKey`, unless its claimant has too many (PD1 §2). It may be settled at once (Rule 4.8). */
const file = (world: World, claimant: number, respondent: number, value: number, founded: boolean): void => {
  const { agents, row, now, era, tally, rows, minds } = world
  const refused = limitChecks(agents.filer(claimant), era.terms).find((one) => one !== null)
  if (refused) {
    tally.claimsRefused += 1
    return
  }
  agents.files(claimant)
  tally.matters += 1
  tally.claimedCents += value
  clear(row)
  const matter = rows.add()
  world.matter = matter
  row.key0 = matterKey[0] ?? 0
  row.key1 = matterKey[1] ?? 0
  row.bound = respondent
  row.favoured = claimant
  row.filedAt = now
  row.amountCents = value
  row.founded = founded
  row.era = world.eraCode
  if (minds) {
    minds.livesOf(claimant).claims += 1
    minds.livesOf(respondent).claimsAgainst += 1
  }
  row.defended = defends(world) ?? world.chance(world.populationOf(respondent).defends, Purpose.defend)
  row.deliveredAt = never
  world.tell("file", "favoured", null, null, ["Rule 4.1"])
  const sum = settlement(world)
  if (sum === null) {
    const servedAt = world.queue?.takePlace(now, era.terms.listCapacityMatters) ?? now
    if (servedAt > now) world.events.push(servedAt, itemOf(matter, EventKind.served))
    else serve(world)
    rows.save(matter, row)
    return
  }
  rows.save(matter, row)
  agents.countDecided(claimant)
  tally.dismissed += 1
  world.tell("settle", "favoured", null, null, ["Rule 4.8"])
  pays(world, respondent, claimant, sum, "settled")
}

/** The current claim is served: the parties plead until the steps of Rule 4.9 are over. A judge decides it then, or when one is free. */
export const serve = (world: World): void => {
  const { row, now, queue, matter, terms } = world
  const closes = now + hours(terms.stepHours) * (row.defended ? 2 : 1)
  if (queue?.judges) {
    world.events.push(closes, itemOf(matter, EventKind.closed))
    return
  }
  row.deliveredAt = closes + world.delay(world.scenario.judge.decisionHours, Purpose.decisionHours)
  world.events.push(row.deliveredAt, itemOf(matter, EventKind.judgment))
}

/** A list takes the current claim, which has waited. */
export const serveWaiting = (world: World): void => {
  world.tell("serve", "registrar", null, null, ["PD1 §5"])
  serve(world)
}

export const closePleadings = (world: World): void => {
  const { row, now, queue, matter } = world
  world.tell("close", "clock", null, null, ["Rule 4.9"])
  const work = world.delay(world.scenario.judge.decisionHours, Purpose.decisionHours)
  row.deliveredAt = queue?.takeJudge(now, work) ?? now + work
  world.events.push(row.deliveredAt, itemOf(matter, EventKind.judgment))
}
