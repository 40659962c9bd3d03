import { expect, it } from "vitest"
import { placeLabels } from "./Ends.ts"

it("charts: labels of lines that end together are moved apart, in their order, within the chart", () => {
  const placed = placeLabels(
    [0, 0.001, 0.002, 0.5, 0.501].map((y, i) => ({ condition: String(i), y })),
    0,
    1,
  )
  const at = placed.map((one) => one.at)
  expect(placed.map(({ condition }) => condition)).toEqual(["4", "3", "2", "1", "0"])
  for (const [i, here] of at.entries()) if (i > 0) expect((at[i - 1] ?? 0) - here).toBeGreaterThan(0.047)
  expect(Math.min(...at)).toBeGreaterThanOrEqual(0)
  expect(at[0]).toBeLessThan(0.56)
})
