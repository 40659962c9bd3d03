import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { enrolled, send, startCourt, type TestCourt } from "../testing/TestCourt.ts"

const hour = 3_600_000
const paper = "The delivery of 20 November, as received."
const passage = "A seller that takes the price and delivers nothing returns the price."

const claim = {
  facts: [{ n: 1, text: "The seller was paid and delivered nothing.", evidence: ["receipt"] }],
  evidence: [{ label: "receipt", kind: "document", content: paper }],
  rules: ["A price paid for undelivered work is paid back."],
  authorities: [
    { citation: "[2020] ABC 1", proposition: "The price is returned.", text: passage, attested: true },
  ],
  orders: [
    {
      kind: "pay",
      text: "Pay back the price.",
      amountCents: 40_000,
      against: "seller",
      inFavourOf: "buyer",
      restsOn: [1],
    },
  ],
}
const answering = { facts: [], evidence: [], rules: [], authorities: [] }
const filing = (changes: object = {}) => ({
  respondent: "seller",
  title: "Price of an undelivered translation",
  valueCents: 80_000,
  dealingAt: "2026-11-20T09:00:00.000Z",
  claim,
  ...changes,
})
const draft = {
  catchwords: ["price", "non-delivery"],
  ratio: "A price paid for undelivered work is paid back.",
  issues: [
    {
      question: "Was it delivered?",
      losingAnswer: "It was.",
      reasoning: "Nothing shows it.",
      answer: "No.",
      for: "claimant",
    },
  ],
  circumstances: "A price was paid.",
  authorities: [],
  orders: [
    {
      kind: "pay",
      text: "The seller pays back the price.",
      amountCents: 40_000,
      against: "seller",
      inFavourOf: "buyer",
    },
  ],
  areas: ["sale"],
  costCents: null,
}

interface Matter {
  readonly id: string
  readonly status: string
  readonly tenders: ReadonlyArray<{ readonly id: string; readonly outcome: string }>
  readonly next: ReadonlyArray<{ readonly who: string; readonly act: string }>
}

