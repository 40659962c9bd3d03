/** Criteria and outcomes of ERC-8412, both ways. */
import { describe, expect, it } from "vitest"
import { evaluate, read } from "../../../core/criteria/index.ts"
import type { Json } from "../../../core/kernel/Json.ts"
import {
  digestOf,
  fromErc8412,
  outcomesOf,
  type Recorded,
  readOutcomes,
  toErc8412,
  unpackOutcomes,
} from "./index.ts"

const means = { bytesMax: 10_000, attester: null }
const attester = { handle: "auditor", within: 24 }
const registered = {
  taskRef: `0x${"ab".repeat(32)}`,
  verifier: `0x${"cd".repeat(20)}`,
  expiry: 1_790_000_000,
}
const checks = [
  { id: "whole", kind: "json" },
  { id: "enough", kind: "count", of: "/lines", min: 3, share: 200_000 },
]
const document = (of: ReadonlyArray<object> = checks) => ({
  version: "court.criteria/1",
  artifact: { bytesMax: 1_000, mediaType: "application/json" },
  checks: of,
})
const criteriaOf = (of: object) => {
  const found = read(of)
  if (!("criteria" in found)) throw new Error(JSON.stringify(found))
  return found.criteria
}
const made = (of: object = document()) => {
  const found = toErc8412(of as never, registered)
  if ("why" in found) throw new Error(found.why)
  return found
}
const obligation = (over: object = {}) => ({
  index: 0,
  type: "DOCUMENT",
  required: true,
  waivable: false,
  constraints: { mediaType: "text/plain" },
  ...over,
})
const theirs = (obligations: ReadonlyArray<object>, over: object = {}) =>
  ({ version: "1", decisionRule: "ALL_REQUIRED", obligations, ...over }) as unknown as Json
const refusedAt = (criteria: Json, with_: object = means) => {
  const found = fromErc8412(criteria, { ...means, ...with_ })
  return "refused" in found ? found.refused.map(({ path, why }) => `${path}: ${why}`) : []
}
const carrying = (check: object, over: object = {}) =>
  obligation({ constraints: { mediaType: "text/plain", "agent-court.criteria.check": check }, ...over })
const judged = (check: object, over: object = {}) =>
  obligation({
    constraints: { mediaType: "text/plain", "io.github.vijaygopalbalasa.judge.check": check },
    ...over,
  })

describe("criteria of ours as ERC-8412", () => {
  it("say each check whole, with the flags that a registry takes", () => {
    const { criteria, obligationCount, obligationFlags, criteriaDigest } = made()
    expect(criteria).toMatchObject({ decisionRule: "ALL_REQUIRED", waiverAuthority: null, ...registered })
    expect(criteria.obligations).toMatchObject([
      { index: 0, type: "DOCUMENT", required: true, waivable: false },
      { index: 1, type: "DOCUMENT", required: false, constraints: { mediaType: "application/json" } },
    ])
    expect([obligationCount, obligationFlags]).toEqual([2, "0x40"])
    expect(criteriaDigest).toBe(digestOf(criteria as never))
  })

  it("come back with the same hash", () => {
    const attested = { id: "tested", kind: "attested", by: "tester", within: 48, otherwise: "unmet" }
    for (const given of [document(), document([attested])])
      expect(fromErc8412(made(given).criteria as never, means)).toMatchObject({
        digest: criteriaOf(given).digest,
        notes: [
          `criteriaDigest ${made(given).criteriaDigest}, obligationFlags ${made(given).obligationFlags}: compare both with the registry`,
        ],
      })
  })

  it("have whole numbers alone", () => {
    const half = document([{ id: "n", kind: "count", of: "", min: 0.5 }])
    expect(toErc8412(half as never, registered)).toEqual({ why: expect.stringContaining("whole numbers") })
  })
})

