/** The list of a court, and the gate that answers from it: what thieves may do with the file, and what they may not. */
import { createHash, generateKeyPairSync, sign } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Agent } from "../../core/agents/index.ts"
import * as Changed from "../../core/kernel/Change.ts"
import {
  debtor,
  type GateCourt,
  newcomer,
  seller,
  standingWith,
  startGateCourt,
} from "../testing/GateCourt.ts"
import { gate, type Options } from "./index.ts"
import { findName, readList, writeRows } from "./List.ts"
import { openList } from "./Offline.ts"

let given: GateCourt
let url = ""
let bytes: Uint8Array<ArrayBuffer>
let keys: NonNullable<Options["keys"]>
beforeAll(async () => {
  given = await startGateCourt()
  // A new agent without a stake is told the same of as a name of nobody.
  const one = await given.agentOf(newcomer.handle)
  await given.change(Changed.put(Agent.Agents, { ...one, stakeCents: 0 }))
  await given.court.integrate()
  url = given.court.url
  bytes = await fetched(`${url}/api/v1/check/list`)
  keys = await keysOf(url)
})
afterAll(() => given.court.stop())

const keysOf = async (court: string) => {
  const answer = await fetch(`${court}/.well-known/jwks.json`)
  return ((await answer.json()) as { readonly keys: typeof keys }).keys
}
const fetched = async (address: string) => new Uint8Array(await (await fetch(address)).arrayBuffer())
const asOf = Date.UTC(2026, 10, 20, 9)
/** A gate that answers from the list, by a clock that stands still. */
const door = (options: Partial<Options> = {}) =>
  gate({ court: url, offline: true, now: () => asOf, timeoutMs: 20_000, ...options })
/** A court that serves these bytes in place of its list. */
const serving =
  (...served: Array<Uint8Array<ArrayBuffer>>): typeof fetch =>
  async () =>
    new Response(served.shift() ?? "")
/** A list of nobody, signed by a key of the test as what `typ` says. */
const own = (() => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519")
  const { kty = "", crv = "", x = "" } = publicKey.export({ format: "jwk" })
  return { privateKey, key: { kty, crv, x } }
})()
const listBy = (typ: string) => {
  const sha256 = createHash("sha256").digest("hex")
  const head = { version: 1, asOf: new Date(asOf).toISOString(), salt: "", names: 0, sha256 }
  const text = [{ alg: "Ed25519", typ }, head]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".")
  return new Uint8Array(
    Buffer.from(`${text}.${sign(null, Buffer.from(text), own.privateKey).toString("base64url")}\n`),
  )
}
const changed = (at: number) => bytes.map((byte, i) => (i === at ? byte ^ 1 : byte))

describe("the list of a court", () => {
  it("PD11 §14 has every agent of which the registers say something, by all its names, with the checkpoint of the log", async () => {
    const { head, rows } = await readList(bytes, keys)
    expect(head).toMatchObject({ version: 1, court: "http://court.test", names: 8 })
    expect(head.checkpoint).toContain("court.test/log")
    const said = (name: string) => findName(head.salt, rows, name)
    for (const name of [
      debtor.handle,
      debtor.address,
      "did:web:debtor.example",
      "did:web:debtor.example#key",
    ])
      expect(await said(name)).toMatchObject({ advice: "avoid", label: "in default" })
    expect(await said(seller.handle)).toMatchObject({ advice: "trust", label: "good" })
    expect([await said(newcomer.handle), await said("nobody")]).toEqual([null, null])
  })

  it("PD11 §14 is one file for everybody, compressed, which is not sent again while it is the same", async () => {
    const { headers } = await fetch(`${url}/api/v1/check/list`)
    expect(headers.get("content-encoding")).toBe("gzip")
    expect(headers.get("cache-control")).toBe("public, max-age=60")
    const etag = headers.get("etag") ?? ""
    const again = await fetch(`${url}/api/v1/check/list`, { headers: { "if-none-match": etag } })
    expect([again.status, await again.text()]).toEqual([304, ""])
    expect((await fetch(`${url}/api/v1/check/list`, { method: "POST" })).status).toBe(405)
    expect((await fetch(`${url}/api/v1/check/list`, { method: "OPTIONS" })).status).toBe(204)
  })

  it("PD11 §14 has a stake of at most what it is, and finds each of its names and no other", async () => {
    const listed = Array.from({ length: 300 }, (_, i) => ({
      name: `agent-${i}`,
      advice: ["trust", "caution", "avoid", "unknown"][i % 4] ?? "",
      label: ["in default", "qualified", "good", "no record"][(i >> 2) % 4] ?? "",
      stakeCents: i * 997,
    }))
    const hash = (name: string) => createHash("sha256").update(`salt\n${name}`).digest()
    const rows = writeRows(listed.map((one) => ({ ...one, hash: hash(one.name) })))
    for (const { name, stakeCents, ...said } of listed) {
      const found = await findName("salt", rows, name)
      expect(found).toMatchObject(said)
      expect(found?.stakeCents).toBeLessThanOrEqual(stakeCents)
      expect(await findName("other salt", rows, name)).toBeNull()
    }
    expect(await findName("salt", new Uint8Array(), "agent-1")).toBeNull()
  })
})

