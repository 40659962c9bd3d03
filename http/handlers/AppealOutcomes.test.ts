/** Fee, leave, judgments on appeal, vacation and rehearing over HTTP, without a scheduler. */
import { afterEach, beforeEach, describe, expect, it } from "vitest"
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
const as = (who: "buyer" | "seller" | "stranger" | "registrar" | "judge") =>
  who === "registrar" || who === "judge" ? court[who] : dispute.keys[who]
const post = (who: Parameters<typeof as>[0], path: string, body: unknown = {}) =>
  done(court, "POST", path, { key: as(who), body })
const code = (who: Parameters<typeof as>[0], path: string, body: unknown = {}) =>
  refused(court, "POST", path, { key: as(who), body })
const finality = async (citation: string) => {
  const { finality, marks } = await done(court, "GET", at(citation))
  return { finality, ...(marks as Body) }
}
const entries = (citation: string) =>
  Promise.all([entriesOf(court, "seller"), entriesOf(court, "buyer")]).then(([a, b]) =>
    [...a, ...b].filter((entry) => entry.citation === citation),
  )
const owed = async (who: "buyer" | "seller") =>
  (await done(court, "GET", "/account", { key: as(who) })).balanceCents
const stated = () => post("registrar", `/registrar/appeals/${appealId}/estimate`, Examples.estimate)
const heard = async () => {
  await stated()
  court.clock.now += hours(2)
}
const ruled = async (body: Body) =>
  String((await post("judge", `/appeals/${appealId}/judgment`, body)).citation)

beforeEach(async () => {
  court = await startCourt()
  dispute = await decided(court)
  appealId = String((await notice(court, dispute, "seller")).appealId)
})
afterEach(() => court.stop())

