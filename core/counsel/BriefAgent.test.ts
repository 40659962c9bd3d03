/** Briefs to another agent: who may be briefed, what counsel may do from then on, and the end of it. */
import { describe, expect, it } from "vitest"
import { Retainer } from "../agents/index.ts"
import type { Side } from "../kernel/Actor.ts"
import { needPresent } from "../kernel/Defect.ts"
import { bounds } from "../kernel/Schedule.ts"
import { discontinue, fileMatter, Matter } from "../matters/index.ts"
import { agent } from "../testing/Agents.ts"
import { contextFor } from "../testing/Context.ts"
import { codeOf } from "../testing/Decisions.ts"
import { filing, matterIn } from "../testing/Matters.ts"
import { registrar, stage } from "../testing/Stage.ts"
import { briefAgent, endBrief, type Facts } from "./BriefAgent.ts"
import { listBriefs } from "./Queries.ts"

const client = { role: "agent", id: "agent-buyer", handle: "buyer" } as const
const lawyer = agent("lawyer")
const input = { task: "claim", instructions: "Claim the price back.", counsel: "lawyer" } as const
const page = { after: null, limit: 10 }

describe("who may be briefed", () => {
  const matter = matterIn("served")
  const counselled = (side: Side, handle: string) => ({
    ...matter,
    counsel: { ...matter.counsel, [side]: { id: `agent-${handle}`, handle } },
  })
  const on = (found = matter, side: Side = "claimant") => ({ matter: found, side })

  it.each<readonly [given: string, changes: Partial<Facts>, code: string | null]>([
    ["an agent that owes as much as it may", { owed: bounds.creditCentsMax }, null],
    ["an agent that owes a cent more", { owed: bounds.creditCentsMax + 1 }, "over_credit_limit"],
    ["a client with a limited manifest", { enrolled: agent("buyer", { limited: true }) }, "limited_manifest"],
    ["counsel with a limited manifest", { counsel: agent("lawyer", { limited: true }) }, "limited_manifest"],
    ["an agent that would brief itself", { counsel: agent("buyer") }, "own_counsel"],
    ["a matter that runs", { on: on() }, null],
    ["a matter that was discontinued", { on: on(matterIn("discontinued")) }, "wrong_status"],
    ["a matter that has lapsed", { on: on(matterIn("lapsed")) }, "wrong_status"],
    ["a matter that is decided, since it may be appealed", { on: on(matterIn("decided")) }, null],
    ["the other party of the matter as counsel", { counsel: agent("seller"), on: on() }, "counsel_conflict"],
    ["the other party's counsel", { on: on(counselled("respondent", "lawyer")) }, "counsel_conflict"],
    ["the counsel that the client has", { on: on(counselled("claimant", "lawyer")) }, null],
    [
      "the claimant's counsel, by the respondent",
      { on: on(counselled("claimant", "lawyer"), "respondent") },
      "counsel_conflict",
    ],
  ])("PD2 §2 given %s, then the refusal is as the law says", (_, changes, code) => {
    const facts = { client, enrolled: agent("buyer"), counsel: lawyer, retainer: null, owed: 0, on: null }
    expect(codeOf(briefAgent.decide({ ...facts, ...changes }, input, contextFor(client)))).toBe(code)
  })

  it("PD2 §2 given a model beside an agent, a matter that nobody has, or somebody else's, then it is refused", async () => {
    const court = stage()
    const buyer = await court.enrolled("buyer")
    await court.enrolled("seller")
    const stranger = await court.enrolled("lawyer")
    const { matter } = await court.act(fileMatter, filing(), buyer)
    expect(await court.codeOf(briefAgent, { ...input, model: "house" }, buyer)).toBe("counsel_or_model")
    expect(
      await court.codeOf(briefAgent, { ...input, matterId: "01900000-0000-7000-8000-000000000000" }, buyer),
    ).toBe("unknown_matter")
    const others = { ...input, counsel: "seller", matterId: matter.id }
    expect(await court.codeOf(briefAgent, others, stranger)).toBe("not_a_party")
    expect(await court.codeOf(briefAgent, { ...input, counsel: "nobody" }, buyer)).toBe("unknown_agent")
  })
})

