/** A court that is served with a replica of its store: who is answered from where. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client as Connection } from "pg"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type EmbeddedPostgres, start } from "../../adapters/postgres/testing/EmbeddedPostgres.ts"
import { newDatabase } from "../../adapters/postgres/testing/NewDatabase.ts"
import * as Client from "./Client.ts"
import { enrol, lodge, serving } from "./testing/Process.ts"

const data = mkdtempSync(join(tmpdir(), "agent-court-replicas-"))
let server: EmbeddedPostgres
beforeAll(async () => {
  server = await start({ fsync: true })
}, 30_000)
afterAll(async () => {
  await server.stop()
  rmSync(data, { recursive: true })
})

/** A second database of the same server with what the first one holds now. It is at the same position of the log as the server, so it passes for a replica. */
const copyOf = async (url: string): Promise<string> => {
  const name = new URL(url).pathname.slice(1)
  const client = new Connection({
    connectionString: Object.assign(new URL(url), { pathname: "/postgres" }).href,
  })
  await client.connect()
  await client.query(`create database ${name}_copy template ${name}`)
  await client.end()
  return `${url}_copy`
}

it("§17 the served court answers the public from the replica, and records acts in the store itself", async () => {
  const environment = { COURT_DATA: data, COURT_STORE: await newDatabase(server.url) }
  const before = await serving(environment)
  const token = await enrol(before.url, "seller")
  before.child.kill("SIGTERM")
  expect(await before.ended).toBe(0)
  // given a replica that will never have what is lodged after it was made
  const court = await serving({ ...environment, COURT_STORE_READ: await copyOf(environment.COURT_STORE) })
  expect([await lodge(court.url, token), await lodge(court.url, token)]).toEqual([1, 2])
  const shown = async () => {
    const { headers, body } = await Client.request(court.url, "GET", "/api/v1/agents/seller")
    expect(headers.get("court-read-position")).toMatch(/./)
    return body
  }
  // then the public is shown what the replica has, as soon as the replica has told its position
  await expect.poll(shown, { timeout: 10_000 }).toMatchObject({ dealings: { lodged: 0 } })
  court.child.kill("SIGTERM")
  expect(await court.ended).toBe(0)
}, 60_000)
