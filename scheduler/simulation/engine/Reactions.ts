/** What a move of the entry in hand makes its parties and the Registrar mean to do. */

import type { ActName } from "../../../core/compliance/Moves.ts"
import type { Instant } from "../../../core/Time.ts"
import { asks } from "./Bound.ts"
import { Purpose } from "./Purpose.ts"
import { never } from "./State.ts"
import type { World } from "./World.ts"

/** When the Registrar decides what came before the Registrar now, the `nth` time. */
const registrarAt = (world: World, nth: number): Instant =>
  world.now + world.delay(world.scenario.registrar.hours, Purpose.registrarHours, nth)

/** The party favoured confirms or disputes what was attested, or leaves it to time. */
const considers = (world: World): void => {
  const { row, now } = world
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
    // What a chain shows nobody has to say any more.
    case "prove":
    case "supersede":
      row.boundAct = 0
      row.favouredAct = 0
      return
    default:
      return
  }
}
