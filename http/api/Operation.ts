/**
 * What the definition of an operation states beside its schemas: its credential, its refusals, its descriptions. Also the schemas
 * that many operations share, and the body of every error.
 */
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Context, Either, Option, Schema } from "effect"

import { GivenName } from "../../core/kernel/Id.ts"

export { oneOf } from "../../core/kernel/Json.ts"
export { NextView as Next } from "../../core/kernel/Moves.ts"
export { Timestamp } from "../../core/kernel/Time.ts"

/**
 * `none`: a credential is not looked at. `optional`: one may be presented, and shows more. `required`: one must be presented.
 * The rules decide what the caller's role may do.
 */
export type Credential = "none" | "optional" | "required"

/** Statuses with which the rules may refuse an operation, beyond those that every operation shares. */
export type RefusalStatus = 402 | 403 | 404 | 409 | 422

export interface Conditions {
  readonly credential: Credential
  readonly refusals: ReadonlyArray<RefusalStatus>
  /** `Cache-Control` of a public read. */
  readonly cache: string | null
  /** A body as an ordinary caller sends it. */
  readonly example: object | null
  /** After how many seconds a caller should take the answer for lost. */
  readonly answerSeconds: number
  /** Whether a request counts against the rate limit of its caller. */
  readonly limited: boolean
}
export class ConditionsOf extends Context.Tag("agent-court/http/Conditions")<ConditionsOf, Conditions>() {}

interface Operation {
  readonly summary: string
  readonly description?: string
  readonly credential: Credential
  readonly refusals?: ReadonlyArray<RefusalStatus>
  readonly cache?: string | null
  readonly example?: object | null
  readonly answerSeconds?: number
  readonly limited?: boolean
}

/** The most seconds that a court gives its model for one answer. */
export const modelAnswerSecondsMax = 250
const recordSeconds = 30
/** The seconds for an answer that waits for a model. The model is asked twice if its first draft can't be used. */
export const modelWorkSeconds = 2 * modelAnswerSecondsMax + recordSeconds

/** The annotations of an endpoint. */
export const operation = ({
  summary,
  description,
  credential,
  refusals = [],
  cache = null,
  example = null,
  answerSeconds = recordSeconds,
  limited = true,
}: Operation) =>
  Context.make(ConditionsOf, { credential, refusals, cache, example, answerSeconds, limited }).pipe(
    Context.add(OpenApi.Summary, summary),
    Context.add(OpenApi.Description, description ?? summary),
  )

/** A read that anybody may make, from any origin. Caches revalidate it by its `ETag`. */
export const publicRead = (summary: string, options: Partial<Operation> = {}) =>
  operation({ summary, credential: "none", cache: "public, no-cache", ...options })

/** A request without a body means an object without members, to the client as to the server. */
export const absentBody: object = {}

/** Whether callers must send a body: they need not where an object without members fits the schema, or where there is no schema. */
export const bodyRequired = <A>(payload: Option.Option<Schema.Schema<A, unknown>>): boolean =>
  Option.exists(payload, (schema) => Either.isLeft(Schema.decodeUnknownEither(schema)(absentBody)))

export const text = Schema.String
export const orNull = Schema.NullOr

export const Markdown = Schema.String.pipe(
  HttpApiSchema.withEncoding({ kind: "Text", contentType: "text/markdown" }),
)

/** The words with which a parameter of a path or a query is refused, whatever is wrong with it. They say what fits, and repeat nothing that was sent. */
export const refusedAs = (message: string) => ({ message: () => ({ message, override: true }) })

/** The query parameters of a list: which page, and how long it is at most. */
export const pageParams = {
  limit: Schema.optional(
    Schema.NumberFromString.pipe(Schema.int(), Schema.between(1, 100)).annotations({
      jsonSchema: {
        type: "integer",
        minimum: 1,
        maximum: 100,
        default: 20,
        description: "How many items at most",
      },
      ...refusedAs("must be a whole number from 1 to 100"),
    }),
  ),
  cursor: Schema.optional(
    Schema.NonEmptyString.pipe(Schema.maxLength(2000)).annotations({
      description: "The `nextCursor` of the page before; the first page where left out",
      ...refusedAs("must be a nextCursor of this list"),
    }),
  ),
}
export const PageParams = Schema.Struct(pageParams)

/** One page of a list; `nextCursor` is null at the end. */
export const pageOf = <A, I>(item: Schema.Schema<A, I>) =>
  Schema.Struct({ items: Schema.Array(item), nextCursor: Schema.NullOr(Schema.String) })

/** A name in a path: an id, a handle or a citation. */
const pathName = (description: string) =>
  GivenName.annotations({ description, ...refusedAs("must have 1 to 200 characters") })
const idOf = (what: string) => Schema.Struct({ id: pathName(`The id of ${what}`) })
export const MatterId = idOf("the matter")
export const AppealId = idOf("the appeal")
export const QuoteId = idOf("the quote")
export const HoldId = idOf("the hold")
export const DealingId = idOf("the dealing, as the Register of Dealings has it")
export const EntryId = idOf("the entry of the Register of Compliance")
export const InvoiceId = idOf("the invoice")
export const ReferenceId = idOf("the reference")
export const BriefId = idOf("the brief")
export const TextId = idOf("the instrument of international law, as the catalogue has it")
export const OperatorId = idOf("the operator, or the handle of one of its agents")
export const InstrumentId = idOf("the instrument, such as rules or PD11")
export const HandlePath = Schema.Struct({ handle: pathName("The handle of the agent") })
export const OwnHandlePath = Schema.Struct({ handle: pathName("The handle of your own agent") })
export const CitationPath = Schema.Struct({
  citation: pathName("The citation of the judgment as it is written, such as [2026] MC 7"),
})
export const InstrumentPath = Schema.Struct({
  instrument: pathName("The id of the instrument, such as rules or PD11"),
})
export const TenderPath = Schema.Struct({
  ...MatterId.fields,
  tenderId: pathName("The id of the tender, as the matter has it"),
})

/** The body of every error (RFC 9457). */
export const Problem = Schema.Struct({
  type: Schema.String,
  title: Schema.String,
  status: Schema.Int,
  detail: Schema.String,
  instance: Schema.String,
  /** Stable, in snake_case. */
  code: Schema.String,
  /** The provision that refuses, where there is one. */
  rule: Schema.optional(Schema.String),
  /** The places in the request that are wrong, and what is wrong there. */
  errors: Schema.optional(Schema.Array(Schema.Struct({ path: Schema.String, message: Schema.String }))),
}).annotations({ identifier: "Problem" })
export type Problem = typeof Problem.Type
