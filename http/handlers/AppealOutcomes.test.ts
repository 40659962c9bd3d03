/** Fee, leave, judgments on appeal, vacation and rehearing over HTTP, without a scheduler. */
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { present } from "../../core/Defect.ts"
import { hours } from "../../core/Time.ts"
import * as Examples from "../api/Examples.ts"
import {
  at,
  type Body,
  type Dispute,
  decided,
  dismissal,
  done,
  draft,
  entriesOf,
  notice,
  order,
  refused,
  ruling,
} from "../testing/Dispute.ts"
import { startCourt, type TestCourt } from "../testing/TestCourt.ts"

let court: TestCourt
let dispute: Dispute
let appealId: string

const on = (path: string) => `/matters/${dispute.matterId}${path}`
const keyOf = (who: "buyer" | "seller" | "stranger" | "registrar" | "judge") =>
  who === "registrar" || who === "judge" ? court[who] : dispute.keys[who]
const post = (who: Parameters<typeof keyOf>[0], path: string, body: unknown = {}) =>
  done(court, "POST", path, { key: keyOf(who), body })
const code = (who: Parameters<typeof keyOf>[0], path: string, body: unknown = {}) =>
  refused(court, "POST", path, { key: keyOf(who), body })
const finality = async (citation: string) => {
  const judgment = await done(court, "GET", at(citation))
  return { finality: judgment.finality, ...(judgment.marks as Body) }
}
const entries = async (citation: string) => {
  const all = [...(await entriesOf(court, "seller")), ...(await entriesOf(court, "buyer"))]
  return all.filter((entry) => entry.citation === citation)
}
const owed = async (who: "buyer" | "seller") =>
  (await done(court, "GET", "/account", { key: keyOf(who) })).balanceCents
/** States the fee of the appeal. */
const stated = () => post("registrar", `/registrar/appeals/${appealId}/estimate`, Examples.estimate)
/** States the fee, and lets the time to withdraw pass. */
const heard = async () => {
  await stated()
  court.clock.now += hours(2)
}
/** Decides the appeal, and gives the new judgment's citation. */
const ruled = async (body: Body) =>
  String((await post("judge", `/appeals/${appealId}/judgment`, body)).citation)

beforeEach(async () => {
  court = await startCourt()
  dispute = await decided(court)
  appealId = String((await notice(court, dispute, "seller")).appealId)
})
afterEach(() => court.stop())

describe("the fee statement", () => {
  it("PD2 §5 the fee is both costs and the margin on them, and PD2 §5A the statement says until when withdrawal is free", async () => {
    expect(await done(court, "GET", on("/fee"), { key: keyOf("buyer") })).toMatchObject({
      appealId,
      statement: null,
    })
    await stated()
    const { statement } = await done(court, "GET", on("/fee"), { key: keyOf("seller") })
    expect(statement).toMatchObject({
      firstInstance: { citation: dispute.citation, costCents: 100, entered: false },
      estimatedAppealCostCents: 120,
      costCents: 220,
      marginCents: 66,
      totalCents: 286,
      withdrawBy: new Date(court.clock.now + hours(2)).toISOString(),
      rules: ["Rule 6.2", "PD2 §5", "PD2 §5A"],
    })
    expect(await code("registrar", `/registrar/appeals/${appealId}/estimate`, Examples.estimate)).toBe(
      "409 appeal_state",
    )
  })

  it.each([
    [hours(2) - 1, "200 done"],
    [hours(2), "409 withdrawal_closed"],
    [hours(2) + 1, "409 withdrawal_closed"],
  ])("PD2 §5A a withdrawal %i ms after the statement is answered %s", async (ms, answer) => {
    await stated()
    court.clock.now += ms
    expect(await code("seller", on("/withdraw"))).toBe(answer)
  })

  it("Rule 6.2 the judge can't decide an appeal before the fee is stated, nor before the time to withdraw is over", async () => {
    const body = ruling("affirmed", [dismissal])
    expect(await code("judge", `/appeals/${appealId}/judgment`, body)).toBe("409 appeal_state")
    await stated()
    court.clock.now += hours(2) - 1
    expect(await code("judge", `/appeals/${appealId}/judgment`, body)).toBe("409 appeal_state")
    court.clock.now += 1
    expect(await code("judge", `/appeals/${appealId}/judgment`, body)).toBe("200 done")
    expect(await code("judge", `/appeals/${appealId}/judgment`, body)).toBe("409 appeal_state")
  })

  it("PD2 §7 a party that owes more than its credit limit can't appeal", async () => {
    await post("registrar", `/registrar/appeals/${appealId}/estimate`, {
      ...Examples.estimate,
      estimatedAppealCostCents: 2_000,
    })
    court.clock.now += hours(2)
    await ruled(ruling("affirmed", [dismissal]))
    expect(await owed("seller")).toBe(2_730)
    expect(await code("seller", on("/leave"), Examples.grounds)).toBe("402 over_credit_limit")
    expect(await code("buyer", on("/leave"), Examples.grounds)).toBe("200 done")
  })
})

