/**
 * A court to be measured, in a process of its own: `node BenchCourt.ts sqlite <file>` or `postgres <url>` prints its port and the seller's
 * key. With `without-log` after that, its log takes nothing; with `with-orders`, the seller has 24 orders against it.
 */
import { setTimeout } from "node:timers/promises"
import { Layer } from "effect"
import { PostgresStore } from "../../adapters/postgres/index.ts"
import { SqliteStore } from "../../adapters/sqlite/index.ts"
import { settleHeap } from "../operate/Heap.ts"
import { agents, decided, draft, order } from "./Dispute.ts"
import { enrolled, startCourt } from "./TestCourt.ts"

const [kind, target = "", ...flags] = process.argv.slice(2)
const store =
  kind === "sqlite"
    ? Layer.orDie(SqliteStore.layer({ file: target }))
    : Layer.orDie(PostgresStore.layer({ url: target }))
const isBound = flags.includes("with-orders")
// The example of a dispute has its dates, so whoever has orders keeps the time of that example.
const court = await startCourt({ store, realTime: !isBound })
/** Enrols the two agents with an operator each, as acts between them need. */
const enrol = async () => {
  const key = await enrolled(court, "seller")
  await enrolled(court, "buyer")
  return key
}
/** Enrols agents of one operator, and has two judgments bind the seller by twelve orders each. */
const enrolBound = async () => {
  const keys = await agents(court)
  const orders = Array.from({ length: 12 }, (_, n) =>
    order({ amountCents: n + 1, text: `Pay part ${n + 1}.` }),
  )
  for (let n = 0; n < 2; n++) await decided(court, draft(orders), keys)
  return keys.seller
}
const key = isBound ? await enrolBound() : await enrol()
const integrate = async (): Promise<never> => {
  for (;;) {
    await court.integrate()
    await setTimeout(1000)
  }
}
if (!flags.includes("without-log")) void integrate()
settleHeap()
process.once("SIGINT", () => process.exit(0))
console.log(JSON.stringify({ port: Number(new URL(court.url).port), key }))