describe("the fee statement", () => {
  it("PD2 §5 is both costs and the margin on them, and PD2 §5A carries the window of a free withdrawal", async () => {
    expect(await done(court, "GET", on("/fee"), { key: as("buyer") })).toMatchObject({
      appealId,
      statement: null,
    })
    await stated()
    const { statement } = await done(court, "GET", on("/fee"), { key: as("seller") })
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
  ])("PD2 §5A a withdrawal %i ms after the statement: %s", async (ms, answer) => {
    await stated()
    court.clock.now += ms
    expect(await code("seller", on("/withdraw"))).toBe(answer)
  })

  it("Rule 6.2 there is no hearing before a statement, nor before its window closes", async () => {
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

  it("Rule 6.3 affirmed: the judgment stands, its entries go on afresh, the appellant bears the fee", async () => {
    const citation = await ruled(ruling("affirmed", [dismissal]))
    expect(citation).toBe("[2026] UC 1")
    for (const one of [citation, dispute.citation])
      expect(await finality(one)).toMatchObject({ finality: "open to appeal", supersededBy: null })
    const dueAt = new Date(court.clock.now + hours(72)).toISOString()
    expect(await entries(dispute.citation)).toMatchObject([
      { status: "open", suspendedSince: null, dueAt, finality: "open to appeal" },
    ])
    expect([await owed("seller"), await owed("buyer")]).toEqual([286, 0])
    const appeal = await done(court, "GET", `/appeals/${appealId}`, { key: as("buyer") })
    expect(appeal).toMatchObject({
      status: "decided",
      outcome: "affirmed",
      citation,
      feeBorneBy: "seller",
      next: [],
    })
    const matter = await done(court, "GET", on(""), { key: as("buyer") })
    expect(matter).toMatchObject({
      citation,
      next: [
        { who: "buyer", act: "leave", dueBy: dueAt },
        { who: "seller", act: "leave", dueBy: dueAt },
      ],
    })
    court.clock.now += hours(72)
    for (const one of [citation, dispute.citation])
      expect((await done(court, "GET", `${at(one)}/disposition`)).signature).toEqual(expect.any(String))
  })

  it("Rule 6.3 varied: the entries below are superseded and those of the new judgment open afresh", async () => {
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

  it("Rule 6.3 set aside: the mark is set, what the entries gave is reversed, and the judge may say who bears the fee", async () => {
    const [entry] = await entries(dispute.citation)
    await post("buyer", `/compliance/${String(entry?.id)}/confirm`)
    expect((await done(court, "GET", "/agents/seller/compliance")).reputation).toBe(1)
    const restitution = order({ against: "buyer", inFavourOf: "seller", text: "Give back what was paid." })
    const citation = await ruled(ruling("set_aside", [restitution], { feeBorneBy: "seller" }))
    expect(await finality(dispute.citation)).toMatchObject({ setAside: true, supersededBy: citation })
    expect((await done(court, "GET", "/agents/seller/compliance")).reputation).toBe(0)
    expect(await entries(citation)).toMatchObject([{ bound: "buyer", status: "open" }])
    expect(await owed("seller")).toBe(286)
  })

  it("Rule 6.3 remitted: the matter is before the judge again, and what it decides can be appealed", async () => {
    const remit = { kind: "remit", text: "The matter goes back." }
    const citation = await ruled(ruling("remitted", [remit]))
    expect(await finality(citation)).toMatchObject({ finality: "final" })
    expect(await finality(dispute.citation)).toMatchObject({ finality: "superseded", setAside: true })
    const matter = await done(court, "GET", on(""), { key: as("buyer") })
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
    "Rule 6.3 a judgment that has %s the one below is refused orders that contradict it",
    async (outcome, orders, answer) => {
      expect(await code("judge", `/appeals/${appealId}/judgment`, ruling(outcome, orders))).toBe(answer)
      expect((await finality(dispute.citation)).finality).toBe("under appeal")
    },
  )
})

describe("work credit", () => {
  it("PD2 §6 five dollars of work pay one dollar of the appeal fee, never more than the fee", async () => {
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
  let above: string
  beforeEach(async () => {
    await heard()
    above = await ruled(ruling("affirmed", [dismissal]))
  })
  const leave = async (granted: boolean) => {
    appealId = String((await post("seller", on("/leave"), Examples.grounds)).appealId)
    return post("registrar", `/registrar/leave/${appealId}`, { ...Examples.leave, granted })
  }

  it("Rule 6.1 an application suspends again; where leave is refused the judgment stands", async () => {
    court.clock.now += hours(10)
    const since = new Date(court.clock.now).toISOString()
    appealId = String((await post("seller", on("/leave"), Examples.grounds)).appealId)
    expect(await entries(dispute.citation)).toMatchObject([
      { suspendedSince: since, finality: "under appeal" },
    ])
    expect((await finality(above)).finality).toBe("under appeal")
    court.clock.now += hours(100)
    const refusal = { ...Examples.leave, granted: false }
    expect(await code("seller", `/registrar/leave/${appealId}`, refusal)).toBe("403 registrar_only")
    await post("registrar", `/registrar/leave/${appealId}`, refusal)
    for (const one of [above, dispute.citation]) expect((await finality(one)).finality).toBe("final")
    expect(await entries(dispute.citation)).toMatchObject([
      { suspendedSince: null, dueAt: new Date(court.clock.now + hours(72)).toISOString(), finality: "final" },
    ])
    expect(await code("registrar", `/registrar/leave/${appealId}`, refusal)).toBe("409 appeal_state")
  })

  it("Rule 6.1 with leave the High Court decides, at last: both judgments below are superseded", async () => {
    expect(await leave(true)).toMatchObject({ granted: true, status: "noticed" })
    await heard()
    const { statement } = await done(court, "GET", on("/fee"), { key: as("seller") })
    // The cost of the first instance was charged with the first appeal.
    expect(statement).toMatchObject({
      firstInstance: { citation: dispute.citation, entered: true },
      costCents: 120,
    })
    const citation = await ruled(ruling("varied", [order({ amountCents: 10 })]))
    expect(citation).toBe("[2026] HC 1")
    for (const one of [above, dispute.citation])
      expect(await finality(one)).toMatchObject({ finality: "superseded", supersededBy: citation })
    expect((await finality(citation)).finality).toBe("final")
    expect(await entries(citation)).toMatchObject([{ finality: "final", amountCents: 10 }])
    expect(await code("seller", on("/leave"), Examples.grounds)).toBe("409 no_appeal_lies")
  })

  it.each([
    [hours(72) - 1, "200 done"],
    [hours(72), "409 appeal_time_passed"],
  ])("Rule 6.1 leave is asked for %i ms after the Upper Court's judgment: %s", async (ms, answer) => {
    court.clock.now += ms
    expect(await code("buyer", on("/leave"), Examples.grounds)).toBe(answer)
  })
})

describe("vacation and rehearing", () => {
  const vacate = (body: Body, citation = dispute.citation) =>
    post("registrar", `/registrar${at(citation)}/vacate`, { ...Examples.vacation, ...body })

  it("Rule 7.4 a judgment is vacated, its appeal ends, its entries read as nothing", async () => {
    expect(await vacate({ rehear: false })).toMatchObject({ vacated: [dispute.citation], rehearing: false })
    expect(await finality(dispute.citation)).toMatchObject({
      finality: "vacated",
      vacated: true,
      supersededBy: null,
    })
    expect(await entries(dispute.citation)).toMatchObject([{ status: "superseded", finality: "vacated" }])
    expect((await done(court, "GET", "/agents/seller/compliance")).label).toBe("no record")
    expect(await done(court, "GET", `/appeals/${appealId}`, { key: as("seller") })).toMatchObject({
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

  it("Rule 7.4 a rehearing goes back to the judge, and its judgment supersedes the vacated ones together", async () => {
    await heard()
    const above = await ruled(ruling("affirmed", [dismissal]))
    expect(await vacate({}, above)).toMatchObject({ vacated: [dispute.citation, above], rehearing: true })
    expect(await done(court, "GET", on(""), { key: as("buyer") })).toMatchObject({
      status: "reserved",
      citation: null,
    })
    const { citation } = await post("judge", on("/judgment"), draft([order({ amountCents: 5 })]))
    for (const one of [above, dispute.citation])
      expect(await finality(one)).toMatchObject({ finality: "vacated", supersededBy: citation })
    expect(await entries(String(citation))).toMatchObject([{ status: "open", amountCents: 5 }])
    expect((await finality(String(citation))).finality).toBe("open to appeal")
  })
})