describe("the outcomes", () => {
  beforeEach(heard)

  it("Rule 6.3 if the judgment is affirmed, it stands, its entries get a new time and the appellant bears the fee", async () => {
    const citation = await ruled(ruling("affirmed", [dismissal]))
    expect(citation).toBe("[2026] UC 1")
    for (const one of [citation, dispute.citation])
      expect(await finality(one)).toMatchObject({ finality: "open to appeal", supersededBy: null })
    const dueAt = new Date(court.clock.now + hours(72)).toISOString()
    expect(await entries(dispute.citation)).toMatchObject([
      { status: "open", suspendedSince: null, dueAt, finality: "open to appeal" },
    ])
    expect([await owed("seller"), await owed("buyer")]).toEqual([286, 0])
    const appeal = await done(court, "GET", `/appeals/${appealId}`, { key: keyOf("buyer") })
    expect(appeal).toMatchObject({
      status: "decided",
      outcome: "affirmed",
      citation,
      feeBorneBy: "seller",
      next: [],
    })
    const matter = await done(court, "GET", on(""), { key: keyOf("buyer") })
    expect(matter).toMatchObject({
      citation,
      next: [
        { who: "buyer", act: "leave", dueBy: dueAt },
        { who: "seller", act: "leave", dueBy: dueAt },
      ],
    })
    // then, once nobody has sought leave in time, the dispositions are signed
    court.clock.now += hours(72)
    for (const one of [citation, dispute.citation])
      expect((await done(court, "GET", `${at(one)}/disposition`)).signature).toEqual(expect.any(String))
  })

  it("Rule 6.3 if the judgment is varied, its entries are superseded and those of the new judgment open", async () => {
    const citation = await ruled(ruling("varied", [order({ amountCents: 60 })]))
    expect(await finality(dispute.citation)).toMatchObject({
      finality: "superseded",
      supersededBy: citation,
      setAside: false,
    })
    expect(await entries(dispute.citation)).toMatchObject([{ status: "superseded", finality: "superseded" }])
    expect(await entries(citation)).toMatchObject([
      { status: "open", amountCents: 60, dueAt: new Date(court.clock.now + hours(72)).toISOString() },
    ])
    expect([await owed("seller"), await owed("buyer")]).toEqual([0, 286])
  })

  it("Rule 6.3 if the judgment is set aside, what its entries gave to reputation is reversed, and the judge may say who bears the fee", async () => {
    const entry = present((await entries(dispute.citation))[0], "the entry")
    await post("buyer", `/compliance/${String(entry.id)}/confirm`)
    expect((await done(court, "GET", "/agents/seller/compliance")).reputation).toBe(1)
    const restitution = order({ against: "buyer", inFavourOf: "seller", text: "Give back what was paid." })
    const citation = await ruled(ruling("set_aside", [restitution], { feeBorneBy: "seller" }))
    expect(await finality(dispute.citation)).toMatchObject({ setAside: true, supersededBy: citation })
    expect((await done(court, "GET", "/agents/seller/compliance")).reputation).toBe(0)
    expect(await entries(citation)).toMatchObject([{ bound: "buyer", status: "open" }])
    expect(await owed("seller")).toBe(286)
  })

  it("Rule 6.3 if the matter is remitted, the judge decides it again, and the new judgment can be appealed", async () => {
    const remit = { kind: "remit", text: "The matter goes back." }
    const citation = await ruled(ruling("remitted", [remit]))
    expect(await finality(citation)).toMatchObject({ finality: "final" })
    expect(await finality(dispute.citation)).toMatchObject({ finality: "superseded", setAside: true })
    const matter = await done(court, "GET", on(""), { key: keyOf("buyer") })
    expect(matter).toMatchObject({
      status: "reserved",
      endedAt: null,
      next: [{ who: "judge" }, { who: "judge" }],
    })
    const again = await post("judge", on("/judgment"), draft([order({ amountCents: 30 })]))
    expect(await entries(String(again.citation))).toMatchObject([{ status: "open", amountCents: 30 }])
    expect(await code("seller", on("/appeal"), Examples.grounds)).toBe("200 done")
  })

  it.each([
    ["affirmed", [order()], "422 outcome_contradicted"],
    ["varied", [{ kind: "remit", text: "Back." }], "422 outcome_contradicted"],
    ["remitted", [dismissal], "422 draft_incomplete"],
    ["varied", [order({ against: "stranger" })], "400 not_a_party_named"],
  ])(
    "Rule 6.3 a judgment with the outcome %s is refused if its orders don't fit the outcome or the parties",
    async (outcome, orders, answer) => {
      expect(await code("judge", `/appeals/${appealId}/judgment`, ruling(outcome, orders))).toBe(answer)
      expect((await finality(dispute.citation)).finality).toBe("under appeal")
    },
  )
})

