/** `npm run diagrams`: writes the pages of this folder anew: those of diagrams whole, and the examples in that of embedders. */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { page } from "./Diagram.ts"
import { machines } from "./Machines.ts"
import { withExamples } from "./Published.ts"

for (const machine of machines) writeFileSync(join(import.meta.dirname, `${machine.name}.md`), page(machine))
const embedding = join(import.meta.dirname, "embedding.md")
writeFileSync(embedding, withExamples(readFileSync(embedding, "utf8")))
