/**
 * The acts that the parties and the Registrar plan after a move of the current entry. The strategy of the party bound is asked at each
 * turn.
 */
import type { ActName } from "../../../core/compliance/index.ts"
import { hours, type Instant } from "../../../core/kernel/Time.ts"
import { answers, complies } from "./Choices.ts"
import { ask } from "./Compliance.ts"
import { draw } from "./Distribution.ts"
import { orderKinds } from "./Rows.ts"
import { never } from "./State.ts"
import { plannedActs, type Turn, type Why, whys } from "./Strategy.ts"
import { Purpose } from "./Threefry.ts"
import type { World } from "./World.ts"

/** The instant at which the Registrar decides the `nth` dispute that is brought now. */
const registrarAt = (world: World, nth: number): Instant =>
  world.now + world.delay(world.scenario.registrar.hours, Purpose.registrarHours, nth)

/** After an attestation the party favoured plans to confirm it, to dispute it, or to do nothing. */
const considers = (world: World): void => {
  const { row, now } = world
  const own = answers(world)
  if (own !== undefined) {
    row.favouredAct = own === null ? 0 : own.act === "confirm" ? 1 : 2
    if (own !== null) row.favouredAt = now + Math.round(hours(own.afterHours))
    return
  }
  const { asCreditor } = world.populationOf(row.favoured)
  const nth = row.disputes
  const done = row.doneAt !== never
  const acts = done
    ? world.chance(asCreditor.confirms, Purpose.confirm, nth)
    : world.chance(asCreditor.disputes, Purpose.dispute, nth)
  row.favouredAct = acts ? (done ? 1 : 2) : 0
  if (!acts) return
  row.favouredAt =
    now +
    (done
      ? world.delay(asCreditor.confirmHours, Purpose.confirmHours, nth)
      : world.delay(asCreditor.disputeHours, Purpose.disputeHours, nth))
}

export const react = (world: World, act: ActName): void => {
  const { row } = world
  const { status } = row.state
  switch (act) {
    case "pass":
      row.registrarAt = never
      if (status === "notified") asks(world, "notified")
      if (status === "unsatisfied") asks(world, "unsatisfied")
      return
    case "attest":
      considers(world)
      return
    case "dispute":
      row.registrarAt = registrarAt(world, row.disputes)
      return
    case "decide":
      if (status === "pending") row.registrarAt = registrarAt(world, 128 + row.disputes)
      if (status !== "satisfied") asks(world, "found")
      return
    case "resume":
      asks(world, "stands")
      return
    // After these acts the parties have nothing left to do.
    case "prove":
    case "supersede":
      row.boundAct = 0
      row.favouredAct = 0
      return
    default:
      return
  }
}

/** After this many refusals a strategy is no longer asked, so that it can't keep the time from advancing. */
const refusalsMax = 8

const turnOf = (world: World, why: Why): Turn => {
  const { row, agents } = world
  const { state, bound } = row
  const drawn = Purpose.strategy + whys.indexOf(why) * 8
  return {
    why,
    entry: world.matter,
    now: world.now,
    kind: orderKinds[row.kind] ?? "pay",
    status: state.status,
    deliveredAt: row.deliveredAt,
    dueAt: state.dueAt,
    closesAt: state.closesAt,
    amountCents: row.amountCents,
    stakeCents: agents.stakeCents[bound] ?? 0,
    reputation: agents.reputationOf(bound),
    label: agents.labelOf(bound),
    wrong: row.wrong,
    done: row.doneAt !== never,
    disputes: row.disputes,
    terms: world.terms,
    draw: (distribution, k) => draw(distribution, world.luck(drawn + k)),
    trait: (distribution, k) => draw(distribution, agents.trait(world.seats?.operatorOf(bound) ?? bound, k)),
  }
}

/** Asks the strategy of the party bound for its next act. The answer replaces what it planned before, unless it is `keep`. */
export const asks = (world: World, why: Why): void => {
  const { row, now } = world
  const behaviour = world.eras.behaviours[row.behaviour]
  if (behaviour === undefined || row.state.status === "superseded") return
  const plan = ask(behaviour, turnOf(world, why), (custom, turn) => complies(world, custom, turn))
  if (plan === "keep") return
  row.boundAct = plan === null ? 0 : plannedActs.indexOf(plan.act) + 1
  if (plan === null) return
  row.boundAt = Math.max(Math.round(plan.at), now)
  row.boundPart = plan.part ?? 1
}

/** Asks the strategy again after a refusal, unless there were too many. */
export const asksAgain = (world: World): void => {
  if (world.row.refusals < refusalsMax) asks(world, "refused")
}
