/** Criteria of Judge Protocol as ours: the same verdict, and nothing left out. */
import { hash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { evaluate, read } from "../../../core/criteria/index.ts"
import { fromJudgeProtocol } from "./index.ts"

const means = { bytesMax: 10_000, attester: null }
const bytes = (text: string) => new TextEncoder().encode(text)
const block = (checks: ReadonlyArray<object>, more: object = {}) => JSON.stringify({ checks, ...more })
const translate = (text: string, over: object = {}) => fromJudgeProtocol(text, { ...means, ...over })

/** Whether our verdict on a delivery is that everything is met. */
const passes = (text: string, delivery: string): boolean => {
  const found = translate(text)
  if (!("document" in found)) throw new Error(JSON.stringify(found))
  const criteria = read(found.document)
  if (!("criteria" in criteria)) throw new Error(JSON.stringify(criteria))
  return evaluate(criteria.criteria, bytes(delivery)).verdict === "satisfied"
}
const refusedAt = (text: string, over: object = {}) => {
  const found = translate(text, over)
  return "refused" in found ? found.refused.map(({ path, why }) => `${path}: ${why}`) : []
}

/** The verdict of that judge on the kinds that both can say, in its own order of thought. */
const judge = (text: string, delivery: string): boolean => {
  const { checks } = JSON.parse(text)
  const isWord = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}_]/u.test(char)
  for (const { kind, params = {} } of checks) {
    if (kind === "contains")
      for (const term of params.all ?? []) {
        const parts = delivery.split(term)
        const stands = parts
          .slice(1)
          .some((after, i) => !isWord([...(parts[i] ?? "")].at(-1)) && !isWord([...after][0]))
        if (params.wholeWords === true ? !stands : parts.length === 1) return false
      }
    if (kind === "checksum" && hash("sha256", delivery) !== params.sha256.toLowerCase()) return false
    if (kind === "json" || kind === "schema") {
      let value: unknown
      try {
        value = JSON.parse(delivery)
      } catch {
        return false
      }
      if (kind === "json") continue
      if (typeof value !== "object" || value === null || Array.isArray(value)) return false
      const members = new Map(Object.entries(value))
      for (const name of params.required ?? []) if (!members.has(name)) return false
      for (const [name, type] of Object.entries(params.types ?? {}))
        if (members.has(name) && typeof members.get(name) !== type) return false
    }
  }
  return true
}

