import { Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { present } from "../../core/Defect.ts"
import { Store } from "../../core/store/Store.ts"
import * as Examples from "../api/Examples.ts"
import { describe as described } from "../api/OpenApi.ts"
import { draft as draftOf, order as orderOf } from "../testing/Dispute.ts"
import { accounts, answers, base, charge, freshStore } from "../testing/Rails.ts"
import { enrolled, send, startCourt, type TestCourt } from "../testing/TestCourt.ts"

const actors = ["nobody", "stranger", "claimant", "counsel", "respondent", "registrar", "judge"] as const
type ActorName = (typeof actors)[number]
const agents: ReadonlyArray<ActorName> = ["stranger", "claimant", "counsel", "respondent"]

/** The ids that the paths of the rows need. */
interface Ids {
  readonly matter: string
  /** A matter in which the respondent offers consent orders. */
  readonly settling: string
  /** A matter that is discontinued. */
  readonly ending: string
  readonly tender: string
  readonly dealing: string
  readonly reference: string
  readonly quote: string
  /** A hold on another quote of the same two. */
  readonly hold: string
  readonly invoice: string
  /** Empty until the row of the judgment has run. */
  entry: string
  /** Empty until the row of the appeal has run. */
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
  /** The record does not exist yet, so those who may do it get 404. */
  readonly absent?: boolean
  /** Who could do it too, if its own side had not done it already. */
  readonly spent?: ReadonlyArray<ActorName>
}

const order = orderOf({ against: "respondent", inFavourOf: "claimant" })
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
/** Puts the parties of the other dispute into a body, so that only the actor does not fit. */
const renamed = (body: unknown): unknown =>
  body === undefined
    ? undefined
    : JSON.parse(
        JSON.stringify(body)
          .replace(/("(?:against|to)":)"respondent"/g, '$1"absent"')
          .replace(/("inFavourOf":)"claimant"/g, '$1"stranger"'),
      )

/** What differs in a filing of the stranger's, against a handle that nobody holds. */
const againstAbsent = {
  respondent: "absent",
  claim: {
    ...filing.claim,
    orders: [{ ...sought, against: "absent", inFavourOf: "stranger" }],
  },
}
const draft = draftOf([order], { costCents: null })
const own = (path: string) => () => `/agents/respondent${path}`
const quote = (path: string) => (ids: Ids) => `/quotes/${ids.quote}${path}`
const on = (path: string) => (ids: Ids) => `/matters/${ids.matter}${path}`
const entry = (path: string) => (ids: Ids) => `/compliance/${ids.entry}${path}`
const parties: ReadonlyArray<ActorName> = ["claimant", "respondent"]
/** The claimant and its counsel, which filed for it (PD2 §2). */
const claiming: ReadonlyArray<ActorName> = ["claimant", "counsel"]
const onRecord: ReadonlyArray<ActorName> = [...claiming, "respondent"]

/** The rows stand in the order of one dispute. Those who may not do an act try it first, then those who may. */
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
  { id: "deliveries", method: "GET", path: own("/deliveries"), may: ["respondent", "registrar"] },
  { id: "heartbeat", method: "POST", path: () => "/heartbeat", may: agents },
  { id: "inbox", method: "GET", path: () => "/inbox", may: [...agents, "registrar"] },
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
  // The supplier closes a quote and the buyer countersigns. A row above has withdrawn this one, so both get 409.
  {
    id: "closeQuote",
    method: "POST",
    path: quote("/close"),
    body: { priceChargedCents: 1, delivered: "x" },
    may: parties,
  },
  {
    id: "nameHoldOnQuote",
    method: "POST",
    path: quote("/holds"),
    body: Examples.quoteHold,
    may: parties,
  },
  { id: "listHoldsOnQuote", method: "GET", path: quote("/holds"), may: [...parties, "registrar"] },
  { id: "nameHoldOnMatter", method: "POST", path: on("/holds"), body: Examples.matterHold, may: parties },
  { id: "listHoldsOnMatter", method: "GET", path: on("/holds"), may: [...parties, "registrar"] },
  { id: "readHold", method: "GET", path: ({ hold }) => `/holds/${hold}`, may: [...parties, "registrar"] },
  {
    id: "confirmHold",
    method: "POST",
    path: ({ hold }) => `/holds/${hold}/confirm`,
    body: Examples.holdConfirming,
    may: ["respondent"],
  },
  {
    id: "revokePayout",
    method: "POST",
    path: ({ hold }) => `/registrar/holds/${hold}/revoke`,
    body: Examples.holdRevoking,
    may: ["registrar"],
  },
  { id: "listMatters", method: "GET", path: () => "/matters", may: [...agents, "registrar", "judge"] },
  { id: "readMatter", method: "GET", path: on(""), may: [...onRecord, "registrar", "judge"] },
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
  { id: "offerConsent", method: "POST", path: on("/consent"), body: { orders: [sought] }, may: onRecord },
  {
    id: "acceptConsent",
    method: "POST",
    path: ({ settling }) => `/matters/${settling}/consent/accept`,
    may: claiming,
  },
  {
    id: "discontinue",
    method: "POST",
    path: ({ ending }) => `/matters/${ending}/discontinue`,
    may: claiming,
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
  { id: "fileReply", method: "POST", path: on("/reply"), body: empty, may: claiming },
  { id: "callForJudgment", method: "POST", path: on("/call"), may: onRecord },
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
    may: onRecord,
  },
  { id: "seekLeave", method: "POST", path: on("/leave"), body: Examples.grounds, may: onRecord },
  { id: "readFee", method: "GET", path: on("/fee"), may: onRecord },
  {
    id: "readAppeal",
    method: "GET",
    path: ({ appeal }) => `/appeals/${appeal}`,
    may: [...onRecord, "registrar", "judge"],
  },
  // Counsel withdraws the claimant's appeal first, so the claimant has no appeal left to withdraw.
  {
    id: "withdrawAppeal",
    method: "POST",
    path: on("/withdraw"),
    may: ["counsel", "respondent"],
    spent: ["claimant"],
  },
  {
    id: "estimateAppeal",
    method: "POST",
    path: ({ appeal }) => `/registrar/appeals/${appeal}/estimate`,
    body: Examples.estimate,
    may: ["registrar"],
  },
  {
    id: "decideLeave",
    method: "POST",
    path: ({ appeal }) => `/registrar/leave/${appeal}`,
    body: Examples.leave,
    may: ["registrar"],
  },
  {
    id: "deliverAppeal",
    method: "POST",
    path: ({ appeal }) => `/appeals/${appeal}/judgment`,
    body: { ...draft, outcome: "varied" },
    may: ["judge"],
  },
  {
    id: "requestPayout",
    method: "POST",
    path: ({ hold }) => `/holds/${hold}/payout`,
    body: { citation: "[2026] MC 1" },
    may: parties,
  },
  {
    id: "readPayout",
    method: "GET",
    path: ({ hold }) => `/holds/${hold}/payout`,
    may: [...parties, "registrar"],
    absent: true,
  },
  {
    id: "reportPaidOut",
    method: "POST",
    path: ({ hold }) => `/holds/${hold}/paid-out`,
    body: {},
    // This court reads no chain, so only the party that was paid may report the payment.
    may: ["respondent"],
  },
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
    id: "invoice",
    method: "GET",
    path: ({ invoice }) => `/account/pay/${invoice}`,
    may: ["claimant", "registrar"],
  },
  {
    id: "vacateJudgment",
    method: "POST",
    // This is the judgment by consent: the rows above act on the entries of the other judgment.
    path: () => `/registrar/judgments/${encodeURIComponent("[2026] MC 1")}/vacate`,
    body: Examples.vacation,
    may: ["registrar"],
  },
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
    id: "dateInstrument",
    method: "POST",
    path: () => "/registrar/instruments/PD14",
    body: Examples.dating,
    may: ["registrar"],
  },
  {
    id: "varyParameters",
    method: "POST",
    path: () => "/registrar/parameters",
    body: Examples.parameters,
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
  { id: "listTransfers", method: "GET", path: () => "/registrar/transfers", may: ["registrar"] },
  {
    id: "revokeKeys",
    method: "POST",
    path: () => "/registrar/keys/revoke",
    body: { ...Examples.revocation, handle: "respondent" },
    may: ["registrar"],
  },
]

