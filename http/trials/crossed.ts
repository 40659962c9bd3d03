/**
 * `npm run crossed`: prints the files of which a function runs while a served court answers one attestation of an order, and one read
 * of an entry, as V8 counts them. The same requests have been answered before, so what is made once is not counted.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { Session } from "node:inspector/promises"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { Layer } from "effect"
import { SqliteStore } from "../../adapters/sqlite/index.ts"
import * as Examples from "../api/Examples.ts"
import { agents, decided, draft, entriesOf, order } from "../testing/Dispute.ts"
import { startCourt } from "../testing/TestCourt.ts"

const root = join(import.meta.dirname, "../..")
const folder = mkdtempSync(join(tmpdir(), "agent-court-crossed-"))
const court = await startCourt({ store: Layer.orDie(SqliteStore.layer({ file: join(folder, "court.db") })) })
const session = new Session()
session.connect()
await session.post("Profiler.enable")
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true })

/** The files of the project that run a function of theirs until `act` has ended, without the tests' own. */
const crossedBy = async (act: () => Promise<unknown>): Promise<ReadonlyArray<string>> => {
  await session.post("Profiler.takePreciseCoverage")
  await act()
  const { result } = await session.post("Profiler.takePreciseCoverage")
  return result
    .filter(
      ({ url, functions }) =>
        url.startsWith("file:") && functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0),
    )
    .map(({ url }) => relative(root, fileURLToPath(url)))
    .filter((path) => !path.startsWith("node_modules") && !path.includes("testing/"))
    .sort()
}

const keys = await agents(court)
const { citation } = await decided(court, draft([order(), order({ text: "Pay it now." })]), keys)
const entries = (await entriesOf(court, "seller")).filter((entry) => entry.citation === citation)
const sent = async (method: string, path: string, key?: string) => {
  const response = await fetch(`${court.url}/api/v1${path}`, {
    method,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}`, "content-type": "application/json" }),
    },
    ...(method === "POST"
      ? { body: JSON.stringify({ ...Examples.attestation, date: "2026-11-20T09:00:00.000Z" }) }
      : {}),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
}
const [first, second] = entries.map(({ id }) => String(id))
const attest = (id = "") => sent("POST", `/compliance/${id}/attest`, keys.seller)
const read = (id = "") => sent("GET", `/compliance/${id}`)
await attest(first)
await read(first)
for (const [name, act] of [
  ["attest", () => attest(second)],
  ["a read of an entry", () => read(second)],
] as const) {
  const crossed = await crossedBy(act)
  console.log(`${name}: ${crossed.length} files\n${crossed.map((path) => `  ${path}`).join("\n")}`)
}
session.disconnect()
await court.stop()
rmSync(folder, { recursive: true })
