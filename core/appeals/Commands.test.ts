/** The acts on an appeal: who may begin it and until when, withdrawal, leave, outcomes, and vacation. */
import { describe, expect, it } from "vitest"
import * as Changed from "../kernel/Change.ts"
import { bounds } from "../kernel/Schedule.ts"
import { hours } from "../kernel/Time.ts"
import { Account } from "../ledger/index.ts"
import { put } from "../testing/Put.ts"
import { judge, registrar } from "../testing/Stage.ts"
import { appeal } from "./Begin.ts"
import { decideLeave } from "./Commands.ts"
import { deliverAppeal } from "./Delivery.ts"
import { estimateAppeal } from "./Price.ts"
import { readAppeal, readFee } from "./Queries.ts"
import { reviewNext } from "./Record.ts"
import { type Court, decided, once, ruling, stateOf } from "./testing/Play.ts"
import { vacateJudgment } from "./Vacate.ts"
import { withdrawAppeal } from "./Withdraw.ts"

type Step = Parameters<typeof once>[1]
/** Does acts in order, each of which must be accepted. */
const done = async (court: Court, ...acts: ReadonlyArray<Step["act"]>) => {
  for (const act of acts) expect(await tried(court, act), act).toBe(null)
}
const tried = (court: Court, act: Step["act"], who: Step["who"] = "seller") =>
  once(court, { act, who, pick: 1, wait: 0 })
/** A court whose appeal by the seller is in its hearing. */
const heard = async () => {
  const court = await decided()
  await done(court, "appeal", "estimate")
  court.advance(hours(2))
  return court
}
const judgmentAt = async (court: Court, citation: string) =>
  (await stateOf(court)).judgments.find((one) => one.citation === citation)

describe("the time to appeal", () => {
  it.each([
    [hours(72) - 1, null],
    [hours(72), "appeal_time_passed"],
  ] as const)("Rule 6.0 %i ms after delivery a notice is answered %s", async (ms, code) => {
    const court = await decided()
    court.advance(ms)
    expect(await tried(court, "appeal")).toBe(code)
  })

  it.each([
    [hours(72) - 1, null],
    [hours(72), "appeal_time_passed"],
  ] as const)(
    "Rule 6.1 %i ms after the Upper Court's judgment an application for leave is answered %s",
    async (ms, code) => {
      const court = await heard()
      await done(court, "affirmed")
      court.advance(ms)
      expect(await tried(court, "leave", "buyer")).toBe(code)
    },
  )

  it("PD2 §7 a party that owes more than its credit limit can't appeal, and a stranger can't either", async () => {
    const court = await decided()
    expect(reviewNext((await stateOf(court)).matter, null, court.now()).map(({ act }) => act)).toEqual([
      "appeal",
      "appeal",
    ])
    const stranger = await court.enrolled("stranger")
    const asked = { id: court.matterId, grounds: ["It is wrong."] }
    expect(await court.codeOf(appeal, asked, stranger)).toBe("not_a_party")
    const owed = { agentId: court.seller.id, chargedCents: bounds.creditCentsMax + 1, creditedCents: 0 }
    await court.act(put, [Changed.put(Account.Balances, owed)], registrar)
    expect(await tried(court, "appeal")).toBe("over_credit_limit")
  })
})

describe("a withdrawal", () => {
  it("Rule 6.2 given the other party's time, then the judgment is open until its end; given no time, then it is final at once", async () => {
    for (const [waited, status] of [
      [hours(10), "open to appeal"],
      [hours(72), "final"],
    ] as const) {
      const court = await decided()
      await done(court, "appeal")
      court.advance(waited)
      expect(await court.act(withdrawAppeal, { id: court.matterId }, court.seller)).toMatchObject({
        status: "withdrawn",
        feeCents: 0,
        judgmentBelow: court.citation,
      })
      expect((await judgmentAt(court, court.citation))?.finality.status).toBe(status)
    }
  })

  it("Rule 6.2 given two appellants, when one withdraws, then the appeal of the other goes on until it withdraws too", async () => {
    const court = await decided()
    await done(court, "appeal")
    expect(await tried(court, "withdraw", "buyer")).toBe("not_appellant")
    expect(await tried(court, "appeal", "buyer")).toBe(null)
    await done(court, "withdraw")
    expect((await judgmentAt(court, court.citation))?.finality.status).toBe("under appeal")
    expect(await tried(court, "withdraw", "buyer")).toBe(null)
    expect((await judgmentAt(court, court.citation))?.finality.status).toBe("final")
    expect(await tried(court, "appeal")).toBe("already_appealed")
  })

  it("PD2 §5A given the end of the statement's window, then it is refused", async () => {
    const court = await heard()
    expect(await tried(court, "withdraw")).toBe("withdrawal_closed")
  })
})