describe("the criteria of Judge Protocol", () => {
  const deliveries = [
    "",
    "USDC",
    "an ERC-8183 escrow in USDC.",
    "an XUSDCX and ERC-81834",
    "éUSDC_ and ERC-8183",
    "(a.b)* [USDC]",
    "42",
    "null",
    "[1]",
    '{"price":1,"currency":"USD"}',
    '{"price":"1","currency":null}',
    '{"price":1,"currency":[],"more":{}}',
    '{"constructor":true}',
  ]
  it.each([
    ["terms", [{ kind: "contains", params: { all: ["ERC-8183", "USDC"] } }]],
    ["words", [{ kind: "contains", params: { all: ["ERC-8183", "USDC"], wholeWords: true } }]],
    ["a term of signs", [{ kind: "contains", params: { all: ["(a.b)*", "[USDC]"] } }]],
    ["a word of signs", [{ kind: "contains", params: { all: ["[USDC]"], wholeWords: true } }]],
    ["no terms", [{ kind: "contains" }]],
    ["an empty term", [{ kind: "contains", params: { all: ["", "USDC"] } }]],
    ["JSON", [{ kind: "json" }]],
    ["an object", [{ kind: "schema", params: {} }]],
    ["names", [{ kind: "schema", params: { required: ["price", "price"] } }]],
    ["types", [{ kind: "schema", params: { types: { price: "number", currency: "string" } } }]],
    [
      "an object as a type",
      [{ kind: "schema", params: { required: ["currency"], types: { currency: "object" } } }],
    ],
    [
      "a name of every object",
      [{ kind: "schema", params: { required: ["constructor"], types: { toString: "string" } } }],
    ],
    ["a hash", [{ kind: "checksum", params: { sha256: hash("sha256", "USDC").toUpperCase() } }]],
    ["no length", [{ kind: "length", params: { min: 0, unit: null } }]],
    [
      "two kinds with weights",
      [
        { kind: "json", weight: 2 },
        { kind: "contains", params: { all: ["USD"] }, weight: 0.5 },
      ],
    ],
  ])("of %s have the same verdict on every delivery", (_, checks) => {
    const text = block(checks)
    for (const delivery of deliveries)
      expect([delivery, passes(text, delivery)]).toEqual([delivery, judge(text, delivery)])
  })

  it("of 200 terms are split, and each of them is asked for", () => {
    const all = Array.from({ length: 200 }, (_, i) => `term ${i};`)
    const text = block([{ kind: "contains", params: { all } }])
    expect(passes(text, all.join(""))).toBe(true)
    expect(passes(text, all.slice(0, 199).join(""))).toBe(false)
  })

  it("are found in the description of a job, and two blocks are refused", () => {
    const fenced = `Do it.\n\`\`\`judge-criteria\n${block([{ kind: "json" }], { version: 1, jobType: "x" })}\n\`\`\`\n`
    expect(passes(fenced, "1")).toBe(true)
    expect(refusedAt(fenced + fenced)).toEqual([": the description has two blocks of criteria"])
    expect(refusedAt("Do it.")).toEqual([": is no JSON object, and has no block of criteria"])
  })

  it.each<[string, object, string]>([
    ["words", { kind: "length", params: { min: 20, max: 400 } }, "court.criteria/1 counts bytes"],
    ["a probe", { kind: "http-endpoint", params: { url: "https://x.example" } }, "a probe asks the network"],
    ["a shape", { kind: "json", params: { shape: {} } }, "the language of `shape` was not read"],
    ["an unknown kind", { kind: "code-test" }, "this kind is unknown: code-test"],
    ["a kind of every object", { kind: "toString" }, "this kind is unknown: toString"],
    ["a misspelt member", { kind: "json", param: {} }, "this member is unknown: param"],
    [
      "a misspelt parameter",
      { kind: "contains", params: { al: [] } },
      "this parameter of contains is unknown",
    ],
    [
      "a long term",
      { kind: "contains", params: { all: ["x".repeat(501)] } },
      "a text of `contains` has at most",
    ],
    ["an empty word", { kind: "contains", params: { all: [""], wholeWords: true } }, "an empty term"],
    ["no list", { kind: "contains", params: { all: "x" } }, "`all` is a list of texts"],
    ["a word that is half a word", { kind: "contains", params: { wholeWords: 1 } }, "`wholeWords`"],
    ["no hash", { kind: "checksum" }, "`sha256` has 64"],
    ["no names", { kind: "schema", params: { required: {} } }, "`required`"],
    ["no types", { kind: "schema", params: { types: [] } }, "`types`"],
    ["an unknown type", { kind: "schema", params: { types: { a: "valueOf" } } }, "a type is"],
    ["no weight", { kind: "json", weight: 0 }, "`weight` is over 0"],
    ["parameters in a list", { kind: "json", params: [] }, "`params` is an object"],
    ["no check", [] as never, "a check is an object"],
  ])("that ask for %s are refused by name, and never without it", (_, check, expected) => {
    const found = refusedAt(block([{ kind: "json" }, check]))
    expect(found).toEqual([expect.stringContaining(`/checks/1: ${expected}`)])
  })

  it("that a delivery passes without one of its checks are refused at the threshold, to the last weight", () => {
    const two = [
      { kind: "json", weight: 2 },
      { kind: "contains", params: { all: ["USD"] } },
    ]
    expect(refusedAt(block(two, { passThreshold: 67 }))).toEqual([
      expect.stringMatching(/^\/passThreshold: .*\/checks\/1/),
    ])
    expect(refusedAt(block(two, { passThreshold: 68 }))).toEqual([])
    // A weight that rounds away does not leave the score at 100.
    const light = [
      { kind: "json", weight: 999 },
      { kind: "contains", params: { all: ["USD"] }, weight: 1 },
    ]
    expect(refusedAt(block(light))).toEqual([])
    expect(refusedAt(block(light, { passThreshold: 99 }))).toHaveLength(1)
    expect(refusedAt(block(two, { passThreshold: 101 }))).toEqual([
      "/passThreshold: is a whole number from 0 to 100",
    ])
    expect(refusedAt(block([]))).toEqual(["/checks: is a list of 1 to 64 checks"])
    expect(refusedAt(block(two, { hardest: true }))).toEqual(["/hardest: this member is unknown"])
  })

  it("go to an attester where one is named, with the check that it answers", () => {
    const attester = { handle: "auditor", within: 48 }
    const found = translate(block([{ kind: "json" }, { kind: "length", params: { min: 20 } }]), { attester })
    expect(found).toMatchObject({
      document: {
        checks: [
          { id: "check-0", kind: "json" },
          { id: "check-1", kind: "attested", by: "auditor", within: 48, otherwise: "unmet" },
        ],
      },
      notes: [expect.stringMatching(/^\/checks\/1: auditor attests it/)],
    })
    expect(refusedAt(block([{ kind: "code-test" }]), { attester })).toHaveLength(1)
  })

  it("that our language can't afford are refused with its own words", () => {
    const words = block([{ kind: "contains", params: { all: ["x".repeat(90)], wholeWords: true } }])
    expect(refusedAt(words, { bytesMax: 262_144 })).toEqual([
      expect.stringContaining("court.criteria/1/checks/0"),
    ])
  })
})
