import { describe, expect, it } from "vitest"
import type { PublicItem } from "../kernel/Journal.ts"
import type { Json } from "../kernel/Json.ts"
import { type ReplayedDocket, replayDocket } from "./Replay.ts"

const day = 86_400_000
const at = (n: number): string => new Date(n * day).toISOString()

const line = {
  id: "m",
  number: 1,
  title: "A price",
  claimant: "buyer",
  respondent: "seller",
  valueBand: "up to USD 500",
  track: "summary",
  status: "queued",
  filedAt: at(1),
  servedAt: null,
  reservedAt: null,
  endedAt: null,
  citation: null,
}

const item = (n: number, type: string, data: Json, subject = "matter/m"): PublicItem => ({
  at: n * day,
  type,
  subject,
  rules: ["Rule 4.1"],
  data,
})
const filed = item(1, "matter.filed", line)
const moved = (n: number, type: string, status: string) => item(n, `matter.${type}`, { id: "m", status })
const delivered = (n: number, citation: string, matterId = "m") =>
  item(n, "judgment.delivered", { citation, matterId }, `judgment/${citation}`)

const docket = (...items: ReadonlyArray<PublicItem>): ReplayedDocket => replayDocket(items)
const decided = [
  filed,
  moved(2, "served", "served"),
  moved(3, "undefended", "undefended"),
  moved(4, "called", "reserved"),
  delivered(5, "[2026] MC 1"),
  moved(5, "decided", "decided"),
]

describe("PD1 §6 the docket follows from the journal", () => {
  it("a matter has the instants at which it was served, reserved and decided, and the citation of its judgment", () => {
    expect(docket(...decided)).toEqual({
      matters: new Map([
        [
          "m",
          {
            ...line,
            status: "decided",
            servedAt: at(2),
            reservedAt: at(4),
            endedAt: at(5),
            citation: "[2026] MC 1",
          },
        ],
      ]),
      faults: [],
    })
  })

  it("an event that leaves the status leaves the line, and items about nothing else than matters are passed over", () => {
    const before = docket(...decided)
    const others = [moved(6, "period_set", "decided"), item(6, "dealing.lodged", {}, "dealing/d")]
    expect(replayDocket(others, before)).toEqual(before)
  })

  it.each([
    ["rehearing", null],
    ["remitted", "[2026] MC 1"],
  ])("Rule 7.4 after matter.%s it is before the judge again, with the citation %s", (type, citation) => {
    expect(docket(...decided, moved(7, type, "reserved")).matters.get("m")).toMatchObject({
      status: "reserved",
      reservedAt: at(7),
      endedAt: null,
      citation,
    })
  })

  it.each<readonly [what: string, items: ReadonlyArray<PublicItem>, fault: RegExp]>([
    ["a second filing", [filed, filed], /it was filed before/],
    [
      "a filing without the shape of one",
      [item(1, "matter.filed", { id: "m" })],
      /not the shape of a filing/,
    ],
    ["an event of a matter that was never filed", [moved(2, "served", "served")], /it was never filed/],
    [
      "an event that says no status",
      [filed, moved(2, "served", "gone")],
      /does not say where the matter stands/,
    ],
    ["a judgment on a matter that was never filed", [delivered(2, "[2026] MC 1")], /names no matter/],
    ["a judgment that names none", [item(2, "judgment.delivered", {}, "judgment/x")], /names no matter/],
  ])("%s is a fault", (_, items, fault) => {
    const found = docket(...items)
    expect(found.faults).toHaveLength(1)
    expect(found.faults[0]).toMatch(fault)
  })
})
