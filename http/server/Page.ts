/** Lists: `limit` and an opaque `cursor` in, `{items, nextCursor}` out. */
import { Effect } from "effect"
import type { Paged, Query } from "../../core/Query.ts"
import type { Refusal } from "../../core/Refusal.ts"
import type { StoreUnavailable } from "../../core/store/Store.ts"
import { type Reply, reply } from "./Answer.ts"
import { Faulted } from "./Faulted.ts"
import { type AnyRequest, ask, type Services } from "./Handler.ts"

export const defaultLimit = 20

interface PageQuery {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

export const encodeCursor = (after: string): string => Buffer.from(after, "utf8").toString("base64url")

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

/** Where a page of the store begins and how long it is. */
export const pageOf = ({ limit, cursor }: PageQuery) =>
  Effect.map(cursor === undefined ? Effect.succeed(null) : decodeCursor(cursor), (after) => ({
    after,
    limit: limit ?? defaultLimit,
  }))

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
    return reply({ ...body, nextCursor: next === null ? null : encodeCursor(next) })
  })
