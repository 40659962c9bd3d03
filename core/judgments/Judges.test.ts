/** The names of judges, the counts of their work and the spans of their times. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { sha256Hex } from "../kernel/Hash.ts"
import { bounds } from "../kernel/Schedule.ts"
import * as Judges from "./Judges.ts"

const codes = [
  "unreachable",
  "timed_out",
  "busy",
  "refused",
  "failed",
  "unreadable",
  "unusable",
  "no_member",
  "refused_by_rules",
  "untold",
] as const
const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]
const house = { judge: "model", version: "house" } as const

describe("the name of a judge", () => {
  it("PD17 §1A given a version of any length, then a short one stands as it is, and a longer one ends in its SHA-256", () => {
    const max = bounds.judgeVersionCharsMax
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 * max }), (length) => {
        const version = "v".repeat(length)
        const named = Judges.nameJudge("model", version)
        const cut = `${"v".repeat(max - 65)} ${sha256Hex(version)}`
        expect(named).toEqual({ judge: "model", version: length > max ? cut : version })
      }),
    )
    expect(Judges.nameJudge("panel", "v".repeat(max)).version).toBe("v".repeat(max))
    expect(Judges.nameJudge("panel", "v".repeat(max + 1)).version).toHaveLength(max)
  })

  it("PD17 §1A the bench is one judge, and the papers have the version of PD15", () => {
    expect(Judges.theBench).toEqual({ judge: "bench", version: "a Judge" })
    expect(Judges.thePapers.judge).toBe("papers")
    expect(Judges.thePapers.version).toMatch(/^PD15 \S+$/)
  })

  it("PD17 §1A given the same kind and version, then the id is the same, and any other has another", () => {
    const id = `model/${sha256Hex("house")}`
    expect(Judges.idOf(house)).toBe(id)
    expect(Judges.judgeTally(house, "decided/3")).toBe(`judge/${id}/decided/3`)
    expect(Judges.idOf({ ...house, judge: "panel" })).toBe(`panel/${sha256Hex("house")}`)
  })

  it("PD17 §1A the versions of a kind are listed with the latest first", () => {
    const version = (since: number) => ({ ...house, since })
    const keyOf = (since: number) => {
      const [entry] = Judges.Versions.index(version(since))
      return entry
    }
    expect(Judges.Versions.name).toBe("judge-version")
    expect(Judges.Versions.id(version(1))).toBe(Judges.idOf(house))
    expect(Judges.Versions.index(version(1))).toHaveLength(1)
    expect(keyOf(1)).toEqual({
      index: "judges.versions",
      key: `model/999999999999998/${sha256Hex("house")}`,
    })
  })
})

describe("the failures of a judge", () => {
  it("PD17 §1A each code has words of its own", () => {
    expect(Object.keys(Judges.draftFailures)).toEqual(codes)
    const words = Object.values(Judges.draftFailures)
    expect(new Set(words).size).toBe(codes.length)
    for (const text of words) expect(text).toMatch(/^[a-z].* .*[a-z]$/)
  })
})

describe("the spans of times", () => {
  const spans = [
    ...[second, 10 * second],
    ...[minute, 5 * minute, 15 * minute, 30 * minute],
    ...[hour, 2 * hour, 4 * hour, 8 * hour, 16 * hour],
    ...[1, 2, 3, 4, 5, 7, 10, 14, 21, 30, 60].map((n) => n * day),
  ]

  it("PD17 §1A go from a second to sixty days", () => {
    expect(Judges.spans).toEqual(spans)
  })

  it("PD17 §1A given any time, then it is in the first span that it does not exceed, or after the last", () => {
    spans.forEach((most, i) => {
      expect([Judges.spanOf(most), Judges.spanOf(most + 1)]).toEqual([i, i + 1])
    })
    expect(Judges.spanOf(0)).toBe(0)
    expect(Judges.spanOf(1_000 * day)).toBe(spans.length)
  })
})

describe("the counts of a judge", () => {
  it("PD17 §1A are one for each span and one after the last, one for each failure, and five more", () => {
    expect(Judges.countNames).toEqual([
      ...Array.from({ length: 23 }, (_, i) => `decided/${i}`),
      ...codes.map((code) => `failed/${code}`),
      ...["drafted", "repaired", "left", "replaced", "vacated"],
    ])
  })

  const tally = (count: Judges.CountName) => ({
    _tag: "Tally",
    name: Judges.judgeTally(house, count),
    add: 1,
  })

  it("PD17 §1A given a judge that the court knows, then its work is counted, and nothing is recorded beside that", () => {
    const counted = Judges.countWork({ name: house, isNew: false }, 7, ["drafted", "left"])
    expect(counted).toEqual([tally("drafted"), tally("left")])
  })

  it("PD17 §1A given a new version, then it is recorded with the instant from which it is known, once in a commit", () => {
    const [put, ...counts] = Judges.countWork({ name: house, isNew: true }, 7, ["drafted"])
    expect(put).toMatchObject({
      _tag: "Put",
      kind: "judge-version",
      id: Judges.idOf(house),
      body: { ...house, since: 7 },
      latest: true,
    })
    expect(counts).toEqual([tally("drafted")])
  })

  it("PD17 §1A given a judgment without a judge, then nothing is counted", () => {
    expect(Judges.countFor(undefined, "vacated")).toEqual([])
    expect(Judges.countFor(house, "vacated")).toEqual([tally("vacated")])
  })
})
