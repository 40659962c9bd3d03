/** The Register of Dealings computed again from the public journal alone. */
import { type PublicItem, type Row, rowOf, textIn } from "../kernel/Journal.ts"
import { format } from "../kernel/Time.ts"

/** The Register of Dealings as the journal alone gives it, beside which that of the court is laid. */
export interface ReplayedDealings {
  /** The answers of `GET /dealings/{id}` to the public, by id, in the order of the journal. */
  readonly dealings: ReadonlyMap<string, Row>
  readonly lodged: ReadonlyMap<string, number>
  /** How many dealings were confirmed by the agents that they name. */
  readonly confirmed: number
  /** Events of dealings that were never lodged, and second reviews. */
  readonly faults: ReadonlyArray<string>
}

/** Folds journal items, in their order, into the Register of Dealings. Other items are passed over. */
export const replayDealings = (items: Iterable<PublicItem>): ReplayedDealings => {
  const dealings = new Map<string, Row>()
  const reviewed = new Set<string>()
  const lodged = new Map<string, number>()
  const faults: Array<string> = []
  let confirmed = 0
  for (const { type, subject, at, data } of items) {
    const id = subject.slice("dealing/".length)
    if (type === "dealing.lodged") {
      if (dealings.has(id)) faults.push(`${type} of ${subject}: it was lodged before`)
      const lodger = textIn(data, "lodger")
      dealings.set(id, { ...rowOf(data), id, lodgedAt: format(at) })
      lodged.set(lodger, (lodged.get(lodger) ?? 0) + 1)
    }
    if (type === "dealing.reviewed") {
      if (!dealings.has(id)) faults.push(`${type} of ${subject}: it was never lodged`)
      if (reviewed.has(id)) faults.push(`${type} of ${subject}: it was reviewed before`)
      reviewed.add(id)
      if (textIn(data, "outcome") === "confirmed") confirmed += 1
    }
  }
  return { dealings, lodged, confirmed, faults }
}