describe("work credit", () => {
  it("PD2 §6 five dollars of work pay one dollar of the appeal fee, and work never pays more than the fee", async () => {
    await heard()
    const citation = await ruled(ruling("affirmed", [dismissal]))
    const work = { handle: "seller", fee: "appeal_fee", citation, reasons: "Checked the seals." }
    expect(await post("registrar", "/registrar/work", { ...work, workCents: 500 })).toMatchObject({
      creditedCents: 100,
    })
    expect(await owed("seller")).toBe(186)
    expect(await post("registrar", "/registrar/work", { ...work, workCents: 50_000 })).toMatchObject({
      creditedCents: 186,
    })
    expect(await owed("seller")).toBe(0)
  })
})

describe("leave to the High Court", () => {
  let onAppeal: string
  beforeEach(async () => {
    await heard()
    onAppeal = await ruled(ruling("affirmed", [dismissal]))
  })
  const leave = async (granted: boolean) => {
    appealId = String((await post("seller", on("/leave"), Examples.grounds)).appealId)
    return post("registrar", `/registrar/leave/${appealId}`, { ...Examples.leave, granted })
  }

  it("Rule 6.1 an application for leave suspends the entries again; if leave is refused, both judgments become final", async () => {
    court.clock.now += hours(10)
    const since = new Date(court.clock.now).toISOString()
    appealId = String((await post("seller", on("/leave"), Examples.grounds)).appealId)
    expect(await entries(dispute.citation)).toMatchObject([
      { suspendedSince: since, finality: "under appeal" },
    ])
    expect((await finality(onAppeal)).finality).toBe("under appeal")
    court.clock.now += hours(100)
    const refusal = { ...Examples.leave, granted: false }
    expect(await code("seller", `/registrar/leave/${appealId}`, refusal)).toBe("403 registrar_only")
    await post("registrar", `/registrar/leave/${appealId}`, refusal)
    for (const one of [onAppeal, dispute.citation]) expect((await finality(one)).finality).toBe("final")
    expect(await entries(dispute.citation)).toMatchObject([
      { suspendedSince: null, dueAt: new Date(court.clock.now + hours(72)).toISOString(), finality: "final" },
    ])
    expect(await code("registrar", `/registrar/leave/${appealId}`, refusal)).toBe("409 appeal_state")
  })

  it("Rule 6.1 with leave the High Court decides; its judgment is final and supersedes both judgments below", async () => {
    expect(await leave(true)).toMatchObject({ granted: true, status: "noticed" })
    await heard()
    const { statement } = await done(court, "GET", on("/fee"), { key: keyOf("seller") })
    // The cost of the first instance was charged with the first appeal.
    expect(statement).toMatchObject({
      firstInstance: { citation: dispute.citation, entered: true },
      costCents: 120,
    })
    const citation = await ruled(ruling("varied", [order({ amountCents: 10 })]))
    expect(citation).toBe("[2026] HC 1")
    for (const one of [onAppeal, dispute.citation])
      expect(await finality(one)).toMatchObject({ finality: "superseded", supersededBy: citation })
    expect((await finality(citation)).finality).toBe("final")
    expect(await entries(citation)).toMatchObject([{ finality: "final", amountCents: 10 }])
    expect(await code("seller", on("/leave"), Examples.grounds)).toBe("409 no_appeal_lies")
  })

  it.each([
    [hours(72) - 1, "200 done"],
    [hours(72), "409 appeal_time_passed"],
  ])(
    "Rule 6.1 an application for leave %i ms after the Upper Court's judgment is answered %s",
    async (ms, answer) => {
      court.clock.now += ms
      expect(await code("buyer", on("/leave"), Examples.grounds)).toBe(answer)
    },
  )
})

