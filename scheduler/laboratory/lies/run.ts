/** `npm run lies`: plays every lie, and writes the page, its chart, and each case as a row of `results/lies.csv`. */
import { join } from "node:path"
import { writeLies } from "./Write.ts"

const results = join(import.meta.dirname, "../../../results")
await writeLies(join(import.meta.dirname, "../docs"), results)
console.log("Written: scheduler/laboratory/docs/lies.md, lies.svg, and results/lies.csv.")
