/** `POST /notarise/batch`: each item is answered in its place, and all that is accepted is recorded in one commit. */
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from "jose"
import { describe, expect, it } from "vitest"
import { Lodged } from "../../core/log/index.ts"
import { givenAgents, givenCourt } from "../testing/GivenCourt.ts"
import { enrolled, send, startCourt } from "../testing/TestCourt.ts"

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
  readonly batch: {
    readonly id: string
    readonly lodger: string
    readonly size: number
    readonly root: string
    readonly receipt: string
  } | null
}

describe("POST /notarise/batch", () => {
  const court = givenCourt()
  const keys = givenAgents(court, ["seller"])

  const path = "/api/v1/notarise/batch"
  const post = (items: unknown, more: object = {}) =>
    send(court, "POST", path, { key: keys.seller, body: { items }, ...more })
  const answered = async (items: unknown) => (await (await post(items)).json()) as Answered

  const signedBy = async (receipt: string | undefined): Promise<unknown> => {
    const keys = (await (await send(court, "GET", "/.well-known/jwks.json")).json()) as JSONWebKeySet
    const { payload } = await compactVerify(String(receipt), createLocalJWKSet(keys))
    return JSON.parse(Buffer.from(payload).toString())
  }

  it("Dealings Act 1.1B answers a thousand items with their numbers, under one receipt that proves each of them", async () => {
    const { lodged, items, batch } = await answered(
      Array.from({ length: 1000 }, (_, i) => ({ sha256: hash(i) })),
    )
    expect(lodged).toBe(1000)
    expect(items.map(({ sha256 }) => sha256)).toEqual(Array.from({ length: 1000 }, (_, i) => hash(i)))
    expect(new Set(items.map(({ sequence }) => sequence)).size).toBe(1000)
    const { receipt, ...signed } = batch ?? {}
    expect(await signedBy(receipt)).toEqual(signed)
    expect(signed).toMatchObject({ lodger: "seller", size: 1000 })
    // A reader that knows the receipt asks for the path of an entry, and needs nothing else.
    for (const index of [0, 1, 511, 512, 998, 999]) {
      const item = items[index]
      const read = await send(court, "GET", `/api/v1/dealings/${item?.id}?batch=path`)
      const { inBatch: place, ...entry } = (await read.json()) as Lodged.Entry & {
        readonly inBatch: { readonly batch: string; readonly index: number; readonly path: Array<string> }
      }
      expect(place).toMatchObject({ batch: batch?.id, index })
      const at = { index: place.index, size: 1000, root: batch?.root ?? "", path: place.path }
      expect(Lodged.isInBatch(entry, at)).toBe(true)
      expect(Lodged.isInBatch({ ...entry, sequence: entry.sequence + 1 }, at)).toBe(false)
      expect(Lodged.isInBatch(entry, { ...at, index: (index + 1) % 1000 })).toBe(false)
    }
    expect(items.some((item) => "receipt" in item)).toBe(false)
  })

  it("Dealings Act 1.1B shows where an entry stands in its batch, its path only to who asks for it, and neither of an entry lodged alone", async () => {
    const { items, batch } = await answered([{ sha256: hash(1) }, { sha256: hash(2) }])
    const read = async (id: string | undefined, query = "") =>
      (await (await send(court, "GET", `/api/v1/dealings/${id}${query}`)).json()) as object
    expect(await read(items[1]?.id)).toMatchObject({ inBatch: { batch: batch?.id, index: 1 } })
    expect(await read(items[1]?.id)).not.toHaveProperty("inBatch.path")
    const alone = (await (
      await send(court, "POST", "/api/v1/notarise", { key: keys.seller, body: { sha256: hash(1) } })
    ).json()) as Item
    expect(await read(alone.id, "?batch=path")).not.toHaveProperty("inBatch")
    expect((await send(court, "GET", `/api/v1/dealings/${alone.id}?batch=all`)).status).toBe(400)
    expect((await send(court, "GET", "/api/v1/dealings/nothing?batch=path")).status).toBe(404)
  })

  it("Dealings Act 1.1B gives each entry a receipt of its own to who asks for it", async () => {
    const body = { items: [{ sha256: hash(1) }, { sha256: "bad" }, { sha256: hash(2) }] }
    const response = await send(court, "POST", `${path}?receipts=each`, { key: keys.seller, body })
    const { items, batch } = (await response.json()) as Answered
    for (const item of [items[0], items[2]]) {
      const { receipt, ...rest } = item ?? {}
      expect(await signedBy(receipt)).toEqual(rest)
    }
    expect(batch).toMatchObject({ size: 2 })
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
    expect(await answered([{}, 7])).toMatchObject({
      lodged: 0,
      items: [{ status: 400 }, { status: 400 }],
      batch: null,
    })
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

  it("Rule 2.6 counts the reading of an entry's path in its batch as ten requests, since it reads the whole batch", async () => {
    const court = await startCourt({ rateLimit: { perSecond: 0.01, burst: 40 } })
    const key = await enrolled(court, "seller")
    const lodged = await send(court, "POST", "/api/v1/notarise/batch", {
      key,
      body: { items: [{ sha256: hash(1) }] },
    })
    const { items } = (await lodged.json()) as Answered
    const read = (query: string) => send(court, "GET", `/api/v1/dealings/${items[0]?.id}${query}`, { key })
    const left = ({ headers }: Response) => Number(/r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1])
    const before = left(await read(""))
    await read("?batch=path")
    expect(left(await read(""))).toBe(before - 11)
    await court.stop()
  })
})