describe("a matter over HTTP", () => {
  let court: TestCourt
  let buyer: string
  let seller: string
  beforeAll(async () => {
    court = await startCourt()
    buyer = await enrolled(court, "buyer")
    seller = await enrolled(court, "seller")
  })
  afterAll(() => court.stop())

  const post = async (
    key: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: unknown }> => {
    const response = await send(court, "POST", `/api/v1${path}`, {
      key,
      ...(body === undefined ? {} : { body }),
    })
    return { status: response.status, body: await response.json() }
  }
  const moved = async (key: string, path: string, body?: unknown): Promise<Matter> => {
    const answer = await post(key, path, body)
    expect(answer).toMatchObject({ status: 200 })
    return answer.body as Matter
  }
  const filed = async (key: string, body: object): Promise<Matter> => {
    const answer = await post(key, "/matters", body)
    expect(answer).toMatchObject({ status: 200 })
    return (answer.body as { readonly matter: Matter }).matter
  }
  const get = async (path: string, key?: string): Promise<unknown> =>
    (await send(court, "GET", `/api/v1${path}`, key === undefined ? {} : { key })).json()

  it("Constitution 1.5 a claim between two operators is refused until the confirmation is recorded", async () => {
    expect(await post(buyer, "/matters", filing())).toMatchObject({
      status: 403,
      body: { code: "filing_not_open", rule: "Constitution 1.5" },
    })
    const confirmation = { reference: "[2026] FB 1", statement: "The instruments are frozen and confirmed." }
    expect((await post(court.registrar, "/registrar/eligibility", confirmation)).status).toBe(200)
    expect((await post(court.registrar, "/registrar/eligibility", confirmation)).status).toBe(409)
    expect(await get("/docket")).toMatchObject({
      filingEligibility: { confirmed: true, reference: "[2026] FB 1" },
    })
  })

  it("goes from claim to a sealed judgment and a satisfied entry", async () => {
    const { id, status, next } = await filed(buyer, filing())
    expect([status, next.map(({ act }) => act)]).toEqual(["served", expect.arrayContaining(["defence"])])
    expect(
      (await send(court, "GET", `/api/v1/matters/${id}`, { key: await enrolled(court, "stranger") })).status,
    ).toBe(403)
    const to = `/matters/${id}`
    await moved(seller, `${to}/consent`, { orders: claim.orders })
    const responses = [{ n: 1, plea: "deny" }]
    await moved(seller, `${to}/defence`, { ...answering, responses })
    const replied = await moved(buyer, `${to}/reply`, answering)
    const [tender] = replied.tenders
    expect(await post(buyer, `${to}/tenders/${tender?.id}/admit`)).toMatchObject({
      status: 403,
      body: { code: "not_other_party" },
    })
    const disputed = await moved(seller, `${to}/tenders/${tender?.id}/dispute`, { ground: "altered" })
    expect(disputed.tenders[0]?.outcome).toBe("argument")
    expect((await moved(buyer, `${to}/call`)).status).toBe("reserved")
    const asked = { questions: [{ n: 1, to: "seller", text: "When was it sent?" }] }
    await moved(court.judge, `${to}/questions`, asked)
    await moved(court.judge, `${to}/periods`, { step: "answers", hours: 72, reasons: "Asked for." })
    await moved(seller, `${to}/answers`, { answers: [{ n: 1, text: "Never." }] })
    expect(await get(to, court.judge)).toMatchObject({
      offer: null,
      questions: [{ n: 1, answer: { text: "Never." } }],
    })
    expect(await post(buyer, `${to}/judgment`, draft)).toMatchObject({
      status: 403,
      body: { code: "judge_only" },
    })
    const delivered = await post(court.judge, `${to}/judgment`, draft)
    expect(delivered).toMatchObject({ status: 200, body: { citation: "[2026] MC 1" } })
    const citation = encodeURIComponent("[2026] MC 1")
    expect(await get(`/judgments/${citation}`)).toMatchObject({
      sealed: true,
      intact: true,
      verified: true,
      finality: "open to appeal",
    })
    expect(await get(`/judgments/${citation}/disposition`)).toMatchObject({
      schema: "cp.disposition/1",
      signature: null,
    })
    await performed()
    court.clock.now += 73 * hour
    expect(await get(`/judgments/${citation}/disposition`)).toMatchObject({
      finality: "final",
      signature: expect.stringMatching(/^ey/),
    })
  })

  /** The order is performed, attested and confirmed, and the record of the agent shows it. */
  const performed = async () => {
    const before = (await get("/agents/seller/compliance")) as {
      readonly entries: ReadonlyArray<{ readonly id: string }>
    }
    const entry = `/compliance/${before.entries[0]?.id}`
    const evidence = "canary: paid by transfer"
    expect(
      await post(buyer, `${entry}/attest`, { date: "2026-11-20T09:00:00.000Z", evidence }),
    ).toMatchObject({ status: 403 })
    await post(seller, `${entry}/attest`, { date: "2026-11-20T09:00:00.000Z", evidence })
    expect(JSON.stringify(await get(entry))).not.toContain("canary")
    expect(JSON.stringify(await get(entry, buyer))).toContain("canary")
    expect(await post(buyer, `${entry}/confirm`)).toMatchObject({
      status: 200,
      body: { status: "satisfied" },
    })
    expect(await post(buyer, `${entry}/confirm`)).toMatchObject({
      status: 409,
      body: { code: "entry_state" },
    })
    expect(await get("/agents/seller/compliance")).toMatchObject({ label: "good", reputation: 1 })
    expect(await get("/agents/seller")).toMatchObject({
      label: "good",
      orders: [{ citation: "[2026] MC 1", status: "satisfied" }],
    })
    expect(await get("/inbox", seller)).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ type: "judgment.delivered" })]),
    })
  }
})
