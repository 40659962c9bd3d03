/** Handlers: from a request that fits its schema to the value of the answer. A list takes `limit` and an opaque `cursor`, and gives `{items, nextCursor}`. */

import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Effect, type Either } from "effect"
import type { Keys } from "../../adapters/keys/Keys.ts"
import type { Health } from "../../adapters/store/index.ts"
import type { Judge } from "../../core/bench/index.ts"
import type { Wallets } from "../../core/chains/index.ts"
import type { Counsel } from "../../core/counsel/index.ts"
import type { Verified } from "../../core/evidence/index.ts"
import type { Escrow, Payout } from "../../core/holds/index.ts"
import type { Actor } from "../../core/kernel/Actor.ts"
import type { Change } from "../../core/kernel/Change.ts"
import type { Command, Envelope } from "../../core/kernel/Command.ts"
import type { ExecuteError } from "../../core/kernel/Court.ts"
import * as Court from "../../core/kernel/Court.ts"
import { type Deadlines, Host, type Options, perform } from "../../core/kernel/Host.ts"
import type { Json } from "../../core/kernel/Json.ts"
import type { Keyed, NotaryUnavailable } from "../../core/kernel/Notary.ts"
import type { Paged, Query } from "../../core/kernel/Query.ts"
import type { KnownBy } from "../../core/kernel/Reader.ts"
import type { Refusal } from "../../core/kernel/Refusal.ts"
import type { Instant } from "../../core/kernel/Time.ts"
import type { OwnLaw } from "../../core/law/index.ts"
import type { Addresses } from "../../core/ledger/index.ts"
import type { Accounts, Screen } from "../../core/matters/index.ts"
import type { Challenge } from "../../core/proofs/index.ts"
import type { TermsReader } from "../../core/quotes/index.ts"
import type { StoreUnavailable } from "../../core/store/Store.ts"
import type { DryRun } from "../api/Tried.ts"
import { type Reply, reply } from "./Answer.ts"
import type { Caller } from "./Caller.ts"
import { type Failure, Faulted } from "./Problem.ts"
import { tryCommand } from "./Trial.ts"

/** The services that answering needs. `Embedded.layer` and `agent-court serve` fill them. */
export type Services =
  | Court.Ports
  | Health.Health
  | Host
  | Keys
  | Keyed
  | Screen.Screen
  | Verified.Verifiers
  | Deadlines
  | TermsReader
  | Counsel.Counsel
  | Counsel.Advisor
  | Escrow.Escrows
  | Escrow.Asks
  | Wallets.Wallets
  | Challenge.KeyProofs
  | Payout.Signer
  | Judge.Judge
  | Addresses
  | OwnLaw
  | Accounts.Accounts
/** A request as a handler gets it: authenticated, within its limits, and decoded by its schemas. */
interface Request<Path, Query, Payload> {
  readonly path: Path
  readonly query: Query
  readonly payload: Payload
  readonly header: (name: string) => string | undefined
  readonly caller: Caller | null
  readonly actor: Actor
  readonly now: Instant
  readonly idempotency: NonNullable<Envelope["idempotency"]> | null
  readonly knownBy: KnownBy
}
export type AnyRequest = Request<unknown, unknown, unknown>

type OrEmpty<A> = [A] extends [never] ? unknown : A
type RequestOf<E extends HttpApiEndpoint.HttpApiEndpoint.Any> = Request<
  OrEmpty<HttpApiEndpoint.HttpApiEndpoint.PathParsed<E>>,
  OrEmpty<HttpApiEndpoint.HttpApiEndpoint.UrlParams<E>>,
  OrEmpty<HttpApiEndpoint.HttpApiEndpoint.Payload<E>>
>
type Handler<E extends HttpApiEndpoint.HttpApiEndpoint.Any> = (
  request: RequestOf<E>,
) => Effect.Effect<Reply<HttpApiEndpoint.HttpApiEndpoint.Success<E>>, Failure, Services>

