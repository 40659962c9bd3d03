/** The laboratory's cases against a whole court: what is computed of the acts of a deal is what the court does of them. */
import { describe, expect, it } from "vitest"
import { bothViews, cases } from "./testing/Compare.ts"

/** Every so many cases one is played. The number divides neither the number of lies nor that of conditions. */
const step = 251

describe("a case of the laboratory, played in a court", () => {
  const all = cases()
  it.each(
    all
      .filter((_, i) => i % step === 0)
      .map(
        (lie) =>
          [`${lie.liar.side}: ${lie.liar.name}`, Object.values(lie.condition).join(", "), lie] as const,
      ),
  )(
    "PD15 §3 given %s (%s), then its account, its order and its hold are those of the court",
    async (_, __, lie) => {
      const { computed, inCourt } = await bothViews(lie)
      expect(inCourt).toEqual(computed)
    },
  )
})
