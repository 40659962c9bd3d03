/** `npm run diagrams`: writes the pages of this folder anew: those of diagrams whole, and the examples in those of embedders and callers. */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { page } from "./Diagram.ts"
import { machines } from "./Machines.ts"
import { withExamples } from "./Published.ts"

for (const machine of machines) writeFileSync(join(import.meta.dirname, `${machine.name}.md`), page(machine))
for (const name of ["embedding.md", "calling.md", "rules-as-functions.md"] as const) {
  const file = join(import.meta.dirname, name)
  writeFileSync(file, withExamples(name, readFileSync(file, "utf8")))
}
