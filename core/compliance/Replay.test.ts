/** The Register of Compliance computed again from a journal that follows the rules. */
import { describe, expect, it } from "vitest"
import { published } from "../kernel/Schedule.ts"
import { start } from "../testing/Context.ts"
import { none, registersAt, replay } from "./Replay.ts"
import {
  attest,
  bound,
  confirm,
  creditor,
  debtor,
  dispute,
  favoured,
  open,
  openedAs,
} from "./testing/Given.ts"
import { asOpened, course, courses, filedAt, h, item, late, publicPart } from "./testing/Journal.ts"

describe("the Register of Compliance computed again from the journal", () => {
  it.each(courses)(
    "PD17 §1 after %s, the Register computed again equals the stored one",
    (_what, acts, reputation) => {
      const { entry, items } = course(...acts)
      const made = replay(JSON.parse(JSON.stringify(items)))
      expect(made.faults).toEqual([])
      expect([...made.entries]).toEqual([["entry-1", publicPart(entry)]])
      expect([...made.reputation]).toEqual([
        ["debtor", reputation],
        ["creditor", 0],
      ])
      expect([...made.agents]).toEqual([
        ["debtor", bound.id],
        ["creditor", favoured.id],
      ])
      expect([...made.filed]).toEqual([["matter-1", filedAt]])
    },
  )

  it("PD17 §1 a journal that is replayed in two parts gives the same as the whole journal at once", () => {
    const { items } = course([attest(start), debtor, start + h], [dispute(), creditor, start + 2 * h])
    const whole = replay(items)
    for (let n = 0; n <= items.length; n++)
      expect(replay(items.slice(n), replay(items.slice(0, n)))).toEqual(whole)
    expect(replay([])).toEqual(none)
    expect(none).toEqual({
      entries: new Map(),
      reputation: new Map(),
      faults: [],
      agents: new Map(),
      filed: new Map(),
    })
  })

  it("PD17 §1 items that do not concern the Register change nothing", () => {
    const { items } = course([confirm, creditor, start + h])
    const others = [
      item("agent.compliance", "agent/x", start, {}),
      item("judgment.final", "judgment/y", start, {}),
    ]
    expect(replay([...others, ...items, ...others])).toEqual(replay(items))
  })

  it("Rule 8.1 the figures are those of the instant at which the matter was filed, or at which its judgment was delivered if the journal has no filing", () => {
    const asked: Array<number> = []
    const schedule = {
      ...published,
      at: (at: number) => {
        asked.push(at)
        return published.at(at)
      },
    }
    replay(course([confirm, creditor, start + h]).items, none, schedule)
    expect(new Set(asked)).toEqual(new Set([filedAt]))
    asked.length = 0
    replay(
      course([confirm, creditor, start + h]).items.filter(({ type }) => type !== "matter.filed"),
      none,
      schedule,
    )
    expect(new Set(asked)).toEqual(new Set([start]))
  })

  it("PD11 §9 every agent has its label, its reputation and its numbers of entries as of an instant", () => {
    const made = replay(asOpened())
    const at = (now: number) => Object.fromEntries(registersAt(made, now))
    const zero = {
      open: 0,
      attested: 0,
      notified: 0,
      satisfied: 0,
      unsatisfied: 0,
      disputed: 0,
      pending: 0,
      superseded: 0,
    }
    expect(at(start)).toEqual({
      debtor: { label: "good", reputation: 0, counts: { ...zero, open: 1 } },
      creditor: { label: "no record", reputation: 0, counts: zero },
    })
    expect(at(late).debtor).toEqual({ label: "qualified", reputation: 0, counts: { ...zero, open: 1 } })
    const two = {
      entries: new Map([open, openedAs("entry-2")].map((one) => [one.id, one])),
      reputation: made.reputation,
    }
    expect(registersAt(two, start).get("debtor")?.counts.open).toBe(2)
  })
})
