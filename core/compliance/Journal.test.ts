/** The history of an entry, read back from items of the journal. */
import { describe, expect, it } from "vitest"
import type { Json } from "../kernel/Json.ts"
import { hours } from "../kernel/Time.ts"
import { start } from "../testing/Context.ts"
import { historyOf } from "./Journal.ts"

const item = (at: number, act: string, data: Json) => ({
  at,
  type: `compliance.${act}`,
  rules: ["PD11 §3"],
  data,
})
const own = (at: number, act: string, from: string, status: string) =>
  item(at, act, { entry: "e", by: "creditor", act, from, status, delta: 0 })
const shared = (at: number, act: string, from: string | null, status: string, entry = "e") =>
  item(at, act, { by: "court", act, entries: [{ entry, from, status, delta: 0 }] })
const acts = (...args: Parameters<typeof historyOf>) => historyOf(...args).map(({ act }) => act)

describe("the history of an entry", () => {
  it("PD11 §1 the history has a move with its time, its actor and its provisions", () => {
    const data = { entry: "e", by: "creditor", act: "confirm", from: "open", status: "satisfied", delta: 1 }
    const confirmed = { ...item(start + hours(1), "confirmed", data), rules: ["PD11 §3", "PD11 §10"] }
    expect(historyOf("e", [confirmed], [])).toEqual([
      {
        at: "2026-11-20T10:00:00.000Z",
        actor: "creditor",
        act: "confirm",
        from: "open",
        to: "satisfied",
        rule: "PD11 §3",
        rules: ["PD11 §3", "PD11 §10"],
        delta: 1,
      },
    ])
  })

  it("PD11 §1 the moves that the judgment made and the entry's own are merged by time", () => {
    const through = [
      shared(start, "open", null, "open"),
      shared(start + 2, "suspend", "attested", "attested"),
    ]
    const attested = own(start + 1, "attest", "open", "attested")
    expect(acts("e", [attested], through)).toEqual(["open", "attest", "suspend"])
    expect(acts("other", [], through)).toEqual([])
  })

  it("PD11 §1 moves of one instant are ordered so that each leaves the status that the one before it reached", () => {
    const opened = shared(start, "open", null, "open")
    const suspended = (from: string) => shared(start, "suspend", from, from)
    const attested = own(start, "attest", "open", "attested")
    expect(acts("e", [attested], [opened, suspended("attested")])).toEqual(["open", "attest", "suspend"])
    expect(acts("e", [attested], [opened])).toEqual(["open", "attest"])
  })
})
