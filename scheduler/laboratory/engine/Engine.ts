/**
 * The engine: a simulation of discrete events over virtual time. From a dealing to an order, the scenario's model decides. From the
 * order on, every status, window and adjustment follows from the court's own rules (`Step.ts`).
 */
import type { Instant } from "../../../core/kernel/Time.ts"
import { actAsBound, actAsFavoured, endAppeal, judge, prove, registrarDecides } from "./Acts.ts"
import { arrive, beginListed, closePleadings, serveWaiting } from "./Dealings.ts"
import { enter, leave, rename } from "./Enrolment.ts"
import { EventKind, itemOf, kindOf, subjectOf } from "./Events.ts"
import { pass } from "./Register.ts"
import { never } from "./State.ts"
import { Purpose } from "./Threefry.ts"
import type { World } from "./World.ts"

const effects: { readonly [kind: number]: (world: World) => void } = {
  [EventKind.judgment]: judge,
  [EventKind.deadline]: pass,
  [EventKind.bound]: actAsBound,
  [EventKind.favoured]: actAsFavoured,
  [EventKind.registrar]: registrarDecides,
  [EventKind.appealEnd]: endAppeal,
  [EventKind.proof]: prove,
  [EventKind.served]: serveWaiting,
  [EventKind.closed]: closePleadings,
}

/** The effect of each kind of event of an agent or of a listed dealing. */
const others: { readonly [kind: number]: (world: World, subject: number) => void } = {
  [EventKind.listed]: beginListed,
  [EventKind.enters]: enter,
  [EventKind.leaves]: leave,
  [EventKind.renames]: rename,
}

/**
 * Queues the next event of the current matter. Only its own events change a matter, so it needs only one event in the queue: the
 * earliest, and of several at one instant the one with the lowest kind.
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

/** Takes the next event before `until` out of the queue and carries it out. Gives false if no event comes before `until`. */
export const turn = (world: World, until: Instant): boolean => {
  const { events, rows, row } = world
  if (!events.take(until)) return false
  world.enter(events.time)
  world.tally.turns += 1
  const kind = kindOf(events.item)
  const subject = subjectOf(events.item)
  if (kind === EventKind.arrival) arrive(world, subject)
  else if (effects[kind] === undefined) others[kind]?.(world, subject)
  else {
    world.matter = subject
    rows.load(subject, row)
    effects[kind](world)
    schedule(world)
    rows.save(subject, row)
  }
  return true
}
