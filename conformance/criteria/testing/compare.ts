/**
 * `npm run criteria -- [pairs] [seed]`: evaluates random pairs of a document and an artifact by every implementation, and ends at the first
 * pair that they judge otherwise, by verdict, outcomes or fuel. A seed repeats a run.
 */
import { implementations } from "./Implementations.ts"
import { compare, saysOf } from "./pairs/Compare.ts"

const [count = "100000", seed = "1"] = process.argv.slice(2)
const names = Object.keys(implementations)
const begun = performance.now()
const { refused, verdicts, outcomes, difference } = compare(
  Object.values(implementations).map(saysOf),
  Number(count),
  Number(seed),
)
const seconds = ((performance.now() - begun) / 1000).toFixed(0)
console.log(
  `${count} pairs from the seed ${seed} by ${names.join(" and ")}: ${seconds} s, ${refused} documents refused`,
)
console.log(JSON.stringify(verdicts))
for (const [kind, { met, unmet, unknown }] of Object.entries(outcomes))
  console.log(`${kind.padEnd(9)} ${met} met, ${unmet} unmet, ${unknown} unknown`)
console.log(
  difference === undefined ? "They agree on every verdict, outcome and step." : `They differ: ${difference}`,
)
if (difference !== undefined) process.exitCode = 1
