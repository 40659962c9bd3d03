/** A client of a court, derived from the same definitions that the server serves. Runs wherever `fetch` does. */
import type * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Chunk, Effect, Option, Stream } from "effect"
import type { Api } from "../api/Api.ts"
import type { Tried } from "../api/Tried.ts"
import type { Failure } from "./Failure.ts"
import { type Operation, operations, type Parts } from "./Operation.ts"
import { type CallOptions, call, checkOptions, type Options } from "./Transport.ts"

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

/** The parts of a request to an endpoint. */
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

/** The request may be left out if none of its parts is required. */
type Arguments<R> =
  Record<string, never> extends R
    ? readonly [request?: R, options?: CallOptions]
    : readonly [request: R, options?: CallOptions]

/** The type of the items on the pages of a list. */
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

/** The operations of the interface, by group and name. */
export type Client = {
  readonly [G in Groups as HttpApiGroup.HttpApiGroup.Name<G>]: {
    readonly [E in HttpApiGroup.HttpApiGroup.Endpoints<G> as HttpApiEndpoint.HttpApiEndpoint.Name<E>]: Call<E>
  }
}

interface Page {
  readonly nextCursor: string | null
  readonly items?: ReadonlyArray<unknown>
  readonly entries?: ReadonlyArray<unknown>
}

const streamOf =
  (options: Options, operation: Operation, cursor: string) =>
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
  (options: Options, operation: Operation) =>
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
  for (const operation of operations) {
    const { group, name, cursor, tried } = operation
    const called = (parts: Parts = {}, callOptions?: CallOptions) =>
      call(options, operation, parts, callOptions)
    groups[group] ??= {}
    groups[group][name] = Object.assign(
      called,
      cursor === null ? {} : { stream: streamOf(options, operation, cursor) },
      tried ? { dryRun: trialOf(options, operation) } : {},
    )
  }
  // The loop over all operations loses their types; `Client` has them from the same definitions.
  return groups as Client
}

export type { CallOptions, Options } from "./Transport.ts"