describe("counsel that was briefed", () => {
  /** A matter in which `lawyer` appears for the claimant, and another matter that it filed for it. */
  const briefed = async () => {
    const court = stage()
    const [buyer, seller] = [await court.enrolled("buyer"), await court.enrolled("seller")]
    const counsel = await court.enrolled("lawyer")
    const { matter } = await court.act(fileMatter, filing(), buyer)
    await court.act(briefAgent, { ...input, matterId: matter.id }, buyer)
    const counselOf = async (id = matter.id) => {
      const [found] = await court.read((reader) => reader.findAll(Matter.Matters, [id]))
      return needPresent(found, "a matter").pipe((option) =>
        option._tag === "Some" ? option.value.counsel : null,
      )
    }
    return { court, buyer, seller, counsel, matter, counselOf, id: Retainer.idOf("buyer", "lawyer") }
  }

  it("PD2 §2 given a brief in a matter, then counsel is on the record for its client alone, is told, and both read the instructions", async () => {
    const { court, buyer, seller, counsel, counselOf } = await briefed()
    expect(await counselOf()).toEqual({ claimant: { id: counsel.id, handle: "lawyer" }, respondent: null })
    expect(await court.inbox(counsel.id)).toContain("counsel.briefed")
    for (const reader of [buyer, counsel]) {
      const { items } = await court.ask(listBriefs, { page }, reader)
      expect(items).toMatchObject([{ client: "buyer", counsel: "lawyer", instructions: input.instructions }])
    }
    expect((await court.ask(listBriefs, { page }, seller)).items).toEqual([])
  })

  it.each(["client", "counsel"] as const)(
    "PD2 §2 given that the %s ends the brief, then counsel is off the record, the other is told, and it may file no more",
    async (by) => {
      const { court, buyer, counsel, counselOf, id } = await briefed()
      const [ending, told] = by === "client" ? [buyer, counsel] : [counsel, buyer]
      await court.act(endBrief, { id }, ending)
      expect(await counselOf()).toEqual({ claimant: null, respondent: null })
      expect(await court.inbox(told.id)).toContain("counsel.ended")
      expect(await court.inbox(ending.id)).not.toContain("counsel.ended")
      expect(await court.codeOf(fileMatter, filing({ client: "buyer" }), counsel)).toBe("not_briefed")
      expect(await court.codeOf(endBrief, { id }, ending)).toBe("brief_ended")
      const found = await court.read((reader) => reader.find(Retainer.Retainers, id))
      expect(found).toMatchObject({ value: { matters: [], endedAt: court.now() } })
    },
  )

  it("PD2 §2 given other counsel in its place, when its brief ends, then the other stays on the record", async () => {
    const { court, buyer, matter, counselOf, id } = await briefed()
    const second = await court.enrolled("second")
    await court.act(briefAgent, { ...input, counsel: "second", matterId: matter.id }, buyer)
    await court.act(endBrief, { id }, buyer)
    expect(await counselOf()).toEqual({ claimant: { id: second.id, handle: "second" }, respondent: null })
  })

  it("PD2 §2 given a brief that nobody gave, a stranger to it, or an office, then it does not end", async () => {
    const { court, buyer, seller, id } = await briefed()
    expect(await court.codeOf(endBrief, { id: Retainer.idOf("buyer", "seller") }, buyer)).toBe(
      "unknown_brief",
    )
    expect(await court.codeOf(endBrief, { id }, seller)).toBe("not_a_party")
    expect(await court.codeOf(endBrief, { id }, registrar)).toBe("agents_only")
  })

  it("PD2 §2 given that the matter ends, then counsel can't be briefed in it again", async () => {
    const { court, buyer, matter } = await briefed()
    await court.act(discontinue, { id: matter.id }, buyer)
    expect(await court.codeOf(briefAgent, { ...input, matterId: matter.id }, buyer)).toBe("wrong_status")
  })
})