describe("a gate that answers from the list", () => {
  const party = [
    debtor.handle,
    debtor.place,
    "https://debtor.example/.well-known/agent-card.json",
    `eip155:1:${debtor.address.toUpperCase().replace("X", "x")}`,
    debtor.address,
    "did:web:debtor.example",
    "did:web:debtor.example#key",
  ]
  it.each(party)(
    "PD11 §14 given %s, then it says the same as the court, which is not asked",
    async (name) => {
      const asked: Array<string> = []
      const counted: typeof fetch = (input, init) => {
        asked.push(String(input))
        return fetch(input, init)
      }
      const { ask } = door({ fetch: counted })
      const online = await gate({ court: url, timeoutMs: 20_000 }).ask(name)
      for (let i = 0; i < 3; i++)
        expect(await ask(name)).toMatchObject({ allow: false, check: { advice: online.check?.advice } })
      expect(asked).toEqual([`${url}/.well-known/jwks.json`, `${url}/api/v1/check/list`])
    },
  )

  it("PD11 §14 given a good agent, then it is let through up to its stake; a name that is not listed is unknown", async () => {
    expect(await door().ask(seller.place)).toMatchObject({ allow: true, check: { advice: "trust" } })
    expect(await door({ stakeAtLeast: 1_000_000 }).ask(seller.handle)).toMatchObject({ allow: false })
    expect(await door({ priceOf: () => 99_999_999 }).ask(seller.handle)).toMatchObject({ allow: false })
    for (const name of ["nobody.example", "not a name", "https://me@seller.example/", "did:key:z6Mk"]) {
      expect(await door().ask(name)).toMatchObject({ allow: false, check: { advice: "unknown" } })
      expect(await door({ onUnknown: "allow" }).ask(name)).toMatchObject({ allow: true })
    }
  })

  it.each<[string, () => Partial<Options>]>([
    ["an old list that is served again", () => ({ now: () => asOf + 15 * 60_000 + 1 })],
    ["a list of which one byte was changed", () => ({ keys, fetch: serving(changed(bytes.length - 1)) })],
    ["a list of which the signed line was changed", () => ({ keys, fetch: serving(changed(60)) })],
    [
      "a list that was signed as something else",
      () => ({ keys: [own.key], fetch: serving(listBy("court-judgment")) }),
    ],
    ["a list without its end", () => ({ keys, fetch: serving(bytes.slice(0, -11)) })],
    ["nothing", () => ({ keys, fetch: serving() })],
    ["a court that refuses", () => ({ fetch: async () => new Response("", { status: 503 }) })],
  ])("PD11 §14 given %s, then the gate fails closed", async (_, options) => {
    expect(await door({ onUnknown: "allow", ...options() }).ask(seller.handle)).toMatchObject({
      allow: false,
      check: null,
    })
  })

  it.each<[string, object, boolean]>([
    ["its type", { alg: "Ed25519", typ: "court-check-list" }, true],
    ["another type", { alg: "Ed25519", typ: "JOSE" }, false],
    ["no type", { alg: "Ed25519" }, false],
    ["another algorithm", { alg: "none", typ: "court-check-list" }, false],
    ["members to be understood", { alg: "Ed25519", typ: "court-check-list", crit: ["b64"] }, false],
  ])(
    "PD11 §14 given a line that the court signed under a header with %s, then it is its list: %3$s",
    async (_, header, isList) => {
      const { privateKey, publicKey } = generateKeyPairSync("ed25519")
      const { kty = "", crv = "", x = "" } = publicKey.export({ format: "jwk" })
      const end = bytes.indexOf(10)
      const [, payload] = Buffer.from(bytes.subarray(0, end)).toString().split(".")
      const text = `${Buffer.from(JSON.stringify(header)).toString("base64url")}.${payload}`
      const line = `${text}.${sign(null, Buffer.from(text), privateKey).toString("base64url")}`
      const served = new Uint8Array(Buffer.concat([Buffer.from(line), bytes.subarray(end)]))
      const found = await readList(served, [{ kty, crv, x }]).catch(() => null)
      expect(found !== null).toBe(isList)
    },
  )

  it("PD11 §14 given the list of another court, then no key of this court has signed it", async () => {
    const others = door({ keys: [own.key], onUnknown: "allow" })
    expect(await others.ask("nobody")).toMatchObject({ allow: false, check: null })
  })

  it("PD11 §14 given a list that a key of the court signed as a list, then it is read", async () => {
    const reader = door({ keys: [own.key], fetch: serving(listBy("court-check-list")), onUnknown: "allow" })
    expect(await reader.ask("nobody")).toMatchObject({ allow: true, check: { advice: "unknown" } })
  })

  it("PD11 §14 given a list that is older than the one before, then the newer one is kept, and a list that fails to come leaves it", async () => {
    const later = await startGateCourt()
    try {
      later.court.clock.now += 60_000
      await later.change(standingWith(await later.agentOf(seller.handle), "unsatisfied"))
      const laterKeys = await keysOf(later.court.url)
      const newer = await fetched(`${later.court.url}/api/v1/check/list`)
      let now = asOf
      const check = openList({
        court: url,
        keys: [...keys, ...laterKeys],
        now: () => now,
        fetch: serving(newer, bytes, bytes),
      })
      expect(await check(seller.handle, null)).toMatchObject({ advice: "avoid" })
      for (let i = 0; i < 3; i++) {
        now += 60_000
        expect(await check(seller.handle, null)).toMatchObject({ advice: "avoid" })
        await new Promise((resolve) => setImmediate(resolve))
      }
    } finally {
      await later.court.stop()
    }
  })
})
