/** Who may brief counsel, what a drafted claim may not invent, and the matters of a brief. */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { Retainer } from "../agents/index.ts"
import { bounds } from "../kernel/Schedule.ts"
import { fileMatter, Screen } from "../matters/index.ts"
import { start } from "../testing/Context.ts"
import { claim, filing } from "../testing/Matters.ts"
import { registrar, stage } from "../testing/Stage.ts"
import { deliverDraft, failDraft } from "./Brief.ts"
import { briefAgent } from "./BriefAgent.ts"
import * as Counsel from "./Counsel.ts"
import { giveUp } from "./Desk.ts"
import { referenceView } from "./View.ts"

const brief = { task: "claim", instructions: "Claim the price back.", counsel: "lawyer" } as const

describe("who briefs counsel", () => {
  it("PD2 §2 only agents brief counsel, and only an agent has a desk", async () => {
    const court = stage()
    const delivering = {
      id: "w",
      task: "advice" as const,
      model: "house",
      matterId: null,
      work: Counsel.nothing,
      costMicros: null,
    }
    expect(await court.codeOf(briefAgent, brief, registrar)).toBe("agents_only")
    expect(await court.codeOf(deliverDraft, delivering, registrar)).toBe("agents_only")
    expect(await court.codeOf(failDraft, { id: "w" }, registrar)).toBe("agents_only")
    expect(await court.codeOf(giveUp, { id: "w" }, registrar)).toBe("agents_only")
  })

  it("PD2 §2 given a second brief to the same counsel, then the retainer keeps the matters in which counsel is on the record", async () => {
    const court = stage()
    const buyer = await court.enrolled("buyer")
    await court.enrolled("seller")
    const lawyer = await court.enrolled("lawyer")
    await court.act(briefAgent, brief, buyer)
    const { matter } = await court.act(fileMatter, filing({ client: "buyer" }), lawyer)
    await court.act(briefAgent, { ...brief, matterId: matter.id }, buyer)
    await court.act(briefAgent, { ...brief, instructions: "Reply too." }, buyer)
    const found = await court.read((reader) =>
      reader.find(Retainer.Retainers, Retainer.idOf("buyer", "lawyer")),
    )
    expect(found).toMatchObject({ value: { matters: [matter.id], endedAt: null } })
  })

  it("PD2 §2 a matter that a brief already has takes no further place in it", () => {
    const retainer = {
      id: "buyer.lawyer",
      clientId: "id-buyer",
      client: "buyer",
      counselId: "id-lawyer",
      counsel: "lawyer",
      task: "claim",
      instructionsSha256: "0".repeat(64),
      briefedAt: start,
      endedAt: null,
      matters: Array.from({ length: bounds.retainedMattersMax }, (_, i) => `matter-${i}`),
    } as const
    expect(Retainer.withMatter(retainer, "matter-0")).toBe(retainer.matters)
    expect(Retainer.withMatter(retainer, "matter-x").at(-1)).toBe("matter-x")
    expect(Retainer.roomFor(retainer, "matter-0", bounds)).toBeNull()
    expect(Retainer.roomFor(retainer, "matter-x", bounds)?.code).toBe("retained_matters")
    expect(Retainer.roomFor(retainer, null, bounds)?.code).toBe("retained_matters")
    expect(Retainer.roomFor({ ...retainer, endedAt: start }, null, bounds)).toBeNull()
    expect(Retainer.roomFor(null, "matter-0", bounds)).toBeNull()
  })
})

describe("a claim that counsel drafts", () => {
  const silent = Screen.Screen.of({ examine: () => Effect.succeed([]) })
  const [dealing, quoteId] = ["01900000-0000-7000-8000-000000000001", "01900000-0000-7000-8000-000000000002"]
  const faults = async (changes: Parameters<typeof filing>[0], instructions = "Claim.") => {
    const found = Counsel.findFaults(filing(changes), { client: "buyer", instructions }, bounds)
    return (await Effect.runPromise(Effect.provideService(found, Screen.Screen, silent))).map(
      ({ path }) => path,
    )
  }

  it("PD2 §2 a claim that names only what the client named may be filed as it is", async () => {
    const instructions = `Claim on dealing ${dealing} under quote ${quoteId}.`
    const authorities = [{ citation: "[2020] ABC 1", proposition: "It is paid back." }]
    expect(await faults({ claim: claim({ authorities }) })).toEqual([])
    expect(await faults({ dealings: [dealing], quoteId }, instructions)).toEqual([])
  })

  it("PD2 §2 a claim is at fault if it names a dealing, a quote or a client that the client did not name, attests a passage, or is against the client", async () => {
    expect(await faults({ dealings: [dealing], quoteId })).toEqual(["dealings.0", "quoteId"])
    expect(await faults({ client: "buyer" })).toEqual(["client"])
    expect(await faults({ respondent: "buyer" })).toContain("respondent")
    const tender = { citation: "[2020] ABC 1", proposition: "So." }
    const authorities = [
      { ...tender, text: "A passage." },
      { ...tender, attested: true },
      { ...tender, attested: false },
    ]
    expect(await faults({ claim: claim({ authorities }) })).toEqual(
      expect.arrayContaining(["claim.authorities.0", "claim.authorities.1"]),
    )
  })
})

describe("a reference as it is read", () => {
  it("Rule 7.3 a member that the reference does not state is null", () => {
    const referred = { id: "r", agentId: "id-buyer", referenceSha256: "0", askedAt: start, given: null }
    const view = referenceView(referred, { question: "May I?" }, null)
    expect(view).toMatchObject({ status: "referred", background: null, opinion: null, citations: [] })
  })
})
