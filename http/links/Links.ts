/**
 * Links for one use, by which the operator of a party opens the page of a matter in a browser. `POST /open/{id}/link` with an agent's key
 * gives one. Its token stands after the `#`, which no server, no log and no referrer sees; opening the page spends nothing, since programs
 * that scan mail open every link; the button posts the token. Of a token that was used the store keeps the hash alone.
 */
import { createHash, randomUUID } from "node:crypto"
import { Clock, Effect, Either, Option } from "effect"
import * as ApiKey from "../../adapters/keys/ApiKey.ts"
import { Keys } from "../../adapters/keys/Keys.ts"
import { Carrier } from "../../adapters/notices/Carrier.ts"
import { Agent, Allowance, records as agentRecords, isProven, Operator } from "../../core/agents/index.ts"
import { Host, perform } from "../../core/kernel/Host.ts"
import * as Reader from "../../core/kernel/Reader.ts"
import { refusal } from "../../core/kernel/Refusal.ts"
import { days } from "../../core/kernel/Time.ts"
import { Clauses } from "../../core/law/index.ts"
import { records } from "../../core/matters/index.ts"
import { empty } from "../../core/store/ChangeSet.ts"
import { Store, type StoreUnavailable } from "../../core/store/Store.ts"
import { operations } from "../api/Operations.ts"
import { type Grantee, lifetimeSeconds, readToken, writeToken } from "../oauth/AccessToken.ts"
import { formBytesMax, isForm, readForm } from "../oauth/Form.ts"
import { pageHeaders, renderPage } from "../pages/Frame.ts"
import { mailedPage, openPage, spentPage } from "../pages/OpenPage.ts"
import { type Answer, refusalAnswer } from "../server/Answer.ts"
import type { Mounted, Through } from "../server/App.ts"
import { type Incoming, pathOf } from "../server/Incoming.ts"
import { Faulted } from "../server/Problem.ts"
import { cookieFor } from "./Cookie.ts"

/** Everything beneath this path belongs to the links. */
export const prefix = "/open/"

interface Options {
  readonly baseUrl: string
  readonly sandbox: boolean
}

const paths = /^\/open\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(\/link|\/mail)?$/
const private_ = { "cache-control": "no-store" } as const

const readMatter = operations.find(({ id }) => id === "readMatter")

/** A receipt is kept for longer than any token serves, even if a sandbox moves its clock. */
const keptDays = 30

/** True the first time that an act of this name happens; false for 30 days after, in every process of the court: the store keeps a receipt of it. */
const take = Effect.fnUntraced(function* (id: string) {
  const [driver, now] = [yield* Store, yield* (yield* Host).now]
  const receipt = { id, fingerprint: randomUUID(), reply: null, expiresAt: now + days(keptDays) }
  const { _tag } = yield* driver.commit({ ...empty(now), receipt })
  return _tag === "Committed"
})

/** The id of the key that asks. Only a key of an agent gets links: an office reads by its own credential, and a token gets no other. */
const grantee = Effect.fnUntraced(function* (authorization: string | undefined) {
  const sha256 = ApiKey.parse(/^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1] ?? "")
  if (sha256 === null) {
    const errors = [{ path: "Authorization", message: "must be Bearer and an API key" }]
    return yield* new Faulted({ code: "unauthenticated", errors })
  }
  const { registrarSha256, judgeSha256 } = yield* Keys
  if (sha256 === registrarSha256 || sha256 === judgeSha256) return yield* refusal("agents_only", {})
  return { credential: sha256 }
})

const expiry = Effect.map(Clock.currentTimeMillis, (ms) => Math.floor(ms / 1_000) + lifetimeSeconds)

const writeLink = Effect.fnUntraced(function* ({ baseUrl }: Options, id: string, by: Grantee) {
  const expires = yield* expiry
  const said = { grantee: by, expires, nonce: randomUUID(), resource: `/open/${id}` } as const
  return { url: `${baseUrl}/open/${id}#${writeToken(yield* Keys, said)}`, expires }
})

