/** Writes the pages of this folder that come from the values that run. `npm run diagrams` calls it. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { pages } from "./Pages.ts"

for (const [name, page] of Object.entries(pages)) writeFileSync(join(import.meta.dirname, name), page())
