/** The effects of an appeal, a supersession and a hold on the time that runs for an entry, and on its adjustments. */
import { describe, expect, it } from "vitest"
import { hours } from "../kernel/Time.ts"
import { start } from "../testing/Context.ts"
import {
  attest,
  confirm,
  decide,
  dispute,
  having,
  inForce,
  meet,
  open,
  passedAt,
  prove,
  resume,
  supersede,
  suspend,
  threeDays,
} from "./testing/Given.ts"

const due = start + threeDays
const attestedAt = start + hours(10)
const attested = having(open, [attest(attestedAt), attestedAt])
const notified = passedAt(open, due)

describe("an appeal", () => {
  const appealed = start + hours(70)
  const ended = start + hours(1000)

  it("PD11 §7 no suspended window passes, whichever was running", () => {
    for (const entry of [open, attested, notified]) {
      const now = entry === notified ? due + 1 : appealed
      const suspended = having(entry, [suspend, now])
      expect(passedAt(suspended, ended)).toBe(suspended)
      expect(suspended.status).toBe(entry.status)
    }
  })

  it("PD11 §7 the step that was running has a fresh 72 hours, the time fixed included", () => {
    const resumed = having(open, [suspend, appealed], [resume, ended])
    expect(resumed.dueAt).toBe(ended + threeDays)
    expect(passedAt(resumed, ended + threeDays - 1).status).toBe("open")
    expect(passedAt(resumed, ended + threeDays).status).toBe("notified")
    const warned = having(notified, [suspend, due + hours(71)], [resume, ended])
    expect([resumed.window?.kind, warned.window?.kind]).toEqual(["performance", "notice"])
    expect(passedAt(warned, ended + threeDays - 1).status).toBe("notified")
    expect(passedAt(warned, ended + threeDays).status).toBe("unsatisfied")
    expect(warned.dueAt).toBe(due)
  })

  it("PD11 §7 an attested entry keeps its time fixed, and the other party has a fresh 72 hours to dispute", () => {
    const resumed = having(attested, [suspend, appealed], [resume, ended])
    expect(resumed.dueAt).toBe(due)
    expect(passedAt(resumed, ended + threeDays - 1).status).toBe("attested")
    expect(inForce(passedAt(resumed, ended + threeDays))).toEqual([1])
  })

  it("PD11 §7 performance while suspended is in time", () => {
    const performed = start + hours(500)
    const suspended = having(open, [suspend, appealed])
    const confirmed = having(suspended, [confirm, performed])
    expect(inForce(confirmed)).toEqual([1])
    const entry = having(suspended, [attest(performed), performed], [resume, ended])
    expect(inForce(passedAt(entry, ended + threeDays))).toEqual([1])
  })

  it("PD11 §7 a time fixed that had passed before the appeal is not revived by it", () => {
    const suspended = having(notified, [suspend, due + 1])
    expect(inForce(having(suspended, [confirm, due + hours(5)]))).toEqual([])
  })

  it("PD11 §7 a time fixed that passes during a dispute is suspended only by an appeal noticed before it passes", () => {
    const disputed = having(open, [dispute(), appealed])
    const found = (noticed: number) =>
      inForce(having(disputed, [suspend, noticed], [decide("satisfied", due + 1), due + 2]))
    expect(found(due - 1)).toEqual([1])
    expect(found(due)).toEqual([])
  })

  it("PD11 §7 once the appeal has ended, performance of an attested order is late again", () => {
    const resumed = having(attested, [suspend, appealed], [resume, ended], [dispute(), ended + 1])
    const found = (performed: number) => inForce(having(resumed, [decide("satisfied", performed), ended + 2]))
    expect(found(ended - 1)).toEqual([1])
    expect(found(ended)).toEqual([])
  })

  it("PD11 §7 an order that was honoured keeps its time fixed", () => {
    const satisfied = having(open, [confirm, start + 1], [suspend, appealed], [resume, ended])
    expect([satisfied.dueAt, satisfied.window]).toEqual([due, null])
  })

  it("PD11 §7 an appeal does not suspend proof by chain", () => {
    const entry = having(open, [suspend, appealed], [prove(start + hours(400)), start + hours(401)])
    expect([entry.status, inForce(entry)]).toEqual(["satisfied", [1]])
  })

  it("PD11 §7 a window that closed before the appeal was noticed has passed", () => {
    const suspended = having(attested, [suspend, attestedAt + threeDays])
    expect([suspended.status, inForce(suspended)]).toEqual(["satisfied", [1]])
  })

  it("PD11 §7 an application for leave after the appeal suspends the fresh time, which then begins again", () => {
    const twice = having(
      open,
      [suspend, appealed],
      [resume, ended],
      [suspend, ended + hours(1)],
      [resume, ended + hours(9)],
    )
    expect(twice.dueAt).toBe(ended + hours(9) + threeDays)
  })
})

describe("supersession and holds", () => {
  const unsatisfied = passedAt(notified, due + threeDays)

  it("PD11 §8 every adjustment given under the judgment is reversed", () => {
    for (const entry of [unsatisfied, having(open, [confirm, start + 1])]) {
      expect(inForce(entry)).toHaveLength(1)
      const superseded = having(entry, [supersede, due + hours(200)])
      expect([superseded.status, inForce(superseded), superseded.window]).toEqual(["superseded", [], null])
    }
  })

  it("PD11 §8 an entry superseded under appeal is no longer suspended", () => {
    const entry = having(open, [suspend, start + 1], [supersede, start + 2])
    expect([entry.suspendedSince, entry.finality.status]).toEqual([null, "vacated"])
  })

  it("PD11 §12 performance attested before a hold met the order earns nothing later, unless it is found", () => {
    const met = having(attested, [meet, attestedAt + 1], [dispute(), attestedAt + 2])
    expect(inForce(having(met, [decide("satisfied"), attestedAt + 3]))).toEqual([])
    expect(inForce(having(met, [decide("satisfied", attestedAt), attestedAt + 3]))).toEqual([1])
  })

  it("PD11 §12 satisfaction from a hold earns nothing, and an earlier −3 stays", () => {
    expect(inForce(having(open, [meet, start + 1]))).toEqual([])
    expect(inForce(having(attested, [meet, attestedAt + 1]))).toEqual([])
    expect(inForce(having(unsatisfied, [meet, due + hours(200)]))).toEqual([-3])
  })
})
