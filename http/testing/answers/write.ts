/** `npm run answers`: plays the disputes of `Play.ts` and writes their answers, which the description has as its examples. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { played } from "./Play.ts"

const file = join(import.meta.dirname, "../../api/answers.json")
writeFileSync(file, `${JSON.stringify(Object.fromEntries(await played()), null, 2)}\n`)
