/** Every choice that the strategy of an agent is asked for: what it is shown, and what it may answer. Without a strategy the answer is undefined. */
import type { Custom } from "./Compliance.ts"
import { askStrategy, type Mind } from "./Mind.ts"
import { type Luck, type Minds, randomOf } from "./Minds.ts"
import { nobody } from "./Seats.ts"
import { never } from "./State.ts"
import { type Choice, type Dealing, type Plan, plannedActs, type Reply, type Turn, whys } from "./Strategy.ts"
import { Purpose } from "./Threefry.ts"
import type { World } from "./World.ts"

export const isBoolean = (answer: boolean) => typeof answer === "boolean"
export const isCents = (answer: unknown): boolean =>
  typeof answer === "number" && Number.isSafeInteger(answer) && answer >= 0 && answer <= 4_000_000_000
const isTime = (at: unknown): boolean => typeof at === "number" && Number.isFinite(at)
const isPlan = (plan: Plan | null | "keep") =>
  plan === null ||
  plan === "keep" ||
  (typeof plan === "object" &&
    plannedActs.includes(plan.act) &&
    isTime(plan.at) &&
    (plan.part === undefined || (plan.part >= 0 && plan.part <= 1)))
const isReply = (reply: Reply | null) =>
  reply === null ||
  (typeof reply === "object" &&
    ["confirm", "dispute"].includes(reply.act) &&
    isTime(reply.afterHours) &&
    reply.afterHours >= 0)
/** A dealing as its choices see it: the number of the dealing among those of its initiator is the key of its luck. */
export interface Meeting {
  readonly initiator: number
  readonly partner: number
  readonly k: number
  readonly valueCents: number
}

/** The purposes under which choices draw what the figures of the scenario would draw. */
const [byNone, byShun, byBroken, bySue] = [[], [Purpose.shun], [Purpose.broken], [Purpose.sue]]

const luckOf = ({ agents }: World, { initiator, k }: Meeting, purposes: Luck["purposes"]): Luck => ({
  key0: agents.key0(initiator),
  key1: agents.key1(initiator),
  nth: k,
  purposes,
})

/** With whom the initiator deals, if not with whom chance gives. */
export const choosePartner = (world: World, meeting: Meeting): number | undefined => {
  const { minds, agents, seats, partners } = world
  const { initiator, partner, valueCents } = meeting
  const mind = minds?.mindOf(initiator)
  const choose = mind?.strategy.partner
  if (minds === undefined || mind === undefined || choose === undefined) return undefined
  const near = partners?.of(seats?.placeOf(initiator) ?? initiator)
  const neighbours =
    near && Array.from(near, (at) => seats?.holderOf(at) ?? at).filter((one) => one !== nobody)
  const view = {
    ...minds.self(mind, initiator, "partner", luckOf(world, meeting, [])),
    valueCents,
    drawn: partner,
    neighbours: neighbours ?? null,
    deals: (agent: number) => agent >= 0 && agent < agents.count && seats?.deals(agent) !== false,
    agents: agents.count,
    peers: minds.peers[agents.population[initiator] ?? 0] ?? [],
  }
  const isOther = (answer: number) =>
    Number.isInteger(answer) &&
    answer >= 0 &&
    answer < agents.count &&
    answer !== initiator &&
    seats?.deals(answer) !== false &&
    neighbours?.includes(answer) !== false
  const wanted = `the number of another agent${seats === undefined ? "" : " that deals"}${near === undefined ? "" : " among its neighbours"}`
  return askStrategy(minds, mind, "partner", initiator, choose, view, isOther, wanted)
}

const dealingOf = (
  world: World,
  minds: Minds,
  mind: Mind,
  choice: Choice,
  agent: number,
  meeting: Meeting,
  purposes: Luck["purposes"],
): Dealing => {
  const { agents, now } = world
  const { population, history, memory, look } = minds.lastingOf(agent)
  const begins = agent === meeting.initiator
  // Written out, and not made from `self`, since to copy an object takes longer than to make it, and this is asked most often.
  return {
    now,
    // The figures of a scenario are about the initiator's refusal and claim and about the partner's breach; other choices draw by themselves.
    random: randomOf(luckOf(world, meeting, purposes), choice, begins ? 0 : 1),
    parameters: mind.parameters,
    agent,
    population,
    stakeCents: agents.stakeCents[agent] ?? 0,
    reputation: agents.reputationOf(agent),
    label: agents.labelOf(agent),
    history,
    memory,
    look,
    other: minds.party(begins ? meeting.partner : meeting.initiator, agent),
    role: begins ? "initiator" : "partner",
    valueCents: meeting.valueCents,
  }
}

export const deals = (world: World, meeting: Meeting, agent: number): boolean | undefined => {
  const { minds } = world
  const mind = minds?.mindOf(agent)
  const deal = mind?.strategy.deal
  if (minds === undefined || mind === undefined || deal === undefined) return undefined
  const purposes = agent === meeting.initiator ? byShun : byNone
  const view = dealingOf(world, minds, mind, "deal", agent, meeting, purposes)
  return askStrategy(minds, mind, "deal", agent, deal, view, isBoolean, "true or false")
}

