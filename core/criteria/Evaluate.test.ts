import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { digest, evaluate, read } from "./index.ts"
import { bytesOf, documentOf, firstOf, readOrThrow, run } from "./testing/Run.ts"

const hashOf = (text: string) => `sha256:${createHash("sha256").update(text).digest("hex")}`

describe("the verdict over a delivery", () => {
  const required = { kind: "text", contains: ["a"] }
  const shared = (share: number, word: string) => ({ kind: "text", contains: [word], share })

  it.each([
    ["every check is met", [required, shared(5, "b")], "ab", "satisfied", 0],
    ["a required check is unmet", [required, shared(5, "b")], "b", "not_satisfied", 1_000_000],
    ["a check with a share is unmet", [required, shared(5, "b")], "a", "partly", 5],
    ["the shares of two are added", [required, shared(5, "b"), shared(7, "c")], "a", "partly", 12],
    [
      "the shares come to more than all",
      [required, shared(600_000, "b"), shared(600_000, "c")],
      "a",
      "partly",
      1_000_000,
    ],
  ] as const)(
    "given that %s, then the verdict and what comes off follow",
    (_, checks, delivery, verdict, off) => {
      const found = run(checks, delivery)
      expect([found.verdict, found.reductionMillionths]).toEqual([verdict, off])
    },
  )

  it("names the criteria and the delivery by their hashes", () => {
    const document = documentOf([required])
    const found = evaluate(readOrThrow(document), bytesOf("a"))
    expect(found.artifact).toBe(hashOf("a"))
    expect(found.criteria).toBe(digest(document))
    expect(found.criteria).toBe(
      hashOf(
        '{"artifact":{"bytesMax":100000},"checks":[{"contains":["a"],"id":"c0","kind":"text"}],"version":"court.criteria/1"}',
      ),
    )
  })

  it("given no bytes, then every check is unknown and nothing is decided", () => {
    const found = run([required, shared(5, "b")], null)
    expect(found).toMatchObject({ artifact: null, verdict: "indeterminate", reductionMillionths: 0 })
    expect(found.outcomes.map(({ outcome, fuel }) => `${outcome} ${fuel}`)).toEqual([
      "unknown 0",
      "unknown 0",
    ])
  })

  it("given more bytes than bytesMax, then every check is unmet at no step, whatever has a share", () => {
    const criteria = readOrThrow(
      documentOf(
        [shared(5, "a"), { kind: "attested", by: "tester", within: 1, otherwise: "met", share: 1 }],
        3,
      ),
    )
    const found = evaluate(criteria, bytesOf("aaaa"), [{ check: "c1", outcome: "met" }])
    expect(found).toMatchObject({
      artifact: hashOf("aaaa"),
      verdict: "not_satisfied",
      reductionMillionths: 1_000_000,
    })
    expect(found.outcomes.map(({ outcome, fuel }) => `${outcome} ${fuel}`)).toEqual(["unmet 0", "unmet 0"])
    expect(evaluate(criteria, bytesOf("aaa"), [{ check: "c1", outcome: "met" }]).verdict).toBe("satisfied")
  })
})

describe("a check that an agent attests", () => {
  const attested = { kind: "attested", by: "tester", within: 48, otherwise: "unmet" }

  it("is unknown until its outcome comes, with bytes or without, and costs a step", () => {
    for (const delivery of ["a", null]) {
      expect(firstOf(run([attested], delivery))).toMatchObject({ outcome: "unknown", fuel: 1 })
      expect(firstOf(run([attested], delivery, [{ check: "c0", outcome: "met" }]))).toEqual({
        id: "c0",
        outcome: "met",
        fuel: 1,
        why: "",
      })
      expect(firstOf(run([attested], delivery, [{ check: "c0", outcome: "unmet" }]))).toMatchObject({
        outcome: "unmet",
        fuel: 1,
      })
    }
  })

  it("given that it is unmet where no bytes are known, then the verdict is not open", () => {
    const others = [attested, { kind: "json" }]
    expect(run(others, null, [{ check: "c0", outcome: "unmet" }]).verdict).toBe("not_satisfied")
    expect(run(others, null, [{ check: "c0", outcome: "met" }]).verdict).toBe("indeterminate")
    expect(
      run([{ ...attested, share: 9 }, { kind: "json" }], null, [{ check: "c0", outcome: "unmet" }]),
    ).toMatchObject({
      verdict: "indeterminate",
      reductionMillionths: 9,
    })
  })

  it("says who attests, within how many hours, and what holds without", () => {
    const found = read(documentOf([attested]))
    expect("criteria" in found && found.criteria.checks[0]?.attestation).toEqual({
      by: "tester",
      within: 48,
      otherwise: "unmet",
    })
  })
})

describe("why a check is unmet", () => {
  it("is a sentence of at most 200 characters that names the place, and nothing else of the delivery", () => {
    const check = { kind: "schema", schema: { additionalProperties: { type: "string" } } }
    expect(firstOf(run([check], '{"a/b":7}')).why).toBe("/a~1b does not fit the schema, by type.")
    const long = firstOf(run([check], JSON.stringify({ ["😀".repeat(300)]: 7 }))).why
    expect(long.length).toBeLessThanOrEqual(200)
    expect(long).toMatch(/^\/(?:😀)+… does not fit the schema, by type\.$/u)
    expect(firstOf(run([check], '{"\\u001b[2J":7}')).why).toBe("/\ufffd[2J does not fit the schema, by type.")
    expect(firstOf(run([check], '{"a":"secret"}')).why).toBe("")
  })
})