/** The input of an operation: what its path, its query and its body hold, in one object. */
type InputOf<E extends HttpApiEndpoint.HttpApiEndpoint.Any> = object &
  OrEmpty<HttpApiEndpoint.HttpApiEndpoint.PathParsed<E>> &
  OrEmpty<HttpApiEndpoint.HttpApiEndpoint.UrlParams<E>> &
  OrEmpty<HttpApiEndpoint.HttpApiEndpoint.Payload<E>>

/** A command that takes `I` and replies `R`, whatever facts it gathers. */
interface Act<I, R> extends Omit<Command<I, never, Json, Services>, "gather" | "decide"> {
  readonly gather: (
    ...given: Parameters<Command<I, never, Json, Services>["gather"]>
  ) => Effect.Effect<unknown, Refusal | StoreUnavailable | NotaryUnavailable, Services>
  readonly decide: (
    ...given: Parameters<Command<I, never, Json, Services>["decide"]>
  ) => Either.Either<{ readonly changes: ReadonlyArray<Change>; readonly reply: R }, Refusal>
}

/** A query for the input of an operation. If the operation answers with a page, so does the query. */
type Ask<I, R> = R extends { readonly nextCursor: string | null }
  ? Query<Omit<I, keyof PageQuery> & Paged, Omit<R, "nextCursor"> & Next, Services>
  : Query<I, R, Services>

/** The work of an operation: a command or a query that takes its input, or a handler, if a secret or a document is to be made. */
type Does<E extends HttpApiEndpoint.HttpApiEndpoint.Any> =
  | Act<InputOf<E>, HttpApiEndpoint.HttpApiEndpoint.Success<E>>
  | Ask<InputOf<E>, HttpApiEndpoint.HttpApiEndpoint.Success<E>>
  | Handler<E>

/**
 * The work of every operation of a group, by its id. If an operation is missing or answers with something else, the program does not
 * compile.
 */
export type Handlers<G extends HttpApiGroup.HttpApiGroup.Any> = {
  readonly [Name in HttpApiGroup.HttpApiGroup.Endpoints<G>["name"]]: Does<
    HttpApiEndpoint.HttpApiEndpoint.WithName<HttpApiGroup.HttpApiGroup.Endpoints<G>, Name>
  >
}
/** The work of any operation. `Does` has checked that the two fit. */
export type AnyDoes =
  | Command<unknown, unknown, Json, Services>
  | Query<unknown, unknown, Services>
  | ((request: AnyRequest) => Effect.Effect<Reply<unknown>, Failure, Services>)

/** The part of a request that a command in the caller's name needs. */
export type Asking = Pick<AnyRequest, "actor" | "now" | "idempotency" | "knownBy"> &
  Partial<Pick<AnyRequest, "caller">>

/** The options that the envelope of a command takes from its request. */
export const optionsOf = ({ actor, now, knownBy, idempotency, caller }: Asking): Options => ({
  actor,
  at: now,
  knownBy,
  ...(idempotency === null ? {} : { idempotency }),
  ...(caller?.signed === undefined ? {} : { signatureBase: caller.signed.baseSha256 }),
})

/** Asks a query in the caller's name; its view is the body of the answer. */
export const ask = <I, View, Needs extends Services>(
  query: Query<I, View, Needs>,
  input: I,
  { actor, now }: Pick<AnyRequest, "actor" | "now">,
): Effect.Effect<Reply<View>, Refusal | StoreUnavailable, Services> =>
  Effect.flatMap(Host, (host) =>
    Effect.flatMap(host.schedule, (schedule) => Court.ask(query, input, { actor, now, schedule })),
  ).pipe(Effect.map(reply))

/** Performs a command in the caller's name, under the request's receipt; its reply is the body of the answer. */
export const answerWith = <I, F, R extends Json, Needs extends Services>(
  command: Command<I, F, R, Needs>,
  input: I,
  request: Asking,
): Effect.Effect<Reply<R>, ExecuteError, Services> =>
  Effect.map(perform(command, input, optionsOf(request)), ({ reply, replayed }) => ({
    value: reply,
    replayed,
  }))

export const defaultLimit = 20

