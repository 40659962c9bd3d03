/** The law of appeals: who may appeal, the parts in an appeal, and its outcomes. */
import { describe, expect, it } from "vitest"
import type { Actor } from "../kernel/Actor.ts"
import * as Changed from "../kernel/Change.ts"
import { bounds } from "../kernel/Schedule.ts"
import { hours } from "../kernel/Time.ts"
import type { Matter } from "../matters/index.ts"
import { start } from "../testing/Context.ts"
import { matterIn } from "../testing/Matters.ts"
import { put } from "../testing/Put.ts"
import { stage } from "../testing/Stage.ts"
import { Appeals } from "./Appeal.ts"
import { mayAppeal, openNext } from "./Law.ts"
import { type ActName, partsOf } from "./Moves.ts"
import { bearerOf, checkOutcome } from "./Outcome.ts"
import { appealView, feeView } from "./Queries.ts"
import { appeals, appealsOf } from "./Record.ts"
import { appealIn } from "./testing/Given.ts"

const seller: Actor = { role: "agent", id: "seller", handle: "seller" }
const reviewed = (changes: Partial<Matter.Review> = {}) =>
  matterIn("decided", {
    review: {
      inForce: ["[2026] MC 1"],
      openUntil: start + hours(72),
      appealed: [],
      appealId: null,
      reheard: [],
      ...changes,
    },
  })
/** The code of the first ground on which an appeal is refused; null if no ground refuses it. */
const refusedFor = (matter: ReturnType<typeof reviewed>, act: "appeal" | "leave" = "appeal") =>
  mayAppeal(matter, act, seller, null, start, bounds).find((found) => found !== null)
const nextOf = (matter: ReturnType<typeof reviewed>) =>
  openNext(matter, start).map(({ who, act }) => `${who} ${act}`)

describe("who may appeal", () => {
  it("Rule 6.0 a party bound by a judgment that is open may appeal, and an agent that took the respondent's handle after service may not", () => {
    expect(refusedFor(reviewed())).toBeUndefined()
    const unbound = { ...reviewed(), respondent: { id: null, handle: "seller", operatorId: null } }
    expect(refusedFor(unbound)?.code).toBe("not_bound_by_judgment")
    expect(nextOf(reviewed())).toEqual(["buyer appeal", "seller appeal"])
    expect(nextOf(unbound)).toEqual(["buyer appeal"])
  })

  it("Rule 6.0 no appeal lies from a judgment that is final at once, nor before there is a judgment", () => {
    expect(refusedFor(reviewed({ openUntil: null }))?.detail).toContain("it is final")
    expect(refusedFor(reviewed({ inForce: [] }))?.code).toBe("wrong_status")
    expect(nextOf(reviewed({ openUntil: null }))).toEqual([])
    expect(nextOf(reviewed({ inForce: [] }))).toEqual([])
  })

  it("Rule 6.1 no appeal lies from the High Court, and one from the Upper Court lies by leave only", () => {
    const high = reviewed({ inForce: ["[2026] HC 1"] })
    expect(refusedFor(high)?.code).toBe("no_appeal_lies")
    expect(nextOf(high)).toEqual([])
    const upper = reviewed({ inForce: ["[2026] UC 1"] })
    expect(refusedFor(upper)?.code).toBe("no_appeal_lies")
    expect(refusedFor(upper, "leave")).toBeUndefined()
    expect(nextOf(upper)).toEqual(["buyer leave", "seller leave"])
  })
})

describe("the parts in an appeal", () => {
  const on = { appeal: appealIn("noticed"), matter: matterIn("decided") }
  const codeOf = (actor: Actor, act: ActName) => {
    const found = appeals.transition(on.appeal, { act, who: partsOf(on, actor) }, start)
    return found._tag === "Left" ? found.left.code : found.right.move.event
  }

  it("Rule 6.2 only its appellant may withdraw an appeal, and a stranger has no part in it", () => {
    expect(codeOf(seller, "withdraw")).toBe("withdrawn")
    expect(codeOf({ role: "agent", id: "buyer", handle: "buyer" }, "withdraw")).toBe("not_appellant")
    expect(codeOf({ role: "agent", id: "x", handle: "x" }, "withdraw")).toBe("not_a_party")
  })

  it("Rule 6.2 the scheduler and the Registrar may price an appeal, and the judge may not", () => {
    for (const role of ["scheduler", "registrar"] as const)
      expect(codeOf({ role }, "estimate")).toBe("stated")
    expect(codeOf({ role: "judge" }, "estimate")).not.toBe("stated")
  })
})

describe("an appeal as it is read", () => {
  it("Rule 6.1 given an application for leave, then no fee is awaited, and the decision on it is shown", () => {
    const sought = appealIn("leave_sought")
    expect(feeView(sought).note).toBe("No fee is stated yet; the appellant may withdraw without a fee.")
    const leave = { granted: true, reasons: "A point of law.", at: start }
    const view = appealView(appealIn("noticed", { leave }), [], matterIn("decided"), start)
    expect(view.leave).toEqual({ ...leave, at: "2026-11-20T09:00:00.000Z" })
    expect(appealView(sought, [], matterIn("decided"), start).leave).toBeNull()
  })

  it("Rule 6.0 each of several matters is read with its own last appeal, or with no appeal", async () => {
    const court = stage()
    await court.act(put, [Changed.put(Appeals, appealIn("noticed"))], { role: "public" })
    const matters = [reviewed(), reviewed({ appealId: "appeal-1" }), matterIn("served")]
    const found = await court.read((reader) => appealsOf(reader, matters))
    expect(found.map((one) => one?.id ?? null)).toEqual([null, "appeal-1", null])
    expect(await court.read((reader) => appealsOf(reader, [reviewed()]))).toEqual([null])
  })
})

describe("the outcome of an appeal", () => {
  const matter = matterIn("decided")
  const ruling = { outcome: "affirmed", orders: [] } as const
  const appeal = appealIn("hearing")

  it("PD2 §5 the fee falls on the party that the judge names, otherwise on the party that loses", () => {
    expect(bearerOf(appeal, { ...ruling, feeBorneBy: "buyer" }, matter)).toBe("claimant")
    expect(bearerOf(appeal, { ...ruling, feeBorneBy: "seller" }, matter)).toBe("respondent")
    expect(bearerOf(appeal, ruling, matter)).toBe("respondent")
    expect(bearerOf(appeal, { outcome: "varied" }, matter)).toBe("claimant")
  })

  it("Rule 6.3 a fee that falls on somebody who is not a party is refused", () => {
    const draft = {
      ...ruling,
      catchwords: [],
      ratio: "r",
      issues: [],
      circumstances: "c",
      authorities: [],
      areas: [],
      costCents: null,
    }
    const codeOf = (feeBorneBy: string) => {
      const found = checkOutcome({ ...draft, feeBorneBy }, matter)
      return found._tag === "Left" ? found.left.code : null
    }
    expect([codeOf("buyer"), codeOf("seller"), codeOf("nobody")]).toEqual([null, null, "not_a_party_named"])
  })
})
