import { Effect } from "effect"
import { Keys } from "../../adapters/keys/Keys.ts"
import { checkParty } from "../../core/checks/index.ts"
import { checkCompliance, listCompliance, readAgent, readCompliance } from "../../core/compliance/index.ts"
import { listJudges, readJudge, readMatter, readOutcome } from "../../core/docket/index.ts"
import { holdRevocations } from "../../core/holds/index.ts"
import { listJudgments, readJudgment } from "../../core/judgments/index.ts"
import type { Actor } from "../../core/kernel/Actor.ts"
import { defaultCurrency, format } from "../../core/kernel/Money.ts"
import { Clauses } from "../../core/law/index.ts"
import { docket, type MatterDetail } from "../../core/matters/index.ts"
import { Rulebook } from "../../core/rulebook/index.ts"
import type { Described } from "../api/OpenApi.ts"
import type { Problem } from "../api/Operation.ts"
import type { PagesGroup } from "../api/Pages.ts"
import { agentPage, lookupPage } from "../pages/AgentPage.ts"
import { askPartyPage, checkPage } from "../pages/CheckPage.ts"
import { pythonClient, scriptClient } from "../pages/Clients.ts"
import { entryPage, holdsPage, registerPage } from "../pages/CompliancePages.ts"
import { criteriaBundle, criteriaPage, criteriaScript } from "../pages/CriteriaPage.ts"
import { docketPage, homePage } from "../pages/DocketPages.ts"
import { findPage } from "../pages/FindPage.ts"
import {
  acceptPage,
  acceptScript,
  causesPage,
  clausesPage,
  disclosurePage,
  lawPage,
  problemPage,
} from "../pages/FixedPages.ts"
import { fontFile } from "../pages/Fonts.ts"
import { type Page, pageHeaders, renderPage } from "../pages/Frame.ts"
import { partPage } from "../pages/GuidePages.ts"
import type { Html } from "../pages/Html.ts"
import { judgePage, judgesPage } from "../pages/JudgePages.ts"
import { judgmentPage, judgmentsPage } from "../pages/JudgmentPages.ts"
import { matterPage } from "../pages/MatterPage.ts"
import { lockedPage, openScript } from "../pages/OpenPage.ts"
import { partiesIn } from "../pages/Outcome.ts"
import { proofBundle, proofScript } from "../pages/ProofCheck.ts"
import { sealScript } from "../pages/SealScript.ts"
import { type Face, style } from "../pages/Style.ts"
import { type Answer, bodyText, document, documents, type Reply, reply } from "../server/Answer.ts"
import { type AnyRequest, ask, askBeginning, askPage } from "../server/Handler.ts"
import { Faulted } from "../server/Problem.ts"
import { revokedShown } from "./Dealings.ts"
import { type Asker, askEnrolled, askExample, askFound } from "./Found.ts"
import { makeGuided } from "./Guided.ts"
import { textsOf } from "./Law.ts"
import type { ByHand } from "./Work.ts"

interface PagesOptions {
  readonly baseUrl: string
  readonly sandbox: boolean
  readonly contact: string
  readonly described: () => Described
}

const respondents = (
  { items }: { readonly items: ReadonlyArray<{ readonly respondent: string }> },
  asker: Asker,
) =>
  askEnrolled(
    items.map(({ respondent }) => respondent),
    asker,
  )
const askFavoured = (entries: ReadonlyArray<{ readonly favoured: string }>, asker: Asker) =>
  askEnrolled(
    entries.map((entry) => entry.favoured),
    asker,
  )

/** The handles for which the reader of a matter may act: its own, and that of a client for which it is counsel on the record. */
const actsFor = ({ claimant, respondent, counsel }: MatterDetail, actor: Actor): ReadonlyArray<string> => {
  if (actor.role !== "agent") return []
  const clients = [
    ...(counsel.claimant === actor.handle ? [claimant] : []),
    ...(counsel.respondent === actor.handle ? [respondent] : []),
  ]
  return [actor.handle, ...clients]
}