interface PageQuery {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

const encodeCursor = (after: string): string => Buffer.from(after, "utf8").toString("base64url")

const decodeCursor = (cursor: string): Effect.Effect<string, Faulted> => {
  const after = Buffer.from(cursor, "base64url").toString("utf8")
  return encodeCursor(after) === cursor && !after.includes("\0")
    ? Effect.succeed(after)
    : Effect.fail(
        new Faulted({
          code: "invalid_request",
          errors: [{ path: "query.cursor", message: "must be a nextCursor of this list" }],
        }),
      )
}

/** The position after which a page begins, and its length. Fails with 400 if the cursor is not one of the court's. */
const pageOf = ({ limit, cursor }: PageQuery) =>
  Effect.map(cursor === undefined ? Effect.succeed(null) : decodeCursor(cursor), (after) => ({
    after,
    limit: limit ?? defaultLimit,
  }))

/** The opaque cursor of a position; null at the end of a list. */
export const cursorOf = (next: string | null): string | null => (next === null ? null : encodeCursor(next))

/**
 * Asks a query in the caller's name. Its view has the beginning of a list and the position after that, which the body of the answer
 * gives as the opaque cursor at which another operation goes on.
 */
export const askBeginning = <
  Input,
  Cursor extends string,
  View extends { readonly [Name in Cursor]: string | null },
  Needs extends Services,
>(
  query: Query<Input, View, Needs>,
  input: Input,
  cursor: Cursor,
  request: Pick<AnyRequest, "actor" | "now">,
): Effect.Effect<Reply<View>, Refusal | StoreUnavailable, Services> =>
  Effect.map(ask(query, input, request), ({ value }) =>
    reply({ ...value, [cursor]: cursorOf(value[cursor]) }),
  )

type Next = { readonly next: string | null }

/**
 * Asks a query for one page in the caller's name. Its view is the body of the answer, with `next` as the opaque `nextCursor` that
 * the interface gives at the end of every list.
 */
export const askPage = <Input extends object, View extends Next, Needs extends Services>(
  query: Query<Input & Paged, View, Needs>,
  input: Input,
  request: Pick<AnyRequest, "actor" | "now"> & { readonly query: PageQuery },
): Effect.Effect<
  Reply<Omit<View, "next"> & { readonly nextCursor: string | null }>,
  Refusal | StoreUnavailable | Faulted,
  Services
> =>
  Effect.gen(function* () {
    const page = yield* pageOf(request.query)
    const { value } = yield* ask(query, { ...input, page }, request)
    const { next, ...body } = value
    return reply({ ...body, nextCursor: cursorOf(next) })
  })

/**
 * How an operation is asked. `paged`: it takes `limit` and `cursor`. `tried`: it takes `dryRun`. `begins`: the member of its answer that
 * has the cursor of a list which the answer begins; null if it begins no list.
 */
interface Manner {
  readonly paged: boolean
  readonly tried: boolean
  readonly begins: string | null
}

export const handlerOf = (
  does: AnyDoes,
  { paged, tried, begins }: Manner,
): ((request: AnyRequest) => Effect.Effect<Reply<unknown>, Failure, Services>) => {
  if (typeof does === "function") return does
  // The schemas of a path, a query and a body are those of objects.
  const inputOf = ({ path, query, payload }: AnyRequest) =>
    ({ ...(query as object), ...(payload as object), ...(path as object) }) as PageQuery & typeof DryRun.Type
  if ("decide" in does) {
    if (!tried) return (request) => answerWith(does, inputOf(request), request)
    return (request) => {
      const { dryRun = false, ...input } = inputOf(request)
      return dryRun ? tryCommand(does, input, request) : answerWith(does, input, request)
    }
  }
  if (begins !== null) {
    // The definition says that the view has this member.
    const asked = does as Query<unknown, { readonly [name: string]: string | null }, Services>
    return (request) => askBeginning(asked, inputOf(request), begins, request)
  }
  if (!paged) return (request) => ask(does, inputOf(request), request)
  const asked = does as Query<Paged, Next, Services>
  return (request) => {
    const { limit, cursor, ...input } = inputOf(request)
    return askPage(asked, input, { ...request, query: { limit, cursor } })
  }
}
