/**
 * The handlers for the service itself (its health, its description, its public journal, and the clock of a sandbox) and for the
 * Registrar's office.
 */
import { createHash } from "node:crypto"
import { Effect, Predicate } from "effect"
import { didDocument } from "../../adapters/keys/DidDocument.ts"
import { Keys } from "../../adapters/keys/Keys.ts"
import { Health } from "../../adapters/store/index.ts"
import { Stores } from "../../adapters/stores/index.ts"
import { Payout, statementsFor } from "../../core/holds/index.ts"
import { readJournal } from "../../core/kernel/Query.ts"
import { format, hours } from "../../core/kernel/Time.ts"
import { Note, Records, readState } from "../../core/log/index.ts"
import { advance, type Move } from "../../core/sandbox/index.ts"
import type { Described } from "../api/OpenApi.ts"
import type { ClockMove, JournalGroup, SandboxGroup, SystemGroup } from "../api/System.ts"
import { pageHeaders, renderPage } from "../pages/Frame.ts"
import type { Guided } from "../pages/Guide.ts"
import { guideText, shortText } from "../pages/Guide.ts"
import { indexPage } from "../pages/GuidePages.ts"
import { pageText } from "../pages/OperationText.ts"
import { document, type Reply, reply } from "../server/Answer.ts"
import { clockKept } from "../server/Clock.ts"
import { ask, defaultLimit, optionsOf } from "../server/Handler.ts"
import { Faulted } from "../server/Problem.ts"
import { securityText } from "./Discovery.ts"
import { makeGuided } from "./Guided.ts"
import type { ByHand } from "./Work.ts"

interface SystemOptions {
  readonly described: () => Described
  readonly baseUrl: string
  readonly sandbox: boolean
  readonly contact: string
}

/** Why the court is not ready. Everybody may read it, so it gives the code of the store's error with what that means, and not its message. */
const why = ({ operation, code, since }: Health.Trouble, lastCommitAt: number | null): string => {
  const meaning = Stores.meaningOf(code)
  const coded = meaning === undefined ? code : `${code} (${meaning})`
  const failed = code === "no_answer" ? `${operation} gets no answer` : `${operation} fails with ${coded}`
  const last = lastCommitAt === null ? "nothing was recorded yet" : `last recorded at ${format(lastCommitAt)}`
  return `${failed} since ${format(since)}; ${last}`
}

const searchChars = 100

/** The words to look for in the guide. A page has no place for a refusal, so a query that can't be read counts as empty. */
const searchIn = (query: unknown): string =>
  Predicate.hasProperty(query, "q") && typeof query.q === "string" ? query.q.slice(0, searchChars) : ""

export const system = ({
  described,
  baseUrl,
  sandbox,
  contact,
}: SystemOptions): ByHand<typeof SystemGroup> => {
  const { guide, kept } = makeGuided({ described, baseUrl })
  let openapi: Reply<unknown> | null = null
  return {
    healthz: () => Effect.succeed(reply({ status: "up" })),
    readyz: ({ now }) =>
      Effect.gen(function* () {
        const health = yield* Health.Health
        const { trouble, lastCommitAt } = yield* health.state
        if (trouble === null) {
          yield* clockKept(now, yield* health.lastEventAt)
          return reply({ status: "ready", lastCommitAt: lastCommitAt === null ? null : format(lastCommitAt) })
        }
        const errors = [{ path: "store", message: why(trouble, lastCommitAt) }]
        const headers = { "retry-after": "1" }
        return yield* new Faulted({ code: "store_unavailable", errors, headers })
      }),
    notary: (request) =>
      Effect.gen(function* () {
        const { notary, payout, log } = yield* Keys
        const { value: state } = yield* ask(readState, {}, request)
        const origin = state?.origin ?? Records.originOf(baseUrl)
        const vkey = Note.formatVerifierKey(Records.keyOf(origin, log.publicKey))
        const statements = statementsFor(yield* Payout.Signer)
        const ended = (state?.ended ?? []).map(({ endedAt, ...one }) => ({
          ...one,
          endedAt: format(endedAt),
        }))
        const described = { origin, vkey, witnesses: state?.policy?.witnesses ?? [], ended }
        return reply({ ...notary, payout, log: described, ...statements })
      }),
    didDocument: () => Effect.map(Keys, (keys) => reply(didDocument(baseUrl, keys))),
    openapi: () =>
      Effect.sync(() => {
        openapi ??= document<unknown>(described())
        return openapi
      }),
    docs: ({ now, query }) => {
      const q = searchIn(query)
      const renderGuide = (of: Guided) =>
        renderPage({
          title: "Interface",
          section: "/docs",
          body: indexPage(of, q),
          sandbox,
        })
      // A search has no fixed name to be kept under.
      return q === ""
        ? kept("docs", now, renderGuide, pageHeaders)
        : Effect.map(guide(now), (of) => reply(renderGuide(of), pageHeaders))
    },
    docsPage: ({ now, path: { page } }) =>
      Effect.flatMap(guide(now), (of) => {
        const text = pageText(of, page)
        return text === null ? new Faulted({ code: "not_found" }) : Effect.succeed(reply(text))
      }),
    docsText: ({ now }) => kept("docs.md", now, guideText),
    llmsText: ({ now }) => kept("llms.txt", now, shortText),
    jwks: () => Effect.map(Keys, ({ jwks }) => reply(jwks)),
    securityTxt: (request) => Effect.succeed(reply(securityText(baseUrl, contact, request.now))),
  }
}

// A store may give cursors of any form. The checksum keeps cursors that the store did not give from reaching it.
const checkOf = (cursor: string): string =>
  createHash("sha256").update(`journal/${cursor}`).digest("base64url").slice(0, 6)
const encode = (cursor: string): string =>
  Buffer.from(`${checkOf(cursor)}${cursor}`, "utf8").toString("base64url")
const decode = (text: string): Effect.Effect<string, Faulted> => {
  const plain = Buffer.from(text, "base64url").toString("utf8")
  const cursor = plain.slice(6)
  return checkOf(cursor) === plain.slice(0, 6)
    ? Effect.succeed(cursor)
    : Effect.fail(
        new Faulted({
          code: "invalid_request",
          errors: [{ path: "query.after", message: "must be a cursor that the journal gave" }],
        }),
      )
}

export const journal: ByHand<typeof JournalGroup> = {
  readJournal: (request) =>
    Effect.gen(function* () {
      const { after, limit = defaultLimit } = request.query
      const from = after === undefined ? null : yield* decode(after)
      const { value: page } = yield* ask(readJournal, { page: { after: from, limit } }, request)
      const items = page.items.map(({ cursor, at, type, subject, rules, data }) => ({
        cursor: encode(cursor),
        at: format(at),
        type,
        subject,
        rules,
        data,
      }))
      return reply({
        items,
        nextCursor: page.next === null || items.length < limit ? null : encode(page.next),
      })
    }),
}

const moveOf = (move: typeof ClockMove.Type): Move => {
  if ("advanceHours" in move) return { advanceMs: Math.round(hours(move.advanceHours)) }
  return "advanceMs" in move ? { advanceMs: move.advanceMs } : { to: move.to }
}

export const sandbox: ByHand<typeof SandboxGroup> = {
  readClock: ({ now }) => Effect.succeed(reply({ now: format(now) })),
  moveClock: (request) =>
    Effect.map(advance(moveOf(request.payload), optionsOf(request)), ({ replayed, ...value }) => ({
      value,
      replayed,
    })),
}
