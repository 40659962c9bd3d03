/**
 * `POST /notarise/batch` with a thousand items: entries a second on both stores, and the processor time that each takes. Beside it, how
 * long others wait meanwhile: another connection asks for the health of the court, one request after the other.
 */
import { createHash, randomUUID } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { Agent } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { start } from "../../adapters/postgres/testing/EmbeddedPostgres.ts"
import { newDatabase } from "../../adapters/postgres/testing/NewDatabase.ts"
import { ask, measure, serve } from "../testing/ServedBench.ts"

const items = 1000
const connections = 2

// Each paper has a hash of its own, as in a register in use.
const paper = (i: number) => ({
  sha256: createHash("sha256").update(`${i}`).digest("hex"),
  kind: "delivery",
  counterparty: "buyer",
  valueCents: 1200,
})
const bodies = Array.from({ length: 20 }, (_, n) =>
  JSON.stringify({ items: Array.from({ length: items }, (_, i) => paper(n * items + i)) }),
)

const compare = async (kind: "sqlite" | "postgres", target: string): Promise<void> => {
  const court = await serve("BenchCourt.ts", kind, target)
  let sent = 0
  const next = () => {
    const body = bodies[sent++ % bodies.length] ?? ""
    return {
      method: "POST",
      path: "/api/v1/notarise/batch",
      headers: {
        authorization: `Bearer ${court.key}`,
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(body)),
        "idempotency-key": randomUUID(),
      },
      body,
    } as const
  }
  const other = new Agent({ keepAlive: true })
  const waits: Array<number> = []
  let done = false
  const asking = (async () => {
    while (!done) {
      const begun = performance.now()
      await ask(other, court.port, { method: "GET", path: "/healthz", headers: {}, body: "" })
      waits.push(performance.now() - begun)
      await new Promise((resume) => setTimeout(resume, 5))
    }
  })()
  const { perSecond, cpuMicros } = await measure(court, { connections, warmUpMs: 8_000, ms: 8_000, next })
  done = true
  await asking
  other.destroy()
  court.process.kill("SIGKILL")
  const late = waits.slice(waits.length >> 1).sort((a, b) => a - b)
  const at = (share: number) => (late[Math.floor(late.length * share)] ?? 0).toFixed(0)
  console.log(
    `${kind}: ${(perSecond * items).toFixed(0)} entries/s, ${(cpuMicros / items).toFixed(0)} µs of the court's processors for each; others wait p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`,
  )
}

console.log(`POST /notarise/batch, ${items} items, ${connections} connections`)
const folder = mkdtempSync(join(tmpdir(), "court-bench-"))
await compare("sqlite", join(folder, "court.db"))
rmSync(folder, { recursive: true })
const server = await start({ fsync: true })
await compare("postgres", await newDatabase(server.url))
await server.stop()
