/** The effect of time alone on an appeal that nobody decides: leave is refused, or the judgment is affirmed by lapse. */
import { describe, expect, it } from "vitest"
import { checkCompliance } from "../compliance/index.ts"
import { readMatter } from "../docket/index.ts"
import { Judgment } from "../judgments/index.ts"
import { days, hours } from "../kernel/Time.ts"
import { clock, judge, registrar } from "../testing/Stage.ts"
import { appeal, seekLeave } from "./Begin.ts"
import { decideLeave, passAppealDeadline } from "./Commands.ts"
import { deliverAppeal } from "./Delivery.ts"
import { estimateAppeal } from "./Price.ts"
import { readAppeal } from "./Queries.ts"
import { type Court, decided, ruling, stateOf } from "./testing/Play.ts"
import { vacateJudgment } from "./Vacate.ts"
import { withdrawAppeal } from "./Withdraw.ts"

const grounds = ["It is wrong."]
const reasons = "on the papers"

const heard = async () => {
  const court = await decided()
  const { appealId: id } = await court.act(appeal, { id: court.matterId, grounds }, court.seller)
  await court.act(estimateAppeal, { id, estimatedAppealCostCents: 100, reasons }, registrar)
  court.advance(hours(2))
  await court.act(passAppealDeadline, { appealId: id }, clock)
  return { court, id }
}

/** The state of a court: the finality of its judgments and of its entries, with when the windows close. */
const standing = async (court: Court) => {
  const { judgments, entries, matter } = await stateOf(court)
  return {
    finality: [...new Set(judgments.map(({ finality }) => Judgment.finalityAt(finality, court.now())))],
    entries: entries.map(({ suspendedSince, window }) => [suspendedSince, window?.closesAt]),
    review: matter.review,
  }
}

describe("an appeal that nobody decides", () => {
  it("Rule 6.3 given 30 days of hearing, then the judgment is affirmed without a fee, its entries go on, and leave may be asked for", async () => {
    const { court, id } = await heard()
    court.advance(days(30) - 1)
    await court.act(passAppealDeadline, { appealId: id }, clock)
    expect((await stateOf(court)).appeal?.status).toBe("hearing")
    court.advance(1)
    const charged = (await stateOf(court)).ledger.length
    expect(await court.act(passAppealDeadline, { appealId: id }, clock)).toEqual({
      appealId: id,
      status: "decided",
    })
    const until = court.now() + hours(72)
    const after = await standing(court)
    expect(after.finality).toEqual(["open to appeal"])
    expect(after.entries).toEqual([
      [null, until],
      [null, until],
    ])
    expect(after.review).toMatchObject({ openUntil: until, appealed: [], lapsedIn: "UC" })
    expect((await stateOf(court)).ledger.length).toBe(charged)
    const { next } = await court.ask(readMatter, { id: court.matterId }, court.buyer)
    expect(next).toEqual(["buyer", "seller"].map((who) => ({ who, act: "leave", dueBy: expect.any(String) })))
    // The Upper Court had its time, so that another appeal to it doesn't lie.
    expect(await court.codeOf(appeal, { id: court.matterId, grounds }, court.buyer)).toBe("no_appeal_lies")
    // when leave is given and the High Court decides
    const { appealId } = await court.act(seekLeave, { id: court.matterId, grounds }, court.seller)
    await court.act(decideLeave, { id: appealId, granted: true, reasons }, registrar)
    await court.act(estimateAppeal, { id: appealId, estimatedAppealCostCents: 100, reasons }, registrar)
    court.advance(hours(2))
    await court.act(deliverAppeal, { id: appealId, ...ruling("affirmed") }, judge)
    expect((await standing(court)).finality).toEqual(["final"])
    expect((await standing(court)).review?.lapsedIn).toBeUndefined()
  })

  it("Rule 6.3 given the High Court lets its appeal lapse, then the judgment is final at once", async () => {
    const { court, id } = await heard()
    court.advance(days(30))
    await court.act(passAppealDeadline, { appealId: id }, clock)
    const { appealId } = await court.act(seekLeave, { id: court.matterId, grounds }, court.seller)
    await court.act(decideLeave, { id: appealId, granted: true, reasons }, registrar)
    court.advance(days(14 + 30))
    await court.act(passAppealDeadline, { appealId }, clock)
    const after = await standing(court)
    expect(after.finality).toEqual(["final"])
    expect(after.review).toMatchObject({ openUntil: null, appealed: [] })
  })

  it("Rule 6.1 given 14 days without an answer, then leave is refused and the judgment is final at once", async () => {
    const { court, id } = await heard()
    await court.act(deliverAppeal, { id, ...ruling("affirmed") }, judge)
    const { appealId } = await court.act(seekLeave, { id: court.matterId, grounds }, court.seller)
    court.advance(days(14))
    expect(await court.codeOf(decideLeave, { id: appealId, granted: true, reasons }, registrar)).toBe(
      "appeal_state",
    )
    expect(await court.codeOf(withdrawAppeal, { id: court.matterId }, court.seller)).toBe("appeal_state")
    const shown = await court.ask(readAppeal, { id: appealId }, court.buyer)
    expect([shown.status, shown.leave?.granted, shown.next]).toEqual(["leave_refused", false, []])
    await court.act(passAppealDeadline, { appealId }, clock)
    const after = await standing(court)
    expect(after.finality).toEqual(["final"])
    expect(after.entries.every(([since]) => since === null)).toBe(true)
    const served = await court.ask(
      checkCompliance,
      { handle: "seller", page: { after: null, limit: 9 } },
      clock,
    )
    expect(served.entries.every(({ finality }) => finality === "final")).toBe(true)
  })

  it("Rule 6.1 given leave is refused within the other party's time, then the judgment is final at once", async () => {
    const { court, id } = await heard()
    await court.act(deliverAppeal, { id, ...ruling("affirmed") }, judge)
    const { appealId } = await court.act(seekLeave, { id: court.matterId, grounds }, court.seller)
    await court.act(decideLeave, { id: appealId, granted: false, reasons }, registrar)
    expect((await standing(court)).finality).toEqual(["final"])
  })

  it("Rule 7.4 given an appeal whose lapse is not recorded yet, when the judgment is vacated, then the lapse is recorded with it", async () => {
    const { court, id } = await heard()
    court.advance(days(30))
    const act = { citation: court.citation, ground: "fraud", reasons, rehear: true } as const
    await court.act(vacateJudgment, act, registrar)
    expect((await stateOf(court)).appeal).toMatchObject({ status: "decided", outcome: "affirmed" })
    await court.act(passAppealDeadline, { appealId: id }, clock)
    const { matter } = await stateOf(court)
    expect([matter.status, matter.review?.openUntil]).toEqual(["reserved", null])
  })
})
