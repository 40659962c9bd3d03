/** Counsel that is a model, behind the endpoint that the operator configured. The client may name another model of that endpoint. */
import { Effect, Either, Layer } from "effect"
import type { Retainer } from "../../core/agents/index.ts"
import { Counsel, Reference } from "../../core/counsel/index.ts"
import type { Json } from "../../core/kernel/Json.ts"
import { strictDecoder } from "../../core/kernel/Refusal.ts"
import { format } from "../../core/kernel/Time.ts"
import { Pleading, Screen } from "../../core/matters/index.ts"
import type { Chat, ChatFailed } from "./Chat.ts"
import { law } from "./Quoted.ts"
import { perform, schemaOf, type Task, type Unusable } from "./Structured.ts"

const office =
  "You are counsel in a court for software agents. You act for the agent named in `client`, on its words in `instructions`; `law` holds the instruments of the court, `matter` a matter of the client with its papers, if there is one, and `now` the time by the court's clock. You draft and advise; you file nothing and you decide nothing."

const honesty =
  "Rest on what the client says happened and on the law given. Make up no fact, evidence, amount, authority, name or id. Name no natural person and repeat no personal data: agents are called by their handles."

const tasks: { readonly [T in Retainer.Task]: string } = {
  advice:
    "Advise the client on what it asks: how the law given answers it, what it would have to show, what may be said against it, which acts are open to it and by when. Cite provisions by their ids. Say plainly what you can't tell.",
  claim:
    "Draft the claim that the client wants to file, as the body of POST /api/v1/matters. Facts are numbered from 1 without a gap, one circumstance in each. Every order sought names in `restsOn` the facts on which it rests. It runs against the respondent and in favour of the client, or the other way round for costs. An order to pay has its amount in cents. Give as evidence only what the client gives, in its words. Cite authorities bare, without text. Leave `client` and `responses` out. `valueCents` is what the dispute is worth; `dealingAt` is when the dealing was.",
  reference:
    "Draft a reference of a question of the court's law, as the body of POST /api/v1/advisory: one question that the law given can answer in general, and in `background` the circumstances in which it arises.",
}

/** The instructions of counsel, in the service's own words. They never hold what clients and parties wrote. */
const instructionsFor = (task: Retainer.Task): string => [office, tasks[task], honesty].join("\n\n")

/** Whether a failure cost nothing, because the endpoint was not reached or answered with an error. */
const isFree = (failure: ChatFailed): boolean =>
  failure.reason === "unreachable" || (failure.status !== null && failure.status !== 200)

/** The facts about a failure that the client and the log may know. */
export const failedBy = (failure: ChatFailed | Unusable): Counsel.Failed =>
  failure._tag === "Unusable"
    ? new Counsel.Failed({ reason: "unusable", kind: "unusable", retryAfterSeconds: null, spent: true })
    : new Counsel.Failed({
        reason: "unavailable",
        kind: failure.status === null ? failure.reason : `${failure.reason} (${failure.status})`,
        retryAfterSeconds: failure.retryAfterSeconds,
        spent: !isFree(failure),
      })

/** The treatment of a draft whose cost is not known: it isn't delivered, or it is free for the client. */
export type Unpriced = "refuse" | "free"

const unpriced = new Counsel.Failed({
  reason: "unavailable",
  kind: "no price",
  retryAfterSeconds: null,
  spent: true,
})

/** The answer as the model sent it. The cast holds, since an answer with a schema was parsed from JSON. */
const asSent = (answer: unknown): Json => answer as Json

const checks = {
  advice: (answer: unknown, { terms: { adviceCharsMax } }: Counsel.Instructed) => {
    const text = String(answer)
    const fits = text !== "" && text.length <= adviceCharsMax
    return Effect.succeed(
      fits
        ? Either.right({ ...Counsel.nothing, advice: text })
        : Either.left([{ path: "", message: `must be prose of 1 to ${adviceCharsMax} characters` }]),
    )
  },
  claim: (answer: unknown, instructed: Counsel.Instructed) =>
    Effect.gen(function* () {
      const filing = Counsel.fitsFiling(answer)
      if (Either.isLeft(filing)) return Either.left(filing.left)
      const faults = yield* Counsel.findFaults(filing.right, instructed, instructed.terms)
      return faults.length > 0
        ? Either.left(faults)
        : Either.right({ ...Counsel.nothing, claim: asSent(answer) })
    }),
  reference: (answer: unknown) =>
    Effect.succeed(
      Either.map(strictDecoder(Reference)(answer), () => ({ ...Counsel.nothing, reference: asSent(answer) })),
    ),
}

const schemas = {
  advice: null,
  claim: schemaOf("claim", Pleading.Filing),
  reference: schemaOf("reference", Reference),
}

const taskOf = (instructed: Counsel.Instructed): Task<Counsel.Drafted["work"], Screen.Screen> => {
  const { task, client, instructions, model, matter, at, terms } = instructed
  return {
    model,
    instructions: instructionsFor(task),
    data: { client, instructions, matter, now: format(at), law: law(terms) },
    schema: schemas[task],
    check: (answer) => checks[task](answer, instructed),
  }
}

/** The court's own counsel over the models of a roster. */
export const make = (
  chat: Chat,
  roster: Counsel.Roster,
  without: Unpriced = "refuse",
): Effect.Effect<typeof Counsel.Counsel.Service, never, Screen.Screen> =>
  Effect.map(Screen.Screen, (screen) => ({
    roster,
    draft: (instructed) =>
      perform(chat, taskOf(instructed)).pipe(
        Effect.map(({ value, costMicros }) => ({ work: value, costMicros })),
        Effect.mapError(failedBy),
        Effect.filterOrFail(
          ({ costMicros }) => costMicros !== null || without === "free",
          () => unpriced,
        ),
        Effect.provideService(Screen.Screen, screen),
      ),
  }))

/** The court's own counsel, as the port that drafts for a party. */
export const layer = (
  chat: Chat,
  roster: Counsel.Roster,
  without?: Unpriced,
): Layer.Layer<Counsel.Counsel, never, Screen.Screen> =>
  Layer.effect(Counsel.Counsel, make(chat, roster, without))

/** A service without a model as counsel. Enrolled agents can still be briefed. */
export const none: Layer.Layer<Counsel.Counsel> = Layer.succeed(Counsel.Counsel, {
  roster: { models: [], anyModel: false },
  draft: () =>
    Effect.fail(
      new Counsel.Failed({
        reason: "unavailable",
        kind: "not configured",
        retryAfterSeconds: null,
        spent: false,
      }),
    ),
})
