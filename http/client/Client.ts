/** A client of a court, derived from the same definitions that the server serves. Runs wherever `fetch` does. */
import type * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Cause, Chunk, Effect, Exit, Option, Random, Runtime, Stream } from "effect"
import type { Api } from "../api/Api.ts"
import { type FormerOf, namesOf } from "../api/Former.ts"
import type { Tried } from "../api/Tried.ts"
import { type Failure, isFailure } from "./Failure.ts"
import { callable, operations } from "./Operation.ts"
import type { Callable, Parts } from "./Request.ts"
import {
  type CallOptions,
  checkOptions,
  type Host,
  type Options,
  type Page,
  call as send,
} from "./Transport.ts"

type Groups = typeof Api extends HttpApi.HttpApi<infer _Id, infer G, infer _E, infer _R> ? G : never

/** Members that hold an instant; the interface names all of them so. */
type InstantName = `${string}At` | "date" | "dueBy" | "to"
/** A body as a caller may write it: each instant as RFC 3339 text or in milliseconds. */
type Written<A> =
  A extends ReadonlyArray<infer Item>
    ? ReadonlyArray<Written<Item>>
    : A extends object
      ? {
          readonly [K in keyof A]: K extends InstantName
            ? number extends A[K]
              ? A[K] | string
              : A[K]
            : Written<A[K]>
        }
      : A

type Part<Name extends string, A> = [A] extends [never]
  ? unknown
  : Record<string, never> extends A
    ? { readonly [K in Name]?: A }
    : { readonly [K in Name]: A }

type Request<E> =
  E extends HttpApiEndpoint.HttpApiEndpoint<
    infer _Name,
    infer _Method,
    infer Path,
    infer UrlParams,
    infer Payload,
    infer Headers,
    infer _Success,
    infer _Error,
    infer _R,
    infer _RE
  >
    ? Part<"path", Path> &
        ("dryRun" extends keyof UrlParams ? unknown : Part<"urlParams", UrlParams>) &
        Part<"headers", Headers> &
        Part<"payload", Written<Payload>>
    : never
type Success<E> = E extends HttpApiEndpoint.HttpApiEndpoint.Any
  ? HttpApiEndpoint.HttpApiEndpoint.Success<E>
  : never
type Answer<E> = Exclude<Success<E>, Tried<unknown>>
/** The answer to the trial of an act; never, if the act can't be tried. */
type TrialOf<E> = Extract<Success<E>, Tried<unknown>>

/** The request may be left out if no part of it is required. */
type Arguments<R> =
  Record<string, never> extends R
    ? readonly [request?: R, options?: CallOptions]
    : readonly [request: R, options?: CallOptions]

type ItemOf<Page> = Page extends {
  readonly nextCursor: string | null
  readonly items: ReadonlyArray<infer Item>
}
  ? Item
  : Page extends { readonly nextCursor: string | null; readonly entries: ReadonlyArray<infer Item> }
    ? Item
    : never

/**
 * An operation, called; a listing also gives all its items, page after page as they are asked for, and an act that can be tried says
 * what it would record.
 */
type Call<E> = ((...given: Arguments<Request<E>>) => Effect.Effect<Answer<E>, Failure>) &
  ([ItemOf<Answer<E>>] extends [never]
    ? unknown
    : { readonly stream: (...given: Arguments<Request<E>>) => Stream.Stream<ItemOf<Answer<E>>, Failure> }) &
  ([TrialOf<E>] extends [never]
    ? unknown
    : { readonly dryRun: (...given: Arguments<Request<E>>) => Effect.Effect<TrialOf<E>, Failure> })

type NameOf<E> = E extends HttpApiEndpoint.HttpApiEndpoint.Any
  ? HttpApiEndpoint.HttpApiEndpoint.Name<E>
  : never

