/** The news that strategies are told: the events that happened to their agents. */
import { askStrategy } from "./Mind.ts"
import { type Luck, randomOf } from "./Minds.ts"
import type { News } from "./Strategy.ts"
import type { World } from "./World.ts"

/** Luck for the news of an agent: it is drawn for no figure of the scenario. */
const purposes: Luck["purposes"] = []
const isAnything = () => true

/** Tells an agent what happened between it and another. */
export const tell = (
  world: World,
  agent: number,
  other: number,
  what: News["what"],
  role: News["role"],
  cents = 0,
  broke = false,
  suffered = false,
): void => {
  const { minds } = world
  const mind = minds?.mindOf(agent)
  const learn = mind?.strategy.learn
  if (minds === undefined || mind === undefined || learn === undefined) return
  const { agents, now, tally } = world
  const luck = { key0: agents.key0(agent), key1: agents.key1(agent), nth: tally.events >>> 0, purposes }
  const { population, history, memory, look } = minds.lastingOf(agent)
  const view: News = {
    now,
    random: randomOf(luck, "learn", 0),
    parameters: mind.parameters,
    agent,
    population,
    stakeCents: agents.stakeCents[agent] ?? 0,
    reputation: agents.reputationOf(agent),
    label: agents.labelOf(agent),
    history,
    memory,
    look,
    what,
    other: minds.party(other, agent),
    role,
    cents,
    broke,
    suffered,
  }
  askStrategy(minds, mind, "learn", agent, learn, view, isAnything, "nothing")
}

/** A sum goes from one agent to another: both remember it, and are told. */
export const pays = (
  world: World,
  from: number,
  to: number,
  cents: number,
  what: "paid" | "settled",
): void => {
  const { minds } = world
  if (minds === undefined || cents === 0) return
  minds.livesOf(from).paidCents += cents
  minds.livesOf(to).receivedCents += cents
  tell(world, from, to, what, "respondent", -cents)
  tell(world, to, from, what, "claimant", cents)
}

/** Both parties of the current matter are told what became of it. */
export const tellBoth = (
  world: World,
  what: "judged" | "dismissed" | "unsatisfied" | "superseded",
  cents = 0,
): void => {
  const { minds, row } = world
  if (minds === undefined) return
  if (what === "judged") minds.livesOf(row.bound).ordersAgainst += 1
  tell(world, row.bound, row.favoured, what, "respondent", -cents)
  tell(world, row.favoured, row.bound, what, "claimant", cents)
}
