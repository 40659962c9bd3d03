// The time of each check among the bombs, and of large deliveries under all the checks that a document may have:
// `npm run bench -- criteria`. No check may take more than a second on one core, and no such delivery more than 300 ms.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { deliveries } from "./testing/Delivery.ts"
import { implementations, type Sealed } from "./testing/Implementations.ts"
import { bytesOf, documentOf, type Vector } from "./testing/Vector.ts"

const mostMs = 1_000
const deliveryMostMs = 300
const vectors: ReadonlyArray<Vector> = JSON.parse(
  readFileSync(join(import.meta.dirname, "bombs.json"), "utf8"),
)

/** The processor's milliseconds, which other programs on the machine don't lengthen. */
const spent = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const timesOf = (turns: number, act: () => void): ReadonlyArray<number> =>
  Array.from({ length: turns }, () => {
    const begun = spent()
    act()
    return spent() - begun
  })

/** The milliseconds of reading a document and evaluating it, the least of three. */
const timeOf = ({ read }: Sealed, vector: Vector): number => {
  const bytes = bytesOf(vector.artifact)
  const times = timesOf(3, () => {
    const result = read(documentOf(vector))
    if ("evaluate" in result) result.evaluate(bytes, vector.attested)
  })
  return Math.min(...times)
}

const measure = (name: string, implementation: Sealed): void => {
  const timed = vectors.map((vector) => ({ name: vector.name, ms: timeOf(implementation, vector) }))
  const [worst, ...others] = timed.sort((left, right) => right.ms - left.ms)
  if (worst === undefined) throw new Error("There are no bombs.")
  console.log(`${name}: ${timed.length} bombs, one check each; the slowest:`)
  for (const each of [worst, ...others.slice(0, 4)])
    console.log(`${each.ms.toFixed(0).padStart(6)} ms  ${each.name}`)
  if (worst.ms > mostMs) process.exitCode = 1
}

for (const [name, implementation] of Object.entries(implementations)) measure(name, implementation)

const measureDelivery = ({ read }: Sealed, { name, document, bytes }: (typeof deliveries)[number]): void => {
  const times = timesOf(5, () => {
    const result = read(document)
    if ("problems" in result) throw new Error(JSON.stringify(result.problems))
    const { verdict, outcomes } = result.evaluate(bytes)
    if (verdict !== "satisfied") throw new Error(JSON.stringify(outcomes))
  })
  const least = Math.min(...times)
  const size = `${(bytes.length / 1000).toFixed(0)} kB, ${document.checks.length} checks`
  console.log(
    `criteria, ${name} (${size}): ${least.toFixed(0)} ms, the first time ${times[0]?.toFixed(0)} ms (aim ${deliveryMostMs})`,
  )
  if (least > deliveryMostMs) process.exitCode = 1
}

const { criteria } = implementations
if (criteria === undefined) throw new Error("The court's own implementation is missing.")
for (const delivery of deliveries) measureDelivery(criteria, delivery)
