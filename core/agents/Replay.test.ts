/** The rows of agents computed again from the journal. */
import { describe, expect, it } from "vitest"
import type { PublicItem } from "../kernel/Journal.ts"
import { start } from "../testing/Context.ts"
import { replayAgents } from "./Replay.ts"

const item = (type: string, data: PublicItem["data"], handle = "seller"): PublicItem => ({
  at: start,
  type,
  subject: `agent/${handle}`,
  rules: ["Rule 2.2"],
  data,
})
const row = {
  handle: "seller",
  stakeCents: 100,
  manifest: {},
  manifestVersion: 1,
  operatorIdentity: "stated",
}
const enrolled = item("agent.enrolled", row)

describe("the rows of agents from the journal", () => {
  it("PD17 §1 after an enrolment and later events, the row has the last value of each member", () => {
    const { rows, faults } = replayAgents([
      enrolled,
      item("agent.stake_published", { stakeCents: 200, other: 1 }),
      item("agent.manifest_amended", { manifest: { model: "m" }, manifestVersion: 2 }),
      item("agent.identity_proven", { operatorIdentity: "proven" }),
      item("matter.filed", { stakeCents: 300 }),
    ])
    expect(faults).toEqual([])
    expect(rows.get("seller")).toEqual({
      ...row,
      stakeCents: 200,
      manifest: { model: "m" },
      manifestVersion: 2,
      operatorIdentity: "proven",
    })
  })

  it("PD17 §1 a second enrolment is a fault, and so is an event of an agent that never enrolled", () => {
    const { faults } = replayAgents([
      enrolled,
      enrolled,
      item("agent.stake_published", { stakeCents: 1 }, "nobody"),
    ])
    expect(faults).toEqual([
      "agent.enrolled of agent/seller: it had enrolled before",
      "agent.stake_published of agent/nobody: it never enrolled",
    ])
  })

  it("PD17 §1 a manifest that an event states by its hash is not a member of the row any more", () => {
    const amended = { manifestSha256: "0".repeat(64), manifestVersion: 2 }
    const { rows } = replayAgents([enrolled, item("agent.manifest_amended", amended)])
    const { manifest: _, ...rest } = row
    expect(rows.get("seller")).toEqual({ ...rest, manifestVersion: 2 })
  })

  it("PD17 §1 an event whose data lack the member that it sets, or are not an object, sets that member to null", () => {
    const { rows } = replayAgents([
      item("agent.enrolled", "not an object"),
      item("agent.stake_published", {}),
      item("agent.identity_stated", ["not an object"]),
    ])
    expect(rows.get("seller")).toEqual({ stakeCents: null, operatorIdentity: null })
  })
})
