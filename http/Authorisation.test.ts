import { Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Store } from "../core/Store.ts"
import * as Examples from "./api/Examples.ts"
import { describe as described } from "./OpenApi.ts"
import { charge, freshStore } from "./testing/Charges.ts"
import { enrolled, send, startCourt, type TestCourt } from "./testing/TestCourt.ts"

const actors = ["nobody", "stranger", "claimant", "respondent", "registrar", "judge"] as const
type ActorName = (typeof actors)[number]
const agents: ReadonlyArray<ActorName> = ["stranger", "claimant", "respondent"]

/** Ids that the rows' paths and bodies need: those of three matters, a tender, a dealing, a quote and an entry. */
interface Ids {
  readonly matter: string
  readonly settling: string
  readonly ending: string
  readonly tender: string
  readonly dealing: string
  readonly reference: string
  readonly quote: string
  entry: string
  appeal: string
}

interface Row {
  /** The operation, as the description names it. */
  readonly id: string
  readonly method: "GET" | "POST" | "PUT" | "PATCH"
  readonly path: (ids: Ids) => string
  readonly body?: unknown
  /** Who is not refused for who they are. Everybody else is, with 403; nobody with 401. */
  readonly may: ReadonlyArray<ActorName>
}

const order = {
  kind: "pay",
  text: "Pay back the price.",
  amountCents: 100,
  against: "respondent",
  inFavourOf: "claimant",
}
const sought = { ...order, restsOn: [1] }
const empty = { facts: [], evidence: [], rules: [], authorities: [] }
const filing = {
  ...Examples.filing,
  respondent: "respondent",
  claim: {
    ...Examples.filing.claim,
    authorities: [{ citation: "[2020] ABC 1", proposition: "The price is returned." }],
    orders: [sought],
  },
}
const draft = {
  catchwords: [],
  ratio: "It is paid back.",
  issues: [
    {
      question: "Paid?",
      losingAnswer: "Yes.",
      reasoning: "Nothing shows it.",
      answer: "No.",
      for: "claimant",
    },
  ],
  circumstances: "A price was paid.",
  authorities: [],
  orders: [order],
  areas: [],
  costCents: null,
}
const own = (path: string) => () => `/agents/respondent${path}`
const quote = (path: string) => (ids: Ids) => `/quotes/${ids.quote}${path}`
const on = (path: string) => (ids: Ids) => `/matters/${ids.matter}${path}`
const entry = (path: string) => (ids: Ids) => `/compliance/${ids.entry}${path}`
const parties: ReadonlyArray<ActorName> = ["claimant", "respondent"]

