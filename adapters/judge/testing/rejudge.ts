/**
 * `npm run rejudge-many -- COUNT SEED`: plays judgments on random deals, of which one in ten is on appeal, and computes each again from what its judge read. The hash is of all
 * their texts, so that it is the same on every platform, or a judgment differs between two of them.
 */
import { createHash } from "node:crypto"
import { firstDiffering } from "../../../core/bench/testing/Judgments.ts"
import { decisionOf } from "../Papers.ts"

const [count = "10000", seed = "1"] = process.argv.slice(2)
const began = performance.now()
const hash = createHash("sha256")
const found = firstDiffering(Number(count), Number(seed), decisionOf, (computed) => hash.update(computed))
if (found !== null) {
  console.error(JSON.stringify(found, null, 1))
  process.exitCode = 1
} else {
  const each = ((performance.now() - began) / Number(count)).toFixed(2)
  console.log(
    `No byte of ${count} judgments differs (seed ${seed}; ${each} ms for each, played and computed again).`,
  )
  console.log(`SHA-256 of them all: ${hash.digest("hex")}`)
}