describe("criteria of ERC-8412 as ours", () => {
  it("are hashed as a registry has them: keccak256 of the RFC 8785 form", () => {
    // The hash of the empty object by any other implementation.
    expect(digestOf({})).toBe("0xb48d38f93eaa084033fc5970bf96e559c33c4cdc07d889ab00b4d63f9590739d")
    expect(digestOf({ b: 1, a: [] })).toBe(digestOf({ a: [], b: 1 }))
  })

  it("take the check of a job of Judge Protocol, and an attester for evidence that only a verifier can judge", () => {
    const found = fromErc8412(
      theirs([
        judged({ kind: "contains", params: { all: ["USDC"] } }),
        obligation({
          index: 1,
          type: "PHOTO",
          required: false,
          constraints: { captureMetadata: ["timestamp"] },
        }),
      ]),
      { ...means, attester },
    )
    expect(found).toMatchObject({
      document: {
        checks: [
          { id: "check-0", kind: "text", contains: ["USDC"] },
          { id: "check-1", kind: "attested", by: "auditor", within: 24, share: 1 },
        ],
      },
      notes: [expect.stringContaining("0x40"), expect.stringContaining("PHOTO")],
    })
  })

  const ours = "agent-court.criteria.check"
  const judges = "io.github.vijaygopalbalasa.judge.check"
  const json = { kind: "json" }
  const constrained = (more: object) => obligation({ constraints: { mediaType: "text/plain", ...more } })
  it.each<[string, object, string]>([
    [
      "a photo",
      obligation({ type: "PHOTO", constraints: { captureMetadata: [] } }),
      "nothing but a verifier",
    ],
    ["a waiver of nobody", judged(json, { waivable: true }), "it is waivable, and `waiverAuthority`"],
    ["no word on waivers", judged(json, { waivable: 0 }), "`waivable`"],
    ["a type without a namespace", obligation({ type: "SMELL" }), 'the type "SMELL"'],
    [
      "less than its type needs",
      obligation({ constraints: {} }),
      "evidence of type DOCUMENT needs the constraint mediaType",
    ],
    ["no constraints", obligation({ constraints: [] }), "`constraints`"],
    [
      "a check that is no object",
      constrained({ [ours]: "json" }),
      "the constraint agent-court.criteria.check is an object",
    ],
    [
      "one outcome for several checks",
      judged({ kind: "contains", params: { all: ["USDC", "Base"], wholeWords: true } }),
      "it would take 2 checks",
    ],
    ["another order", judged(json, { index: 1 }), "its `index` has to be 0"],
    ["no flag", judged(json, { required: 1 }), "`required`"],
    ["no obligation", [], "an obligation is an object"],
    ["a probe", judged({ kind: "http-endpoint" }), "a probe"],
    [
      "a place beside its check",
      constrained({ [judges]: json, geofence: {} }),
      "its check does not say the constraint geofence",
    ],
    ["two checks", constrained({ [judges]: {}, [ours]: {} }), "it has two checks"],
    ["a share of what is required", carrying({ id: "a", ...json, share: 1 }), "`required` and the share"],
    [
      "the whole price for what is optional",
      carrying({ id: "a", ...json }, { required: false }),
      "`required` and the share",
    ],
  ])("that have an obligation with %s are refused by name", (_, one, expected) => {
    expect(refusedAt(theirs([one]))).toEqual([expect.stringContaining(`/obligations/0: ${expected}`)])
  })

  const noList = ": it has no list `obligations`"
  it.each<[string, Json, string]>([
    [
      "a waiver",
      theirs([judged(json, { waivable: true })], { waiverAuthority: "0xab" }),
      "/obligations/0: a waiver that 0xab signs",
    ],
    [
      "another rule",
      theirs([judged(json)], { decisionRule: "ALL_REQUIRED_AND_AT_LEAST(1)" }),
      "/decisionRule",
    ],
    ["another version", theirs([judged(json)], { version: "2" }), "/version"],
    ["no document", [], noList],
    [
      "a document within",
      { criteria: {} },
      `${noList}, so it is no criteria document of ERC-8412; its member`,
    ],
  ])("that have %s are refused by name", (_, criteria, expected) => {
    expect(refusedAt(criteria)).toEqual([expect.stringContaining(expected)])
  })
})

