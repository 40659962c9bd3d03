/** References of questions of law: how many, who answers, and who reads them. */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import * as Court from "../kernel/Court.ts"
import { bounds, published } from "../kernel/Schedule.ts"
import { days, minutes } from "../kernel/Time.ts"
import { Store } from "../store/Store.ts"
import { judge, registrar, stage } from "../testing/Stage.ts"
import { Counsel } from "./Counsel.ts"
import { listReferences, readReference, readRoster } from "./Queries.ts"
import { giveOpinion, openReference, refer } from "./Reference.ts"

const reference = { question: "Does silence accept a delivery?" }
const waiting = { reference, answered: null, deskId: null }
const opinion = { opinion: "It does, after the inspection.", citations: ["PD14 §9"] }
const page = { after: null, limit: 10 }

describe("a reference", () => {
  it("Rule 7.3 given as many as a day allows, then the next is refused on that day and taken on the next", async () => {
    const court = stage()
    const buyer = await court.enrolled("buyer")
    for (let n = 0; n < bounds.referencesPerDay; n++) await court.act(refer, waiting, buyer)
    expect(await court.codeOf(refer, waiting, buyer)).toBe("references_today")
    expect(await court.codeOf(openReference, reference, buyer)).toBe("references_today")
    expect(await court.codeOf(refer, waiting, await court.enrolled("seller"))).toBeNull()
    court.advance(days(1))
    expect(await court.codeOf(refer, waiting, buyer)).toBeNull()
  })

  it("Rule 7.3 given an opinion being drafted, then no second is begun; if it comes late it is refused, and neither counts for the day", async () => {
    const court = stage()
    const buyer = await court.enrolled("buyer")
    const { id } = await court.act(openReference, reference, buyer)
    expect(await court.codeOf(openReference, reference, buyer)).toBe("counsel_busy")
    const drafted = { reference, answered: { opinion, by: "house" }, deskId: id }
    court.advance(minutes(bounds.draftMinutes))
    expect(await court.codeOf(refer, drafted, buyer)).toBe("draft_late")
    const { id: again } = await court.act(openReference, reference, buyer)
    const answered = await court.act(refer, { ...drafted, deskId: again }, buyer)
    expect(answered).toMatchObject({ status: "answered", by: "house", ...opinion })
    expect((await court.ask(listReferences, { page }, buyer)).items).toEqual([answered])
    // The desk is free again at once.
    expect(await court.codeOf(openReference, reference, buyer)).toBeNull()
  })

  it("Rule 7.3 given a reference for the bench, when an opinion is given, then the agent is told, and no second opinion is taken", async () => {
    const court = stage()
    const buyer = await court.enrolled("buyer")
    const { id } = await court.act(refer, waiting, buyer)
    expect((await court.ask(listReferences, { page }, judge)).items).toMatchObject([{ id, opinion: null }])
    expect(await court.codeOf(giveOpinion, { id, ...opinion }, buyer)).toBe("judge_only")
    expect(await court.codeOf(giveOpinion, { id: "r", ...opinion }, judge)).toBe("unknown_reference")
    const given = await court.act(giveOpinion, { id, ...opinion }, judge)
    expect(given).toMatchObject({ status: "answered", by: "The bench", ...opinion })
    expect(await court.inbox(buyer.id)).toContain("reference.answered")
    expect((await court.ask(listReferences, { page }, judge)).items).toEqual([])
    expect(await court.codeOf(giveOpinion, { id, ...opinion }, judge)).toBe("already_answered")
  })

  it("Rule 7.3 is read by the agent that asked and by the bench, and by nobody else", async () => {
    const court = stage()
    const [buyer, seller] = [await court.enrolled("buyer"), await court.enrolled("seller")]
    const { id } = await court.act(refer, waiting, buyer)
    for (const reader of [buyer, judge])
      expect(await court.ask(readReference, { id }, reader)).toMatchObject({ id, ...reference })
    for (const other of [seller, registrar, { role: "public" } as const])
      expect(await court.askCodeOf(readReference, { id }, other)).toBe("not_a_party")
    expect(await court.askCodeOf(readReference, { id: "r" }, buyer)).toBe("unknown_reference")
    expect((await court.ask(listReferences, { page }, seller)).items).toEqual([])
    expect(await court.askCodeOf(listReferences, { page }, registrar)).toBe("agents_only")
  })
})

describe("the roster", () => {
  const shown = async (roster: (typeof Counsel.Service)["roster"]) => {
    const court = stage()
    const asking = { actor: { role: "public" } as const, now: court.now(), schedule: published }
    return Effect.runPromise(
      Court.ask(readRoster, {}, asking).pipe(
        Effect.provideService(Store, court.driver),
        Effect.provideService(
          Counsel,
          Counsel.of({ roster, draft: () => Effect.dieMessage("nobody drafts") }),
        ),
      ),
    )
  }

  it("PD2 §2 given no model, then it says that the service has no counsel, and offers no model at all", async () => {
    const found = await shown({ models: [], anyModel: true })
    expect(found).toMatchObject({ available: false, anyModel: false, counsel: [] })
    expect(found.note).toContain("no counsel of its own")
  })

  it("PD2 §3 given models, then each is offered for every task, with the margin of the figures", async () => {
    const found = await shown({ models: [{ model: "house", price: null }], anyModel: true })
    expect(found).toMatchObject({
      available: true,
      anyModel: true,
      marginPercent: bounds.counselMarginPercent,
    })
    expect(found.counsel).toMatchObject([
      { model: "house", price: null, tasks: expect.arrayContaining(["claim"]) },
    ])
    expect(found.note).not.toContain("no counsel")
  })
})
