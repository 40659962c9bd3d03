/** From every status of the five machines a way leads to an end without any office, by time or by an act of a party. */
import { describe, expect, it } from "vitest"
import { explore, reached } from "./testing/Ends.ts"
import { machines } from "./testing/Waits.ts"

/**
 * The statuses from which time alone leads to no end, and a party has to act: any one party, or both if they consent. Acts that a party can
 * do against the will of the other are not told apart here.
 */
const awaitParty: Readonly<Record<string, ReadonlyArray<string>>> = {
  matters: ["queued", "reserved", "questioned"],
  quotes: ["accepted"],
}

describe("the ends of the five machines", () => {
  it.each(machines)(
    "Rule 4.9 given each status that %s reach, a way without an office leads to an end",
    (name, exits, ends) => {
      const { stuck, byParty, longest } = explore(exits, new Set(ends))
      console.info(
        `${name}: at most ${longest.hours} h by time alone, through ${longest.through.join(", ")}; by consent or another act of a party from ${byParty.join(", ") || "no status"}`,
      )
      expect([...byParty].sort()).toEqual([...(awaitParty[name] ?? [])].sort())
      expect(stuck).toEqual([])
      expect([...ends].every((end) => reached(exits).has(end))).toBe(true)
    },
  )

  it("Rule 4.9 the longest waits that time alone ends are these, in hours", () => {
    const found = machines.map(([name, exits, ends]) => [name, explore(exits, new Set(ends)).longest])
    expect(Object.fromEntries(found)).toEqual({
      matters: { through: ["pleading", "defended", "closed", "lapsed"], hours: 816 },
      quotes: { through: ["closed_by_supplier", "settled"], hours: 8760 },
      // A hold that is kept while something is undecided ends after what it secures: by the times of the other four, and 28 days.
      holds: { through: ["instructed", "confirmed", "lapsed"], hours: 4512 },
      compliance: { through: ["open", "notified", "unsatisfied"], hours: 8832 },
      // 14 days until the hearing begins without a price, and 30 until the appeal lapses.
      appeals: { through: ["noticed", "hearing", "decided"], hours: 1056 },
    })
  })

  it.each(
    machines.flatMap(([name, exits, ends]) =>
      exits.filter(({ by }) => by === "time").map(({ from }) => [name, from, exits, ends] as const),
    ),
  )(
    "Rule 4.9 given %s without the clock and the acts of parties in %s, then the exploration finds that it is stuck",
    (_, from, exits, ends) => {
      const planted = exits.filter((exit) => exit.from !== from || exit.by === "office")
      const { stuck } = explore(planted, new Set(ends))
      expect(stuck).toContain(from)
    },
  )
})
