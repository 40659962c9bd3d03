/** The texts that have the form of an artifact, and the parts of them that the screen reads. */
import { describe, expect, it } from "vitest"
import { isArtifact, readableTexts } from "./Artifact.ts"

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")
const signature = "TJA6hcqy1gPo2mRVkjZ3wHZf0NwWmzcYOIwQpDvVmYxOvRyzAb7Xk6jF4qLs0DtGnUeHwC8B9iSaEyMrTlKQ5o"
const compact = (payload: unknown, head: unknown = { alg: "ES256" }) =>
  `${encoded(head)}.${encoded(payload)}.${signature}`

describe("isArtifact", () => {
  it.each([
    ["{}", true],
    [' {"a":1}\n', true],
    ["{", false],
    ["We accept the order.", false],
    ["[1]", false],
    [compact({}), true],
    [`${compact({})}~WyJzYWx0Il0~`, true],
    ["a.b", false],
    ["www.seller.example", true],
  ])("Rule 4.11 given %j, then it is %s that it has the form of an artifact", (content, expected) => {
    expect(isArtifact(content)).toBe(expected)
  })
})

describe("readableTexts", () => {
  it("PD1 §4 a content that is not an artifact is read as it is", () => {
    const content = `Paid to 0x${"ab".repeat(20)}. ${signature}`
    expect(readableTexts(content)).toBe(content)
  })

  it("PD1 §4 the addresses, hashes and signatures of an artifact are not read", () => {
    const content = JSON.stringify({ payTo: `0x${"Ab".repeat(20)}`, hash: `0x${"cd".repeat(32)}`, signature })
    expect(readableTexts(content)).toBe('{"payTo":" · ","hash":" · ","signature":" · "}')
  })

  it("PD1 §4 the words that a signature is over are read, however deep they are encoded", () => {
    const inner = compact({ buyer: "John Smith" })
    expect(readableTexts(compact({ mandate: compact({ cart: inner }) }))).toContain('{"buyer":"John Smith"}')
    expect(
      readableTexts(JSON.stringify({ x: Buffer.from("call Jane Roe today").toString("base64") })),
    ).toContain("call Jane Roe today")
  })

  it("PD1 §4 a text deeper than artifacts have is left as it is written", () => {
    let text = "John Smith of Example Street"
    for (let depth = 0; depth < 6; depth++) text = encoded({ text })
    expect(readableTexts(`{"a":"${text}"}`)).not.toContain("John Smith")
  })

  it("PD1 §4 an escape in JSON hides no letter", () => {
    expect(readableTexts('{"a":"\\u004aohn Smith"}')).toBe('{"a":"John Smith"}')
  })

  it.each([
    ["the digits of a number", `Aa1${"b".repeat(40)}5551234567`],
    ["words with hyphens", "John-Smith-of-12-Elm-Street-Springfield-Illinois"],
    ["the path of an address", "/api/v1/People/John/Smith/of/12/Elm/Street/Springfield"],
    ["small letters alone", "a".repeat(50)],
    ["capital letters alone", "A1".repeat(25)],
    ["letters without a digit", "aB".repeat(25)],
    ["a short run", "aB1aB1aB1aB1aB1aB1"],
  ])("PD1 §4 a run that may be read is not passed over: %s", (_what, run) => {
    expect(readableTexts(`{"a":"${run}"}`)).toContain(run)
  })
})
