import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { Filing, guarded } from "./Documents.ts"

const run = (url: string, resolve: () => Promise<ReadonlyArray<string>>) =>
  Effect.runPromise(guarded({ resolve })(url))

describe("the way out to documents", () => {
  it("PD3 §4 goes to https alone, and to no address of a private network", async () => {
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

  it("PD3 §4 gives so many documents to a piece, and one twice if two pieces need it", async () => {
    const urls: Array<string> = []
    const filing = new Filing((url) => Effect.sync(() => (urls.push(url), { url, text: "{}" })))
    const wanted = Array.from({ length: 6 }, (_, n) => `https://a.example/${n}`)
    const found = await filing.all(wanted)
    expect(found.map(({ text }) => text)).toEqual(["{}", "{}", "{}", "{}", null, null])
    await filing.all(wanted.slice(0, 2))
    expect(urls).toHaveLength(4)
  })
})
