/** The Register of Dealings: lodgements and their numbers. */
import { type Check, compared } from "./Check.ts"
import type { Folded } from "./Folded.ts"

const ofDealing = (id: string): Check => ({
  of: `dealing ${id}`,
  lines: async ({ dealings: { dealings } }, court) =>
    compared(court, `dealing ${id}`, `/api/v1/dealings/${encodeURIComponent(id)}`, dealings.get(id) ?? {}),
})

/** Checks of this many lodgements, spread evenly over the register; of all where there are no more. */
export const checks = ({ dealings: { dealings } }: Folded, count: number): ReadonlyArray<Check> => {
  const ids = [...dealings.keys()]
  const step = Math.max(1, ids.length / Math.max(1, count))
  const chosen = Array.from({ length: Math.min(count, ids.length) }, (_, i) => ids[Math.floor(i * step)])
  return chosen.flatMap((id) => (id === undefined ? [] : [ofDealing(id)]))
}
