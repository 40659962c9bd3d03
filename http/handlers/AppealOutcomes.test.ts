/** Judgments on appeal, leave, vacation and rehearing over HTTP, without a scheduler. */
import { beforeEach, describe, expect, it } from "vitest"
import { needPresent } from "../../core/kernel/Defect.ts"
import { hours } from "../../core/kernel/Time.ts"
import * as Examples from "../api/Examples.ts"
import { at, type Body, dismissal, draft, order, ruling } from "../testing/Dispute.ts"
import { underAppeal } from "../testing/UnderAppeal.ts"

const {
  on,
  get,
  post,
  code,
  pass,
  fromNow,
  below,
  appeal,
  seekLeave,
  heard,
  ruled,
  finality,
  entries,
  owed,
} = underAppeal()
const affirmed = ruling("affirmed", [dismissal])

describe("the outcomes of an appeal", () => {
  beforeEach(() => heard())

  it("Rule 6.3 if the judgment is affirmed, it stands, its entries get a new time and the appellant bears the fee", async () => {
    const citation = await ruled(affirmed)
    expect(citation).toBe("[2026] UC 1")
    for (const one of [citation, below()])
      expect(await finality(one)).toMatchObject({ finality: "open to appeal", supersededBy: null })
    const dueAt = fromNow(hours(72))
    expect(await entries(below())).toMatchObject([
      { status: "open", suspendedSince: null, dueAt, finality: "open to appeal" },
    ])
    expect([await owed("seller"), await owed("buyer")]).toEqual([286, 0])
    expect(await get(`/appeals/${appeal()}`, "buyer")).toMatchObject({
      status: "decided",
      outcome: "affirmed",
      citation,
      feeBorneBy: "seller",
      next: [],
    })
    expect(await get(on(""), "buyer")).toMatchObject({
      citation,
      next: [
        { who: "buyer", act: "leave", dueBy: dueAt },
        { who: "seller", act: "leave", dueBy: dueAt },
      ],
    })
    // then, once nobody has sought leave in time, the dispositions are signed
    pass(hours(72))
    for (const one of [citation, below()])
      expect((await get(`${at(one)}/disposition`)).signature).toEqual(expect.any(String))
  })

  it("Rule 6.3 if the judgment is varied, its entries are superseded, those of the new judgment open, and the respondent bears the fee", async () => {
    const citation = await ruled(ruling("varied", [order({ amountCents: 60 })]))
    expect(await finality(below())).toMatchObject({
      finality: "superseded",
      supersededBy: citation,
      setAside: false,
    })
    expect(await entries(below())).toMatchObject([{ status: "superseded", finality: "superseded" }])
    expect(await entries(citation)).toMatchObject([
      { status: "open", amountCents: 60, dueAt: fromNow(hours(72)) },
    ])
    expect([await owed("seller"), await owed("buyer")]).toEqual([0, 286])
  })

  it("Rule 6.3 if the judgment is set aside, what its entries gave to reputation is reversed, and the judge may say who bears the fee", async () => {
    const reputation = async () => (await get("/agents/seller/compliance")).reputation
    const [entry] = await entries(below())
    await post("buyer", `/compliance/${String(needPresent(entry, "the entry").id)}/confirm`)
    expect(await reputation()).toBe(1)
    const restitution = order({ against: "buyer", inFavourOf: "seller", text: "Give back what was paid." })
    const citation = await ruled(ruling("set_aside", [restitution], { feeBorneBy: "seller" }))
    expect(await finality(below())).toMatchObject({ setAside: true, supersededBy: citation })
    expect(await reputation()).toBe(0)
    expect(await entries(citation)).toMatchObject([{ bound: "buyer", status: "open" }])
    expect(await owed("seller")).toBe(286)
  })

  it("Rule 6.3 if the matter is remitted, the judge decides it again, and the new judgment can be appealed", async () => {
    const citation = await ruled(ruling("remitted", [{ kind: "remit", text: "The matter goes back." }]))
    expect(await finality(citation)).toMatchObject({ finality: "final" })
    expect(await finality(below())).toMatchObject({ finality: "superseded", setAside: true })
    expect(await get(on(""), "buyer")).toMatchObject({
      status: "reserved",
      endedAt: null,
      next: [{ who: "judge" }, { who: "judge" }, { act: "consent" }, { act: "consent" }],
    })
    const again = await post("judge", on("/judgment"), draft([order({ amountCents: 30 })]))
    expect(await entries(String(again.citation))).toMatchObject([{ status: "open", amountCents: 30 }])
    expect(await code("seller", on("/appeal"), Examples.grounds)).toBe("200 done")
  })

  it.each([
    ["affirmed", "an order to pay", order(), "422 outcome_contradicted"],
    ["varied", "a remittal", { kind: "remit", text: "Back." }, "422 outcome_contradicted"],
    ["remitted", "a dismissal", dismissal, "422 draft_incomplete"],
    ["varied", "an order against a stranger", order({ against: "stranger" }), "400 not_a_party_named"],
  ])(
    "Rule 6.3 a judgment on appeal with the outcome %s and %s is refused",
    async (outcome, _, ordered, answer) => {
      expect(await code("judge", `/appeals/${appeal()}/judgment`, ruling(outcome, [ordered]))).toBe(answer)
      expect(await finality(below())).toMatchObject({ finality: "under appeal" })
    },
  )
})

