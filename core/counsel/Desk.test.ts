import { Either, Option } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Decision } from "../Command.ts"
import type { Json } from "../Json.ts"
import { newBalance } from "../ledger/Balance.ts"
import { LedgerEntries } from "../ledger/LedgerEntry.ts"
import type { Refusal } from "../Refusal.ts"
import { bounds } from "../Schedule.ts"
import { minutes } from "../Time.ts"
import { contextFor, start } from "../testing/Context.ts"
import { codeOf, putsOf } from "../testing/Decisions.ts"
import { deliverDraft, giveUp, modelFor, openBrief } from "./Brief.ts"
import { nothing } from "./Counsel.ts"
import { type Desk, Desks, deskOf, holds, isBusy, taken } from "./Desk.ts"

const client = { role: "agent", id: "agent-1", handle: "buyer" } as const
const free: Desk = deskOf(Option.none(), client.id)
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
  it("PD2 §3 is taken for so many minutes, and free at their end", () => {
    const busy = taken(free, "brief-1", start, bounds)
    expect([isBusy(free, start), isBusy(busy, start + late - 1), isBusy(busy, start + late)]).toEqual([
      false,
      true,
      false,
    ])
    expect(holds(busy, "brief-1", start + late - 1)).toBe(true)
    expect(holds(busy, "brief-1", start + late)).toBe(false)
    expect(holds(busy, "brief-2", start)).toBe(false)
  })

  it("PD2 §3 nobody has two drafts made at once, and one who owes too much has none", () => {
    const open = (desk: Desk, owed: number) =>
      openBrief.decide({ desk, owed, roster }, asked, contextFor(client))
    expect(codeOf(open(free, bounds.creditCentsMax))).toBeNull()
    expect(codeOf(open(free, bounds.creditCentsMax + 1))).toBe("over_credit_limit")
    expect(codeOf(open(taken(free, "brief-1", start, bounds), 0))).toBe("counsel_busy")
  })

  it("PD2 §3 of any works begun, lost, given up and delivered at any time, one is under way, and only it is charged", () => {
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
          now += after + 1 // an instant of its own gives each work its id
          const context = contextFor(client, now)
          const id = begun.at(-1 - which) ?? "none"
          const current = desk
          const decided = ((): Either.Either<Decision<Json>, Refusal> => {
            if (act === "open") return openBrief.decide({ desk, owed: 0, roster }, asked, context)
            if (act === "give up") return giveUp.decide(desk, { id }, context)
            return deliverDraft.decide(
              { desk, balance: newBalance(client.id) },
              delivering(id, 10_000),
              context,
            )
          })()
          if (Either.isLeft(decided)) continue
          const { changes } = decided.right
          desk = putsOf(Desks, changes)[0] ?? desk
          if (act === "open") {
            expect(isBusy(current, now)).toBe(false)
            begun.push(desk.work?.id ?? "")
          }
          for (const entry of putsOf(LedgerEntries, changes)) charged.push(entry.subject)
        }
        // no work is charged twice, and none that was not begun
        expect(new Set(charged).size).toBe(charged.length)
        expect(charged.every((subject) => begun.includes(subject.replace("brief/", "")))).toBe(true)
      }),
    )
  })

  it("PD2 §3 the fee is entered with the delivery; a draft without a price enters nothing", () => {
    const desk = taken(free, "brief-1", start, bounds)
    const facts = { desk, balance: newBalance(client.id) }
    const deliver = (cost: number | null) =>
      Either.getOrThrow(deliverDraft.decide(facts, delivering("brief-1", cost), contextFor(client)))
    expect(putsOf(LedgerEntries, deliver(50_000).changes)).toMatchObject([
      { agentId: client.id, kind: "charge", cents: 6, reason: "counsel_fee", rule: "PD2 §3" },
    ])
    expect(putsOf(LedgerEntries, deliver(null).changes)).toEqual([])
    expect(deliver(null).reply.feeCents).toBe(0)
  })
})

describe("the model that counsel runs on", () => {
  it("PD2 §2 is the first of the roster, or the one that the client names there", () => {
    expect(modelFor(roster, undefined)).toEqual(Either.right("house"))
    expect(modelFor(roster, "house")).toEqual(Either.right("house"))
    expect(codeOf(modelFor(roster, "other"))).toBe("model_not_offered")
    expect(modelFor({ ...roster, anyModel: true }, "other")).toEqual(Either.right("other"))
    expect(codeOf(modelFor({ models: [], anyModel: true }, "other"))).toBe("no_counsel")
  })
})
