/** `npm run diagrams`: writes the pages of this folder anew. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { page } from "./Diagram.ts"
import { machines } from "./Machines.ts"

for (const machine of machines) writeFileSync(join(import.meta.dirname, `${machine.name}.md`), page(machine))