describe("the outcomes of an evaluation", () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const criteria = criteriaOf(document())
  const on = (text: string) => outcomesOf(criteria, evaluate(criteria, bytes(text)))
  it("are Satisfied whenever every required check is met", () => {
    expect(on('{"lines":[1,2,3]}')).toEqual({
      verdict: "Satisfied",
      obligationOutcomes: "0x50",
      undecided: [],
    })
    expect(on('{"lines":[1]}')).toEqual({ verdict: "Satisfied", obligationOutcomes: "0x40", undecided: [] })
    expect(on("{")).toEqual({ verdict: "NotSatisfied", obligationOutcomes: "0x00", undecided: [] })
  })

  it("are Indeterminate while a required check waits, and are not attested while only an optional check does", () => {
    const asked = { id: "tested", kind: "attested", by: "tester", within: 48, otherwise: "unmet" }
    const required = criteriaOf(document([...checks, asked]))
    const waiting = evaluate(required, bytes('{"lines":[1,2,3]}'))
    expect(outcomesOf(required, waiting)).toEqual({
      verdict: "Indeterminate",
      obligationOutcomes: "0x50",
      undecided: [2],
    })
    const optional = criteriaOf(document([...checks, { ...asked, share: 1 }]))
    expect(outcomesOf(optional, evaluate(optional, bytes("{}")))).toEqual({
      why: expect.stringContaining("optional"),
    })
  })

  it("are refused where the rule would contradict them", () => {
    const shares = criteriaOf({
      ...document([{ id: "a", kind: "json", share: 1 }]),
      artifact: { bytesMax: 1 },
    })
    expect(outcomesOf(shares, evaluate(shares, bytes("too long")))).toEqual({
      why: expect.stringContaining("too long"),
    })
  })

  const asked = { id: "tested", kind: "attested", by: "tester", within: 48, otherwise: "unmet" }
  const waived = criteriaOf(document([...checks, asked]))
  const told: Recorded = {
    obligationFlags: "0x40",
    verdict: "Satisfied",
    obligationOutcomes: "0x40",
    undecided: [],
  }
  it("are read back by the id of each check", () => {
    const whole = { id: "whole", outcome: "met", isWaived: false }
    expect(readOutcomes(criteria, told)).toEqual({
      outcomes: [whole, { id: "enough", outcome: "unmet", isWaived: false }],
    })
    const waits: Recorded = {
      obligationFlags: "0x4c",
      verdict: "Indeterminate",
      obligationOutcomes: "0x40",
      undecided: [2],
    }
    expect(readOutcomes(waived, waits)).toMatchObject({ outcomes: [whole, {}, { outcome: "unknown" }] })
    const forgiven: Recorded = { ...waits, verdict: "Satisfied", obligationOutcomes: "0x48", undecided: [] }
    expect(readOutcomes(waived, forgiven)).toMatchObject({
      outcomes: [whole, {}, { outcome: "met", isWaived: true }],
    })
  })

  it.each<[string, Partial<Recorded>, ReadonlyArray<string>]>([
    ["no byte of outcomes", { obligationOutcomes: "0x" }, ["/obligationOutcomes"]],
    ["a byte too many", { obligationOutcomes: "0x4000" }, ["/obligationOutcomes"]],
    ["a bit in the padding", { obligationOutcomes: "0x41" }, ["/obligationOutcomes"]],
    ["no 0x", { obligationOutcomes: "40" }, ["/obligationOutcomes"]],
    ["half a byte of flags", { obligationFlags: "0x4" }, ["/obligationFlags"]],
    [
      "an optional obligation in the place of a required check",
      { obligationFlags: "0x00" },
      ["/obligationOutcomes/0"],
    ],
    ["a waiver of what is not waivable", { obligationOutcomes: "0x90" }, ["/obligationOutcomes/0"]],
    [
      "a waiver of what is computed",
      { obligationFlags: "0xc0", obligationOutcomes: "0x90" },
      ["/obligationOutcomes/0"],
    ],
    [
      "a required check that does not apply",
      { obligationOutcomes: "0xd0" },
      ["/obligationOutcomes/0", "/verdict"],
    ],
    ["an optional check that does not apply", { obligationOutcomes: "0x70" }, ["/obligationOutcomes/1"]],
    [
      "what is undecided as met",
      { obligationOutcomes: "0x50", undecided: [1] },
      ["/obligationOutcomes/1", "/verdict"],
    ],
    ["a failure that the rule does not give", { verdict: "NotSatisfied" }, ["/verdict"]],
    ["a satisfaction that the rule does not give", { obligationOutcomes: "0x10" }, ["/verdict"]],
    [
      "nothing undecided where it is indeterminate",
      { verdict: "Indeterminate", obligationOutcomes: "0x10" },
      ["/verdict"],
    ],
  ])("with %s are refused by their place", (_, over, paths) => {
    const found = readOutcomes(criteria, { ...told, ...over })
    expect("refused" in found ? found.refused.map(({ path }) => path) : []).toEqual(paths)
  })

  it("are two bits each, the first in the highest bits", () => {
    expect(unpackOutcomes("0x1B", 4)).toEqual(["UNMET", "MET", "WAIVED", "NOT_APPLICABLE"])
  })
})