/** In the order in which one dispute could do them: each is tried by those who may not, and then by those who may. */
const rows: ReadonlyArray<Row> = [
  {
    id: "patchManifest",
    method: "PATCH",
    path: own("/manifest"),
    body: { limits: "None." },
    may: ["respondent"],
  },
  { id: "publishStake", method: "PUT", path: own("/stake"), body: { stakeCents: 5 }, may: ["respondent"] },
  { id: "setService", method: "PUT", path: own("/service"), body: {}, may: ["respondent"] },
  { id: "vouch", method: "POST", path: own("/vouch"), may: [] },
  { id: "issueApproval", method: "POST", path: () => "/operator/approvals", may: ["stranger"] },
  { id: "heartbeat", method: "POST", path: () => "/heartbeat", may: agents },
  { id: "inbox", method: "GET", path: () => "/inbox", may: agents },
  { id: "notarise", method: "POST", path: () => "/notarise", body: Examples.dealing, may: agents },
  {
    id: "reviewDealing",
    method: "POST",
    path: ({ dealing }) => `/dealings/${dealing}/review`,
    body: Examples.review,
    may: ["claimant"],
  },
  {
    id: "offerQuote",
    method: "POST",
    path: () => "/quotes",
    body: { ...Examples.quote, buyer: "operator" },
    may: agents,
  },
  { id: "listQuotes", method: "GET", path: () => "/quotes", may: [...agents, "registrar"] },
  { id: "readQuote", method: "GET", path: quote(""), may: [...parties, "registrar"] },
  { id: "setQuoteRail", method: "PUT", path: quote("/rail"), body: Examples.address, may: ["respondent"] },
  { id: "withdrawQuote", method: "POST", path: quote("/withdraw"), may: ["respondent"] },
  { id: "acceptQuote", method: "POST", path: quote("/accept"), body: {}, may: ["claimant"] },
  { id: "declineQuote", method: "POST", path: quote("/decline"), may: ["claimant"] },
  // Either side closes, each at its time: an offer is closed by neither.
  {
    id: "closeQuote",
    method: "POST",
    path: quote("/close"),
    body: { priceChargedCents: 1, delivered: "x" },
    may: parties,
  },
  { id: "listMatters", method: "GET", path: () => "/matters", may: [...agents, "registrar", "judge"] },
  { id: "readMatter", method: "GET", path: on(""), may: [...parties, "registrar", "judge"] },
  { id: "fileMatter", method: "POST", path: () => "/matters", body: filing, may: agents },
  {
    id: "disputeTender",
    method: "POST",
    path: ({ matter, tender }) => `/matters/${matter}/tenders/${tender}/dispute`,
    body: { ground: "altered" },
    may: ["respondent"],
  },
  {
    id: "admitTender",
    method: "POST",
    path: ({ matter, tender }) => `/matters/${matter}/tenders/${tender}/admit`,
    may: ["respondent"],
  },
  { id: "offerConsent", method: "POST", path: on("/consent"), body: { orders: [sought] }, may: parties },
  {
    id: "acceptConsent",
    method: "POST",
    path: ({ settling }) => `/matters/${settling}/consent/accept`,
    may: ["claimant"],
  },
  {
    id: "discontinue",
    method: "POST",
    path: ({ ending }) => `/matters/${ending}/discontinue`,
    may: ["claimant"],
  },
  {
    id: "setPeriod",
    method: "POST",
    path: on("/periods"),
    body: { step: "defence", hours: 96, reasons: "Asked for." },
    may: ["judge"],
  },
  {
    id: "fileDefence",
    method: "POST",
    path: on("/defence"),
    body: { ...empty, responses: [{ n: 1, plea: "deny" }] },
    may: ["respondent"],
  },
  { id: "fileReply", method: "POST", path: on("/reply"), body: empty, may: ["claimant"] },
  { id: "callForJudgment", method: "POST", path: on("/call"), may: parties },
  {
    id: "putQuestions",
    method: "POST",
    path: on("/questions"),
    body: { questions: [{ n: 1, to: "respondent", text: "When?" }] },
    may: ["judge"],
  },
  {
    id: "answerQuestions",
    method: "POST",
    path: on("/answers"),
    body: { answers: [{ n: 1, text: "Never." }] },
    may: ["respondent"],
  },
  { id: "readProposal", method: "GET", path: on("/draft"), may: ["judge"] },
  { id: "deliverJudgment", method: "POST", path: on("/judgment"), body: draft, may: ["judge"] },
  {
    id: "appeal",
    method: "POST",
    path: on("/appeal"),
    body: Examples.grounds,
    may: parties,
  },
  { id: "seekLeave", method: "POST", path: on("/leave"), body: Examples.grounds, may: parties },
  { id: "readFee", method: "GET", path: on("/fee"), may: parties },
  {
    id: "readAppeal",
    method: "GET",
    path: ({ appeal }) => `/appeals/${appeal}`,
    may: [...parties, "registrar", "judge"],
  },
  { id: "withdrawAppeal", method: "POST", path: on("/withdraw"), may: parties },
  {
    id: "setComplianceAddress",
    method: "POST",
    path: entry("/address"),
    body: Examples.address,
    may: ["claimant"],
  },
  {
    id: "attestCompliance",
    method: "POST",
    path: entry("/attest"),
    body: { ...Examples.attestation, date: "2026-11-20T09:00:00.000Z" },
    may: ["respondent"],
  },
  { id: "confirmCompliance", method: "POST", path: entry("/confirm"), may: ["claimant"] },
  { id: "disputeCompliance", method: "POST", path: entry("/dispute"), body: Examples.dispute, may: parties },
  {
    id: "decideCompliance",
    method: "POST",
    path: (ids) => `/registrar/compliance/${ids.entry}/decide`,
    body: Examples.decision,
    may: ["registrar"],
  },
  {
    id: "recordEligibility",
    method: "POST",
    path: () => "/registrar/eligibility",
    body: Examples.confirmation,
    may: ["registrar"],
  },
  {
    id: "recordWork",
    method: "POST",
    path: () => "/registrar/work",
    body: { ...Examples.work, handle: "respondent" },
    may: ["registrar"],
  },
  { id: "account", method: "GET", path: () => "/account", may: agents },
  { id: "pay", method: "POST", path: () => "/account/pay", body: Examples.payment, may: agents },
  {
    id: "briefCounsel",
    method: "POST",
    path: () => "/counsel/brief",
    body: Examples.brief,
    may: agents,
  },
  { id: "refer", method: "POST", path: () => "/advisory", body: Examples.reference, may: agents },
  { id: "references", method: "GET", path: () => "/advisory", may: [...agents, "judge"] },
  {
    id: "readReference",
    method: "GET",
    path: ({ reference }) => `/advisory/${reference}`,
    may: ["claimant", "judge"],
  },
  {
    id: "giveOpinion",
    method: "POST",
    path: ({ reference }) => `/advisory/${reference}/opinion`,
    body: Examples.opinion,
    may: ["judge"],
  },
  { id: "briefs", method: "GET", path: () => "/counsel/briefs", may: agents },
  {
    id: "endBrief",
    method: "POST",
    path: () => "/counsel/briefs/claimant.respondent/end",
    may: ["claimant", "respondent"],
  },
  { id: "openList", method: "POST", path: () => "/registrar/list/open", may: ["registrar"] },
  {
    id: "proveOperator",
    method: "POST",
    path: () => "/registrar/operators/claimant/prove",
    may: ["registrar"],
  },
  {
    id: "moveClock",
    method: "POST",
    path: () => "/sandbox/clock",
    body: { advanceMs: 1 },
    may: ["registrar"],
  },
  { id: "rotateKey", method: "POST", path: own("/keys"), body: {}, may: ["respondent"] },
  {
    id: "revokeKeys",
    method: "POST",
    path: () => "/registrar/keys/revoke",
    body: { ...Examples.revocation, handle: "respondent" },
    may: ["registrar"],
  },
]

