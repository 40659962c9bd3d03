/** Every path that is read by a citation reads it by one fold: case, white space and leading zeros make no difference. */
import { Effect } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import { enrolParties, toJudgment } from "../client/testing/Dispute.ts"
import { givenCourt } from "../testing/GivenCourt.ts"

const court = givenCourt()
let citation: string
let paths: ReadonlyArray<string>
beforeAll(async () => {
  citation = await Effect.runPromise(
    Effect.flatMap(enrolParties(court), (parties) => toJudgment(court, parties)),
  )
  const described = (await (await fetch(`${court.url}/openapi.json`)).json()) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  }
  const read = Object.entries(described.paths).filter(
    ([path, verbs]) => path.includes("{citation}") && "get" in verbs,
  )
  paths = [...read.map(([path]) => path), "/judgments/{citation}", "/api/v1/holdings?citation={citation}"]
})

/** The answer of a path for a citation, without the instant of the answer and the signature over it. */
const answerOf = async (path: string, written: string) => {
  const answer = await fetch(`${court.url}${path.replace("{citation}", encodeURIComponent(written))}`)
  const text = (await answer.text()).replaceAll(/"(asOf|signature)":"[^"]*"/g, "")
  return { status: answer.status, text: text.replaceAll(/nonce-[\w+/=-]+|nonce="[^"]*"/g, "") }
}

describe("a citation in a path", () => {
  it.each(["[2026] mc 1", "[2026]\u00a0MC\u00a01", "[2026] MC 001", " [2026]  Mc 01 ", "[2026]MC1"])(
    "Rule 5.5 given %j, then every path that takes a citation answers as for the canonical form",
    async (written) => {
      expect(citation).toBe("[2026] MC 1")
      expect(paths.length).toBeGreaterThanOrEqual(5)
      for (const path of paths) {
        const canonical = await answerOf(path, citation)
        const found = await answerOf(path, written)
        expect([path, found.status]).toEqual([path, canonical.status])
        expect([404, 400]).not.toContain(found.status)
        if (!path.includes("holdings") && !path.includes("proof")) expect(found).toEqual(canonical)
      }
    },
  )

  it.each([
    "Dealings Act 4.3",
    "Dealings Act s. 4.3",
    "dealings act section 4.3",
    "Dealings\u00a0Act § 4.3",
    "DEALINGS ACT s 4.3",
  ])("Rule 4.10 given %j, then the Court says that it holds the section", async (written) => {
    const { text } = await answerOf("/api/v1/holdings?citation={citation}", written)
    expect(text).toContain("held: cite it")
  })
})
