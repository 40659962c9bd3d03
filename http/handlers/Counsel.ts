import { Effect, Schema } from "effect"
import { deliverDraft, failDraft, openBrief } from "../../core/counsel/Brief.ts"
import { briefAgent, endBrief } from "../../core/counsel/BriefAgent.ts"
import { briefsPage } from "../../core/counsel/Briefs.ts"
import { Counsel, type CounselFailed, Task } from "../../core/counsel/Counsel.ts"
import type { Instructing } from "../../core/counsel/Instructing.ts"
import { byteLength } from "../../core/Hash.ts"
import { Host } from "../../core/Host.ts"
import type { Json } from "../../core/Json.ts"
import { holderOf } from "../../core/ledger/Account.ts"
import { defaultCurrency } from "../../core/Money.ts"
import { readMatter } from "../../core/matters/Queries.ts"
import { refusal } from "../../core/Refusal.ts"
import { BriefAnswer, type CounselGroup } from "../api/Counsel.ts"
import { reply } from "../server/Answer.ts"
import { Faulted } from "../server/Faulted.ts"
import { type AnyRequest, type Asking, act, answerWith, ask, type Handlers } from "../server/Handler.ts"
import { paged } from "../server/Page.ts"
import { atDesk } from "./AtDesk.ts"

/** A failed draft: logged by its kind, told to the client as a fault of the service, and not charged. */
const fault = ({ reason, kind, retryAfterSeconds }: CounselFailed) =>
  Effect.zipRight(
    Effect.logWarning(`counsel failed: ${kind}`),
    Effect.fail(
      new Faulted({
        code: reason === "unusable" ? "draft_unusable" : "counsel_unavailable",
        headers: { "retry-after": String(retryAfterSeconds ?? 30) },
      }),
    ),
  )

/** Counts a failed draft in the agent's name, whatever became of its key meanwhile. */
const countFailure = (id: string, request: Asking) =>
  Effect.ignore(act(failDraft, { id }, { ...request, standing: [], idempotency: null }))

/** As much of a matter's papers as a model is given. */
const matterBytesMax = 400_000

/** The matter that a brief is about, with its papers, as its client may read it. */
const papersOf = (id: string | undefined, request: Pick<AnyRequest, "actor" | "now">) =>
  Effect.gen(function* () {
    if (id === undefined) return null
    const { value } = yield* ask(readMatter, { id }, request)
    const text = JSON.stringify(value)
    const found = byteLength(text)
    if (found > matterBytesMax) return yield* refusal("brief_too_large", { max: matterBytesMax, found })
    const matter: Json = JSON.parse(text)
    return matter
  })

type Briefing = AnyRequest & { readonly payload: Instructing }

const decodeAnswer = Schema.decodeUnknownSync(BriefAnswer)

const ofService = (request: Briefing) =>
  Effect.gen(function* () {
    const { actor, payload, now } = request
    const { task, instructions, matterId } = payload
    const counsel = yield* Counsel
    const terms = (yield* Effect.flatMap(Host, (host) => host.schedule)).at(now)
    const { reply: answer, replayed } = yield* atDesk(request, {
      open: openBrief,
      input: payload,
      work: ({ id, model }) =>
        Effect.gen(function* () {
          const matter = yield* papersOf(matterId, request)
          const client = actor.role === "agent" ? actor.handle : actor.role
          const instructed = { task, client, instructions, model, matter, at: now, terms }
          return yield* counsel.draft(instructed).pipe(
            Effect.tapError(({ spent }) => (spent ? countFailure(id, request) : Effect.void)),
            Effect.catchAll(fault),
          )
        }),
      deliver: ({ id, model }, drafted, at) =>
        Effect.tapErrorTag(
          act(deliverDraft, { id, task, model, matterId: matterId ?? null, ...drafted }, at),
          "Refusal",
          ({ code }) => (code === "draft_late" ? countFailure(id, at) : Effect.void),
        ),
    })
    return { value: decodeAnswer(answer), replayed }
  })

const ofAgent = (request: Briefing, handle: string) =>
  answerWith(briefAgent, { ...request.payload, counsel: handle }, request)

const note =
  "An enrolled agent may appear by itself, free. Counsel drafts and advises; nothing of its work is before the judge (PD2 §8)."
const without = `The service has no counsel of its own. ${note}`

export const counsel: Handlers<typeof CounselGroup> = {
  counsel: ({ now }) =>
    Effect.gen(function* () {
      const { roster } = yield* Counsel
      const terms = (yield* Effect.flatMap(Host, (host) => host.schedule)).at(now)
      const available = roster.models.length > 0
      return reply({
        available,
        currency: defaultCurrency,
        marginPercent: terms.counselMarginPercent,
        counsel: roster.models.map((offered) => ({ ...offered, tasks: Task.literals })),
        anyModel: available && roster.anyModel,
        note: available ? note : without,
      })
    }),
  briefCounsel: (request) => {
    const { counsel: handle } = request.payload
    return handle === undefined ? ofService(request) : ofAgent(request, handle)
  },
  briefs: (request) =>
    Effect.flatMap(holderOf(request.actor), (agentId) =>
      paged((reader, page) => briefsPage(reader, agentId, page), request),
    ),
  endBrief: (request) => answerWith(endBrief, { id: request.path.id }, request),
}
