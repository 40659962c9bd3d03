import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, it } from "vitest"
import { beginning } from "./Following.ts"
import { knownOf, turn } from "./Turn.ts"

/** A court whose lists never end: each page has new items and a cursor. */
const hostile = createServer((request, response) => {
  const page = new URL(request.url ?? "", "http://court.test").searchParams.get("cursor") ?? "0"
  const items = Array.from({ length: 100 }, (_, i) => ({ id: `${page}-${i}` }))
  response.setHeader("content-type", "application/json")
  response.end(JSON.stringify({ items, nextCursor: String(Number(page) + 1) }))
})
beforeAll(() => new Promise<void>((open) => hostile.listen(0, "127.0.0.1", open)))
afterAll(() => {
  hostile.close()
})

it("PD17 §1 a list that never ends is given up, and the court is found wrong", async () => {
  const { port } = hostile.address() as AddressInfo
  const known = knownOf(beginning)
  const court = { base: `http://127.0.0.1:${port}`, now: 0 }
  const walk = async (): Promise<void> => {
    for (const { lines } of turn(() => known)) await lines(known, court)
  }
  await expect(walk()).rejects.toThrow(/the docket has more than 1000 items that the log does not explain/)
})
