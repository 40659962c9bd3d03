/**
 * A call of an operation, whatever protocol it came over: its caller is admitted, what it gives is decoded, and the operation is
 * performed under the receipt that the call asks for.
 */
import { Effect, Either, Predicate } from "effect"
import { ActorChanged } from "../../core/kernel/Court.ts"
import { Host } from "../../core/kernel/Host.ts"
import { hours, type Instant } from "../../core/kernel/Time.ts"
import type { Credential } from "../api/Operation.ts"
import type { Admission, Presented } from "./Admission.ts"
import type { Reply } from "./Answer.ts"
import type { Caller } from "./Caller.ts"
import { watchClock } from "./Clock.ts"
import { type Endpoint, handleRequest, type Parts } from "./Endpoint.ts"
import type { Services } from "./Handler.ts"
import * as Idempotency from "./Idempotency.ts"
import { type Failure, Faulted, type Headers } from "./Problem.ts"
import { costOf, costOfItems } from "./RateLimit.ts"

export interface Call extends Presented {
  readonly endpoint: Endpoint
  readonly query: unknown
  /** The bytes in which it came, as far as they are known before they are read. */
  readonly bytes: number
}

/** A call whose caller is known and within its limits. */
export interface Admitted {
  readonly caller: Caller | null
  readonly now: Instant
  /** The header fields that say how much the caller has left. */
  readonly rate: Headers
}

export interface Given extends Parts {
  readonly items: number
  /** The text in which a call that repeats this one under the same idempotency key has to be equal to it. */
  readonly fingerprint: () => string
}

/** The header field that says what a signed act has put into the journal. */
export const baseField = "court-signature-base"

/** If a body has more members and elements than this, only the first place that does not fit is reported: to find all takes time. */
const thoroughItemsMax = 500

/** Whether a call needs a credential: an optional one is required if the query asks for what is the caller's own. */
const credentialOf = ({ endpoint: { conditions }, query }: Call): Credential =>
  conditions.ownBy !== null && Predicate.hasProperty(query, conditions.ownBy)
    ? "required"
    : conditions.credential

/** How many items of a call count against the limits of its caller. */
const itemsIn = ({ conditions: { counts, dear } }: Endpoint, { payload, query }: Parts): number => {
  if (dear !== null && Predicate.hasProperty(query, dear.parameter)) return dear.items
  const items = counts !== null && Predicate.hasProperty(payload, counts) ? payload[counts] : null
  return Array.isArray(items) ? items.length : 0
}

const unnamed = [{ path: "Idempotency-Key", message: "must name an act whose request is signed" }]

/**
 * The answer to a signed act, with the hash of what was signed. An answer that is given again is to an earlier request, so it has no hash.
 */
const withBase = (reply: Reply<unknown>, caller: Caller | null): Reply<unknown> =>
  caller?.signed === undefined || reply.replayed === true
    ? reply
    : { ...reply, headers: { ...reply.headers, [baseField]: `sha-256=${caller.signed.baseSha256}` } }

/** Whether a call is an act that records something: an act that is only tried has no receipt, whatever key it names. */
const isRecorded = (endpoint: Endpoint, { query }: Parts): boolean =>
  endpoint.acts &&
  !(endpoint.conditions.tried && Predicate.hasProperty(query, "dryRun") && query.dryRun === true)

const anonymous: Pick<Caller, "actor" | "knownBy"> = { actor: { role: "public" }, knownBy: [] }

/** The instant at which the receipt of an act of `now` ends. A call without a receipt does not ask, since a store that stands still may hold the answer. */
const receiptEnds = (now: Instant) =>
  Effect.flatMap(Host, ({ schedule }) =>
    Effect.map(schedule, (figures) => now + hours(figures.at(now).receiptHours)),
  )

export interface Calls {
  readonly admit: (call: Call) => Effect.Effect<Admitted, Failure, Services>
  readonly perform: (
    call: Call,
    admitted: Admitted,
    given: Given,
  ) => Effect.Effect<Reply<unknown>, Failure, Services>
}

/** The calls of a court. Calls that ask for one receipt are performed one at a time. */
export const make = ({ authenticate, count, owe }: Admission): Calls => {
  const oneAtATime = Idempotency.inFlight()
  const watchDate = watchClock()

  const act = Effect.fnUntraced(function* (
    { endpoint, header }: Call,
    { parts, fingerprint }: { readonly parts: Parts; readonly fingerprint: () => string },
    now: Instant,
    caller: Caller | null,
  ) {
    const idempotency = isRecorded(endpoint, parts)
      ? yield* Idempotency.receiptOf(header, caller, fingerprint, yield* receiptEnds(now))
      : null
    const { actor, knownBy } = caller ?? anonymous
    const request = { ...parts, header, caller, actor, now, idempotency, knownBy }
    const handled = handleRequest(endpoint, request)
    const reply = yield* idempotency === null ? handled : oneAtATime(idempotency, handled)
    // An answer that is given again commits nothing, so a remembered key has to be checked here.
    if (reply.replayed === true && caller?.remembered === true) return yield* new ActorChanged()
    return endpoint.acts ? withBase(reply, caller) : reply
  })

  return {
    admit: Effect.fnUntraced(function* (call: Call) {
      const { conditions } = call.endpoint
      const host = yield* Host
      const now = yield* host.now
      if (call.endpoint.acts) yield* watchDate(now)
      // Only a commit, or the trial of one, notices that a remembered credential has changed since.
      const look = call.endpoint.acts ? "lately" : "anew"
      const caller = yield* authenticate(credentialOf(call), call, now, look)
      const rate = conditions.limited ? yield* count(caller, call) : {}
      // An act that was signed and is sent again must be known for a repetition.
      if (caller?.signed !== undefined && call.endpoint.acts && call.header("idempotency-key") === undefined)
        return yield* new Faulted({ code: "signature_incomplete", errors: unnamed, headers: rate })
      return { caller, now, rate }
    }),
    perform: Effect.fnUntraced(function* (call: Call, { caller, now }: Admitted, given: Given) {
      const { endpoint } = call
      const { items, fingerprint, ...raw } = given
      yield* owe(caller, call.address, costOfItems(itemsIn(endpoint, raw)) - costOf(call.bytes))
      const parts = yield* Either.mapLeft(
        endpoint.decode(raw, items > thoroughItemsMax ? "first" : "all"),
        (errors) => new Faulted({ code: "invalid_request", errors }),
      )
      const acting = (who: Caller | null) => act(call, { parts, fingerprint }, now, who)
      return yield* acting(caller).pipe(
        Effect.catchTag("ActorChanged", () =>
          Effect.flatMap(authenticate(credentialOf(call), call, now, "anew"), acting),
        ),
      )
    }),
  }
}
