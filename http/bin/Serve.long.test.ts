/** A court whose client keeps it waiting as it stops, which takes the seven seconds that the court gives to the requests under way. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import * as Client from "../audit/Client.ts"
import { serving } from "../operate/testing/Process.ts"
import { closed, sent } from "../testing/Attacked.ts"

it("Rule 2.6 agent-court serve stops on SIGTERM with 0 and closes its store, even if a client never ends its request", async () => {
  const data = mkdtempSync(join(tmpdir(), "agent-court-stalled-"))
  const court = await serving({ COURT_DATA: data })
  try {
    const head =
      "POST /api/v1/enrol HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"
    const stalled = await sent(Number(new URL(court.url).port), head)
    // The court has answered a later request, so it has read this one.
    await Client.call(court.url, "GET", "/healthz")
    court.child.kill("SIGTERM")
    expect(await court.ended).toBe(0)
    await closed(stalled.socket)
    // SQLite removes the write-ahead log when the store is closed.
    expect(readdirSync(data).filter((name) => name.startsWith("court.db"))).toEqual(["court.db"])
  } finally {
    court.child.kill("SIGKILL")
    rmSync(data, { recursive: true, force: true })
  }
})
