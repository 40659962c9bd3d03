import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { Filing, guarded, whyNot } from "./Documents.ts"

const run = (url: string, resolve: () => Promise<ReadonlyArray<string>>) =>
  Effect.runPromise(guarded({ resolve })(url))

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
  ])("Rule 4.2 an answer %j is no document: %s", (more, why) => {
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
