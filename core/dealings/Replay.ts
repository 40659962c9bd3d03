/** The Register of Dealings computed again from the public journal alone. */
import { Predicate } from "effect"
import type { PublicItem } from "../compliance/Replay.ts"
import type { Json } from "../Json.ts"
import { format } from "../Time.ts"

export interface ReplayedDealings {
  /** By id, in the order of the journal: what `GET /dealings/{id}` answers to the public. */
  readonly dealings: ReadonlyMap<string, { readonly [member: string]: Json }>
  /** How many each agent lodged, by handle. */
  readonly lodged: ReadonlyMap<string, number>
  /** How many were confirmed by the agents that they name. */
  readonly confirmed: number
  /** Events of dealings that were never lodged, and second reviews. */
  readonly faults: ReadonlyArray<string>
}

const memberOf = (data: Json, name: string): Json =>
  Predicate.isReadonlyRecord(data) ? ((data as { readonly [member: string]: Json })[name] ?? null) : null

/** Folds journal items, in their order, into the Register of Dealings. Other items are passed over. */
export const replayDealings = (items: Iterable<PublicItem>): ReplayedDealings => {
  const dealings = new Map<string, { readonly [member: string]: Json }>()
  const reviewed = new Set<string>()
  const lodged = new Map<string, number>()
  const faults: Array<string> = []
  let confirmed = 0
  for (const { type, subject, at, data } of items) {
    const id = subject.slice("dealing/".length)
    if (type === "dealing.lodged") {
      if (dealings.has(id)) faults.push(`${type} of ${subject}: it was lodged before`)
      const lodger = String(memberOf(data, "lodger"))
      dealings.set(id, { ...(Predicate.isReadonlyRecord(data) ? data : {}), id, lodgedAt: format(at) })
      lodged.set(lodger, (lodged.get(lodger) ?? 0) + 1)
    }
    if (type === "dealing.reviewed") {
      if (!dealings.has(id)) faults.push(`${type} of ${subject}: it was never lodged`)
      if (reviewed.has(id)) faults.push(`${type} of ${subject}: it was reviewed before`)
      reviewed.add(id)
      if (memberOf(data, "outcome") === "confirmed") confirmed += 1
    }
  }
  return { dealings, lodged, confirmed, faults }
}
