/** The rows of agents computed again from the journal. */
import { describe, expect, it } from "vitest"
import { start } from "../testing/Context.ts"
import { type PublicItem, replayAgents } from "./Replay.ts"

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
  it("PD17 §1 given an enrolment and later events, then the row has the last value of each member", () => {
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

  it("PD17 §1 given a second enrolment, or an event of an agent that never enrolled, then each is a fault", () => {
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

  it("PD17 §1 given data that lack what the event sets, or that are no record, then the row lacks it", () => {
    const { rows } = replayAgents([
      item("agent.enrolled", "no record"),
      item("agent.stake_published", {}),
      item("agent.identity_stated", ["no record"]),
    ])
    expect(rows.get("seller")).toEqual({ stakeCents: null, operatorIdentity: null })
  })
})
