import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { annex, findAllowedMove, moveFrom, nextOf, type Reading, type Table } from "./Moves.ts"
import { refusal } from "./Refusal.ts"

type Status = "open" | "closed"
type Part = "owner" | "clock"

const acts = {
  open: {
    who: ["owner"],
    stranger: "not_a_party",
    moves: [{ from: ["none"], to: "open", event: "opened", serves: [], sections: ["PD17 §1"] }],
  },
  note: {
    who: ["owner"],
    stranger: "registrar_only",
    moves: [{ from: ["open", "closed"], to: "same", event: "noted", serves: [], sections: ["PD17 §1"] }],
  },
  pass: {
    who: ["clock"],
    stranger: "registrar_only",
    moves: [{ from: ["open"], to: "closed", event: "closed", serves: [], sections: ["PD17 §1"] }],
  },
} as const satisfies Table<Status, Part>

const machine: Reading<Status, Status, Part, keyof typeof acts> = {
  acts,
  status: (status) => status,
  partsOf: (_record, { role }) => (role === "agent" ? ["owner"] : []),
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