const giveLink = Effect.fnUntraced(function* (
  options: Options,
  { header, address, method, target }: Incoming,
  call: Through["call"],
  id: string,
) {
  if (readMatter === undefined) return yield* Effect.dieMessage("readMatter is no operation")
  const signable = { method, target, header, acts: false, carries: false }
  const given = { path: { id }, query: {}, payload: undefined, items: 0, fingerprint: () => "" }
  const body = new Uint8Array()
  const outcome = yield* call(readMatter, { header, address, bytes: 0, signable, body }, given)
  if (Either.isLeft(outcome)) return refusalAnswer(outcome.left)
  const by = yield* grantee(header("authorization"))
  const { url, expires } = yield* writeLink(options, id, by)
  const answer: Answer = {
    status: 201,
    headers: { "content-type": "application/json", ...private_ },
    body: JSON.stringify({ url, expiresAt: new Date(expires * 1_000).toISOString() }),
  }
  return answer
})

/** Whether a token is used for the first time. The store keeps the hash alone. */
const spend = (token: string) => take(`matter-link/${createHash("sha256").update(token).digest("hex")}`)

/** Takes the token of a link, and gives the cookie of the matter's page. */
const takeLink = Effect.fnUntraced(function* (options: Options, id: string, body: Uint8Array) {
  const refused: Answer = {
    status: 410,
    headers: { ...pageHeaders, ...private_, "content-type": "text/html; charset=utf-8" },
    body: renderPage({ title: "Link", section: "", body: spentPage, sandbox: options.sandbox }),
  }
  const token = readForm(body)?.get("token") ?? ""
  const keys = yield* Keys
  const read = readToken(keys, token, yield* Clock.currentTimeMillis)
  if (read === null || read.resource !== `/open/${id}` || !(yield* spend(token))) return refused
  const path = `/matters/${id}` as const
  const session = writeToken(keys, { grantee: read.grantee, resource: path, expires: yield* expiry })
  const headers = { ...pageHeaders, ...private_, location: path }
  const answer: Answer = {
    status: 303,
    headers: { ...headers, "set-cookie": cookieFor(path, session, options.baseUrl) },
    body: null,
  }
  return answer
})

/** A matter sends links once in so many hours, whoever asks; an address gets so many in a day, of whatever matters. */
const atMost = { hoursBetween: 1, linksPerDay: 3 } as const
const hourMs = 3_600_000
const dayMs = 24 * hourMs

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 32)

/** Takes one of the links of an address for the day; false if all are taken. */
const takeOfDay = (
  operatorId: string,
  day: number,
  n = 0,
): Effect.Effect<boolean, StoreUnavailable, Store | Host> =>
  n >= atMost.linksPerDay
    ? Effect.succeed(false)
    : Effect.flatMap(take(`link-mail/${hashOf(operatorId)}/${day}/${n}`), (taken) =>
        taken ? Effect.succeed(true) : takeOfDay(operatorId, day, n + 1),
      )

const wordsOf = (handle: string, number: number, url: string) => ({
  subject: `${Clauses.forum}: a link to matter ${number}`,
  text: `Somebody asked on the page of matter ${number} for a link to it. It goes to you as the operator of ${handle}, a party.\n\n${url}\n\nIt serves once, within ten minutes, and shows the matter as ${handle} may read it. Whoever opens it reads the matter, so pass it on to nobody.\nIf you did not ask, do nothing: the link serves no more after ten minutes.\n`,
})

/**
 * Mails a link to the operator of each party whose address is proven and whose agent has a key in force (PD3 §2). `linkFor` makes the link.
 * Whoever asks learns nothing: neither whether there is such a matter, nor whether its parties have a proven address and a mail goes out.
 */
