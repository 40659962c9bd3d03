import { deliveries } from "./testing/Delivery.ts"
import { implementations } from "./testing/Implementations.ts"

const d = deliveries[1]!
for (let i = 0; i < 8; i++) {
  const r = implementations.criteria!.read(d.document)
  const t = process.cpuUsage().user
  if ("evaluate" in r) r.evaluate(d.bytes)
  console.log((process.cpuUsage().user - t) / 1000)
}
