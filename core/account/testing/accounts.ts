/** `npm run accounts -- COUNT SEED`: draws random deals and compares the two implementations of the account. */
import { firstDisagreement } from "./Compare.ts"

const [count = "100000", seed = "1"] = process.argv.slice(2)
const found = firstDisagreement(Number(count), Number(seed))
if (found !== null) {
  console.error(JSON.stringify(found, null, 1))
  process.exitCode = 1
} else console.log(`The rules and the sheet agree on ${count} random deals (seed ${seed}).`)
