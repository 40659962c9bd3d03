/** The changes between two lists: they give the later list from the earlier one, and nothing else. */
import { createHash, generateKeyPairSync, sign } from "node:crypto"
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type GateCourt, seller, startGateCourt } from "../testing/GateCourt.ts"
import { applyDelta, writeDelta } from "./Delta.ts"
import { findName, type List, type ListedName, type ListKey, listType, readList, writeRows } from "./List.ts"
import { openList } from "./Offline.ts"

const { privateKey, publicKey } = generateKeyPairSync("ed25519")
const { kty = "", crv = "", x = "" } = publicKey.export({ format: "jwk" })
const keys = [{ kty, crv, x }]

type Named = ReadonlyMap<string, ListedName>
const rowsOf = (named: Named) =>
  writeRows([...named].map(([name, said]) => ({ ...said, hash: createHash("sha256").update(name).digest() })))
/** A list of these names, with its signed line. */
const listOf = (named: Named): { readonly line: string; readonly list: List } => {
  const rows = rowsOf(named)
  const sha256 = createHash("sha256").update(rows).digest("hex")
  const [court, asOf, salt, checkpoint] = ["http://court.test", "2026-11-20T09:00:00.000Z", "", null]
  const head = { version: 1, court, asOf, salt, names: named.size, sha256, checkpoint } as const
  const text = [{ alg: "Ed25519", typ: listType }, head]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".")
  const signature = sign(null, Buffer.from(text), privateKey).toString("base64url")
  return { line: `${text}.${signature}`, list: { head, rows } }
}

const said = fc.record({
  advice: fc.constantFrom("trust", "caution", "avoid", "unknown"),
  label: fc.constantFrom("in default", "qualified", "good", "no record"),
  stakeCents: fc.constantFrom(0, 100, 5_000),
})
const name = fc.nat({ max: 60 }).map(String)
const listed = fc.array(fc.tuple(name, said), { maxLength: 60 }).map((pairs) => new Map(pairs))
/** The later rows of some names: null for a name that leaves. */
const changed = fc.array(fc.tuple(name, fc.option(said)), { maxLength: 20 })
const changeNames = (before: Named, changes: ReadonlyArray<readonly [string, ListedName | null]>): Named => {
  const after = new Map(before)
  for (const [one, now] of changes) {
    if (now === null) after.delete(one)
    else after.set(one, now)
  }
  return after
}

describe("the changes between two lists", () => {
  it("PD11 §14 given any two lists, then the changes give the later list from the earlier one, and are shorter than it", async () => {
    let applied = 0
    await fc.assert(
      fc.asyncProperty(listed, changed, async (before, those) => {
        const [earlier, later] = [listOf(before).list, listOf(changeNames(before, those))]
        const changes = writeDelta(later.line, earlier.rows, later.list.rows)
        if (changes === null) return
        applied += 1
        expect(await applyDelta(changes, earlier, keys)).toEqual(later.list)
        const counted = changes.subarray(later.line.length + 1)
        expect(counted.length - counted.indexOf(10) - 1).toBeLessThan(Math.max(1, later.list.rows.length))
      }),
      { numRuns: 300 },
    )
    expect(applied).toBeGreaterThan(100)
  })

  it("PD11 §14 given a list with few changes, then a change, a name that left and a new one are told in a few bytes", async () => {
    const said = { advice: "trust", label: "good", stakeCents: 100 }
    const before = new Map(Array.from({ length: 500 }, (_, i) => [String(i), said] as const))
    const after = new Map(before).set("7", { ...said, advice: "avoid" }).set("new", said)
    after.delete("8")
    const [earlier, later] = [listOf(before).list, listOf(after)]
    const changes = writeDelta(later.line, earlier.rows, later.list.rows) ?? new Uint8Array()
    const counts = '{"removed":1,"put":2}'
    expect(changes.length).toBe(later.line.length + 1 + counts.length + 1 + 10 + 2 * 11)
    const { rows } = await applyDelta(changes, earlier, keys)
    expect([await findName("", rows, "7"), await findName("", rows, "8")]).toEqual([null, null])
    expect(rows).toEqual(later.list.rows)
  })

  it("PD11 §14 given changes of which any byte is another, or that belong to another list, then they are refused", async () => {
    const said = { advice: "trust", label: "good", stakeCents: 100 }
    const before = new Map(["a", "b", "c", "d"].map((name) => [name, said] as const))
    const after = new Map(before).set("a", { ...said, advice: "avoid" })
    after.delete("b")
    const [earlier, later] = [listOf(before).list, listOf(after)]
    const changes = writeDelta(later.line, earlier.rows, later.list.rows) ?? new Uint8Array()
    await fc.assert(
      fc.asyncProperty(
        // The last character of a signature has bits that nobody reads.
        fc.nat({ max: changes.length - 1 }).filter((at) => at !== later.line.length - 1),
        fc.integer({ min: 1, max: 255 }),
        async (at, by) => {
          const other = changes.map((byte, i) => (i === at ? byte ^ by : byte))
          await expect(applyDelta(other, earlier, keys)).rejects.toThrow()
        },
      ),
      { numRuns: 100 },
    )
    await expect(applyDelta(changes.slice(0, -1), earlier, keys)).rejects.toThrow()
    await expect(applyDelta(changes, listOf(new Map([["a", said]])).list, keys)).rejects.toThrow()
    await expect(applyDelta(changes, earlier, [])).rejects.toThrow()
  })
})