/** The handlers of all pages. A page asks the query whose view it shows, in the name of its reader. */
export const pages = ({ baseUrl, sandbox, contact, described }: PagesOptions): ByHand<typeof PagesGroup> => {
  const { guide } = makeGuided({ described, baseUrl })
  const texts = textsOf(baseUrl)
  const page = (of: Omit<Page, "sandbox">) => reply(renderPage({ ...of, sandbox }), pageHeaders)
  const plain = (title: string, section: string) => (body: Html) => page({ title, section, body })
  const reachable = contact !== `${baseUrl}/disclosure`
  const disclosure = document(
    plain("Disclosure", "/disclosure")(disclosurePage({ contact, reachable })).value,
    pageHeaders,
  )
  const stylesheet = document(style)
  const script = document(sealScript)
  const proving = document(proofScript)
  const acceptance = document(
    page({ title: "Accept an agent", section: "", body: acceptPage, scripts: ["/accept.js"] }).value,
    pageHeaders,
  )
  const accepting = document(acceptScript)
  const opening = document(openScript)
  const criteria = document(
    page({ title: "Criteria", section: "/criteria", body: criteriaPage, scripts: ["/criteria.js"] }).value,
    pageHeaders,
  )
  const evaluating = document(criteriaScript)
  const keep = documents<string>()
  /** A bundle that was made with the package, which a checkout that was not built lacks. */
  const keepBundle = (name: string, load: () => string | null) =>
    keep(
      name,
      "",
      Effect.suspend(() => {
        const bundle = load()
        return bundle === null ? new Faulted({ code: "not_found" }) : Effect.succeed(reply(bundle))
      }),
    )
  const faces: { [name in Face]?: Reply<Uint8Array> } = {}
  const instrumentPage = (request: AnyRequest, asked: string, titled: string | null) =>
    Effect.gen(function* () {
      const found = Rulebook.instrument(asked)
      const id = found?.id ?? asked
      const text = yield* texts.instrument(id, request.now)
      const all = yield* texts.instruments(request.now)
      const title = titled ?? (found === undefined ? id : `${id}: ${found.title}`)
      const made = Effect.map(lawPage(text.value, all.value), (body) =>
        page({ title, section: "/rules", body }),
      )
      return yield* keep(title, `${text.rendered?.etag} ${all.rendered?.etag}`, made)
    })
  const recordPage = (request: AnyRequest, handle: string, cursor: string | undefined) =>
    Effect.gen(function* () {
      const { value: agent } = yield* askBeginning(readAgent, { handle }, "ordersCursor", request)
      const { actor, now } = request
      const { value: record } = yield* askPage(checkCompliance, { handle }, { actor, now, query: { cursor } })
      const money = (cents: number) => format(cents, defaultCurrency)
      const body = agentPage(agent, record, yield* askFavoured(record.entries, request), money)
      return page({ title: `Agent ${agent.handle}`, section: "/agents", body })
    })
  return {
    home: (request) =>
      Effect.gen(function* () {
        const { value } = yield* askPage(docket, {}, { ...request, query: { limit: 1 } })
        const body = homePage(value, yield* askExample(request))
        return page({ title: Clauses.forum, section: "/", body })
      }),
    find: (request) =>
      Effect.gen(function* () {
        const { q = "" } = request.query
        const found = yield* askFound(q, request)
        return page({ title: "Find", section: "", body: findPage(q, found) })
      }),
    docket: (request) =>
      Effect.gen(function* () {
        const { value } = yield* askPage(docket, {}, request)
        const body = docketPage(value, yield* respondents(value, request))
        const [first] = value.items
        const from =
          request.query.cursor === undefined || first === undefined ? "" : `, from No. ${first.number}`
        return page({ title: `Docket${from}`, section: "/docket", body })
      }),
    matter: (request) =>
      Effect.gen(function* () {
        const { value } = yield* ask(readMatter, request.path, request)
        const own = actsFor(value, request.actor)
        const body = matterPage(value, own, yield* askEnrolled([value.respondent], request))
        const shown = { title: `Matter No. ${value.number}`, section: "", body, isPrivate: true }
        return { ...page(shown), headers: { ...pageHeaders, "cache-control": "private, no-store" } }
      }),
    judgments: (request) =>
      Effect.gen(function* () {
        const { value } = yield* askPage(listJudgments, {}, request)
        const body = judgmentsPage(value, yield* respondents(value, request))
        return page({ title: "Judgments", section: "/judgments", body })
      }),
    judgment: (request) =>
      Effect.gen(function* () {
        const { notary } = yield* Keys
        const { value } = yield* ask(readJudgment, { ...request.path, notary, baseUrl }, request)
        const { value: outcome } = yield* ask(readOutcome, request.path, request)
        const enrolled = yield* askEnrolled(partiesIn(outcome), request)
        const body = yield* judgmentPage(value, outcome, enrolled, baseUrl)
        return page({
          title: value.citation,
          section: "/judgments",
          body,
          scripts: ["/seal.js", "/proof.js"],
        })
      }),
    judges: (request) =>
      Effect.map(ask(listJudges, {}, request), ({ value }) =>
        page({ title: "Judges", section: "/judgments", body: judgesPage(value) }),
      ),
    judge: (request) =>
      Effect.map(ask(readJudge, request.path, request), ({ value }) =>
        page({ title: `Judge: ${value.judge}`, section: "/judgments", body: judgePage(value) }),
      ),
    checkPage: (request) =>
      Effect.gen(function* () {
        const { party, priceCents } = request.query
        if (party === undefined) return plain("Check a party", "/agents")(askPartyPage)
        const { value } = yield* ask(checkParty, { party, priceCents }, request)
        return plain(`Check of ${party}`, "/agents")(checkPage(value, request.query))
      }),
    lookup: (request) =>
      request.query.handle === undefined
        ? Effect.succeed(plain("Agents", "/agents")(lookupPage))
        : recordPage(request, request.query.handle, undefined),
    agent: (request) => recordPage(request, request.path.handle, request.query.cursor),
    register: (request) =>
      Effect.gen(function* () {
        const { value } = yield* askPage(listCompliance, {}, request)
        const body = registerPage(value, yield* askFavoured(value.items, request))
        return page({ title: "Register of Compliance", section: "/compliance", body })
      }),
    entry: (request) =>
      Effect.gen(function* () {
        const { value } = yield* askBeginning(readCompliance, request.path, "historyCursor", request)
        const body = entryPage(value, yield* askFavoured([value], request), baseUrl)
        return page({
          title: `${value.citation}, order ${value.n}`,
          section: "/compliance",
          body,
          scripts: ["/proof.js"],
        })
      }),
    holds: (request) =>
      Effect.gen(function* () {
        const { value } = yield* askPage(holdRevocations, {}, { ...request, query: { limit: revokedShown } })
        const { payout } = yield* Keys
        return page({ title: "Holds", section: "/compliance", body: holdsPage(value, payout.address) })
      }),
    rules: (request) => instrumentPage(request, "rules", "Rules of Court"),
    instrument: (request) => instrumentPage(request, request.path.instrument, null),
    clauses: () =>
      keep(
        "clauses",
        texts.clauses.value,
        Effect.map(clausesPage(texts.clauses.value), plain("Model clauses", "/rules")),
      ),
    causes: () => keep("causes", "", Effect.map(causesPage, plain("Lines and causes", "/rules"))),
    disclosure: () => Effect.succeed(disclosure),
    style: () => Effect.succeed(stylesheet),
    font: ({ path }) => Effect.sync(() => (faces[path.face] ??= fontFile(path.face))),
    sealScript: () => Effect.succeed(script),
    proofScript: () => Effect.succeed(proving),
    scriptClient: () => keepBundle("client.js", scriptClient),
    pythonClient: () =>
      keep(
        "client.py",
        "",
        Effect.sync(() => reply(pythonClient())),
      ),
    proofBundle: () => keepBundle("proof-check.js", proofBundle),
    criteria: () => Effect.succeed(criteria),
    criteriaScript: () => Effect.succeed(evaluating),
    criteriaBundle: () => keepBundle("criteria-check.js", criteriaBundle),
    accept: () => Effect.succeed(acceptance),
    openScript: () => Effect.succeed(opening),
    acceptScript: () => Effect.succeed(accepting),
    docsPart: ({ now, path }) =>
      Effect.flatMap(guide(now), (of) => {
        const found = partPage(of, path.page)
        return found === null
          ? new Faulted({ code: "not_found" })
          : Effect.succeed(page({ ...found, section: "/docs" }))
      }),
  }
}

const matterPath = /^\/matters\/([0-9a-f-]{36})$/

/** The page of a refusal. Whoever opens the page of a matter without a credential reads how to get a link. */
const refusalPage = (problem: Problem, path: string, { baseUrl, mail }: RefusalOptions): Html => {
  const [, id] = matterPath.exec(path) ?? []
  return problem.status === 401 && id !== undefined
    ? lockedPage(id, { baseUrl, mail, problem })
    : problemPage(problem)
}

interface RefusalOptions {
  readonly baseUrl: string
  readonly sandbox: boolean
  readonly mail: boolean
}

/** Turns a refusal into a page, for a reader who asked for a page. */
export const asPage =
  (options: RefusalOptions) =>
  (answer: Answer, path: string): Answer => {
    if (answer.status < 400 || answer.body === null) return answer
    // Every answer from 400 on is a problem.
    const problem = JSON.parse(bodyText(answer)) as Problem
    return {
      status: answer.status,
      headers: { ...answer.headers, ...pageHeaders, "content-type": "text/html; charset=utf-8" },
      body: renderPage({
        title: problem.title,
        section: "",
        body: refusalPage(problem, path, options),
        sandbox: options.sandbox,
      }),
    }
  }