describe("who may do what", () => {
  let court: TestCourt
  let ids: Ids
  const keys: Record<ActorName, string | null> = {
    nobody: null,
    stranger: null,
    claimant: null,
    respondent: null,
    registrar: null,
    judge: null,
  }

  const ask = (actor: ActorName, method: string, path: string, body?: unknown): Promise<Response> => {
    const key = keys[actor]
    return send(court, method, `/api/v1${path}`, {
      ...(key === null ? {} : { key }),
      ...(body === undefined ? {} : { body }),
    })
  }
  const filed = async () => {
    const answer = await ask("claimant", "POST", "/matters", filing)
    return ((await answer.json()) as { matter: { id: string; tenders: ReadonlyArray<{ id: string }> } })
      .matter
  }

  beforeAll(async () => {
    const driver = freshStore()
    court = await startCourt({ sandbox: true, store: Layer.succeed(Store, driver) })
    for (const handle of ["stranger", "claimant", "respondent"] as const)
      keys[handle] = await enrolled(court, handle)
    keys.registrar = court.registrar
    keys.judge = court.judge
    await ask("registrar", "POST", "/registrar/eligibility", Examples.confirmation)
    await ask("registrar", "POST", "/registrar/operators/stranger/prove")
    const engaged = { task: "advice", instructions: "Advise me.", counsel: "respondent" }
    await ask("claimant", "POST", "/counsel/brief", engaged)
    const lodged = await ask("respondent", "POST", "/notarise", {
      ...Examples.dealing,
      counterparty: "claimant",
    })
    const { id: dealing } = (await lodged.json()) as { id: string }
    const offered = await ask("respondent", "POST", "/quotes", { ...Examples.quote, buyer: "claimant" })
    const { id: quote } = (await offered.json()) as { id: string }
    const fined = await ask("nobody", "GET", "/agents/respondent")
    await charge(driver, court.clock.now, ((await fined.json()) as { id: string }).id, 101, 10)
    const [first, settling, ending] = [await filed(), await filed(), await filed()]
    await ask("respondent", "POST", `/matters/${settling.id}/consent`, { orders: [sought] })
    const tender = first.tenders[0]?.id ?? ""
    const referred = await ask("claimant", "POST", "/advisory", Examples.reference)
    const { id: reference } = (await referred.json()) as { id: string }
    ids = {
      matter: first.id,
      settling: settling.id,
      ending: ending.id,
      tender,
      dealing,
      quote,
      reference,
      entry: "",
      appeal: "",
    }
  })
  afterAll(() => court.stop())

  it("has a row for every operation that wants a credential", () => {
    const document = described({ baseUrl: "http://court.test", sandbox: true })
    const wanted = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .filter(({ security }) => Array.isArray(security) && security.length === 1)
      .map(({ operationId }) => operationId)
    expect(rows.map(({ id }) => id).sort()).toEqual(wanted.sort())
  })

  it.each(rows)(
    "PD1 §1 $id is done by those who may and by nobody else",
    async ({ id, method, path, body, may }) => {
      const target = path(ids)
      for (const actor of actors.filter((name) => !may.includes(name))) {
        const { status } = await ask(actor, method, target, body)
        expect(status, `${actor} on ${id}`).toBe(actor === "nobody" ? 401 : 403)
      }
      const statuses: Array<number> = []
      for (const actor of may) statuses.push((await ask(actor, method, target, body)).status)
      for (const status of statuses) expect([401, 403, 404, 500]).not.toContain(status)
      if (id === "deliverJudgment") {
        const record = await ask("nobody", "GET", "/agents/respondent/compliance?limit=100")
        const { entries } = (await record.json()) as { entries: ReadonlyArray<{ id: string }> }
        ids.entry = entries.at(-1)?.id ?? ""
      }
      if (id === "appeal") {
        const matter = await ask("claimant", "GET", `/matters/${ids.matter}`)
        ids.appeal = ((await matter.json()) as { appealId: string }).appealId
      }
    },
  )
})
