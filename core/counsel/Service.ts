/**
 * The work of a model of the service from the request to the answer: a brief of counsel, and a reference that the advisor answers.
 * There are two commits: the first takes the agent's desk, the second records the result under the request's receipt. No commit
 * waits for the model. Under one idempotency key the model is asked only once: one request at a time holds the desk, and it looks
 * for an earlier answer before it asks the model.
 */

import { Effect } from "effect"
import { readMatter } from "../docket/index.ts"
import { nameOf } from "../kernel/Actor.ts"
import type { Command } from "../kernel/Command.ts"
import * as Court from "../kernel/Court.ts"
import { byteLength } from "../kernel/Hash.ts"
import { Host, type Options, perform } from "../kernel/Host.ts"
import type { Json } from "../kernel/Json.ts"
import { refusal } from "../kernel/Refusal.ts"
import type { Instant } from "../kernel/Time.ts"
import type { Accounts } from "../matters/index.ts"
import { Store } from "../store/Store.ts"
import { type DraftReply, deliverDraft, failDraft, openBrief } from "./Brief.ts"
import { briefAgent, type RetainedReply } from "./BriefAgent.ts"
import * as Counsel from "./Counsel.ts"
import { giveUp } from "./Desk.ts"
import { openReference, refer } from "./Reference.ts"
import type { Instructing, Reference } from "./Requests.ts"
import type { ReferenceView } from "./View.ts"

type Process = Host | Court.Ports

interface Steps<I, F, O extends { readonly id: string } & Json, N, D, E, M, R extends Json> {
  readonly open: Command<I, F, O, N>
  readonly input: I
  readonly work: (opened: O) => Effect.Effect<D, E, M>
  readonly deliver: (
    opened: O,
    done: D,
    options: Options,
  ) => Effect.Effect<Court.Outcome<R>, Court.ExecuteError, Process>
}

/** The earlier answer to a request; null if the request was not answered before. */
const earlier = <R extends Json>({ idempotency }: Options, now: Instant) =>
  Effect.flatMap(Store, (store) =>
    Court.replayOf<R>(store, idempotency === undefined ? { now } : { now, idempotency }),
  )

/** The options of a step that does not answer the request, so that it leaves no receipt. */
const withoutReceipt = ({ idempotency: _, ...options }: Options): Options => options

/** Takes the desk, does the work, and records the result. If any of it fails, the desk is freed. */
const atDesk = <I, F, O extends { readonly id: string } & Json, N, D, E, M, R extends Json>(
  options: Options & { readonly at: Instant },
  { open, input, work, deliver }: Steps<I, F, O, N, D, E, M, R>,
): Effect.Effect<Court.Outcome<R>, Court.ExecuteError | E, Process | N | M> =>
  Effect.gen(function* () {
    const before = yield* earlier<R>(options, options.at)
    if (before !== null) return before
    const { reply: opened } = yield* perform(open, input, withoutReceipt(options))
    // The agent's key served when the work began. If the key changes meanwhile, the work still counts.
    const begun: Options = { ...options, knownBy: [] }
    const leave = perform(giveUp, { id: opened.id }, withoutReceipt(begun))
    return yield* Effect.gen(function* () {
      const meanwhile = yield* earlier<R>(options, options.at)
      if (meanwhile !== null) return yield* Effect.as(leave, meanwhile)
      const done = yield* work(opened)
      // The model took some time, so the court's clock is read again.
      const at = yield* Effect.flatMap(Host, (host) => host.now)
      return yield* deliver(opened, done, { ...begun, at })
    }).pipe(Effect.onError(() => Effect.ignore(leave)))
  })

const instantAsked = (options: Options) =>
  Effect.gen(function* () {
    const host = yield* Host
    const at = options.at ?? (yield* host.now)
    const schedule = yield* host.schedule
    return { options: { ...options, at }, at, schedule, terms: schedule.at(at) }
  })

/** The most bytes of a matter's papers that a model is given. */
const matterBytesMax = 400_000