describe("the outcomes of an appeal", () => {
  it.each([
    ["affirmed", "open to appeal", "seller"],
    ["varied", "superseded", "buyer"],
    ["set_aside", "superseded", "buyer"],
  ] as const)(
    "Rule 6.3 if the judgment is %s, the one below is %s, and the %s bears the fee",
    async (outcome, below, bearer) => {
      const court = await heard()
      await done(court, outcome)
      expect((await judgmentAt(court, court.citation))?.finality.status).toBe(below)
      const { appeal: last, ledger } = await stateOf(court)
      expect(last).toMatchObject({
        status: "decided",
        outcome,
        feeBorneBy: bearer === "buyer" ? "claimant" : "respondent",
      })
      expect(ledger).toMatchObject([{ agentId: court[bearer].id, cents: last?.statement?.totalCents }])
    },
  )

  it("Rule 6.3 an appeal is decided once, by the judge, after the window of its statement", async () => {
    const court = await decided()
    await done(court, "appeal")
    expect(await tried(court, "affirmed")).toBe("appeal_state")
    await done(court, "estimate")
    expect(await tried(court, "affirmed")).toBe("appeal_state")
    expect(await tried(court, "estimate")).toBe("appeal_state")
    court.advance(hours(2))
    const id = (await stateOf(court)).appeal?.id ?? ""
    expect(await court.codeOf(deliverAppeal, { id, ...ruling("affirmed") }, court.buyer)).toBe("judge_only")
    await done(court, "affirmed")
    expect(await tried(court, "affirmed")).toBe("appeal_state")
  })

  it("Rule 6.1 with leave the High Court decides for good, and the first instance is charged once", async () => {
    const court = await heard()
    await done(court, "affirmed", "leave", "grant", "estimate")
    court.advance(hours(2))
    expect((await stateOf(court)).appeal?.statement).toMatchObject({
      firstInstance: { entered: true },
      costCents: 100,
    })
    await done(court, "varied")
    const { judgments } = await stateOf(court)
    expect(judgments.map(({ finality }) => finality.status).sort()).toEqual([
      "final",
      "superseded",
      "superseded",
    ])
    expect(await tried(court, "leave")).toBe("no_appeal_lies")
  })
})

describe("who may act on an appeal", () => {
  it("Constitution 2.1 only the Registrar prices an appeal, decides on leave and vacates", async () => {
    const court = await decided()
    await done(court, "appeal")
    const id = (await stateOf(court)).appeal?.id ?? ""
    const { citation } = court
    const reasons = "as others"
    const codes = [
      await court.codeOf(estimateAppeal, { id, estimatedAppealCostCents: 1, reasons }, court.seller),
      await court.codeOf(decideLeave, { id, granted: true, reasons }, court.seller),
      await court.codeOf(vacateJudgment, { citation, ground: "fraud", reasons, rehear: false }, court.seller),
    ]
    expect(codes).toEqual(["registrar_only", "registrar_only", "registrar_only"])
  })

  it("Rule 6.2 a stranger reads neither the appeal nor its fee", async () => {
    const court = await decided()
    await done(court, "appeal")
    const stranger = await court.enrolled("stranger")
    const id = (await stateOf(court)).appeal?.id ?? ""
    await expect(court.ask(readAppeal, { id }, stranger)).rejects.toThrow(/party/)
    await expect(court.ask(readFee, { id: court.matterId }, stranger)).rejects.toThrow(/party/)
    expect(await court.ask(readAppeal, { id }, judge)).toMatchObject({
      status: "noticed",
      below: court.citation,
    })
  })

  it("Rule 7.4 given a vacation, then a pending appeal abates, and what is not in force can't be vacated again", async () => {
    const court = await decided()
    await done(court, "appeal", "vacate")
    expect((await stateOf(court)).appeal?.status).toBe("abated")
    expect((await judgmentAt(court, court.citation))?.finality.status).toBe("vacated")
    expect(await tried(court, "vacate")).not.toBe(null)
  })
})
