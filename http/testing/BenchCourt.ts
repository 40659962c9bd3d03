/**
 * A court to be measured, in a process of its own: `node BenchCourt.ts sqlite <file>` or `postgres <url>` prints its port and a key. With
 * `without-log` after that, its log takes nothing.
 */
import { setTimeout } from "node:timers/promises"
import { Layer } from "effect"
import { PostgresStore } from "../../adapters/postgres/index.ts"
import { SqliteStore } from "../../adapters/sqlite/index.ts"
import { enrolled, startCourt } from "./TestCourt.ts"

const [kind, target = "", log] = process.argv.slice(2)
const store =
  kind === "sqlite"
    ? Layer.orDie(SqliteStore.layer({ file: target }))
    : Layer.orDie(PostgresStore.layer({ url: target }))
const court = await startCourt({ store, realTime: true })
const key = await enrolled(court, "seller")
await enrolled(court, "buyer")
const integrate = async (): Promise<never> => {
  for (;;) {
    await court.integrate()
    await setTimeout(1000)
  }
}
if (log !== "without-log") void integrate()
process.once("SIGINT", () => process.exit(0))
console.log(JSON.stringify({ port: Number(new URL(court.url).port), key }))