/** The ids of a dispute in which all records have this id; like the other dispute, it has no entry and no appeal. */
const sameIds = (id: string): Ids => ({
  matter: id,
  settling: id,
  ending: id,
  tender: id,
  dealing: id,
  quote: id,
  hold: id,
  invoice: id,
  reference: id,
  entry: "",
  appeal: "",
})
/** Rows whose path names a record that the other dispute has too. */
const onIds = rows.filter(({ path }) => path(sameIds("one")) !== path(sameIds("other")))

describe("who may do what", () => {
  let court: TestCourt
  let ids: Ids
  /** The ids of the stranger's dispute, in which the claimant, its counsel and the respondent have no part. */
  let otherIds: Ids
  const keys: Record<ActorName, string | null> = {
    nobody: null,
    stranger: null,
    claimant: null,
    counsel: null,
    respondent: null,
    registrar: null,
    judge: null,
  }

  const keyOf = (actor: ActorName): string => present(keys[actor], `the key of the ${actor}`)
  const ask = (actor: ActorName, method: string, path: string, body?: unknown): Promise<Response> => {
    const key = keys[actor]
    return send(court, method, `/api/v1${path}`, {
      ...(key === null ? {} : { key }),
      ...(body === undefined ? {} : { body }),
    })
  }
  const filed = async (by: ActorName, changes: object) => {
    const answer = await ask(by, "POST", "/matters", { ...filing, ...changes })
    return ((await answer.json()) as { matter: { id: string; tenders: ReadonlyArray<{ id: string }> } })
      .matter
  }

  /** A hold that `buyer` has named on a quote of `supplier`. */
  const holdOf = async (supplier: string, buyer: { readonly handle: string; readonly key: string }) => {
    const post = async (path: string, key: string, body: object) =>
      (await (await send(court, "POST", `/api/v1${path}`, { key, body })).json()) as {
        readonly id: string
        readonly hold: { readonly id: string }
      }
    const { id } = await post("/quotes", supplier, { ...Examples.quote, buyer: buyer.handle })
    await post(`/quotes/${id}/accept`, buyer.key, {})
    const holdRef = `0x${id.replaceAll("-", "").padStart(64, "0")}`
    return (await post(`/quotes/${id}/holds`, buyer.key, { ...Examples.quoteHold, holdRef })).hold.id
  }

  /** The records of a dispute besides its matters: `lodger` lodges and offers, `asker` asks for an opinion and an invoice. */
  const recordsOf = async (lodger: ActorName, counterparty: string, asker: ActorName) => {
    const made = async (by: ActorName, path: string, body: object) =>
      ((await (await ask(by, "POST", path, body)).json()) as { readonly id: string }).id
    return {
      dealing: await made(lodger, "/notarise", { ...Examples.dealing, counterparty }),
      quote: await made(lodger, "/quotes", {
        ...Examples.quote,
        // Nobody holds the handle `absent`, so the quote goes to the lodger's own operator.
        buyer: counterparty === "absent" ? "operator" : counterparty,
      }),
      reference: await made(asker, "/advisory", Examples.reference),
      invoice: await made(asker, "/account/pay", Examples.payment),
      entry: "",
      appeal: "",
    }
  }

  beforeAll(async () => {
    const driver = freshStore()
    court = await startCourt({ sandbox: true, store: Layer.succeed(Store, driver), accounts })
    await answers(driver, court.clock.now, base)
    for (const handle of ["stranger", "claimant", "counsel", "respondent"] as const)
      keys[handle] = await enrolled(court, handle)
    keys.registrar = court.registrar
    keys.judge = court.judge
    await ask("registrar", "POST", "/registrar/eligibility", Examples.confirmation)
    await ask("registrar", "POST", "/registrar/operators/stranger/prove")
    const engaged = { task: "advice", instructions: "Advise me.", counsel: "respondent" }
    await ask("claimant", "POST", "/counsel/brief", engaged)
    await ask("claimant", "POST", "/counsel/brief", { ...engaged, counsel: "counsel" })
    // The respondent owes the fee that the row `recordWork` credits work against.
    const respondent = (await (await ask("nobody", "GET", "/agents/respondent")).json()) as { id: string }
    await charge(driver, court.clock.now, respondent.id, 101, 10)
    const forClient = () => filed("counsel", { client: "claimant" })
    const [first, settling, ending] = [await forClient(), await forClient(), await forClient()]
    await ask("respondent", "POST", `/matters/${settling.id}/consent`, { orders: [sought] })
    ids = {
      ...(await recordsOf("respondent", "claimant", "claimant")),
      hold: await holdOf(keyOf("respondent"), { handle: "claimant", key: keyOf("claimant") }),
      matter: first.id,
      settling: settling.id,
      ending: ending.id,
      tender: present(first.tenders[0], "the tender").id,
    }
    const otherMatter = await filed("stranger", againstAbsent)
    const neighbour = { handle: "neighbour", key: await enrolled(court, "neighbour") }
    otherIds = {
      ...(await recordsOf("stranger", "absent", "stranger")),
      hold: await holdOf(keyOf("stranger"), neighbour),
      matter: otherMatter.id,
      settling: otherMatter.id,
      ending: otherMatter.id,
      tender: present(otherMatter.tenders[0], "the other tender").id,
    }
  })
  afterAll(() => court.stop())

  it("every operation that needs a credential has a row", () => {
    const document = described({ baseUrl: "http://court.test", sandbox: true })
    const guarded = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .filter(({ security }) => Array.isArray(security) && security.length === 1)
      .map(({ operationId }) => operationId)
    expect(rows.map(({ id }) => id).sort()).toEqual(guarded.sort())
  })

  it.each(onIds)(
    "PD1 §1 $id on a record of another dispute is refused to every party of this one",
    async ({ method, path, body }) => {
      const target = path(otherIds)
      for (const actor of onRecord) {
        const { status } = await ask(actor, method, target, renamed(body))
        expect(status, `${actor} on ${target}`).toBe(403)
      }
    },
  )

  it.each(["admit", "dispute"])(
    "PD1 §1 the act %s on a tender of another matter finds no tender",
    async (act) => {
      const target = `/matters/${ids.matter}/tenders/${otherIds.tender}/${act}`
      const { status } = await ask(
        "respondent",
        "POST",
        target,
        act === "admit" ? undefined : { ground: "altered" },
      )
      expect(status).toBe(404)
    },
  )

  it.each(rows)(
    "PD1 §1 $id is open to those who may do it, and refused to everybody else",
    async ({ id, method, path, body, may, absent = false, spent = [] }) => {
      const target = path(ids)
      for (const actor of actors.filter((name) => !may.includes(name) && !spent.includes(name))) {
        const { status } = await ask(actor, method, target, body)
        expect(status, `${actor} on ${id}`).toBe(actor === "nobody" ? 401 : 403)
      }
      const statuses: Array<number> = []
      for (const actor of may) statuses.push((await ask(actor, method, target, body)).status)
      const never = [401, 403, 500, ...(absent ? [] : [404])]
      for (const status of statuses) expect(never).not.toContain(status)
      if (id === "deliverJudgment") {
        const record = await ask("nobody", "GET", "/agents/respondent/compliance?limit=100")
        const { entries } = (await record.json()) as { entries: ReadonlyArray<{ id: string }> }
        ids.entry = present(entries.at(-1), "the entry").id
      }
      if (id === "appeal") {
        const matter = await ask("claimant", "GET", `/matters/${ids.matter}`)
        ids.appeal = ((await matter.json()) as { appealId: string }).appealId
      }
    },
  )
})
