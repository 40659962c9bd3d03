/** What strategies are told: what happened to their agents. */
import { put } from "./Choices.ts"
import type { Growing } from "./Minds.ts"
import type { News } from "./Strategy.ts"
import type { World } from "./World.ts"

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
  const nth = world.tally.events >>> 0
  const { agents } = world
  const luck = { key0: agents.key0(agent), key1: agents.key1(agent), nth, purposes: [] }
  const view = minds.self(mind, agent, "learn", luck) as Growing<News> // the next lines set the rest
  view.what = what
  view.other = minds.party(other, agent)
  view.role = role
  view.cents = cents
  view.broke = broke
  view.suffered = suffered
  put(
    minds,
    mind,
    "learn",
    agent,
    () => learn(view),
    () => true,
    "nothing",
  )
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
  minds.note(from, "paidCents", cents)
  minds.note(to, "receivedCents", cents)
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
  if (what === "judged") minds.note(row.bound, "ordersAgainst")
  tell(world, row.bound, row.favoured, what, "respondent", -cents)
  tell(world, row.favoured, row.bound, what, "claimant", cents)
}
