// The time of a judgment on the papers: the account of a quote is drawn up, its balance ordered, the judgment sealed and recorded with the
// bundle of what was read, in a court on the store in memory: `npm run bench -- Papers`. Half of them take at most 5 ms of the processor.
import { needPresent } from "../../core/kernel/Defect.ts"
import { payTo, played } from "./testing/Played.ts"

const mostMs = 5
const [warmed, measured] = [200, 300]

/** The processor's milliseconds, which other programs on the machine don't lengthen. */
const spent = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** A supplier claims the rest of a price of which the buyer has paid a part, both plead, and judgment is called for. */
const called = async () => {
  const court = await played()
  const { quoteId, lodges, confirms, closes, files, answers, calls, ripens } = court
  await closes("seller")
  const payment = await lodges("buyer", "payment", { ref: quoteId, valueCents: 2_000 })
  await confirms("seller", payment)
  ripens()
  const id = await files("seller", [payTo("seller", { cause: "account" })], { quoteId })
  await answers("buyer", id)
  await calls("seller", id)
  return { court, id }
}

const times: Array<number> = []
for (let n = 0; n < warmed + measured; n++) {
  const { court, id } = await called()
  // The garbage of the court that was played is not the judgment's to collect.
  globalThis.gc?.({ type: "minor", execution: "sync" })
  const begun = spent()
  const { citation } = await court.decides(id)
  const took = spent() - begun
  const { orders } = await court.judgmentOf(needPresent(citation, "a judgment on the papers"))
  if (orders[0]?.amountCents !== 3_000) throw new Error(`ordered ${JSON.stringify(orders)}`)
  if (n >= warmed) times.push(took)
}
const sorted = times.sort((left, right) => left - right)
const at = (share: number): number => needPresent(sorted[Math.floor(share * (sorted.length - 1))], "a time")
console.log(
  `${measured} judgments on the papers, without an artifact, of the processor: median ${at(0.5).toFixed(2)} ms, p95 ${at(0.95).toFixed(2)} ms (aim ${mostMs})`,
)
if (at(0.5) > mostMs) process.exitCode = 1
