import { Effect } from "effect"
import { Keys } from "../../adapters/keys/Keys.ts"
import { handleClaim } from "../../core/agents/Agent.ts"
import { forum } from "../../core/law/Clauses.ts"
import { defaultCurrency, format } from "../../core/Money.ts"
import * as Reader from "../../core/Reader.ts"
import { instrument } from "../../core/rulebook/Rulebook.ts"
import { Store, type StoreUnavailable } from "../../core/store/Store.ts"
import type { PagesGroup } from "../api/Pages.ts"
import type { Problem } from "../api/Problem.ts"
import { acceptPage, acceptScript } from "../pages/AcceptPage.ts"
import { agentPage, lookupPage } from "../pages/AgentPage.ts"
import { entryPage, registerPage } from "../pages/CompliancePages.ts"
import { disclosurePage } from "../pages/DisclosurePage.ts"
import { docketPage } from "../pages/DocketPage.ts"
import { framed, type Page, pageHeaders } from "../pages/Frame.ts"
import { holdsPage } from "../pages/HoldsPage.ts"
import { homePage } from "../pages/HomePage.ts"
import type { Html } from "../pages/Html.ts"
import { judgmentPage, judgmentsPage } from "../pages/JudgmentPages.ts"
import { clausesPage, lawPage } from "../pages/LawPages.ts"
import type { Enrolled } from "../pages/Parts.ts"
import { problemPage } from "../pages/ProblemPage.ts"
import { sealScript } from "../pages/SealScript.ts"
import { style } from "../pages/Style.ts"
import { type Answer, reply, textOf } from "../server/Answer.ts"
import type { AnyRequest, Handlers } from "../server/Handler.ts"
import { document, documents } from "../server/Kept.ts"
import { agents } from "./Agents.ts"
import { compliance } from "./Compliance.ts"
import { holds } from "./Holds.ts"
import { judgments } from "./Judgments.ts"
import { law as lawOf } from "./Law.ts"
import { matters } from "./Matters.ts"

export interface PagesOptions {
  readonly baseUrl: string
  readonly sandbox: boolean
  readonly contact: string
  readonly mail: boolean
}

/** Of these names, those under which an agent is enrolled. */
const enrolledAmong = (handles: ReadonlyArray<string>): Effect.Effect<Enrolled, StoreUnavailable, Store> =>
  Effect.gen(function* () {
    const { reader } = Reader.make(yield* Store)
    const isEnrolled = (handle: string) =>
      Effect.map(reader.holder(handleClaim(handle)), (holder) => holder !== null)
    const found = yield* Effect.filter([...new Set(handles)], isEnrolled, { concurrency: "unbounded" })
    return new Set(found)
  })
const respondents = ({ items }: { readonly items: ReadonlyArray<{ readonly respondent: string }> }) =>
  enrolledAmong(items.map(({ respondent }) => respondent))
const favoured = (entries: ReadonlyArray<{ readonly favoured: string }>) =>
  enrolledAmong(entries.map((entry) => entry.favoured))

