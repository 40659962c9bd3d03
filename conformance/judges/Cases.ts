/** The matters of the bench: matters made by hand, and matters that a seed draws from the stories. */
import { make } from "../Random.ts"
import { byHand } from "./ByHand.ts"
import type { BenchMatter } from "./Matter.ts"
import { stories } from "./Stories.ts"

/** How many matters a whole run has, unless its settings say another number. */
export const mattersDefault = 200

const drawMatter = (seed: number, i: number): BenchMatter => {
  const told = Object.entries(stories)
  // The step has no divisor in common with their number, so that each comes as often, and a short run has some that turn on a finding.
  const [story, tell] = told[(i * 7) % told.length] as (typeof told)[number]
  // Every matter has a seed of its own, so that a shorter run has the first matters of a longer one.
  return { id: `drawn-${String(i + 1).padStart(3, "0")}`, story, ...tell(make(seed * 100_003 + i)) }
}

/** So many matters: drawn ones and, one in ten, one made by hand while there are any. The same seed gives the same matters. */
export const casesOf = (count: number, seed: number): ReadonlyArray<BenchMatter> => {
  const hand = byHand.slice(0, Math.floor(count / 10))
  return [...hand, ...Array.from({ length: count - hand.length }, (_, i) => drawMatter(seed, i))]
}
