import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { bounds } from "../Schedule.ts"
import { days, hours } from "../Time.ts"
import { start } from "../testing/Context.ts"
import { matterIn } from "../testing/Matters.ts"
import type { MatterStatus } from "./Matter.ts"
import { passMatter } from "./Moves.ts"

const end = start + hours(48)

describe("the passing of periods", () => {
  it.each([
    ["served", "undefended"],
    ["defended", "closed"],
    ["questioned", "reserved"],
    ["undefended", "lapsed"],
    ["closed", "lapsed"],
  ] as const)("Rule 4.9 a %s matter is %s at the instant its period closes, and not before", (from, to) => {
    const matter = matterIn(from)
    expect(passMatter(matter, end - 1, bounds).matter).toBe(matter)
    expect(passMatter(matter, end, bounds).matter.status).toBe(to)
    expect(passMatter(matter, end + 1, bounds).passings[0]?.at).toBe(end)
  })

  it.each(["queued", "reserved", "decided", "discontinued", "lapsed"] as const)(
    "Rule 4.9 nothing passes for a %s matter",
    (status) => {
      const matter = matterIn(status)
      expect(passMatter(matter, start + days(1000), bounds)).toEqual({ matter, passings: [] })
    },
  )

  it("Rule 4.8 what is overdue passes in order, each at its own instant", () => {
    const { matter, passings } = passMatter(matterIn("served"), end + days(40), bounds)
    expect(passings.map(({ at, matter: after }) => [after.status, at])).toEqual([
      ["undefended", end],
      ["lapsed", end + days(30)],
    ])
    expect(matter.endedAt).toBe(end + days(30))
  })

  it("Rule 4.9 looking often or once gives the same matter", () => {
    const running = fc.constantFrom<MatterStatus>("served", "undefended", "defended", "closed", "questioned")
    const waits = fc.array(fc.integer({ min: 0, max: days(20) }), { maxLength: 8 })
    fc.assert(
      fc.property(running, waits, (status, steps) => {
        let now = start
        let often = matterIn(status)
        const seen: Array<number> = []
        for (const step of steps) {
          now += step
          const passed = passMatter(often, now, bounds)
          seen.push(...passed.passings.map(({ at }) => at))
          often = passed.matter
        }
        const once = passMatter(matterIn(status), now, bounds)
        expect(often).toEqual(once.matter)
        expect(seen).toEqual(once.passings.map(({ at }) => at))
        expect(seen).toEqual([...seen].sort((a, b) => a - b))
      }),
    )
  })
})