/** The pages: each asks the operation whose answer it shows, as nobody in particular. */
export const pages = ({ baseUrl, sandbox, contact, mail }: PagesOptions): Handlers<typeof PagesGroup> => {
  const { readAgent } = agents({ mail, baseUrl })
  const law = lawOf(baseUrl)
  const { listJudgments, readJudgment } = judgments(baseUrl)
  const page = (of: Omit<Page, "sandbox">) => reply(framed({ ...of, sandbox }), pageHeaders)
  const plain = (title: string, section: string) => (body: Html) => page({ title, section, body })
  const reachable = contact !== `${baseUrl}/disclosure`
  const disclosure = document(
    plain("Disclosure", "/disclosure")(disclosurePage({ contact, reachable })).value,
    pageHeaders,
  )
  const stylesheet = document(style)
  const script = document(sealScript)
  const acceptance = document(
    page({ title: "Accept an agent", section: "", body: acceptPage, script: "/accept.js" }).value,
    pageHeaders,
  )
  const accepting = document(acceptScript)
  const none = { path: {}, query: {}, payload: {} }
  const firstDocket = (request: AnyRequest) =>
    Effect.map(matters.docket({ ...request, ...none, query: { limit: 1 } }), ({ value }) => value)
  const kept = documents<string>()
  const instrumentPage = (request: AnyRequest, asked: string, titled: string | null) =>
    Effect.gen(function* () {
      const id = instrument(asked)?.id ?? asked
      const text = yield* law.readInstrument({ ...request, ...none, path: { instrument: id } })
      const all = yield* law.listInstruments({ ...request, ...none })
      const title = titled ?? id
      const made = Effect.map(lawPage(text.value, all.value), (body) =>
        page({ title, section: "/rules", body }),
      )
      return yield* kept(title, `${text.rendered?.etag} ${all.rendered?.etag}`, made)
    })
  const recordPage = (request: AnyRequest, handle: string, cursor: string | undefined) =>
    Effect.gen(function* () {
      const of = { ...request, ...none, path: { handle } }
      const { value: agent } = yield* readAgent(of)
      const query = cursor === undefined ? {} : { cursor }
      const { value: record } = yield* compliance.agentCompliance({ ...of, query })
      const money = (cents: number) => format(cents, defaultCurrency)
      const body = agentPage(agent, record, yield* favoured(record.entries), money)
      return page({ title: agent.handle, section: "/agents", body })
    })
  return {
    home: (request) =>
      Effect.map(firstDocket(request), (docket) =>
        page({ title: forum, section: "/", body: homePage(docket, baseUrl) }),
      ),
    docket: (request) =>
      Effect.gen(function* () {
        const { value } = yield* matters.docket(request)
        const body = docketPage(value, yield* respondents(value))
        return page({ title: "Docket", section: "/docket", body })
      }),
    judgments: (request) =>
      Effect.gen(function* () {
        const { value } = yield* listJudgments(request)
        const body = judgmentsPage(value, yield* respondents(value))
        return page({ title: "Judgments", section: "/judgments", body })
      }),
    judgment: (request) =>
      Effect.gen(function* () {
        const { value } = yield* readJudgment({ ...request, query: {} })
        const body = yield* judgmentPage(value)
        return page({ title: value.citation, section: "/judgments", body, script: "/seal.js" })
      }),
    lookup: (request) =>
      request.query.handle === undefined
        ? Effect.succeed(plain("Agents", "/agents")(lookupPage))
        : recordPage(request, request.query.handle, undefined),
    agent: (request) => recordPage(request, request.path.handle, request.query.cursor),
    register: (request) =>
      Effect.gen(function* () {
        const { value } = yield* compliance.listCompliance(request)
        const body = registerPage(value, yield* favoured(value.items))
        return page({ title: "Register of Compliance", section: "/compliance", body })
      }),
    entry: (request) =>
      Effect.gen(function* () {
        const { value } = yield* compliance.readCompliance(request)
        const body = entryPage(value, yield* favoured([value]))
        return page({ title: `${value.citation}, order ${value.n}`, section: "/compliance", body })
      }),
    holds: (request) =>
      Effect.gen(function* () {
        const { value } = yield* holds.holdRevocations({ ...request, ...none })
        const { payout } = yield* Keys
        return page({ title: "Holds", section: "/compliance", body: holdsPage(value, payout.address) })
      }),
    rules: (request) => instrumentPage(request, "rules", "Rules of Court"),
    instrument: (request) => instrumentPage(request, request.path.instrument, null),
    clauses: (request) =>
      Effect.flatMap(law.clauses({ ...request, ...none }), ({ value, rendered }) =>
        kept(
          "clauses",
          rendered?.etag ?? "",
          Effect.map(clausesPage(value), plain("Model clauses", "/rules")),
        ),
      ),
    disclosure: () => Effect.succeed(disclosure),
    style: () => Effect.succeed(stylesheet),
    sealScript: () => Effect.succeed(script),
    accept: () => Effect.succeed(acceptance),
    acceptScript: () => Effect.succeed(accepting),
  }
}

/** A refusal as a page, for whoever asked for one. */
export const asPage =
  (sandbox: boolean) =>
  (answer: Answer): Answer => {
    if (answer.status < 400 || answer.body === null) return answer
    const problem = JSON.parse(textOf(answer)) as Problem
    return {
      status: answer.status,
      headers: { ...answer.headers, ...pageHeaders, "content-type": "text/html; charset=utf-8" },
      body: framed({ title: problem.title, section: "", body: problemPage(problem), sandbox }),
    }
  }
