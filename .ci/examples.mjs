// Puts the examples of an embedder into the built package, as programs that import it by its name.
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { examples, publishedName, readPublished } from "../http/docs/Published.ts"

const folder = resolve(import.meta.dirname, "../dist/examples")
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const name of examples) writeFileSync(join(folder, publishedName(name)), readPublished(name))
console.log(`${examples.length} examples are in dist/examples`)
