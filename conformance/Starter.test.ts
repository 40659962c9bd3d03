/** The store to begin with: it keeps the promises of the parts that it has, and says of each other part that it is not written yet. */
import { Effect } from "effect"
import { expect, it } from "vitest"
import * as Report from "./Report.ts"

const starter = new URL("./starter/store.ts", import.meta.url).href

it("the starter keeps what it calls committed, and every other case names the part that is not written yet", {
  timeout: 60_000,
}, async () => {
  const { lines } = await Effect.runPromise(Report.run({ store: starter, seed: 7, modelRuns: 1 }))
  const kept = lines.filter(({ outcome }) => outcome._tag === "kept").map(({ id }) => id)
  for (const part of ["read.copies", "holder.bare", "commit.version.race", "tallies.race", "blob.exact"])
    expect(kept).toContain(part)
  const reasons = lines.flatMap(({ id, outcome }) =>
    outcome._tag === "broken" && !outcome.message.includes("not written yet")
      ? [`${id}: ${outcome.message}`]
      : [],
  )
  expect(reasons).toEqual([])
  expect(Report.isKept({ store: starter, seed: 7, lines, notShown: [] })).toBe(false)
})
