/** An agent's desk: one draft at a time, which is charged only at delivery. */
import { Either } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Decision } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import type { Json } from "../kernel/Json.ts"
import type { Refusal } from "../kernel/Refusal.ts"
import { bounds } from "../kernel/Schedule.ts"
import { days, minutes } from "../kernel/Time.ts"
import { Account, records as ledgerRecords } from "../ledger/index.ts"
import { agent } from "../testing/Agents.ts"
import { contextFor, start } from "../testing/Context.ts"
import { codeOf, putsOf } from "../testing/Decisions.ts"
import { deliverDraft, failDraft, modelFor, openBrief } from "./Brief.ts"
import { nothing } from "./Counsel.ts"
import { type Desk, Desks, giveUp, holds, isBusy, newDesk, takeDesk } from "./Desk.ts"

const client = { role: "agent", id: "agent-1", handle: "buyer" } as const
const free: Desk = newDesk(client.id)
const roster = { models: [{ model: "house", price: null }], anyModel: false }
const asked = { task: "advice", instructions: "May I?" } as const
const late = minutes(bounds.draftMinutes)

const delivering = (id: string, costMicros: number | null) => ({
  id,
  task: "advice" as const,
  model: "house",
  matterId: null,
  work: { ...nothing, advice: "Yes." },
  costMicros,
})

describe("the desk of an agent", () => {
  it("PD2 §3 a desk is taken for a number of minutes, and free at their end", () => {
    const busy = takeDesk(free, "brief-1", start, bounds)
    expect([isBusy(free, start), isBusy(busy, start + late - 1), isBusy(busy, start + late)]).toEqual([
      false,
      true,
      false,
    ])
    expect(holds(busy, "brief-1", start + late - 1)).toBe(true)
    expect(holds(busy, "brief-1", start + late)).toBe(false)
    expect(holds(busy, "brief-2", start)).toBe(false)
  })

  it("PD2 §3 nobody has two drafts made at once, and an agent that owes too much has no draft made", () => {
    const open = (desk: Desk, owed: number) =>
      openBrief.decide({ client: null, desk, owed, roster }, asked, contextFor(client))
    expect(codeOf(open(free, bounds.creditCentsMax))).toBeNull()
    expect(codeOf(open(free, bounds.creditCentsMax + 1))).toBe("over_credit_limit")
    expect(codeOf(open(takeDesk(free, "brief-1", start, bounds), 0))).toBe("counsel_busy")
  })

  it("PD14 §8 an agent whose manifest is limited has no draft made for it", () => {
    const open = (limited: boolean) =>
      openBrief.decide(
        { client: agent("buyer", { limited }), desk: free, owed: 0, roster },
        asked,
        contextFor(client),
      )
    expect([codeOf(open(true)), codeOf(open(false))]).toEqual(["limited_manifest", null])
  })

  it("PD2 §3 whatever is begun, lost, given up and delivered, at most one piece of work is under way, and only that is charged", () => {
    const step = fc.record({
      act: fc.constantFrom("open", "deliver", "give up"),
      after: fc.integer({ min: 0, max: late }),
      which: fc.nat(5),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let desk = free
        let now = start
        const begun: Array<string> = []
        const charged: Array<string> = []
        for (const { act, after, which } of steps) {
          now += after + 1 // the id of a piece of work follows from its instant, so no two share one
          const context = contextFor(client, now)
          const id = begun.at(-1 - which) ?? "none"
          const current = desk
          const decided = ((): Either.Either<Decision<Json>, Refusal> => {
            if (act === "open")
              return openBrief.decide({ client: null, desk, owed: 0, roster }, asked, context)
            if (act === "give up") return giveUp.decide(desk, { id }, context)
            return deliverDraft.decide(
              { desk, balance: Account.makeBalance(client.id), charged: [] },
              delivering(id, 10_000),
              context,
            )
          })()
          if (Either.isLeft(decided)) continue
          const { changes } = decided.right
          desk = putsOf(Desks, changes)[0] ?? desk
          if (act === "open") {
            expect(isBusy(current, now)).toBe(false)
            begun.push(needPresent(desk.work, "the work").id)
          }
          for (const entry of putsOf(ledgerRecords.LedgerEntries, changes)) charged.push(entry.subject)
        }
        // no work is charged twice, and work that was not begun is not charged
        expect(new Set(charged).size).toBe(charged.length)
        expect(charged.every((subject) => begun.includes(subject.replace("brief/", "")))).toBe(true)
      }),
    )
  })

  it("PD2 §3 the failures of a day count up to the figure, whatever else is on the desk, and the next day begins at 0", () => {
    const morning = Math.floor(start / days(1)) * days(1)
    const failing = (desk: Desk, now: number): Desk =>
      putsOf(
        Desks,
        Either.getOrThrow(failDraft.decide(desk, { id: "brief-1" }, contextFor(client, now))).changes,
      )[0] ?? desk
    const open = (desk: Desk, now: number) =>
      codeOf(openBrief.decide({ client: null, desk, owed: 0, roster }, asked, contextFor(client, now)))
    let desk = takeDesk(free, "brief-1", morning, bounds)
    for (let i = 0; i < bounds.failedDraftsPerDay; i++) {
      expect(open({ ...desk, work: null }, morning)).toBeNull()
      desk = failing(desk, morning)
    }
    expect(desk.work).toBeNull()
    expect([morning, morning + days(1) - 1, morning + days(1)].map((at) => open(desk, at))).toEqual([
      "failed_drafts",
      "failed_drafts",
      null,
    ])
    expect(failing(desk, morning + days(1)).failures.count).toBe(1)
    // Other work that has taken the desk meanwhile stays on it.
    expect(failing(takeDesk(desk, "brief-2", morning, bounds), morning).work?.id).toBe("brief-2")
  })

  it("PD2 §3 the fee is entered with the delivery; a draft without a price enters nothing", () => {
    const desk = takeDesk(free, "brief-1", start, bounds)
    const facts = { desk, balance: Account.makeBalance(client.id), charged: [] }
    const deliver = (cost: number | null) =>
      Either.getOrThrow(deliverDraft.decide(facts, delivering("brief-1", cost), contextFor(client)))
    expect(putsOf(ledgerRecords.LedgerEntries, deliver(50_000).changes)).toMatchObject([
      { agentId: client.id, kind: "charge", cents: 6, reason: "counsel_fee", rule: "PD2 §3" },
    ])
    expect(putsOf(ledgerRecords.LedgerEntries, deliver(null).changes)).toEqual([])
    expect(deliver(null).reply.feeCents).toBe(0)
  })
})

describe("the model that counsel runs on", () => {
  it("PD2 §2 the model is the first of the roster, or the model that the client names from it", () => {
    expect(modelFor(roster, undefined)).toEqual(Either.right("house"))
    expect(modelFor(roster, "house")).toEqual(Either.right("house"))
    expect(codeOf(modelFor(roster, "other"))).toBe("model_not_offered")
    expect(modelFor({ ...roster, anyModel: true }, "other")).toEqual(Either.right("other"))
    expect(codeOf(modelFor({ models: [], anyModel: true }, "other"))).toBe("no_counsel")
  })
})
