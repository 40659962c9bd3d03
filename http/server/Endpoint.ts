/** An operation ready to serve: its definition's schemas compiled, its handler beside them. */
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { Context, type Effect, Either, Option, ParseResult, Schema } from "effect"
import { type Conditions, ConditionsOf, type Problem } from "../api/Operation.ts"
import type { Reply } from "./Answer.ts"
import type { AnyRequest, Failure, Handlers, Services } from "./Handler.ts"
import { tooLong } from "./Lengths.ts"
import { schemaErrors } from "./Problem.ts"

export interface Parts {
  readonly path: unknown
  readonly query: unknown
  readonly payload: unknown
}
type Errors = NonNullable<Problem["errors"]>

export interface Endpoint {
  readonly method: string
  readonly path: string
  readonly conditions: Conditions
  readonly hasBody: boolean
  readonly status: number
  readonly contentType: string
  /** The parts as their schemas have them; else every place that does not fit, or the first where `errors` says so. */
  readonly decode: (raw: Parts, errors: "all" | "first") => Either.Either<Parts, Errors>
  readonly handle: (request: AnyRequest) => Effect.Effect<Reply<unknown>, Failure, Services>
}

// Strict: a property that the schema does not name is refused, so that a misspelt one never goes unnoticed.
const strict = { onExcessProperty: "error" } as const
const anything = Schema.Unknown
/** An object without members. (An empty `Struct` would take whatever is not null.) */
const nothing = Schema.Record({
  key: Schema.String,
  value: Schema.Never.annotations({ message: () => "is unexpected" }),
})

const decoder = (
  schema: Option.Option<Schema.Schema<unknown, unknown>>,
  root: string,
  absent: Schema.Schema.AnyNoContext = anything,
) => {
  const whole = Option.getOrElse(schema, () => absent as Schema.Schema<unknown, unknown>)
  const decode = ParseResult.decodeUnknownEither(whole, strict)
  const lengths = tooLong(whole.ast)
  return (value: unknown, errors: "all" | "first"): Either.Either<unknown, Errors> => {
    const long = lengths(value)
    if (long.length > 0) return Either.left(long)
    return Either.mapLeft(decode(value, { errors }), (issue) =>
      schemaErrors(new ParseResult.ParseError({ issue }), root),
    )
  }
}

type AnyEndpoint = HttpApiEndpoint.HttpApiEndpoint<
  string,
  "GET" | "POST" | "PUT" | "PATCH",
  unknown,
  unknown,
  unknown,
  unknown,
  unknown,
  unknown
>

const compile = (endpoint: AnyEndpoint, handle: Endpoint["handle"]): Endpoint => {
  const path = decoder(endpoint.pathSchema, "path")
  const query = decoder(endpoint.urlParamsSchema, "query")
  const payload = decoder(endpoint.payloadSchema, "", nothing)
  const hasBody = endpoint.method !== "GET"
  return {
    method: endpoint.method,
    path: endpoint.path,
    conditions: Context.get(endpoint.annotations as Context.Context<ConditionsOf>, ConditionsOf),
    hasBody,
    status: HttpApiSchema.getStatusSuccess(endpoint.successSchema),
    contentType: `${HttpApiSchema.getEncoding(endpoint.successSchema.ast).contentType}; charset=utf-8`,
    decode: (raw, errors) => {
      const parts = [
        path(raw.path, errors),
        query(raw.query, errors),
        hasBody ? payload(raw.payload, errors) : Either.right(undefined),
      ]
      const found = parts.flatMap((part) => (Either.isLeft(part) ? part.left : []))
      const [p, q, b] = parts.map((part) => (Either.isRight(part) ? part.right : undefined))
      return found.length > 0 ? Either.left(found) : Either.right({ path: p, query: q, payload: b })
    },
    handle,
  }
}

/** The endpoints of a group with their handlers. `Handlers` has checked that the two fit; the reflection below can't say so again. */
export const bind = <G extends HttpApiGroup.HttpApiGroup.Any>(
  group: G,
  handlers: Handlers<G>,
): ReadonlyArray<Endpoint> => {
  // The platform keeps a group's endpoints in a record that its type of any group does not show.
  const { endpoints } = group as unknown as { readonly endpoints: Record<string, AnyEndpoint> }
  const table = handlers as Record<string, Endpoint["handle"]>
  return Object.values(endpoints).map((endpoint) => {
    const handle = table[endpoint.name]
    if (handle === undefined) throw new Error(`no handler for ${endpoint.name}`)
    return compile(endpoint, handle)
  })
}
