// The time of each check among the bombs: `npm run bench -- criteria`. No check may take more than a second on one core.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as reference from "./testing/Reference.ts"
import { bytesOf, documentOf, type Implementation, type Vector } from "./testing/Vector.ts"

const mostMs = 1_000
const vectors: ReadonlyArray<Vector> = JSON.parse(
  readFileSync(join(import.meta.dirname, "bombs.json"), "utf8"),
)

/** The processor's milliseconds, which other programs on the machine don't lengthen. */
const spent = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** The milliseconds of reading a document and evaluating it, the least of three. */
const timeOf = <C>({ read, evaluate }: Implementation<C>, vector: Vector): number => {
  const bytes = bytesOf(vector.artifact)
  const times = Array.from({ length: 3 }, () => {
    const begun = spent()
    const result = read(documentOf(vector))
    if ("criteria" in result) evaluate(result.criteria, bytes, vector.attested)
    return spent() - begun
  })
  return Math.min(...times)
}

const measure = <C>(name: string, implementation: Implementation<C>): void => {
  const timed = vectors.map((vector) => ({ name: vector.name, ms: timeOf(implementation, vector) }))
  const [worst, ...others] = timed.sort((left, right) => right.ms - left.ms)
  if (worst === undefined) throw new Error("There are no bombs.")
  console.log(`${name}: ${timed.length} bombs, one check each; the slowest:`)
  for (const each of [worst, ...others.slice(0, 4)])
    console.log(`${each.ms.toFixed(0).padStart(6)} ms  ${each.name}`)
  if (worst.ms > mostMs) process.exitCode = 1
}

measure("reference", reference)
