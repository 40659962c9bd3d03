/** The examples of answers in the description are what a played court answers: `npm run answers` writes them anew. */
import { Either, ParseResult, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { played } from "../testing/answers/Play.ts"
import answers from "./answers.json" with { type: "json" }
import { describe as described, refusalsOf, successOf } from "./OpenApi.ts"
import { Problem } from "./Operation.ts"
import { operations } from "./Operations.ts"

const examples: Readonly<Record<string, unknown>> = answers
const document = described({ baseUrl: "https://court.example", sandbox: true, formats: true })
const listed = Object.values(document.paths).flatMap((methods) => Object.values(methods))

const refused = [...new Set(operations.flatMap(refusalsOf))]

/** An answer without what is new in each play: ids, hashes, keys and signatures. */
const masked = (answer: unknown): unknown =>
  JSON.parse(
    JSON.stringify(answer)
      .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "an id")
      .replace(/[A-Za-z0-9+/=_-]{24,}(?:\.[A-Za-z0-9_-]{24,})*/g, "a secret or a signature"),
  )

describe("the examples of answers", () => {
  it("Rule 2.6 every operation of the description has one", () => {
    expect(listed.length).toBeGreaterThan(110)
    const without = listed.filter(({ responses }) => {
      const success = JSON.stringify(responses[successOf(responses)])
      return !success.includes('"example":')
    })
    expect(without.map(({ operationId }) => operationId)).toEqual([])
    expect(Object.keys(examples).sort()).toEqual(
      [
        ...listed.map(({ operationId }) => operationId),
        ...refused.map((status) => `Problem${status}`),
      ].sort(),
    )
  })

  it.each(refused)("Rule 2.6 a refusal of status %i has one", (status) => {
    const example = examples[`Problem${status}`]
    expect(Schema.decodeUnknownSync(Problem)(example).status).toBe(status)
    expect(JSON.stringify(document.components)).toContain(JSON.stringify(example))
  })

  it.each(operations.filter(({ group }) => group !== "pages").map((one) => [one.id, one] as const))(
    "Rule 2.6 that of %s fits its shape",
    (id, { answer }) => {
      const decoded = Schema.decodeUnknownEither(answer, { onExcessProperty: "error" })(examples[id])
      expect(Either.isRight(decoded) || ParseResult.TreeFormatter.formatErrorSync(decoded.left)).toBe(true)
    },
  )

  it("Rule 2.6 they are the answers of a court on which the disputes were played", async () => {
    expect(masked(Object.fromEntries(await played()))).toEqual(masked(examples))
  }, 60_000)
})
