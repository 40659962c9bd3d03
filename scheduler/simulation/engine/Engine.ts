/**
 * Discrete events over virtual time. What happens between a dealing and an order is the scenario's model; from the order on, every
 * status, window and adjustment is moved by the rules that the court runs (`compliance/Step`).
 */
import type { Instant } from "../../../core/Time.ts"
import { boundActs, endAppeal, favouredActs, judge, prove, registrarDecides } from "./Acts.ts"
import { arrive, beginListed } from "./Dealings.ts"
import { EventKind, itemOf, kindOf, subjectOf } from "./Events.ts"
import { pass } from "./Register.ts"
import { never } from "./State.ts"
import { Purpose } from "./Threefry.ts"
import type { World } from "./World.ts"

/** What each event of a matter does. */
const happens: { readonly [kind: number]: (world: World) => void } = {
  [EventKind.judgment]: judge,
  [EventKind.deadline]: pass,
  [EventKind.bound]: boundActs,
  [EventKind.favoured]: favouredActs,
  [EventKind.registrar]: registrarDecides,
  [EventKind.appealEnd]: endAppeal,
  [EventKind.proof]: prove,
}

/**
 * Puts in what comes next to the matter in hand. Nothing but its own events changes a matter, so one event at a time is enough: the
 * earliest, and of those at one instant the one whose number is least.
 */
const schedule = (world: World): void => {
  const { row, scenario } = world
  const { state } = row
  const suspended = row.opened && state.suspendedSince !== never
  let at = row.opened && !suspended ? state.closesAt : never
  let kind: number = EventKind.deadline
  if (row.boundAct !== 0 && row.boundAt < at) {
    at = row.boundAt
    kind = EventKind.bound
  }
  if (row.favouredAct !== 0 && row.favouredAt < at) {
    at = row.favouredAt
    kind = EventKind.favoured
  }
  if (row.registrarAt < at) {
    at = row.registrarAt
    kind = EventKind.registrar
  }
  if (suspended) {
    const end = state.suspendedSince + world.delay(scenario.appeals.hours, Purpose.appealHours, row.appeals)
    if (end < at) {
      at = end
      kind = EventKind.appealEnd
    }
  }
  if (row.proving) {
    const read = row.doneAt + world.delay(scenario.chain.confirmationHours, Purpose.confirmation)
    if (read < at) {
      at = read
      kind = EventKind.proof
    }
  }
  world.events.push(at, itemOf(world.matter, kind))
}

/** Takes the next event before an instant and does what it says; false where there is none. */
export const turn = (world: World, until: Instant): boolean => {
  const { events, rows, row } = world
  if (!events.take(until)) return false
  world.enter(events.time)
  world.tally.turns += 1
  const kind = kindOf(events.item)
  const subject = subjectOf(events.item)
  if (kind === EventKind.arrival) arrive(world, subject)
  else if (kind === EventKind.listed) beginListed(world, subject)
  else {
    world.matter = subject
    rows.load(subject, row)
    happens[kind]?.(world)
    schedule(world)
    rows.save(subject, row)
  }
  return true
}