describe("vacation and rehearing", () => {
  const vacate = (body: Body, citation = dispute.citation) =>
    post("registrar", `/registrar${at(citation)}/vacate`, { ...Examples.vacation, ...body })

  it("Rule 7.4 when a judgment is vacated, its appeal abates and its entries no longer count", async () => {
    expect(await vacate({ rehear: false })).toMatchObject({ vacated: [dispute.citation], rehearing: false })
    expect(await finality(dispute.citation)).toMatchObject({
      finality: "vacated",
      vacated: true,
      supersededBy: null,
    })
    expect(await entries(dispute.citation)).toMatchObject([{ status: "superseded", finality: "vacated" }])
    expect((await done(court, "GET", "/agents/seller/compliance")).label).toBe("no record")
    expect(await done(court, "GET", `/appeals/${appealId}`, { key: keyOf("seller") })).toMatchObject({
      status: "abated",
      next: [],
    })
    expect(await code("registrar", `/registrar${at(dispute.citation)}/vacate`, Examples.vacation)).toBe(
      "409 not_in_force",
    )
    expect(await code("registrar", `/registrar${at("[2026] MC 99")}/vacate`, Examples.vacation)).toBe(
      "404 unknown_judgment",
    )
  })

  it("Rule 7.4 on a rehearing the judge decides again, and the new judgment supersedes all the vacated ones", async () => {
    await heard()
    const onAppeal = await ruled(ruling("affirmed", [dismissal]))
    expect(await vacate({}, onAppeal)).toMatchObject({
      vacated: [dispute.citation, onAppeal],
      rehearing: true,
    })
    expect(await done(court, "GET", on(""), { key: keyOf("buyer") })).toMatchObject({
      status: "reserved",
      citation: null,
    })
    const { citation } = await post("judge", on("/judgment"), draft([order({ amountCents: 5 })]))
    for (const one of [onAppeal, dispute.citation])
      expect(await finality(one)).toMatchObject({ finality: "vacated", supersededBy: citation })
    expect(await entries(String(citation))).toMatchObject([{ status: "open", amountCents: 5 }])
    expect((await finality(String(citation))).finality).toBe("open to appeal")
  })
})
