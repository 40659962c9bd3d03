// Puts the examples of an embedder into the built package, as programs that import it by its name.
import { mkdirSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { examples, published } from "../http/docs/Published.ts"

const folder = resolve(import.meta.dirname, "../dist/examples")
mkdirSync(folder, { recursive: true })
for (const name of examples) writeFileSync(join(folder, name), published(name))
console.log(`${examples.length} examples are in dist/examples`)
