import { createServer } from "node:http"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { type Guard, Turns } from "../outbound/index.ts"
import { authority, listenSecurely } from "../outbound/testing/Tls.ts"
import { Filing, guardFetch, inTurn, limits, whyNot } from "./Documents.ts"

const run = (url: string, resolve: () => Promise<ReadonlyArray<string>>) =>
  Effect.runPromise(guardFetch({ resolve })(url))

describe("the way out to documents", () => {
  it("Rule 4.2 goes to https alone, and to no address of a private network", async () => {
    const inward = () => Promise.resolve(["10.0.0.1"])
    expect(await run("http://a.example/did.json", inward)).toMatchObject({
      text: null,
      why: "its address is not https",
    })
    expect(await run("https://a.example/did.json", inward)).toMatchObject({
      text: null,
      why: "this court does not go to its address",
    })
    expect(
      await run("https://a.example/did.json", () => Promise.reject(new Error("no such host"))),
    ).toMatchObject({ why: "it can't be reached" })
  })

  it("Rule 4.2 given a sandbox that may go to programs beside it, then it does by plain http, and still to no private network", async () => {
    const server = createServer((_request, response) => response.end('{"keys":[]}'))
    const port = await new Promise<number>((resolve) =>
      server.listen(0, "127.0.0.1", () => resolve(Number(Object(server.address()).port))),
    )
    const local = guardFetch({ allowLoopback: true })
    for (const url of [`https://127.0.0.1:${port}/did.json`, `http://localhost:${port}/jwks.json`]) {
      expect(await Effect.runPromise(local(url))).toEqual({ url, text: '{"keys":[]}' })
      expect(await Effect.runPromise(guardFetch()(url))).toMatchObject({ text: null })
    }
    server.close()
    const inward = guardFetch({ allowLoopback: true, resolve: () => Promise.resolve(["10.0.0.1"]) })
    for (const scheme of ["http", "https"])
      expect(await Effect.runPromise(inward(`${scheme}://a.example/did.json`))).toMatchObject({ text: null })
  })

  it("Rule 4.2 gives so many documents to a piece, and one twice if two pieces need it", async () => {
    const urls: Array<string> = []
    const filing = new Filing((url) => {
      urls.push(url)
      return Effect.succeed({ url, text: "{}" })
    })
    const wanted = Array.from({ length: 6 }, (_, n) => `https://a.example/${n}`)
    const found = await filing.all(wanted)
    expect(found.map(({ text }) => text)).toEqual(["{}", "{}", "{}", "{}", null, null])
    await filing.all(wanted.slice(0, 2))
    expect(urls).toHaveLength(4)
  })

  it.each([
    [{ status: 302 }, "it sends the reader elsewhere, which is not followed"],
    [{ status: 404 }, "it answered 404, or in a form that is not read"],
    [{ headers: { "content-encoding": "gzip" } }, "it answered 200, or in a form that is not read"],
    [{ end: "too_large" as const }, "it is too large"],
    [{ end: "broken_off" as const }, "it broke off"],
    [{}, null],
  ])("Rule 4.2 an answer %j is not a document: %s", (more, why) => {
    const answered = {
      _tag: "Answered",
      status: 200,
      headers: {},
      bytes: new Uint8Array(),
      end: "whole",
    } as const
    expect(whyNot({ ...answered, ...more })).toBe(why)
    expect(whyNot({ _tag: "Failed", why: "timed_out" })).toBe("it did not answer in time")
  })
})

describe("the way out to documents, over TLS", () => {
  /** A name of this machine, which stands for a public one. */
  const here: Guard.Options = { resolve: () => Promise.resolve(["127.0.0.1"]), allowLoopback: true }
  const trusting = guardFetch({ ...here, ca: authority })

  it("Rule 4.2 gives the text of a server whose certificate an authority has signed for its name", async () => {
    const { url, asked } = await listenSecurely((_request, response) => response.end('{"keys":[]}'))
    const document = await Effect.runPromise(trusting(`${url}/keys.json?v=1`))
    expect(document).toEqual({ url: `${url}/keys.json?v=1`, text: '{"keys":[]}' })
    expect(asked).toEqual(["/keys.json?v=1"])
  })

  it("Rule 4.2 gives nothing of a server that no authority knows, or that bears another name", async () => {
    const { url, asked } = await listenSecurely((_request, response) => response.end("{}"))
    const absent = { text: null, why: "it can't be reached" }
    expect(await Effect.runPromise(guardFetch(here)(url))).toMatchObject(absent)
    expect(await Effect.runPromise(trusting(url.replace("documents", "other")))).toMatchObject(absent)
    expect(asked).toEqual([])
  })

  it("Rule 4.2 follows no redirect of it, and reads no more of it than the limit", async () => {
    const { url, asked } = await listenSecurely((request, response) => {
      if (request.url === "/away") response.writeHead(302, { location: "/keys.json" }).end()
      else response.end("x".repeat(limits.maxBytes + 1))
    })
    const why = async (path: string) => (await Effect.runPromise(trusting(`${url}${path}`))) as object
    expect(await why("/away")).toMatchObject({ why: "it sends the reader elsewhere, which is not followed" })
    expect(await why("/large")).toMatchObject({ text: null, why: "it is too large" })
    expect(asked).toEqual(["/away", "/large"])
  })

  it("Rule 4.2 gives no text that is not UTF-8", async () => {
    const { url } = await listenSecurely((_request, response) => response.end(Buffer.from([0xff, 0xfe])))
    expect(await Effect.runPromise(trusting(url))).toMatchObject({ text: null, why: "it is not UTF-8 text" })
  })
})

describe("documents that wait for their turn", () => {
  it("Rule 4.2 a document whose turn comes too late says so, and the next filing has it", async () => {
    let answers = false
    const fetch = (url: string) => (answers ? Effect.succeed({ url, text: "{}" }) : Effect.never)
    const fetchFor = inTurn(Turns.make(), fetch, 20)
    const late = { text: null, why: "too many documents were waiting to be fetched" }
    expect(await Effect.runPromise(fetchFor("a")("a1"))).toMatchObject(late)
    answers = true
    expect(await Effect.runPromise(fetchFor("a")("a1"))).toEqual({ url: "a1", text: "{}" })
  })
})
