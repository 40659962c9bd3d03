import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { annex, findAllowedMove, moveFrom, nextOf, of, partsInRules, type Reading } from "./Moves.ts"
import { refusal } from "./Refusal.ts"

type Status = "open" | "closed"
type Part = "owner" | "clock"

const { act, move } = of<Status, Part>({})
const acts = {
  open: act(["owner"], "not_a_party", move(["none"], "open", "opened", [], ["PD17 §1"])),
  note: act(["owner"], "registrar_only", move(["open", "closed"], "same", "noted", [], ["PD17 §1"])),
  pass: act(["clock"], "registrar_only", move(["open"], "closed", "closed", [], ["PD17 §1"])),
}

const machine: Reading<Status, Status, Part, keyof typeof acts> = {
  acts,
  status: (status) => status,
  nameOf: (_record, part) => (part === "owner" ? "seller" : null),
  dueBy: (_record, act) => (act === "pass" ? 7 : null),
  closed: (status, act) => refusal("hold_status", { status, act }),
}
const codeOf = (status: Status, act: keyof typeof acts, parts: ReadonlyArray<Part>) =>
  Either.match(findAllowedMove(machine, status, act, parts), {
    onLeft: ({ code }) => code,
    onRight: ({ event }) => event,
  })

describe("a machine of states", () => {
  it("whoever has the part of an act may do it, from a status that allows it", () => {
    expect(codeOf("open", "note", ["owner"])).toBe("noted")
    expect(codeOf("open", "note", [])).toBe("not_a_party")
    expect(codeOf("open", "note", ["clock"])).toBe("registrar_only")
    expect(codeOf("closed", "pass", ["clock"])).toBe("hold_status")
    expect(moveFrom(acts.open, "none")?.to).toBe("open")
  })

  it("a row has the members of its table as it states them, and otherwise as the table states them once", () => {
    const table = of<Status, Part, { readonly tells: boolean }>({ tells: false })
    const silent = table.move(["open"], "closed", "closed", ["owner"], ["PD17 §1"])
    const telling = table.move(["open"], "same", "noted", [], ["PD17 §1"], { tells: true, who: ["owner"] })
    expect([silent.tells, telling.tells, telling.who]).toEqual([false, true, ["owner"]])
  })

  it("the Rules call the clock `time`, and every other part by its name", () => {
    expect(partsInRules(["judge", "clock"])).toEqual(["judge", "time"])
  })

  it("next names every act that somebody may do now, and none that time alone does", () => {
    expect(nextOf(machine, "open")).toEqual([{ who: "seller", act: "note", dueBy: null }])
  })

  it("the annex shows a move that keeps the status as unchanged, and draws no arrow for it", () => {
    expect(annex(acts).split("\n")).toEqual([
      "| From | Act | Who | To | Provision |",
      "| --- | --- | --- | --- | --- |",
      "| none | open | owner | open | PD17 §1 |",
      "| open, closed | note | owner | unchanged | PD17 §1 |",
      "| open | pass | clock | closed | PD17 §1 |",
      "",
      "```mermaid",
      "stateDiagram-v2",
      "  [*] --> open: open",
      "  open --> closed: pass",
      "```",
    ])
  })
})
