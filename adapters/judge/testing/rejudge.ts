/** `npm run rejudge-many -- COUNT SEED`: plays judgments on random deals and computes each again from what its judge read. */
import { firstDiffering } from "../../../core/bench/testing/Judgments.ts"
import { draftOf } from "../Papers.ts"

const [count = "10000", seed = "1"] = process.argv.slice(2)
const began = performance.now()
const found = firstDiffering(Number(count), Number(seed), draftOf)
if (found !== null) {
  console.error(JSON.stringify(found, null, 1))
  process.exitCode = 1
} else {
  const each = ((performance.now() - began) / Number(count)).toFixed(2)
  console.log(
    `No byte of ${count} judgments differs (seed ${seed}; ${each} ms for each, played and computed again).`,
  )
}
