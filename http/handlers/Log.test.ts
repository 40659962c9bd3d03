/** The log of a served court: its files, and the proofs of what was recorded, checked as somebody else checks them. */

import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { needPresent } from "../../core/kernel/Defect.ts"
import { Checkpoint, Merkle, Note, Policy, Proof, Tile } from "../../core/log/index.ts"
import * as Examples from "../api/Examples.ts"
import { givenAgents, givenCourt } from "../testing/GivenCourt.ts"
import { enrolled, send, startCourt, type TestCourt } from "../testing/TestCourt.ts"

const text = async (court: TestCourt, path: string): Promise<string> =>
  (await send(court, "GET", path)).text()
const bytesAt = async (court: TestCourt, path: string): Promise<Uint8Array> =>
  new Uint8Array(await (await fetch(`${court.url}${path}`)).arrayBuffer())
const statusAt = async (court: TestCourt, path: string, method = "GET"): Promise<number> =>
  (await fetch(`${court.url}${path}`, { method })).status
const Lodged = Schema.Struct({ id: Schema.String })
const Notary = Schema.Struct({
  log: Schema.Struct({ origin: Schema.String, vkey: Schema.String, witnesses: Schema.Array(Schema.String) }),
})

describe("the log of a court", () => {
  const court = givenCourt()
  const keys = givenAgents(court, ["seller"])
  const lodge = async () => {
    const answer = await send(court, "POST", "/api/v1/notarise", { key: keys.seller, body: Examples.dealing })
    const { id } = Schema.decodeUnknownSync(Lodged)(await answer.json())
    return { id, link: answer.headers.get("link") }
  }
  const logKey = async () => {
    const { log } = Schema.decodeUnknownSync(Notary)(
      JSON.parse(await text(court, "/.well-known/notary.json")),
    )
    return needPresent(Note.parseVerifierKey(log.vkey), "a key")
  }

  it("tlog-policy the keys of the witnesses whose signatures the log waits for are served beside that of the log", async () => {
    const keys = [1, 2].map((i) => Note.makeVerifierKey(`w${i}.example`, 4, new Uint8Array(32).fill(i)))
    const witnesses = keys.map((key, i) => ({ name: `w${i}`, key, url: null }))
    const policy = Policy.state({ logs: [], witnesses, quorum: null })
    const witnessed = await startCourt({ policy })
    await enrolled(witnessed, "seller")
    await witnessed.integrate()
    const notaries = await Promise.all([witnessed, court].map((one) => text(one, "/.well-known/notary.json")))
    await witnessed.stop()
    const served = notaries.map(
      (notary) => Schema.decodeUnknownSync(Notary)(JSON.parse(notary)).log.witnesses,
    )
    expect(served).toEqual([keys.map(Note.formatVerifierKey).sort(), []])
  })

  it("tlog-tiles before the log has begun, its checkpoint is there in a moment", async () => {
    const answer = await fetch(`${court.url}/log/checkpoint`)
    expect(answer.status).toBe(503)
    expect(answer.headers.get("retry-after")).toBe("1")
    expect(await answer.json()).toMatchObject({ code: "log_behind" })
  })

  it("tlog-tiles given 300 acts, then tiles and bundles are those of the signed checkpoint, and of the journal", async () => {
    for (let i = 0; i < 299; i++) await lodge()
    await court.integrate()
    const signed = needPresent(Checkpoint.parseSigned(await text(court, "/log/checkpoint")), "a checkpoint")
    const { origin, size, root } = signed.checkpoint
    expect([origin, size]).toEqual(["court.test/log", 300])
    const tiles = new Map([
      ["0/0", await bytesAt(court, "/log/tile/0/000")],
      ["0/1", await bytesAt(court, "/log/tile/0/001.p/44")],
      ["1/0", await bytesAt(court, "/log/tile/1/000.p/1")],
    ])
    const tileOf = (tile: { readonly level: number | "entries"; readonly index: number }) =>
      needPresent(tiles.get(`${tile.level}/${tile.index}`), "a tile")
    expect(Merkle.computeRoot(size, Tile.read(size, tileOf))).toEqual(root)
    const full = needPresent(Tile.decodeBundle(await bytesAt(court, "/log/tile/entries/000")), "a bundle")
    const part = needPresent(
      Tile.decodeBundle(await bytesAt(court, "/log/tile/entries/001.p/44")),
      "a bundle",
    )
    const hashes = ["0/0", "0/1"].flatMap((id) => [...Tile.hashesOf(tiles.get(id) ?? new Uint8Array())])
    expect([...full, ...part].map((entry) => Merkle.hashLeaf(entry))).toEqual(
      hashes.map((hash) => new Uint8Array(hash)),
    )
    // A narrower tile is the beginning of a wider one.
    expect(await bytesAt(court, "/log/tile/0/000.p/3")).toEqual(tiles.get("0/0")?.subarray(0, 96))
  })

  it("tlog-tiles a full tile is cached for ever, and a partial one for a moment", async () => {
    const fields = async (path: string) => {
      const { headers } = await fetch(`${court.url}${path}`)
      return ["content-type", "cache-control", "access-control-allow-origin"].map((name) => headers.get(name))
    }
    const octets = "application/octet-stream"
    const forEver = [octets, "public, max-age=31536000, immutable", "*"]
    expect(await fields("/log/tile/0/000")).toEqual(forEver)
    expect(await fields("/log/tile/entries/000")).toEqual(forEver)
    expect(await fields("/log/tile/0/001.p/44")).toEqual([octets, "public, max-age=60", "*"])
    expect(await fields("/log/checkpoint")).toEqual(["text/plain; charset=utf-8", "no-cache", "*"])
  })

  it("tlog-tiles an odd path is refused, and a tile that the log has not is absent", async () => {
    for (const path of [
      "tile/0/1",
      "tile/0/000.p/256",
      "tile/0/000.p/0",
      "tile/64/000",
      "tile/0/x000/001",
      "tile/",
    ])
      expect([path, await statusAt(court, `/log/${path}`)]).toEqual([path, 400])
    for (const path of [
      "tile/0/001",
      "tile/0/001.p/45",
      "tile/entries/002.p/1",
      "tile/2/000.p/1",
      "other",
      "",
    ])
      expect([path, await statusAt(court, `/log/${path}`)]).toEqual([path, 404])
    expect(await statusAt(court, "/log/checkpoint", "POST")).toBe(405)
    expect(await statusAt(court, "/log/checkpoint", "OPTIONS")).toBe(204)
    expect(await statusAt(court, "/log/checkpoint", "HEAD")).toBe(200)
  })

  it("tlog-proof a lodgement says where its proof will be: 503 until the log has it, and then a proof that needs no court", async () => {
    const { id, link } = await lodge()
    const path = `/api/v1/dealings/${id}/proof`
    expect(link).toBe(`<${path}>; rel="https://c2sp.org/tlog-proof"`)
    const early = await send(court, "GET", path)
    expect([early.status, early.headers.get("retry-after")]).toEqual([503, "2"])
    await court.integrate()
    const proof = needPresent(Proof.parse(await text(court, path)), "a proof")
    const leaf = proof.extra ?? new Uint8Array()
    expect(JSON.parse(Buffer.from(leaf).toString())).toMatchObject({ type: "dealing.lodged", data: { id } })
    const trust = { logs: [await logKey()], policy: null }
    expect(Proof.check(proof, leaf, trust)).toBe("proven")
    expect(Proof.check({ ...proof, index: proof.index - 1 }, leaf, trust)).toBe("not_included")
    expect(await statusAt(court, "/api/v1/dealings/none/proof")).toBe(404)
  })
})
