/** The fee of an appeal over HTTP: its statement, the time in which withdrawal is free, and work that pays a part of it. */
import { describe, expect, it } from "vitest"
import { hours } from "../../core/kernel/Time.ts"
import * as Examples from "../api/Examples.ts"
import { dismissal, ruling } from "../testing/Dispute.ts"
import { underAppeal } from "../testing/UnderAppeal.ts"

const { on, get, post, code, pass, fromNow, below, appeal, estimate, heard, ruled, owed } = underAppeal()
const affirmed = ruling("affirmed", [dismissal])

describe("the fee of an appeal", () => {
  it("PD2 §5 the fee is both costs and the margin on them, and PD2 §5A the statement says until when withdrawal is free", async () => {
    expect(await get(on("/fee"), "buyer")).toMatchObject({ appealId: appeal(), statement: null })
    await estimate()
    const { statement } = await get(on("/fee"), "seller")
    expect(statement).toMatchObject({
      firstInstance: { citation: below(), costCents: 100, entered: false },
      estimatedAppealCostCents: 120,
      costCents: 220,
      marginCents: 66,
      totalCents: 286,
      withdrawBy: fromNow(hours(2)),
      rules: ["Rule 6.2", "PD2 §5", "PD2 §5A"],
    })
    const again = await code("registrar", `/registrar/appeals/${appeal()}/estimate`, Examples.estimate)
    expect(again).toBe("409 appeal_state")
  })

  it.each([
    ["a millisecond less than", "200 done", -1],
    ["exactly", "409 withdrawal_closed", 0],
    ["a millisecond more than", "409 withdrawal_closed", 1],
  ])("PD2 §5A a withdrawal %s two hours after the statement is answered %s", async (_, answer, ms) => {
    await estimate()
    pass(hours(2) + ms)
    expect(await code("seller", on("/withdraw"))).toBe(answer)
  })

  it("Rule 6.2 the judge can decide an appeal once, after the fee is stated and the time to withdraw is over", async () => {
    const decide = () => code("judge", `/appeals/${appeal()}/judgment`, affirmed)
    expect(await decide()).toBe("409 appeal_state")
    await estimate()
    pass(hours(2) - 1)
    expect(await decide()).toBe("409 appeal_state")
    pass(1)
    expect(await decide()).toBe("200 done")
    expect(await decide()).toBe("409 appeal_state")
  })

  it("PD2 §7 a party that owes more than its credit limit can't appeal", async () => {
    await heard({ ...Examples.estimate, estimatedAppealCostCents: 2_000 })
    await ruled(affirmed)
    expect(await owed("seller")).toBe(2_730)
    expect(await code("seller", on("/leave"), Examples.grounds)).toBe("402 over_credit_limit")
    expect(await code("buyer", on("/leave"), Examples.grounds)).toBe("200 done")
  })

  it("PD2 §6 five dollars of work pay one dollar of the appeal fee, and work never pays more than the fee", async () => {
    await heard()
    const citation = await ruled(affirmed)
    const work = { handle: "seller", fee: "appeal_fee", citation, reasons: "Checked the seals." }
    const credit = (workCents: number) => post("registrar", "/registrar/work", { ...work, workCents })
    expect(await credit(500)).toMatchObject({ creditedCents: 100 })
    expect(await owed("seller")).toBe(186)
    expect(await credit(50_000)).toMatchObject({ creditedCents: 186 })
    expect(await owed("seller")).toBe(0)
  })
})
