/** `npm run lies-in-court -- STEP`: plays every STEP-th lie of the laboratory in a whole court, and compares what both make of it. */
import { isDeepStrictEqual } from "node:util"
import { bothViews, cases } from "./Compare.ts"

const [step = "1"] = process.argv.slice(2)
const chosen = cases().filter((_, i) => i % Number(step) === 0)
const differing: Array<unknown> = []
for (const { liar, condition, ...lie } of chosen) {
  const views = await bothViews({ liar, condition, ...lie })
  if (!isDeepStrictEqual(views.computed, views.inCourt)) differing.push({ ...liar, condition, ...views })
}
if (differing.length > 0) {
  console.error(JSON.stringify(differing.slice(0, 10), null, 1))
  process.exitCode = 1
}
console.log(`Of ${chosen.length} cases that were played in a court, ${differing.length} differ.`)
