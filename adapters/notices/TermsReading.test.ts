import { gzipSync } from "node:zlib"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { TermsReader } from "../../core/quotes/index.ts"
import type { Options } from "../outbound/Guard.ts"
import { listen } from "../outbound/testing/Listening.ts"
import * as TermsReading from "./TermsReading.ts"

const local = { allowLoopback: true }
const limits = { timeoutMs: 2_000, maxBytes: 1_000 }
const get = (url: string, options: Options = local, within = limits) =>
  Effect.runPromise(
    Effect.flatMap(TermsReader, (reader) => reader.read(url, within)).pipe(
      Effect.provide(TermsReading.layer(options)),
    ),
  )
const failed = (why: string) => ({ _tag: "Unread", why })

describe("reading at an address that somebody else chose", () => {
  it.each([
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://[::127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://169.254.169.254/latest/meta-data",
    "http://93.184.216.34/",
    "file:///etc/passwd",
  ])("PD14 §7 %s is refused before anything is sent", async (url) => {
    expect(await get(url, {})).toEqual(failed("address_refused"))
  })

  it("PD14 §7 goes to the address that was examined, or nowhere, when a name changes its address", async () => {
    const { port, requests } = await listen((_request, response) => response.end("terms"))
    const answers = ["127.0.0.1", "10.0.0.1"]
    const resolve = async () => [answers.shift() ?? "10.0.0.1"]
    expect(await get(`http://rebind.example:${port}/`, { ...local, resolve })).toMatchObject({ _tag: "Read" })
    expect(await get(`http://rebind.example:${port}/`, { ...local, resolve })).toEqual(
      failed("address_refused"),
    )
    expect(requests).toHaveLength(1)
  })

  it("PD14 §7 follows no redirect, and takes nothing but 200", async () => {
    const target = await listen((_request, response) => response.end("inside"))
    const { url } = await listen((_request, response) =>
      response.writeHead(302, { location: target.url }).end(),
    )
    expect(await get(url)).toEqual(failed("answered_otherwise"))
    expect(target.requests).toEqual([])
    const absent = await listen((_request, response) => response.writeHead(404).end("terms"))
    expect(await get(absent.url)).toEqual(failed("answered_otherwise"))
  })

  it("PD14 §7 refuses an answer that is one byte over the limit, or has no end", async () => {
    const { url } = await listen((_request, response) => response.end("x".repeat(limits.maxBytes)))
    expect(await get(url)).toMatchObject({ _tag: "Read" })
    expect(await get(url, local, { ...limits, maxBytes: limits.maxBytes - 1 })).toEqual({ _tag: "TooLarge" })
    const endless = await listen((_request, response) => {
      const more = () => {
        while (!response.destroyed)
          if (!response.write("x".repeat(4_096))) return void response.once("drain", more)
      }
      more()
    })
    expect(await get(endless.url)).toEqual({ _tag: "TooLarge" })
  })

  it("PD14 §7 refuses a compressed answer", async () => {
    const { url } = await listen((_request, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("x".repeat(1_000_000))),
    )
    expect(await get(url)).toEqual(failed("answered_otherwise"))
  })

  it("PD14 §7 gives up on an answer that drips, breaks off or never comes", async () => {
    const short = { ...limits, timeoutMs: 80 }
    const silent = await listen(() => {})
    expect(await get(silent.url, local, short)).toEqual(failed("timed_out"))
    const dripping = await listen((_request, response) => void response.write("terms"))
    expect(await get(dripping.url, local, short)).toEqual(failed("timed_out"))
    const broken = await listen((_request, response) => {
      response.writeHead(200, { "content-length": "100" })
      response.write("terms", () => response.destroy())
    })
    expect(await get(broken.url)).toEqual(failed("unreachable"))
    expect(await get("http://127.0.0.1:1/")).toEqual(failed("unreachable"))
  })
})

describe("terms read at an address", () => {
  const readAs = async (bytes: Uint8Array) => {
    const { url } = await listen((_request, response) => response.end(bytes))
    return get(url)
  }

  it("PD14 §7 terms are exactly the text that was served, with its byte order mark", async () => {
    const text = "\uFEFFDelivery is on the day it is due. É\r\n"
    expect(await readAs(Buffer.from(text))).toEqual({ _tag: "Read", text })
  })

  it.each([
    ["bytes that are not UTF-8", Buffer.from([0xc3, 0x28])],
    ["a binary file", Buffer.from("PK\u0003\u0004\0")],
  ])("PD14 §7 terms are refused if they are %s", async (_what, bytes) => {
    expect(await readAs(bytes)).toEqual({ _tag: "Unread", why: "not_text" })
  })
})
