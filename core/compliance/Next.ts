import type { Terms } from "../Schedule.ts"
import { format, type Instant } from "../Time.ts"
import type { Entry, WindowKind } from "./Entry.ts"
import { passing } from "./Passing.ts"
import { actNames, moveFrom, transitions, type Who } from "./Transitions.ts"

export type NextAct = { readonly who: string; readonly act: string; readonly dueBy: string | null }

/** Who acts, as the register names it; null for what no one asks for (the clock, the effect of a judgment). */
const nameOf = (entry: Entry, who: Who): string | null => {
  if (who === "bound") return entry.order.bound.handle
  if (who === "favoured") return entry.order.favoured.handle
  return who === "registrar" ? who : null
}

/** The acts that each window waits for. */
const awaited: { readonly [Kind in WindowKind]: ReadonlyArray<string> } = {
  performance: ["attest", "confirm"],
  dispute: ["confirm", "dispute"],
  notice: ["attest", "confirm", "dispute"],
}

/**
 * What may or must happen now, from the table of moves. `dueBy` is the instant at which the running window closes, for the
 * acts that it waits for; a window that has passed but is not recorded gives none, since its notice is yet to be served.
 */
export const nextOf = (entry: Entry, now: Instant, terms: Terms): ReadonlyArray<NextAct> => {
  const passed = passing(entry, now, terms)
  const current = passed?.entry ?? entry
  const running = passed === null && current.suspendedSince === null ? current.window : null
  const dueBy = (act: string) =>
    running !== null && awaited[running.kind].includes(act) ? format(running.closesAt) : null
  return actNames.flatMap((act) => {
    if (moveFrom(act, current.status) === undefined) return []
    return transitions[act].who.flatMap((who) => {
      const name = nameOf(current, who)
      return name === null ? [] : [{ who: name, act, dueBy: dueBy(act) }]
    })
  })
}
