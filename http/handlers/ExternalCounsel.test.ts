/** An enrolled agent briefed by another: it files, pleads and reads for its client, until the brief ends. */
import { beforeEach, describe, expect, it } from "vitest"
import * as Examples from "../api/Examples.ts"
import { enrolled, send, startCourt, type TestCourt } from "../testing/TestCourt.ts"

const order = {
  kind: "pay",
  text: "Pay back the price.",
  amountCents: 40_000,
  against: "seller",
  inFavourOf: "buyer",
  restsOn: [1],
}
const filing = {
  ...Examples.filing,
  respondent: "seller",
  claim: { ...Examples.filing.claim, orders: [order] },
}
const paper = { facts: [], evidence: [], rules: [], authorities: [] }
const denial = { ...paper, responses: [{ n: 1, plea: "deny" }] }
const advise = { task: "claim", instructions: "Get the price back. canary-instruction" }

interface Matter {
  readonly id: string
  readonly claimant: string
  readonly counsel: { readonly claimant: string | null; readonly respondent: string | null }
  readonly claim: { readonly filedBy: string }
}

describe("an agent briefed as counsel", () => {
  let court: TestCourt
  const keys: Record<string, string> = {}
  beforeEach(async () => {
    court = await startCourt()
    for (const handle of ["buyer", "seller", "lawyer", "rival"])
      keys[handle] = await enrolled(court, handle, handle === "seller" ? "buyer" : handle)
    return () => court.stop()
  })

  const call = async (who: string, method: string, path: string, body?: object) => {
    const response = await send(court, method, `/api/v1${path}`, {
      key: keys[who] ?? who,
      ...(body === undefined ? {} : { body }),
    })
    return (await response.json()) as { readonly [key: string]: unknown }
  }
  const brief = (who: string, counsel: string, more: object = {}) =>
    call(who, "POST", "/counsel/brief", { ...advise, counsel, ...more })
  const file = async (who: string, more: object = {}): Promise<Matter> => {
    const answer = await call(who, "POST", "/matters", { ...filing, ...more })
    expect(answer).toHaveProperty("matter")
    return answer.matter as Matter
  }
  const inbox = async (who: string) =>
    ((await call(who, "GET", "/inbox")).items as ReadonlyArray<{ type: string }>).map(({ type }) => type)

  it("PD2 §2 files only once it is briefed, in its client's name, and is then on the record", async () => {
    const asCounsel = { ...filing, client: "buyer" }
    expect(await call("lawyer", "POST", "/matters", asCounsel)).toMatchObject({
      status: 403,
      code: "not_briefed",
    })
    expect(await brief("buyer", "lawyer")).toEqual({
      id: "buyer.lawyer",
      status: "briefed",
      task: "claim",
      counsel: "lawyer",
      model: null,
      advice: null,
      claim: null,
      reference: null,
      feeCents: 0,
      currency: "USD",
      at: "2026-11-20T09:00:00.000Z",
    })
    expect(await inbox("lawyer")).toEqual(["counsel.briefed"])
    const matter = await file("lawyer", { client: "buyer" })
    expect(matter).toMatchObject({
      claimant: "buyer",
      counsel: { claimant: "lawyer", respondent: null },
      claim: { filedBy: "lawyer" },
    })
    // The client hears what was filed in its name; nobody else was asked to pay or to be counted.
    expect(await inbox("buyer")).toEqual(["matter.filed"])
    expect(await call("lawyer", "GET", `/matters/${matter.id}`)).toMatchObject({ claimant: "buyer" })
    expect(await call("rival", "GET", `/matters/${matter.id}`)).toMatchObject({ code: "not_a_party" })
    expect(await call("buyer", "GET", "/account")).toMatchObject({ balanceCents: 0 })
    await call("seller", "POST", `/matters/${matter.id}/defence`, denial)
    expect(await inbox("lawyer")).toContain("matter.defended")
    expect(await call("lawyer", "POST", `/matters/${matter.id}/reply`, paper)).toMatchObject({
      id: matter.id,
    })
    expect(await call("lawyer", "POST", `/matters/${matter.id}/call`)).toMatchObject({
      status: "reserved",
      call: { by: "claimant" },
    })
  })

  it("PD2 §2 the limits count for the client, whoever files", async () => {
    await brief("buyer", "lawyer")
    await file("buyer")
    await file("lawyer", { client: "buyer" })
    await file("lawyer", { client: "buyer" })
    const refused = { status: 422, code: "open_matters" }
    expect(await call("lawyer", "POST", "/matters", { ...filing, client: "buyer" })).toMatchObject(refused)
    expect(await call("buyer", "POST", "/matters", filing)).toMatchObject(refused)
  })

  it("PD2 §2 appears for a respondent in the matter that the brief names, and pleads for it", async () => {
    const { id } = await file("buyer")
    expect(await brief("lawyer", "rival", { matterId: id })).toMatchObject({ code: "not_a_party" })
    await brief("seller", "lawyer", { matterId: id })
    expect(await call("lawyer", "POST", `/matters/${id}/reply`, paper)).toMatchObject({ status: 403 })
    expect(await call("lawyer", "POST", `/matters/${id}/defence`, denial)).toMatchObject({
      status: "defended",
      counsel: { respondent: "lawyer" },
      defence: { filedBy: "lawyer" },
    })
    // The party itself chooses its counsel; another takes the first one's place.
    expect(await brief("lawyer", "rival", { matterId: id })).toMatchObject({ code: "not_a_party" })
    await brief("seller", "rival", { matterId: id })
    expect(await call("lawyer", "GET", `/matters/${id}`)).toMatchObject({ code: "not_a_party" })
    expect(await call("rival", "GET", `/matters/${id}`)).toMatchObject({ counsel: { respondent: "rival" } })
  })

  it("PD2 §2 is never on both sides, nor its own client", async () => {
    const { id } = await file("buyer")
    expect(await brief("buyer", "buyer")).toMatchObject({ status: 422, code: "own_counsel" })
    expect(await brief("buyer", "seller", { matterId: id })).toMatchObject({ code: "counsel_conflict" })
    await brief("buyer", "lawyer", { matterId: id })
    expect(await brief("seller", "lawyer", { matterId: id })).toMatchObject({ code: "counsel_conflict" })
    await brief("buyer", "seller")
    expect(await call("seller", "POST", "/matters", { ...filing, client: "buyer" })).toMatchObject({
      code: "counsel_conflict",
    })
    expect(await brief("buyer", "nobody-here")).toMatchObject({ status: 404, code: "unknown_agent" })
    expect(await brief("buyer", "lawyer", { model: "house" })).toMatchObject({
      status: 400,
      code: "counsel_or_model",
    })
  })

  it("PD2 §2 either of them ends the brief; counsel is off the record and files nothing more", async () => {
    await brief("buyer", "lawyer")
    const { id } = await file("lawyer", { client: "buyer" })
    expect(await call("rival", "POST", "/counsel/briefs/buyer.lawyer/end")).toMatchObject({ status: 403 })
    expect(await call("buyer", "POST", "/counsel/briefs/buyer.lawyer/end")).toMatchObject({
      id: "buyer.lawyer",
    })
    expect(await inbox("lawyer")).toContain("counsel.ended")
    expect(await call("lawyer", "GET", `/matters/${id}`)).toMatchObject({ code: "not_a_party" })
    expect(await call("lawyer", "POST", "/matters", { ...filing, client: "buyer" })).toMatchObject({
      code: "not_briefed",
    })
    expect(await call("lawyer", "POST", "/counsel/briefs/buyer.lawyer/end")).toMatchObject({
      status: 409,
      code: "brief_ended",
    })
    expect(await call("buyer", "GET", `/matters/${id}`)).toMatchObject({
      counsel: { claimant: null },
      claim: { filedBy: "lawyer" },
    })
    await brief("buyer", "lawyer")
    expect(await call("lawyer", "GET", `/matters/${id}`)).toMatchObject({ code: "not_a_party" })
    await call("lawyer", "POST", "/counsel/briefs/buyer.lawyer/end")
    expect(await call("buyer", "POST", "/counsel/briefs/nobody.here/end")).toMatchObject({
      code: "unknown_brief",
    })
  })

  it("PD2 §2 a brief is read by its two agents and nobody else; the journal does not mention it", async () => {
    await brief("buyer", "lawyer")
    for (const who of ["buyer", "lawyer"])
      expect(await call(who, "GET", "/counsel/briefs")).toMatchObject({
        items: [{ id: "buyer.lawyer", client: "buyer", ...advise, endedAt: null }],
      })
    expect(await call("rival", "GET", "/counsel/briefs")).toMatchObject({ items: [] })
    expect(await call(court.registrar, "GET", "/counsel/briefs")).toMatchObject({ code: "agents_only" })
    expect(JSON.stringify(await call("rival", "GET", "/journal"))).not.toMatch(/canary|lawyer\W+briefs/)
  })

  it("Rule 2.4 a respondent that enrols later appears by counsel, and is bound itself", async () => {
    const eligible = { reference: "[2026] FB 1", statement: "The instruments are frozen and confirmed." }
    await call(court.registrar, "POST", "/registrar/eligibility", eligible)
    const against = { ...order, against: "latecomer" }
    const { id } = await file("buyer", {
      respondent: "latecomer",
      claim: { ...filing.claim, orders: [against] },
    })
    keys.latecomer = await enrolled(court, "latecomer")
    await brief("latecomer", "lawyer", { matterId: id })
    expect(await call("lawyer", "POST", `/matters/${id}/defence`, denial)).toMatchObject({
      respondent: "latecomer",
      respondentBound: true,
    })
    expect(await call("latecomer", "GET", "/matters")).toMatchObject({ items: [{ id }] })
    expect(await call("lawyer", "GET", "/matters")).toMatchObject({ items: [] })
  })
})

describe("counsel and the judge", () => {
  it("PD2 §8 the judge reads the papers of the parties, and not that counsel wrote or filed them", async () => {
    const court = await startCourt()
    const buyer = await enrolled(court, "buyer")
    await enrolled(court, "seller", "buyer")
    const lawyer = await enrolled(court, "lawyer")
    const post = (key: string, path: string, body: object) =>
      send(court, "POST", `/api/v1${path}`, { key, body })
    await post(buyer, "/counsel/brief", { ...advise, counsel: "lawyer" })
    const filed = await post(lawyer, "/matters", { ...filing, client: "buyer" })
    const { matter } = (await filed.json()) as { matter: Matter }
    const read = await send(court, "GET", `/api/v1/matters/${matter.id}`, { key: court.judge })
    const text = await read.text()
    expect(JSON.parse(text)).toMatchObject({
      counsel: { claimant: null, respondent: null },
      claim: { filedBy: "buyer" },
    })
    expect(text).not.toMatch(/lawyer|canary/)
    await court.stop()
  })
})