describe("a court that is asked what changed", () => {
  let given: GateCourt
  let url = ""
  let courtKeys: ReadonlyArray<ListKey>
  beforeAll(async () => {
    given = await startGateCourt()
    await given.court.integrate()
    url = `${given.court.url}/api/v1/check/list`
    const answer = await fetch(`${given.court.url}/.well-known/jwks.json`)
    courtKeys = ((await answer.json()) as { readonly keys: ReadonlyArray<ListKey> }).keys
  })
  afterAll(() => given.court.stop())
  const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer())

  it("PD11 §14 given the list that it serves, then nothing changed, and the line that says so is signed", async () => {
    const list = await readList(await bytesOf(await fetch(url)), courtKeys)
    const answer = await fetch(`${url}?since=${list.head.sha256}`)
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "public, max-age=60"])
    expect(await applyDelta(await bytesOf(answer), list, courtKeys)).toEqual(list)
    const etag = answer.headers.get("etag") ?? ""
    const again = await fetch(answer.url, { headers: { "if-none-match": etag } })
    expect([again.status, (await fetch(url, { headers: { "if-none-match": etag } })).status]).toEqual([
      304, 200,
    ])
  })

  it("PD11 §14 given a list that it does not keep, then it says to read the whole one, and a gate does", async () => {
    const answer = await fetch(`${url}?since=${"0".repeat(64)}`)
    expect(answer.status).toBe(410)
    expect(await answer.json()).toMatchObject({
      code: "list_too_old",
      detail: expect.stringContaining("without since"),
    })
    let now = Date.UTC(2026, 10, 20, 9)
    const asked: Array<string> = []
    const check = openList({
      court: given.court.url,
      now: () => now,
      fetch: (input, init) => {
        const { pathname, search } = new URL(String(input))
        asked.push(`${pathname}${search.replace(/[0-9a-f]{64}/, "…")}`)
        const as = asked.length === 3 ? String(input).replace(/[0-9a-f]{64}/, "0".repeat(64)) : input
        return fetch(as, init)
      },
    })
    for (const requests of [2, 4, 5]) {
      while (asked.length < requests) {
        expect(await check(seller.handle, null)).toMatchObject({ advice: "trust" })
        await new Promise((resolve) => setImmediate(resolve))
      }
      now += 60_000
    }
    expect(asked.slice(1)).toEqual([
      "/api/v1/check/list",
      "/api/v1/check/list?since=…",
      "/api/v1/check/list",
      "/api/v1/check/list?since=…",
    ])
  })

  it.each(["?since=abc", "?since=", `?since=${"0".repeat(64)}&since=${"0".repeat(64)}`, "?sinse=1"])(
    "PD11 §14 given %s, then it says which part can't be read",
    async (query) => {
      const answer = await fetch(`${url}${query}`)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({
        code: "invalid_request",
        errors: [{ path: expect.stringMatching(/^query\.sin[cs]e$/) }],
      })
    },
  )
})
