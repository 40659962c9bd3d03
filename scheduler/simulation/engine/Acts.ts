/** What the parties, the court and the Registrar do to the entry in hand when their time comes. */
import { isKept } from "../../../core/compliance/Judged.ts"
import { acts } from "../../../core/compliance/Moves.ts"
import { finalityAt } from "../../../core/judgments/Judgment.ts"
import { openFinality } from "../../../core/judgments/Law.ts"
import { orderable } from "../../../core/judgments/Orders.ts"
import { choose, draw } from "./Distribution.ts"
import { asks, asksAgain } from "./Reactions.ts"
import { act } from "./Register.ts"
import { never } from "./State.ts"
import { begin, timely } from "./Step.ts"
import { plannedActs } from "./Strategy.ts"
import { Purpose } from "./Threefry.ts"
import type { World } from "./World.ts"

/** The party bound does what it planned. */
export const boundActs = (world: World): void => {
  const { row, now } = world
  const planned = plannedActs[row.boundAct - 1]
  row.boundAct = 0
  switch (planned) {
    case "honour":
      performs(world, 1)
      if (isProvable(world) && world.chance(world.scenario.chain.share, Purpose.chain)) row.proving = true
      else act(world, "attest", "bound", now, "attested")
      return
    case "perform":
      performs(world, 1)
      return
    case "part":
      performs(world, row.boundPart)
      act(world, "attest", "bound", now, "attested")
      return
    case "attest":
      act(world, "attest", "bound", row.doneAt === never ? now : row.doneAt, "attested")
      return
    case "dispute":
      disputes(world, "bound")
      return
    case "appeal":
      appeals(world)
      return
    default:
      return
  }
}

/**
 * Whether a transfer made now would satisfy the entry once it is confirmed: a reading counts as of its block, from an open entry within
 * the time fixed. Who pays later has to say so, on whatever rail it pays (PD11 §11).
 */
const isProvable = ({ row, now }: World): boolean =>
  row.kind === 0 && row.state.status === "open" && timely(row.state, now)

/** Performs a part of the order, or what is left of it. Nothing of the Register moves. */
const performs = (world: World, part: number): void => {
  const { row, now, tally } = world
  const { status } = row.state
  if (row.doneAt !== never) return
  const paid = part >= 1 ? row.amountCents : Math.max(row.paidCents, Math.floor(row.amountCents * part))
  tally.recoveredCents += paid - row.paidCents
  row.paidCents = paid
  if (part >= 1) {
    row.doneAt = now
    tally.performed += 1
    tally.performanceMs += now - row.deliveredAt
  }
  world.tell("perform", "bound", status, status, [])
}

const disputes = (world: World, who: "bound" | "favoured"): void => {
  // Counted before it is told of, so that what follows draws anew.
  world.row.disputes += 1
  if (!act(world, "dispute", who, never, "disputed")) world.row.disputes -= 1
}

/** A notice of appeal: within the time (Rule 6.0), it suspends what runs (PD11 §7). */
const appeals = (world: World): void => {
  const { row, now, tally } = world
  const { status } = row.state
  const finality = openFinality("contested", row.deliveredAt, world.terms)
  if (row.appeals > 0 || finalityAt(finality, now) !== "open to appeal") {
    tally.refused += 1
    row.refusals += 1
    world.tell("appeal", "bound", status, status, ["Rule 6.0"], "final")
    asksAgain(world)
    return
  }
  row.appeals += 1
  tally.appeals += 1
  act(world, "suspend", "court", never, status)
}

export const endAppeal = (world: World): void => {
  const { row, scenario } = world
  const errs = world.chance(scenario.appeals.errorRate, Purpose.appealError, row.appeals)
  act(world, row.wrong === errs ? "resume" : "supersede", "court", never, row.state.status)
}

/** A chain reading finds the payment. */
export const prove = (world: World): void => {
  const { row } = world
  row.proving = false
  act(world, "prove", "court", row.doneAt, "satisfied")
}

/** The party favoured confirms or disputes, as it meant to. */
export const favouredActs = (world: World): void => {
  const { row } = world
  const confirms = row.favouredAct === 1
  row.favouredAct = 0
  if (confirms) act(world, "confirm", "favoured", never, "satisfied")
  else disputes(world, "favoured")
}

/** The Registrar decides what is before the Registrar still: an entry may have been superseded meanwhile. */
export const registrarDecides = (world: World): void => {
  const { row } = world
  const { registrar } = world.scenario
  const { status, performedAt } = row.state
  const nth = row.disputes
  row.registrarAt = never
  if (status !== "disputed" && status !== "pending") return
  if (status === "disputed" && world.chance(registrar.pending, Purpose.pending, nth)) {
    act(world, "decide", "registrar", never, "pending")
    return
  }
  const errs = world.chance(registrar.errorRate, Purpose.registrarError, nth)
  const done = row.doneAt !== never
  if (done === errs) act(world, "decide", "registrar", never, "unsatisfied")
  else act(world, "decide", "registrar", done ? row.doneAt : performedAt, "satisfied")
}

export const judge = (world: World): void => {
  const { row, agents, tally, now, terms } = world
  const { errorRate, orders } = world.scenario.judge
  agents.decided(row.favoured)
  row.wrong = world.chance(errorRate, Purpose.error)
  row.kind = choose([orders.pay, orders.perform, orders.refrain], world.luck(Purpose.kind))
  const stake = agents.stakeCents[row.bound] ?? 0
  const amount = row.kind === 0 ? orderable(row.amountCents, stake) : 0
  if (row.founded === row.wrong || (row.kind === 0 && amount === 0) || !isKept(terms)) {
    tally.dismissed += 1
    world.tell("dismiss", "court", null, null, ["Rule 5.3"])
    return
  }
  row.behaviour = behaviourOf(world)
  row.amountCents = amount
  row.opened = true
  begin(row.state, now, fixedHours(world), terms)
  tally.opened += 1
  tally.orderedCents += amount
  tally.statuses.open += 1
  agents.move(row.bound, null, "open", 0)
  world.tell("open", "court", null, "open", acts.open.moves[0].sections)
  asks(world, "opened")
}

/** The time fixed. */
const fixedHours = (world: World): number => {
  const { orderHours } = world.scenario.judge
  return orderHours === undefined
    ? world.terms.orderHoursDefault
    : Math.max(1, Math.round(draw(orderHours, world.luck(Purpose.orderHours))))
}

/** How the party bound behaves on this entry, by its place among all behaviours of the scenario. */
const behaviourOf = (world: World): number => {
  const { era, agents, row } = world
  const population = agents.population[row.bound] ?? 0
  const mine = choose(era.shares[population] ?? [], world.luck(Purpose.behaviour))
  return era.codes[population]?.[mine] ?? 0
}
