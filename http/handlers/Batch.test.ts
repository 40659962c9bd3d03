/** `POST /notarise/batch`: each item is answered in its place, and all that is accepted is recorded in one commit. */
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from "jose"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { enrolled, send, startCourt, type TestCourt } from "../testing/TestCourt.ts"

const hash = (i: number): string => i.toString(16).padStart(64, "0")

interface Item {
  readonly id?: string
  readonly sequence?: number
  readonly sha256?: string
  readonly receipt?: string
}
interface Answered {
  readonly lodged: number
  readonly items: ReadonlyArray<Item>
}

describe("POST /notarise/batch", () => {
  let court: TestCourt
  let key: string
  beforeAll(async () => {
    court = await startCourt()
    key = await enrolled(court, "seller")
  })
  afterAll(() => court.stop())

  const post = (items: unknown, more: object = {}) =>
    send(court, "POST", "/api/v1/notarise/batch", { key, body: { items }, ...more })
  const answered = async (items: unknown) => (await (await post(items)).json()) as Answered

  it("Dealings Act 1.1 answers a thousand items with their numbers, each with a receipt that verifies", async () => {
    const { lodged, items } = await answered(Array.from({ length: 1000 }, (_, i) => ({ sha256: hash(i) })))
    expect(lodged).toBe(1000)
    expect(items.map(({ sha256 }) => sha256)).toEqual(Array.from({ length: 1000 }, (_, i) => hash(i)))
    expect(new Set(items.map(({ sequence }) => sequence)).size).toBe(1000)
    const keys = (await (await send(court, "GET", "/.well-known/jwks.json")).json()) as JSONWebKeySet
    for (const { receipt, ...rest } of [...items.slice(0, 3), ...items.slice(-3)]) {
      const { payload } = await compactVerify(String(receipt), createLocalJWKSet(keys))
      expect(JSON.parse(Buffer.from(payload).toString())).toEqual(rest)
    }
  })

  it("Dealings Act 1.1 refuses each item that does not fit by itself, as a problem that names its place", async () => {
    const given = [
      { sha256: hash(1), lable: "misspelt" },
      { sha256: hash(1) },
      { sha256: "no hash", label: "private words" },
      null,
      { sha256: hash(1) },
    ]
    const { lodged, items } = await answered(given)
    expect(lodged).toBe(2)
    const refused = { status: 400, code: "invalid_request" }
    expect(items).toMatchObject([
      {
        ...refused,
        instance: "#/items/0",
        errors: [{ path: "lable", message: "is not a property of this object" }],
      },
      { sha256: hash(1) },
      { ...refused, errors: [{ path: "sha256", message: "must be 64 hexadecimal characters" }] },
      { ...refused, instance: "#/items/3", errors: [{ path: "" }] },
      { sha256: hash(1) },
    ])
    expect(JSON.stringify(items)).not.toContain("private words")
    // A hash that is lodged twice makes two entries, as one after the other would.
    expect(items[1]?.id).not.toBe(items[4]?.id)
  })

  it("Dealings Act 1.1 answers a batch of which nothing fits, and records nothing", async () => {
    const before = await (await send(court, "GET", "/api/v1/journal")).text()
    expect(await answered([{}, 7])).toMatchObject({ lodged: 0, items: [{ status: 400 }, { status: 400 }] })
    expect(await (await send(court, "GET", "/api/v1/journal")).text()).toBe(before)
  })

  it("Rule 2.6 given the same Idempotency-Key again, then the whole answer is given again, byte for byte", async () => {
    const items = [{ sha256: hash(5) }, { sha256: "bad" }, { sha256: hash(6) }]
    const headers = { "idempotency-key": '"batch-1"' }
    const first = await post(items, { headers })
    const again = await post(items, { headers })
    expect(again.headers.get("idempotent-replayed")).toBe("true")
    expect(await again.text()).toBe(await first.text())
    expect((await post([{ sha256: hash(7) }], { headers })).status).toBe(422)
  })

  it.each([
    ["no items", [], 400],
    ["no list", "items", 400],
    ["more than a thousand items", Array.from({ length: 1001 }, () => ({ sha256: hash(1) })), 400],
    ["more members than a thousand entries can have", Array.from({ length: 10_001 }, () => 0), 413],
  ])("Dealings Act 1.1 given %s, then the batch as a whole is refused", async (_what, items, status) => {
    expect((await post(items)).status).toBe(status)
  })
})

describe("the limit of a key", () => {
  it("Rule 2.6 counts ten items of a batch as one request", async () => {
    // given a court that lets a key make 20 requests, and then one in a hundred seconds
    const court = await startCourt({ rateLimit: { perSecond: 0.01, burst: 20 } })
    const key = await enrolled(court, "seller")
    const batch = (count: number) =>
      send(court, "POST", "/api/v1/notarise/batch", {
        key,
        body: { items: Array.from({ length: count }, (_, i) => ({ sha256: hash(i) })) },
      })
    const left = ({ headers }: Response) => Number(/r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1])
    // when it lodges 95 papers at once, and then one
    const before = left(await batch(1))
    await batch(95)
    // then ten requests are gone for the first, and one for the second
    expect(left(await batch(10))).toBe(before - 11)
    // and a batch that costs more than is left is paid by waiting
    expect((await batch(1000)).status).toBe(200)
    expect((await batch(1)).status).toBe(429)
    await court.stop()
  })
})
