/** The exploration of the five machines together, to a small depth here and deeper by `npm run explore`. */
import { describe, expect, it } from "vitest"
import { needPresent } from "../core/kernel/Defect.ts"
import * as Court from "./testing/explored/Court.ts"
import { explore } from "./testing/explored/Explore.ts"
import { mutants } from "./testing/explored/Mutants.ts"
import { scenes } from "./testing/explored/Scenes.ts"
import { theoremsOf } from "./testing/explored/Theorems.ts"

const sceneOf = (name: string) =>
  needPresent(
    scenes.find((scene) => scene.name === name),
    name,
  )

describe("the five machines together", () => {
  it("Rule 4.9 given a claim, when it is explored twice, then the same states are found, and every statement holds", () => {
    const [first, again] = [0, 1].map(() => {
      const court = Court.make()
      return explore(court, sceneOf("claimed").play(court), 2, theoremsOf(court))
    })
    expect(first?.found).toBeNull()
    expect(first?.states).toBeGreaterThan(20)
    expect(again).toEqual(first)
  })

  it.each(mutants)(
    "a court that $breaks is found in the scene $scene",
    ({ scene, depth, foundAs, saying, ...broken }) => {
      const { play, isRead } = sceneOf(scene)
      const court = Court.make(broken, isRead)
      const { found } = explore(court, play(court), depth, theoremsOf(court, saying))
      expect(found?.broken.map((what) => what.slice(0, foundAs.length))).toContain(foundAs)
      expect(found?.story.length).toBeLessThanOrEqual(depth + 1)
    },
  )

  it("PD11 §5 given a court in which a loser's dispute stops the payout, then the shortest story is that dispute", () => {
    const mutant = needPresent(
      mutants.find(({ breaks }) => breaks.startsWith("takes the loser's dispute")),
      "a mutant",
    )
    const court = Court.make(mutant)
    const { found } = explore(court, sceneOf("final").play(court), 1, theoremsOf(court))
    expect(found).toEqual({
      story: ["seller disputes the entry of order 1"],
      broken: [
        "an act of the loser never lowers what the winner can get: buyer could get 3000 cents, and now 0",
      ],
    })
  })
})