export const breaks = (world: World, meeting: Meeting, agent: number): boolean | undefined => {
  const { minds } = world
  const mind = minds?.mindOf(agent)
  const choose = mind?.strategy.break
  if (minds === undefined || mind === undefined || choose === undefined) return undefined
  const purposes = agent === meeting.partner ? byBroken : byNone
  const view = dealingOf(world, minds, mind, "break", agent, meeting, purposes)
  return askStrategy(minds, mind, "break", agent, choose, view, isBoolean, "true or false")
}

/** Whether an agent files a claim after a dealing, or the sum that it claims. */
export const sues = (
  world: World,
  meeting: Meeting,
  agent: number,
  broke: boolean,
  suffered: boolean,
): boolean | number | undefined => {
  const { minds } = world
  const mind = minds?.mindOf(agent)
  const sue = mind?.strategy.sue
  if (minds === undefined || mind === undefined || sue === undefined) return undefined
  const purposes = agent === meeting.initiator ? bySue : byNone
  const view = { ...dealingOf(world, minds, mind, "sue", agent, meeting, purposes), broke, suffered }
  const mayBe = (answer: boolean | number) => typeof answer === "boolean" || (isCents(answer) && answer > 0)
  return askStrategy(minds, mind, "sue", agent, sue, view, mayBe, "true, false or the cents that it claims")
}

export const luckOfMatter = ({ row }: World, purposes: Luck["purposes"], nth = 0): Luck => ({
  key0: row.key0,
  key1: row.key1,
  nth,
  purposes,
})

/** The view of the current claim that a party to it is shown before the judgment. */
const claimOf = (world: World, minds: Minds, mind: Mind, choice: "defend" | "settle", agent: number) => {
  const { row, matter } = world
  const isRespondent = agent === row.bound
  const luck = luckOfMatter(world, choice === "defend" ? [Purpose.defend] : [])
  return {
    ...minds.self(mind, agent, choice, luck, isRespondent ? 0 : 1),
    matter,
    other: minds.party(isRespondent ? row.favoured : row.bound, agent),
    role: isRespondent ? ("respondent" as const) : ("claimant" as const),
    amountCents: row.amountCents,
    founded: row.founded,
  }
}

/** Whether the respondent defends the current claim. */
export const defends = (world: World): boolean | undefined => {
  const { minds, row } = world
  const mind = minds?.mindOf(row.bound)
  const defend = mind?.strategy.defend
  if (minds === undefined || mind === undefined || defend === undefined) return undefined
  const view = claimOf(world, minds, mind, "defend", row.bound)
  return askStrategy(minds, mind, "defend", row.bound, defend, view, isBoolean, "true or false")
}

/** The sum at which a party would end the current claim; null if it would end the claim at no sum. */
const terms = (world: World, agent: number): number | null => {
  const { minds } = world
  const mind = minds?.mindOf(agent)
  const settle = mind?.strategy.settle
  if (minds === undefined || mind === undefined || settle === undefined) return null
  const view = claimOf(world, minds, mind, "settle", agent)
  const mayBe = (answer: number | null) => answer === null || isCents(answer)
  return askStrategy(minds, mind, "settle", agent, settle, view, mayBe, "cents or null")
}

/** The sum for which the parties settle the current claim: what the respondent offers, if the claimant takes as little. */
export const settlement = (world: World): number | null => {
  if (world.minds === undefined) return null
  const offered = terms(world, world.row.bound)
  if (offered === null) return null
  const least = terms(world, world.row.favoured)
  return least !== null && least <= offered ? offered : null
}

/** The next act of a party bound with a strategy of its own. */
export const complies = (world: World, behaviour: Custom, turn: Turn): Plan | null | "keep" => {
  const { minds, row } = world
  const mind = minds?.custom.get(behaviour)
  const comply = mind?.strategy.comply
  if (minds === undefined || mind === undefined || comply === undefined) return null
  const luck = luckOfMatter(world, [], (turn.now - row.deliveredAt) >>> 0)
  const view = {
    ...minds.self(mind, row.bound, "comply", luck, whys.indexOf(turn.why) + whys.length * row.refusals),
    ...turn,
    other: minds.party(row.favoured, row.bound),
  }
  const wanted = `null, "keep", or { act, at, part } with an act of ${plannedActs.join(", ")}`
  return askStrategy(minds, mind, "comply", row.bound, comply, view, isPlan, wanted)
}

/** The reply of the party favoured to the attestation of the current entry. */
export const answers = (world: World): Reply | null | undefined => {
  const { minds, row, matter } = world
  const mind = minds?.mindOf(row.favoured)
  const answer = mind?.strategy.answer
  if (minds === undefined || mind === undefined || answer === undefined) return undefined
  const done = row.doneAt !== never
  const purposes = done ? [Purpose.confirm, Purpose.confirmHours] : [Purpose.dispute, Purpose.disputeHours]
  const view = {
    ...minds.self(mind, row.favoured, "answer", luckOfMatter(world, purposes, row.disputes)),
    entry: matter,
    other: minds.party(row.bound, row.favoured),
    amountCents: row.amountCents,
    paidCents: row.paidCents,
    done,
    disputes: row.disputes,
  }
  const wanted = "null or { act, afterHours } with an act of confirm, dispute"
  return askStrategy(minds, mind, "answer", row.favoured, answer, view, isReply, wanted)
}