/** The operations of the interface, by group and name. An operation has its earlier names too. */
export type Client = {
  readonly [G in Groups as HttpApiGroup.HttpApiGroup.Name<G>]: {
    readonly [E in HttpApiGroup.HttpApiGroup.Endpoints<G> as NameOf<E> | FormerOf<NameOf<E>>]: Call<E>
  }
}

/** The clock and the chance of the fiber that calls. */
const hostOf = (runtime: Runtime.Runtime<never>, signal: AbortSignal): Host => ({
  sleep: (ms, signal) => Runtime.runPromise(runtime)(Effect.sleep(ms), { signal }),
  chance: () => Runtime.runSync(runtime)(Random.next),
  signal,
})

/** A promise that rejects with a failure, as an effect. */
export const awaitCall = <A>(
  calling: (runtime: Runtime.Runtime<never>, signal: AbortSignal) => Promise<A>,
): Effect.Effect<A, Failure> =>
  Effect.flatMap(Effect.runtime<never>(), (runtime) =>
    Effect.tryPromise({ try: (signal) => calling(runtime, signal), catch: (error) => error }),
  ).pipe(Effect.catchAll((error) => (isFailure(error) ? Effect.fail(error) : Effect.die(error))))

/** An effect as a promise that rejects with its failure, on the runtime of the fiber that awaits it. */
export const promiseOf = async <A>(
  runtime: Runtime.Runtime<never>,
  effect: Effect.Effect<A, Failure>,
): Promise<A> =>
  Exit.getOrElse(await Runtime.runPromiseExit(runtime)(effect), (cause) => {
    throw Cause.squash(cause)
  })

const call = (options: Options, operation: Callable, parts: Parts, callOptions?: CallOptions) =>
  awaitCall((runtime, signal) => send(options, operation, parts, callOptions, hostOf(runtime, signal)))

const streamOf =
  (options: Options, operation: Callable, cursor: string) =>
  (parts: Parts = {}) =>
    Stream.paginateChunkEffect(parts.urlParams?.[cursor], (at) =>
      Effect.map(
        call(options, operation, { ...parts, urlParams: { ...parts.urlParams, [cursor]: at } }),
        (answered) => {
          // The operation takes a cursor, so its answer is a page.
          const { items, entries, nextCursor } = answered as Page
          return [Chunk.fromIterable(items ?? entries ?? []), Option.fromNullable(nextCursor)] as const
        },
      ),
    )

/** The trial of an act: its request says so, and nothing is recorded. */
const trialOf =
  (options: Options, operation: Callable) =>
  (parts: Parts = {}, callOptions?: CallOptions) =>
    call(options, operation, { ...parts, urlParams: { dryRun: true } }, callOptions)

/**
 * A client of one court, as one caller: `client.dealings.notarise({ payload })`, `client.matters.listMatters.stream()`,
 * `client.matters.fileMatter.dryRun({ payload })`.
 * Every act carries an idempotency key, the same on each attempt. A call fails with `Refused` if the court says no, with
 * `Unreachable` if no answer came, with `InvalidRequest` if the request does not fit its schema and so was not sent, and with
 * `UnexpectedAnswer` if the answer does not belong to this interface. Throws a `TypeError` if the options name no address.
 */
export const make = (options: Options): Client => {
  checkOptions(options)
  const groups: Record<string, Record<string, unknown>> = {}
  for (const operation of operations.map(callable)) {
    const { group, name, cursor, tried } = operation
    const perform = (parts: Parts = {}, callOptions?: CallOptions) =>
      call(options, operation, parts, callOptions)
    const whole = Object.assign(
      perform,
      cursor === null ? {} : { stream: streamOf(options, operation, cursor) },
      tried ? { dryRun: trialOf(options, operation) } : {},
    )
    groups[group] ??= {}
    for (const known of namesOf(name)) groups[group][known] = whole
  }
  // The loop over all operations loses their types; `Client` has them from the same definitions.
  return groups as Client
}

export type { CallOptions, Options } from "./Transport.ts"
