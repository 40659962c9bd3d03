/** A court that is served with a replica of its store: who is answered from where. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type EmbeddedPostgres, start } from "../../adapters/postgres/testing/EmbeddedPostgres.ts"
import { copyDatabase, newDatabase } from "../../adapters/postgres/testing/NewDatabase.ts"
import { needPresent } from "../../core/kernel/Defect.ts"
import { Checkpoint, Merkle, Note, Proof, Tile } from "../../core/log/index.ts"
import { dealing } from "../api/Examples.ts"
import * as Client from "../audit/Client.ts"
import { enrol, lodge, serving } from "../operate/testing/Process.ts"

interface Lodged {
  readonly id: string
}
interface Notary {
  readonly log: { readonly vkey: string }
}

const data = mkdtempSync(join(tmpdir(), "agent-court-replicas-"))
let server: EmbeddedPostgres
beforeAll(async () => {
  server = await start({ fsync: true })
}, 30_000)
afterAll(async () => {
  await server.stop()
  rmSync(data, { recursive: true })
})

it("§17 the served court answers the public from the replica, and records acts in the store itself", async () => {
  const environment = { COURT_DATA: data, COURT_STORE: await newDatabase(server.url) }
  const before = await serving(environment)
  const token = await enrol(before.url, "seller")
  before.child.kill("SIGTERM")
  expect(await before.ended).toBe(0)
  // given a replica that will never have what is lodged after it was made
  const court = await serving({
    ...environment,
    COURT_STORE_READ: await copyDatabase(environment.COURT_STORE),
  })
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

it("tlog-tiles a replica that lags serves the checkpoint, the tiles and the proofs of what it has, and each fits the others", async () => {
  // given a court whose log has two dealings, and a replica that will have no more
  const own = mkdtempSync(join(tmpdir(), "agent-court-replicas-"))
  const environment = { COURT_DATA: own, COURT_STORE: await newDatabase(server.url) }
  const before = await serving(environment)
  const token = await enrol(before.url, "seller")
  const lodged = async (url: string): Promise<Lodged> =>
    (await Client.call(url, "POST", "/api/v1/notarise", { token, body: dealing })) as Lodged
  const [first] = [await lodged(before.url), await lodged(before.url)]
  const proved = async (url: string, id: string, position?: string) => {
    const headers = position === undefined ? {} : { "court-read-position": position }
    const answer = await fetch(`${url}/api/v1/dealings/${id}/proof`, { headers })
    return { status: answer.status, proof: await answer.text() }
  }
  await expect.poll(() => proved(before.url, first.id), { timeout: 20_000 }).toMatchObject({ status: 200 })
  before.child.kill("SIGTERM")
  expect(await before.ended).toBe(0)
  const court = await serving({
    ...environment,
    COURT_STORE_READ: await copyDatabase(environment.COURT_STORE),
  })
  // when the court goes on; a position that no server gave is answered by the court's own store
  const position = "later"
  const last = await lodged(court.url)
  await expect
    .poll(() => proved(court.url, last.id, position), { timeout: 20_000 })
    .toMatchObject({ status: 200 })
  const checkpoint = async (at?: string) => {
    const answer = await fetch(`${court.url}/log/checkpoint`, {
      headers: at === undefined ? {} : { "court-read-position": at },
    })
    return needPresent(Checkpoint.parseSigned(await answer.text()), "a checkpoint").checkpoint
  }
  const fresh = await checkpoint(position)
  await expect.poll(async () => (await checkpoint()).size < fresh.size, { timeout: 10_000 }).toBe(true)
  // then the replica's proof is against the replica's checkpoint, and its tiles have the root of that
  const shown = await checkpoint()
  const { proof } = await proved(court.url, first.id)
  const read = needPresent(Proof.parse(proof), "a proof")
  expect(read.signed.checkpoint).toEqual(shown)
  const { log } = (await Client.call(court.url, "GET", "/.well-known/notary.json")) as Notary
  const trust = { logs: [needPresent(Note.parseVerifierKey(log.vkey), "a key")], policy: null }
  expect(Proof.check(read, read.extra ?? new Uint8Array(), trust)).toBe("proven")
  const tiles = new Map<string, Uint8Array>()
  for (const tile of Tile.tilesOfNodes(Merkle.nodesOfTree(shown.size), shown.size)) {
    const answer = await fetch(`${court.url}/log/${Tile.pathOf(tile)}`)
    tiles.set(Tile.pathOf(tile), new Uint8Array(await answer.arrayBuffer()))
  }
  const tileOf = (tile: Tile.Tile) => needPresent(tiles.get(Tile.pathOf(tile)), "a tile")
  expect(Merkle.computeRoot(shown.size, Tile.read(shown.size, tileOf))).toEqual(shown.root)
  // and what it does not have yet, it proves to nobody; the court's own store does
  expect((await proved(court.url, last.id)).status).toBe(404)
  expect(Proof.parse((await proved(court.url, last.id, position)).proof)?.signed.checkpoint).toEqual(fresh)
  court.child.kill("SIGTERM")
  expect(await court.ended).toBe(0)
  rmSync(own, { recursive: true })
}, 90_000)
