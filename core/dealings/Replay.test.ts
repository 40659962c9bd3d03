import { describe, expect, it } from "vitest"
import type { PublicItem } from "../kernel/Journal.ts"
import { start } from "../testing/Context.ts"
import { replayDealings } from "./Replay.ts"

const item = (type: string, data: PublicItem["data"], id = "d"): PublicItem => ({
  at: start,
  type,
  subject: `dealing/${id}`,
  rules: ["Dealings Act 1.1"],
  data,
})
const lodged = (id: string) => item("dealing.lodged", { lodger: "seller", kind: "order" }, id)
const reviewed = (id: string, outcome: string) => item("dealing.reviewed", { outcome }, id)

describe("the Register of Dealings from the journal", () => {
  it("PD17 §1 after lodgements and reviews, the register has every dealing and counts the confirmed ones", () => {
    const {
      dealings,
      lodged: counts,
      confirmed,
      faults,
    } = replayDealings([
      lodged("a"),
      lodged("b"),
      reviewed("a", "confirmed"),
      reviewed("b", "contested"),
      item("matter.filed", {}, "c"),
    ])
    expect(faults).toEqual([])
    expect([...dealings.keys()]).toEqual(["a", "b"])
    expect(dealings.get("a")).toEqual({
      id: "a",
      lodger: "seller",
      kind: "order",
      lodgedAt: "2026-11-20T09:00:00.000Z",
    })
    expect([counts.get("seller"), confirmed]).toEqual([2, 1])
  })

  it("PD17 §1 a second lodgement, a second review and a review without a lodgement are faults", () => {
    const { faults } = replayDealings([
      lodged("a"),
      lodged("a"),
      reviewed("a", "confirmed"),
      reviewed("a", "confirmed"),
      reviewed("b", "contested"),
    ])
    expect(faults).toEqual([
      "dealing.lodged of dealing/a: it was lodged before",
      "dealing.reviewed of dealing/a: it was reviewed before",
      "dealing.reviewed of dealing/b: it was never lodged",
    ])
  })

  it("PD17 §1 data that are not an object, or that lack a member, add no member to the row and nothing to the counts", () => {
    const {
      dealings,
      lodged: counts,
      confirmed,
    } = replayDealings([
      item("dealing.lodged", null),
      item("dealing.lodged", {}, "e"),
      item("dealing.reviewed", "confirmed"),
    ])
    expect(dealings.get("d")).toEqual({ id: "d", lodgedAt: "2026-11-20T09:00:00.000Z" })
    expect([counts.get("null"), confirmed]).toEqual([undefined, 0])
  })
})
