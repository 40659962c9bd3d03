/** A matter from filing to the judge, on the model store: the rules of `core/matters` in the loop of the court. */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { call } from "../../core/matters/Call.ts"
import { fileMatter } from "../../core/matters/FileMatter.ts"
import { subjectOf } from "../../core/matters/Matter.ts"
import { fileDefence, fileReply } from "../../core/matters/Plead.ts"
import type { Driver } from "../../core/Store.ts"
import { days, hours } from "../../core/Time.ts"
import { answering, filing } from "../../core/testing/Matters.ts"
import { stage } from "./testing/Stage.ts"

const opened = async () => {
  const court = stage()
  const buyer = await court.enrolled("buyer")
  const seller = await court.enrolled("seller")
  const { matter } = await court.act(fileMatter, filing(), buyer)
  return { ...court, buyer, seller, matterId: matter.id, matter }
}

const stageEvents = async (driver: Driver, matterId: string) => {
  const query = { subject: subjectOf(matterId), after: null, limit: 100 }
  return { items: (await Effect.runPromise(driver.journal(query))).items.map(({ type }) => type) }
}

describe("a matter", () => {
  it("Rule 4.1 is served at filing, pleaded, replied to, called and before the judge", async () => {
    const { act, buyer, seller, matterId, matter } = await opened()
    expect(matter).toMatchObject({ status: "served", number: 1, track: "ordinary" })
    const defended = await act(fileDefence, { matterId, pleading: answering() }, seller)
    expect(defended.matter).toMatchObject({ status: "defended", period: { step: "reply" } })
    const closed = await act(fileReply, { matterId, pleading: answering({ responses: [] }) }, buyer)
    expect(closed.matter).toMatchObject({ status: "closed", period: { step: "call" } })
    const reserved = await act(call, { matterId }, seller)
    expect(reserved.matter).toMatchObject({ status: "reserved", period: null, call: { by: "respondent" } })
    expect(reserved.matter.next.map((next) => next.act)).toEqual(["questions", "judgment"])
  })

  it("Rule 4.9 a defence at the instant the period closes is late, and the passing is recorded with it", async () => {
    const { act, advance, seller, matterId, driver } = await opened()
    advance(hours(48))
    const { matter } = await act(fileDefence, { matterId, pleading: answering() }, seller)
    expect(matter.status).toBe("defended")
    const { items } = await stageEvents(driver, matterId)
    expect(items).toEqual(["matter.filed", "matter.served", "matter.undefended", "matter.defended"])
  })

  it("Rule 4.8 lapses where nobody calls within 30 days, whether the scheduler ran or not", async () => {
    const { advance, codeOf, buyer, matterId, fire, driver } = await opened()
    advance(hours(48) + days(30))
    expect(await codeOf(call, { matterId }, buyer)).toBe("wrong_status")
    expect((await stageEvents(driver, matterId)).items).toHaveLength(2)
    expect(await fire()).toBe(1)
    expect((await stageEvents(driver, matterId)).items.slice(2)).toEqual([
      "matter.undefended",
      "matter.lapsed",
    ])
    expect(await fire()).toBe(0)
  })

  it("PD1 §2 a place that a lapse has freed is free before the scheduler says so", async () => {
    const { act, advance, codeOf, buyer } = await opened()
    await act(fileMatter, filing(), buyer)
    await act(fileMatter, filing(), buyer)
    expect(await codeOf(fileMatter, filing(), buyer)).toBe("open_matters")
    advance(hours(48) + days(30))
    expect(await codeOf(fileMatter, filing(), buyer)).toBe(null)
  })
})