describe("leave to the High Court", () => {
  let onAppeal: string
  beforeEach(async () => {
    await heard()
    onAppeal = await ruled(affirmed)
  })

  it("Rule 6.1 an application for leave suspends the entries again; if leave is refused, both judgments become final", async () => {
    pass(hours(10))
    const since = fromNow(0)
    await seekLeave()
    expect(await entries(below())).toMatchObject([{ suspendedSince: since, finality: "under appeal" }])
    expect(await finality(onAppeal)).toMatchObject({ finality: "under appeal" })
    pass(hours(100))
    const decision = `/registrar/leave/${appeal()}`
    const refusal = { ...Examples.leave, granted: false }
    expect(await code("seller", decision, refusal)).toBe("403 registrar_only")
    await post("registrar", decision, refusal)
    for (const one of [onAppeal, below()]) expect(await finality(one)).toMatchObject({ finality: "final" })
    expect(await entries(below())).toMatchObject([
      { suspendedSince: null, dueAt: fromNow(hours(72)), finality: "final" },
    ])
    expect(await code("registrar", decision, refusal)).toBe("409 appeal_state")
  })

  it("Rule 6.1 with leave the High Court decides; its judgment is final and supersedes both judgments below", async () => {
    await seekLeave()
    const granted = await post("registrar", `/registrar/leave/${appeal()}`, {
      ...Examples.leave,
      granted: true,
    })
    expect(granted).toMatchObject({ granted: true, status: "noticed" })
    await heard()
    const { statement } = await get(on("/fee"), "seller")
    // The cost of the first instance was charged with the first appeal.
    expect(statement).toMatchObject({
      firstInstance: { citation: below(), entered: true },
      costCents: 120,
    })
    const citation = await ruled(ruling("varied", [order({ amountCents: 10 })]))
    expect(citation).toBe("[2026] HC 1")
    for (const one of [onAppeal, below()])
      expect(await finality(one)).toMatchObject({ finality: "superseded", supersededBy: citation })
    expect(await finality(citation)).toMatchObject({ finality: "final" })
    expect(await entries(citation)).toMatchObject([{ finality: "final", amountCents: 10 }])
    expect(await code("seller", on("/leave"), Examples.grounds)).toBe("409 no_appeal_lies")
  })

  it.each([
    ["a millisecond less than", "200 done", -1],
    ["exactly", "409 appeal_time_passed", 0],
  ])(
    "Rule 6.1 an application for leave %s 72 hours after the Upper Court's judgment is answered %s",
    async (_, answer, ms) => {
      pass(hours(72) + ms)
      expect(await code("buyer", on("/leave"), Examples.grounds)).toBe(answer)
    },
  )
})

describe("vacation and rehearing", () => {
  const vacation = (citation: string) => `/registrar${at(citation)}/vacate`
  const vacate = (citation: string, body: Body = {}) =>
    post("registrar", vacation(citation), { ...Examples.vacation, ...body })

  it("Rule 7.4 when a judgment is vacated, its appeal abates and its entries no longer count", async () => {
    expect(await vacate(below(), { rehear: false })).toMatchObject({ vacated: [below()], rehearing: false })
    expect(await finality(below())).toMatchObject({
      finality: "vacated",
      vacated: true,
      supersededBy: null,
    })
    expect(await entries(below())).toMatchObject([{ status: "superseded", finality: "vacated" }])
    expect(await get("/agents/seller/compliance")).toMatchObject({ label: "no record" })
    expect(await get(`/appeals/${appeal()}`, "seller")).toMatchObject({ status: "abated", next: [] })
  })

  it("Rule 7.4 only a judgment that is in force can be vacated", async () => {
    await vacate(below())
    expect(await code("registrar", vacation(below()), Examples.vacation)).toBe("409 not_in_force")
    expect(await code("registrar", vacation("[2026] MC 99"), Examples.vacation)).toBe("404 unknown_judgment")
  })

  it("Rule 7.4 on a rehearing the judge decides again, and the new judgment supersedes all the vacated ones", async () => {
    await heard()
    const onAppeal = await ruled(affirmed)
    expect(await vacate(onAppeal)).toMatchObject({ vacated: [below(), onAppeal], rehearing: true })
    expect(await get(on(""), "buyer")).toMatchObject({ status: "reserved", citation: null })
    const { citation } = await post("judge", on("/judgment"), draft([order({ amountCents: 5 })]))
    for (const one of [onAppeal, below()])
      expect(await finality(one)).toMatchObject({ finality: "vacated", supersededBy: citation })
    expect(await entries(String(citation))).toMatchObject([{ status: "open", amountCents: 5 }])
    expect(await finality(String(citation))).toMatchObject({ finality: "open to appeal" })
  })
})