const mailToParties = Effect.fnUntraced(function* (
  id: string,
  linkFor: (grantee: Grantee) => Effect.Effect<string>,
) {
  const carrier = Option.getOrNull(yield* Effect.serviceOption(Carrier))
  if (carrier === null || carrier.mail === null) return
  const { reader } = Reader.make(yield* Store)
  const matter = Option.getOrNull(yield* reader.find(records.Matters, id))
  if (matter === null) return
  const now = yield* (yield* Host).now
  if (!(yield* take(`matter-mail/${id}/${Math.floor(now / (atMost.hoursBetween * hourMs))}`))) return
  for (const party of [matter.claimant, matter.respondent]) {
    if (party.id === null) continue
    const agent = Option.getOrNull(yield* reader.find(Agent.Agents, party.id))
    const keyring = Option.getOrNull(yield* reader.find(agentRecords.Keyrings, party.id))
    if (agent === null || !isProven(agent) || keyring === null || keyring.current === null) continue
    const operator = Option.getOrNull(yield* reader.find(Operator.Operators, agent.operatorId))
    if (operator === null || !(yield* takeOfDay(operator.id, Math.floor(now / dayMs)))) continue
    const mailId = randomUUID()
    const reserving = {
      allowance: Allowance.mailsTo(operator.id),
      figure: "addressMailsPerDay",
      id: mailId,
    } as const
    const { reply } = yield* perform(Allowance.reserve, reserving, { actor: { role: "scheduler" } })
    if (!reply.sends) continue
    const url = yield* linkFor({ credential: keyring.current })
    yield* carrier.mail({ id: mailId, to: operator.email, ...wordsOf(agent.handle, matter.number, url) })
  }
})

/** Whether a form comes from a page of this court, as far as the browser says from where it comes. */
const isOwn = ({ header }: Incoming, baseUrl: string): boolean => {
  const [site, origin] = [header("sec-fetch-site"), header("origin")]
  if (site !== undefined) return site === "same-origin"
  return origin === undefined || origin === new URL(baseUrl).origin
}

const notItsForm = new Faulted({
  code: "invalid_request",
  errors: [{ path: "", message: "must be the form of this page" }],
})

/** Sends links by e-mail, and answers before anything is looked up, so that neither the answer nor its time tells anything. */
const mailLink = Effect.fnUntraced(function* (options: Options, incoming: Incoming, id: string) {
  if (!isOwn(incoming, options.baseUrl)) return yield* notItsForm
  const keys = yield* Keys
  const linkFor = (by: Grantee) =>
    Effect.map(Effect.provideService(writeLink(options, id, by), Keys, keys), ({ url }) => url)
  yield* Effect.forkDaemon(Effect.ignoreLogged(mailToParties(id, linkFor)))
  const answer: Answer = {
    status: 202,
    headers: { ...pageHeaders, ...private_, "content-type": "text/html; charset=utf-8" },
    body: renderPage({
      title: "Link by e-mail",
      section: "",
      body: mailedPage(atMost.linksPerDay),
      sandbox: options.sandbox,
    }),
  }
  return answer
})

const methodsOf = (making: boolean): ReadonlyArray<string> => (making ? ["POST"] : ["GET", "HEAD", "POST"])

export const mountLinks =
  (options: Options): Mounted =>
  (incoming, { admission, intake, call }) =>
    Effect.gen(function* () {
      const { address, method, header } = incoming
      const declared = Number(header("content-length") ?? 0) || 0
      const counted = { address, bytes: Math.min(declared, formBytesMax) }
      yield* admission.arrive(counted)
      yield* admission.count(null, counted)
      const [, id, making] = paths.exec(pathOf(incoming)) ?? []
      if (id === undefined) return yield* new Faulted({ code: "not_found" })
      const allowed = methodsOf(making !== undefined)
      if (!allowed.includes(method))
        return yield* new Faulted({ code: "method_not_allowed", headers: { allow: allowed.join(", ") } })
      if (making === "/mail") return yield* mailLink(options, incoming, id)
      if (making !== undefined) return yield* giveLink(options, incoming, call, id)
      if (method !== "POST") {
        const page = {
          title: "Open a matter",
          section: "",
          body: openPage(id),
          scripts: ["/open.js"],
        } as const
        const headers = { ...pageHeaders, ...private_, "content-type": "text/html; charset=utf-8" }
        return { status: 200, headers, body: renderPage({ ...page, sandbox: options.sandbox }) }
      }
      if (!isForm(header("content-type")) || declared > formBytesMax || !isOwn(incoming, options.baseUrl))
        return yield* notItsForm
      return yield* intake.read(incoming, { carries: true, bytes: counted.bytes }, (body) =>
        takeLink(options, id, body),
      )
    })
