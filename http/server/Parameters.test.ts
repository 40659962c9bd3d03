/** The words in which parameters of paths and queries are refused, over all operations. */
import { describe, expect, it } from "vitest"
import { givenCourt } from "../testing/GivenCourt.ts"
import { enrolled, send } from "../testing/TestCourt.ts"

interface Parameter {
  readonly name: string
  readonly in: "path" | "query" | "header"
}
interface Described {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly parameters?: ReadonlyArray<Parameter> }>>>
  >
}

const hostile = ["", "x", "0", "-1", "1.5", "1e3", "101", " ", "9".repeat(2_100), "\u200b", "2026-11-20"]

/** The words in which a refusal of a parameter may begin. A schema's own words, or the words of its description, are not among them. */
const house =
  /^(?:is required|has no word to look for|must have (?:at most |\d)|give either |must be (?:a whole number|an RFC 3339 date-time|a nextCursor|a cursor|"|\d))/

describe("the parameters of all operations", () => {
  const court = givenCourt({ sandbox: true })

  it("are refused in plain words that don't repeat what was sent", async () => {
    const described = (await (await send(court, "GET", "/openapi.json")).json()) as Described
    const [refused, strange] = [new Set<string>(), [] as string[]]
    for (const [path, methods] of Object.entries(described.paths))
      for (const { name, in: place } of methods.get?.parameters ?? [])
        for (const value of place === "header" ? [] : hostile) {
          const filled = path.replace(/\{(\w+)\}/g, (_, at: string) =>
            place === "path" && at === name ? encodeURIComponent(value) : "a",
          )
          const query = place === "query" ? `?${name}=${encodeURIComponent(value)}` : ""
          const response = await send(court, "GET", `${filled}${query}`, { key: court.registrar })
          if (response.status !== 400) continue
          const { errors } = (await response.json()) as {
            readonly errors: ReadonlyArray<{ readonly path: string; readonly message: string }>
          }
          for (const { path: at, message } of errors)
            if (!house.test(message)) strange.push(`${at} of ${path}: ${message}`)
          refused.add(`${place} ${name}`)
        }
    expect(strange).toEqual([])
    expect([...refused]).toEqual(
      expect.arrayContaining(["query limit", "query cursor", "path id", "query q"]),
    )
  }, 60_000)

  it("Rule 4.10 may be given again in the body, but not otherwise than in the path", async () => {
    const key = await enrolled(court, "seller", "op")
    const dispute = async (tenderId: string) => {
      const body = { tenderId, ground: "altered" }
      const response = await send(court, "POST", "/api/v1/matters/m/tenders/t/dispute", { key, body })
      return (await response.json()) as object
    }
    expect(await dispute("another")).toMatchObject({ status: 400, errors: [{ path: "tenderId" }] })
    expect(await dispute("t")).toMatchObject({ status: 404, code: "unknown_matter" })
  })
})
