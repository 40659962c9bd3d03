/** The Register of Compliance, entry by entry. */

import { entryView } from "../../../core/compliance/View.ts"
import type { Json } from "../../../core/Json.ts"
import { published } from "../../../core/Schedule.ts"
import { type Check, compared, everything, missing } from "./Check.ts"
import type { Folded } from "./Folded.ts"

const path = "/api/v1/compliance"

const ofEntry = (id: string): Check => ({
  of: `entry ${id}`,
  lines: async ({ registers, history }, court) => {
    const entry = registers.entries.get(id)
    if (entry === undefined) return []
    // What may happen next follows from the rest and from the figures in force; it is not a record.
    const { next: _, ...view } = entryView(entry, { role: "public" }, court.now, published)
    const told = { ...view, history: history(id, entry.citation) }
    return compared(
      court,
      `entry ${id}`,
      `${path}/${encodeURIComponent(id)}`,
      told as { [key: string]: Json },
    )
  },
})

const register: Check = {
  of: "the Register of Compliance",
  lines: async ({ registers }, court) => {
    const items = await everything(court, path)
    return missing(
      "entry",
      registers.entries.keys(),
      items.map((item) => String(Reflect.get(item, "id"))),
    )
  },
}

export const checks = ({ registers }: Folded): ReadonlyArray<Check> => [
  register,
  ...[...registers.entries.keys()].map(ofEntry),
]
