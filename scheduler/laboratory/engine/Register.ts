/** Acts on the current entry and the passing of its windows, by the court's own rules (`Step.ts`). */
import type { Standing } from "../../../core/agents/index.ts"
import type { ActName } from "../../../core/compliance/index.ts"
import { grounds } from "../../../core/kernel/Refusal.ts"
import type { Instant } from "../../../core/kernel/Time.ts"
import { heed } from "./Enrolment.ts"
import { tellBoth } from "./News.ts"
import { asksAgain, react } from "./Reactions.ts"
import type { Happening } from "./Result.ts"
import { never } from "./State.ts"
import { sectionsOf, step, stepPassing } from "./Step.ts"
import type { World } from "./World.ts"

/** Notes when the entry was satisfied or superseded. A satisfaction that is disputed no longer counts, unless it is found again. */
const settles = ({ row }: World): void => {
  const { status, at } = row.state
  row.settledAt = status === "satisfied" || status === "superseded" ? at : never
}

/** Counts a move, and lets the parties and the Registrar react to it. */
const countMove = (
  world: World,
  act: ActName,
  who: Happening["by"],
  from: Standing.EntryStatus,
  delta: number,
  stated: Instant,
): void => {
  const { row, agents, tally } = world
  const { status } = row.state
  if (from !== status) {
    tally.statuses[from] -= 1
    tally.statuses[status] += 1
    settles(world)
  }
  agents.move(row.bound, from, status, delta)
  if (world.seats !== undefined) heed(world, world.seats, row.bound)
  world.tell(act, who, from, status, sectionsOf(act, from), null, delta, stated)
  if (from !== status && (status === "unsatisfied" || status === "superseded")) tellBoth(world, status)
  react(world, act)
}

/** Makes the passing of the window that has closed, if there is one. */
export const pass = (world: World): void => {
  const { state, opened } = world.row
  const { status, standing } = state
  if (!opened || !stepPassing(state, world.now, world.terms)) return
  countMove(world, "pass", "clock", status, state.standing - standing, never)
}

/** Does an act as the court does (`compliance/Law.ts`): first the passing that is due, then the act. Gives false if it is refused. */
export const act = (
  world: World,
  name: ActName,
  who: Happening["by"],
  stated: Instant,
  found: Standing.EntryStatus,
): boolean => {
  pass(world)
  const { row, tally } = world
  const { state } = row
  const { status, standing } = state
  const done = step(state, name, who, stated, found, world.now, world.terms)
  if (done === null) {
    countMove(world, name, who, status, state.standing - standing, stated)
    return true
  }
  tally.refused += 1
  row.refusals += 1
  world.tell(name, who, status, status, grounds[done].rules, done, 0, stated)
  if (who === "bound") asksAgain(world)
  return false
}