/** The matter that a brief is about, with its papers, as its client may read it. */
const papersOf = (
  id: string | undefined,
  { options, at, schedule }: Effect.Effect.Success<ReturnType<typeof instantAsked>>,
) =>
  Effect.gen(function* () {
    if (id === undefined) return null
    const detail = yield* Court.ask(readMatter, { id }, { actor: options.actor, now: at, schedule })
    const text = JSON.stringify(detail)
    const found = byteLength(text)
    if (found > matterBytesMax) return yield* refusal("brief_too_large", { max: matterBytesMax, found })
    const matter: Json = JSON.parse(text)
    return matter
  })

/** Counts a failed draft for the agent, even if its key has changed meanwhile. */
const countFailure = (id: string, options: Options) =>
  Effect.ignore(perform(failDraft, { id }, withoutReceipt({ ...options, knownBy: [] })))

/**
 * Briefs counsel of the service, and gives its draft with the fee entered (PD2 §3). Fails `Counsel.Failed` if no draft came; nothing
 * is charged then. If the provider did work, or the draft came late, the failure counts among the agent's failures of the day.
 */
const briefService = (
  instructing: Instructing,
  options: Options,
): Effect.Effect<
  Court.Outcome<DraftReply>,
  Court.ExecuteError | Counsel.Failed,
  Process | Counsel.Counsel | Accounts.Accounts
> =>
  Effect.gen(function* () {
    const request = yield* instantAsked(options)
    const { actor } = options
    const { task, instructions, matterId } = instructing
    const counsel = yield* Counsel.Counsel
    return yield* atDesk(request.options, {
      open: openBrief,
      input: instructing,
      work: ({ id, model }) =>
        Effect.gen(function* () {
          const matter = yield* papersOf(matterId, request)
          const client = nameOf(actor)
          const { at, terms } = request
          return yield* counsel
            .draft({ task, client, instructions, model, matter, at, terms })
            .pipe(Effect.tapError(({ spent }) => (spent ? countFailure(id, request.options) : Effect.void)))
        }),
      deliver: ({ id, model }, drafted, at) =>
        Effect.tapErrorTag(
          perform(deliverDraft, { id, task, model, matterId: matterId ?? null, ...drafted }, at),
          "Refusal",
          ({ code }) => (code === "draft_late" ? countFailure(id, at) : Effect.void),
        ),
    })
  })

/** Briefs counsel (PD2 §2): an enrolled agent if the brief names one, counsel of the service otherwise. */
export const brief = (
  instructing: Instructing,
  options: Options,
): Effect.Effect<
  Court.Outcome<DraftReply | RetainedReply>,
  Court.ExecuteError | Counsel.Failed,
  Process | Counsel.Counsel | Accounts.Accounts
> => {
  const { counsel } = instructing
  return counsel === undefined
    ? briefService(instructing, options)
    : perform(briefAgent, { ...instructing, counsel }, options)
}

/**
 * Refers a question of law (Rule 7.3). If there is an advisor, it answers at once. If it fails, `unanswered` runs with the failure,
 * and the reference goes to the bench.
 */
export const referQuestion = (
  reference: Reference,
  options: Options,
  unanswered: (failed: Counsel.AdvisorFailed) => Effect.Effect<void>,
): Effect.Effect<Court.Outcome<ReferenceView>, Court.ExecuteError, Process | Counsel.Advisor> =>
  Effect.gen(function* () {
    const { line, answer } = yield* Counsel.Advisor
    if (answer === null) return yield* perform(refer, { reference, answered: null, deskId: null }, options)
    const request = yield* instantAsked(options)
    return yield* atDesk(request.options, {
      open: openReference,
      input: reference,
      work: () =>
        answer(reference, request.at, request.terms).pipe(
          Effect.map((opinion) => ({ opinion, by: line })),
          Effect.catchAll((failed) => Effect.as(unanswered(failed), null)),
        ),
      deliver: ({ id }, answered, at) => perform(refer, { reference, answered, deskId: id }, at),
    })
  })
