/** A state, which the court and the laboratory move by one rule: what each act leaves of it, and what a refusal leaves. */
import { describe, expect, it } from "vitest"
import { hours } from "../Time.ts"
import { start } from "../testing/Context.ts"
import type { Entry } from "./Entry.ts"
import { blank, load, never, type State } from "./State.ts"
import { begin, step } from "./Step.ts"
import type { ActName } from "./Transitions.ts"
import { dispute, having, open, passedAt, suspend, terms, threeDays } from "./testing/Given.ts"

const late = start + threeDays
const h = hours(1)
const of = (entry: Entry): State => {
  const state = blank()
  load(state, entry)
  return state
}
const parts = { attest: "bound", confirm: "favoured", address: "favoured", pass: "clock" } as const
const partOf = (act: ActName) => (act in parts ? parts[act as keyof typeof parts] : "court")
/** The state of an entry after an act that states and finds nothing. */
const stepped = (entry: Entry, act: ActName, now: number, figures = terms): State => {
  const state = of(entry)
  const move = step(state, act, partOf(act), act === "attest" ? start : never, entry.status, now, figures)
  if (typeof move === "string") throw new Error(`refused: ${move}`)
  return state
}

describe("a state after an act", () => {
  it("PD11 §2 begins with the time that was ordered", () => {
    const state = blank()
    begin(state, start, 5, terms)
    expect([state.window, state.dueAt, state.closesAt]).toEqual(["performance", start + 5 * h, start + 5 * h])
  })

  it("PD11 §3 each window has its own length", () => {
    const figures = { ...terms, attestationDisputeHours: 10, noticeHours: 20, resumedHours: 30 }
    const attested = stepped(open, "attest", start + h, figures)
    expect([attested.window, attested.opensAt, attested.closesAt]).toEqual([
      "dispute",
      start + h,
      start + 11 * h,
    ])
    const notified = stepped(open, "pass", late, figures)
    expect([notified.window, notified.closesAt]).toEqual(["notice", late + 20 * h])
    const suspended = having(open, [suspend, start + h])
    const resumed = stepped(suspended, "resume", start + 2 * h, figures)
    expect([resumed.window, resumed.closesAt, resumed.dueAt]).toEqual([
      "performance",
      start + 32 * h,
      start + 32 * h,
    ])
  })

  it("PD11 §11 an address leaves the window as it is", () => {
    expect(stepped(open, "address", start + h)).toEqual({ ...of(open), at: start + h })
  })

  it("PD11 §7 where no window ran, none begins as the judgment stands", () => {
    const disputed = having(open, [dispute(), start + h], [suspend, start + 2 * h])
    const resumed = stepped(disputed, "resume", start + 3 * h)
    expect([resumed.window, resumed.opensAt, resumed.closesAt]).toEqual(["none", never, never])
  })

  it("PD11 §7 what had passed before an appeal is not suspended by it", () => {
    const passed = having(passedAt(open, late), [suspend, late + h])
    expect(of(passed).tolledUntil).toBe(-never)
    expect(stepped(passed, "resume", late + 2 * h)).toMatchObject({ tolledUntil: -never, dueAt: late })
  })

  it("PD11 §7 the time fixed runs afresh only as the judgment stands", () => {
    const suspended = having(open, [suspend, start + h])
    expect(stepped(suspended, "confirm", start + 2 * h).dueAt).toBe(late)
    expect(stepped(suspended, "attest", start + 2 * h).dueAt).toBe(late)
  })

  it("PD11 §3 an attestation is remembered, and nothing else counts for one", () => {
    expect(stepped(open, "attest", start + h).attested).toBe(true)
    expect(stepped(open, "confirm", start + h).attested).toBe(false)
  })

  it("PD11 §10 says what it gave, and that it took nothing back where nothing stood", () => {
    expect(stepped(open, "confirm", start + h)).toMatchObject({ given: 1, reversed: false, standing: 1 })
    expect(stepped(having(open, [dispute(), start + h]), "suspend", start + 2 * h)).toMatchObject({
      given: 0,
      reversed: false,
    })
  })

  it("PD11 §3 a refusal leaves it as it was", () => {
    const state = of(open)
    expect(step(state, "confirm", "nobody", never, "open", start + h, terms)).toBe("not_favoured")
    expect(step(state, "resume", "court", never, "open", start + h, terms)).toBe("entry_state")
    expect(state).toEqual(of(open))
  })
})
