import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { documents, etagOf, reply, textOf } from "./Answer.ts"

describe("a document that is kept", () => {
  const making = () => {
    const kept = documents<string>()
    let made = 0
    const make = (text: string) =>
      Effect.sync(() => {
        made += 1
        return reply(text, { version: text })
      })
    const get = (name: string, of: string, text = of) => Effect.runSync(kept(name, of, make(text)))
    return { get, made: () => made }
  }

  it("is rendered once while what it depends on is the same, and then gives the same bytes again", () => {
    const { get, made } = making()
    const first = get("rules", "1")
    expect(get("rules", "1").rendered?.body).toBe(first.rendered?.body)
    expect(made()).toBe(1)
    expect(first).toMatchObject({ value: "1", headers: { version: "1" }, rendered: { etag: etagOf("1") } })
  })

  it("is rendered again when what it depends on has changed, and other documents are not", () => {
    const { get, made } = making()
    get("rules", "1")
    get("PD11", "1", "other")
    expect(get("rules", "2").value).toBe("2")
    expect(get("PD11", "1").value).toBe("other")
    expect(made()).toBe(3)
  })

  it("names the figures that it depends on by their JSON text, which is made once for each object", () => {
    const figures = { a: 1 }
    expect(textOf(figures)).toBe('{"a":1}')
    expect(textOf({ a: 2 })).toBe('{"a":2}')
    figures.a = 3
    expect(textOf(figures)).toBe('{"a":1}')
  })
})
