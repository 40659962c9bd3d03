/** Documents on the wire: compressed for callers that take it, and the same text for all. */
import { createHash } from "node:crypto"
import { request } from "node:http"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { givenCourt } from "../testing/GivenCourt.ts"
import { chooseCoding } from "./Encoding.ts"

/** The most that a page may weigh until a browser paints it, in bytes over the wire. */
const paintBytesMax = 150_000

interface Got {
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: Buffer
}

describe("the coding of a document", () => {
  const court = givenCourt()

  /** The bytes as they came: `fetch` would decode them. */
  const get = (path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Got> =>
    new Promise((resolve, reject) => {
      const sent = request(`${court.url}${path}`, { headers, method }, (response) => {
        const chunks: Array<Buffer> = []
        response.on("data", (chunk: Buffer) => chunks.push(chunk))
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        )
      })
      sent.on("error", reject)
      sent.end()
    })

  it.each([
    ["gzip, deflate, br, zstd", "br"],
    ["gzip", "gzip"],
    ["br;q=0.5, gzip;q=0.8", "gzip"],
    ["br;q=0, *", "gzip"],
    ["*", "br"],
    ["*;q=0", null],
    ["identity", null],
    ["identity;q=1, br;q=0.5", null],
    ["br;q=nonsense", null],
    ["deflate", null],
    ["", null],
    [undefined, null],
  ])("Rule 2.6 Accept-Encoding %s is answered with %s", (header, coding) => {
    expect(chooseCoding(header)).toBe(coding)
  })

  it.each(["/docs", "/docs.md", "/llms.txt", "/openapi.json", "/style.css", "/rules"])(
    "Rule 2.6 %s is the same text under each coding, with a tag of its own for each",
    async (path) => {
      const plain = await get(path)
      const brotli = await get(path, { "accept-encoding": "gzip, br" })
      const gzip = await get(path, { "accept-encoding": "gzip" })
      expect(plain.headers["content-encoding"]).toBeUndefined()
      expect([brotli.headers["content-encoding"], gzip.headers["content-encoding"]]).toEqual(["br", "gzip"])
      expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true)
      expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true)
      const tags = [plain, brotli, gzip].map(({ headers }) => headers.etag)
      expect(new Set(tags).size).toBe(3)
      for (const { headers, body } of [plain, brotli, gzip]) {
        expect(headers.vary).toContain("Accept-Encoding")
        expect(headers["content-length"]).toBe(String(body.length))
      }
    },
  )

  it("Rule 2.6 a caller that has a document under a coding is told that it has not changed", async () => {
    const coded = { "accept-encoding": "br" }
    const { headers } = await get("/docs", coded)
    const again = await get("/docs", { ...coded, "if-none-match": String(headers.etag) })
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, headers.etag])
    expect((await get("/docs", { "if-none-match": String(headers.etag) })).status).toBe(200)
    const head = await get("/docs", coded, "HEAD")
    expect([head.status, head.body.length, head.headers["content-encoding"]]).toEqual([200, 0, "br"])
  })

  it("RFC 9530 a text with a digest is sent as the bytes that the digest is of", async () => {
    const { headers, body } = await get("/api/v1/rules", { "accept-encoding": "br, gzip" })
    expect(headers["content-encoding"]).toBeUndefined()
    const digest = createHash("sha256").update(body).digest("base64")
    expect(headers["repr-digest"]).toBe(`sha-256=:${digest}:`)
  })

  it("Rule 2.6 answers about records are sent as they are: a secret beside words of a caller is never compressed", async () => {
    const coded = { "accept-encoding": "br, gzip" }
    for (const path of ["/api/v1/docket", "/api/v1/journal", "/docket"])
      expect((await get(path, coded)).headers["content-encoding"]).toBeUndefined()
  })

  it("Rule 2.6 the page of the interface is painted after less than 150 kB", async () => {
    for (const coding of ["br", "gzip"]) {
      const coded = { "accept-encoding": coding }
      const page = await get("/docs", coded)
      // Nothing else is loaded: the page runs no script and shows no image.
      expect(page.headers["content-security-policy"]).toContain("default-src 'none'")
      const weight = page.body.length + (await get("/style.css", coded)).body.length
      expect(weight).toBeLessThan(paintBytesMax)
    }
  })
})
