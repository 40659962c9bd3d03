/**
 * An operation of the interface as one value: where it stands, what it takes and answers, on what conditions, and in which words it is
 * described. The description, the server, the client, the tools, the Registrar's command line and the table of permissions are derived
 * from it. Its act is bound to it in `http/handlers`, so that a client carries no command. Also the schemas that many operations
 * share, and the body of every error.
 */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Context, Either, Schema } from "effect"
import { Citation } from "../../core/kernel/Citation.ts"
import { GivenName } from "../../core/kernel/Id.ts"
import { DryRun, type Tried, trialOf } from "./Tried.ts"

export { oneOf } from "../../core/kernel/Json.ts"
export { NextView as Next } from "../../core/kernel/Moves.ts"
export { Timestamp } from "../../core/kernel/Time.ts"

/**
 * `none`: a credential is not looked at. `optional`: one may be presented, and shows more. `required`: one must be presented.
 * The rules decide what the caller's role may do.
 */
export type Credential = "none" | "optional" | "required"

/** Statuses with which the rules may refuse an operation, beyond the statuses that every operation shares. */
type RefusalStatus = 402 | 403 | 404 | 409 | 422

export interface Conditions {
  readonly credential: Credential
  /** The query parameter that asks for what is the caller's own: with it, an optional credential is required. */
  readonly ownBy: string | null
  readonly refusals: ReadonlyArray<RefusalStatus>
  readonly cache: string | null
  readonly example: object | null
  /** After how many seconds a caller should take the answer for lost. */
  readonly answerSeconds: number
  /** Whether a request counts against the rate limit of its caller. */
  readonly limited: boolean
  /** It takes a body, and only asks: it records nothing, so that no first answer is kept for it. */
  readonly asks: boolean
  /** It can be tried: with `dryRun=true` the answer says what would be recorded, and nothing is. */
  readonly tried: boolean
  /** The list of its body whose items count against the limits of the caller: ten as one request. Null if it has no such list. */
  readonly counts: string | null
  /** A parameter of its query that makes it cost as much as a list of so many items. Null if no parameter does. */
  readonly dear: { readonly parameter: string; readonly items: number } | null
  /** The tool of which it is an action; null if it is a tool of its own, or no model needs it. */
  readonly tool: string | null
}
export class ConditionsOf extends Context.Tag("agent-court/http/Conditions")<ConditionsOf, Conditions>() {}

/** The most seconds that a court gives its model for one answer. */
export const modelAnswerSecondsMax = 250
const recordSeconds = 30
/** The seconds for an answer that waits for a model. The model is asked twice if its first draft can't be used. */
export const modelWorkSeconds = 2 * modelAnswerSecondsMax + recordSeconds

type Path = `/${string}`
type At = { readonly get: Path } | { readonly post: Path } | { readonly put: Path } | { readonly patch: Path }

/**
 * The shapes of an operation's request and answer (201 if it `creates` this). The input of its command or query is `{...path, ...body}` or
 * `{...path, ...query}`.
 */
interface Shapes {
  readonly path?: Schema.Schema.Any
  readonly query?: Schema.Schema.Any
  readonly headers?: Schema.Schema.Any
  readonly body?: Schema.Schema.Any
  readonly answer: Schema.Schema.Any
  readonly creates?: boolean
}

type Definition = At &
  Shapes &
  Pick<Conditions, "credential"> &
  Partial<Conditions> & { readonly summary: string; readonly description?: string }

type MethodOf<D> = D extends { readonly get: Path }
  ? "GET"
  : D extends { readonly post: Path }
    ? "POST"
    : D extends { readonly put: Path }
      ? "PUT"
      : "PATCH"
type TypeOf<D, Part extends keyof Shapes> = D extends {
  readonly [P in Part]: infer S extends Schema.Schema.Any
}
  ? Schema.Schema.Type<S>
  : never
/** An operation that can be tried has no other query. */
type QueryOf<D> = D extends { readonly tried: true } ? typeof DryRun.Type : TypeOf<D, "query">
type AnswerOf<D> = D extends { readonly tried: true }
  ? TypeOf<D, "answer"> | Tried<TypeOf<D, "answer">>
  : TypeOf<D, "answer">

const verbs = { get: "GET", post: "POST", put: "PUT", patch: "PATCH" } as const

const placeOf = (at: At): readonly [method: "GET" | "POST" | "PUT" | "PATCH", path: Path] => {
  if ("get" in at) return [verbs.get, at.get]
  if ("post" in at) return [verbs.post, at.post]
  return "put" in at ? [verbs.put, at.put] : [verbs.patch, at.patch]
}

type Any = HttpApiEndpoint.HttpApiEndpoint.AnyWithProps

interface Tag {
  readonly title: string
  readonly description: string
  readonly prefix?: Path | null
}

export const operation = <const Id extends string, const D extends Definition>(id: Id, definition: D) => {
  const { path, headers, body, creates = false, ...stated } = definition
  const { asks = false, tried = false } = stated
  const query = tried ? DryRun : stated.query
  const answer = tried ? Schema.Union(stated.answer, trialOf(stated.answer)) : stated.answer
  const { summary, description = summary, credential, refusals = [], cache = null, example = null } = stated
  const { ownBy = null, counts = null, dear = null, tool = null } = stated
  const { answerSeconds = recordSeconds, limited = true } = stated
  const conditions = {
    credential,
    ownBy,
    refusals,
    cache,
    example,
    answerSeconds,
    limited,
    asks,
    tried,
    counts,
    dear,
    tool,
  }
  const [method, at] = placeOf(definition)
  // The platform types each step by the one before. Here the steps depend on the definition, which has the types in the end.
  const bare = HttpApiEndpoint.make(method)(id, at) as unknown as Any
  const found: Any = path === undefined ? bare : bare.setPath(path)
  const asked: Any = query === undefined ? found : found.setUrlParams(query)
  const headed: Any = headers === undefined ? asked : asked.setHeaders(headers)
  const given: Any = body === undefined ? headed : headed.setPayload(body)
  const made: Any = given
    .addSuccess(answer, creates ? { status: 201 } : {})
    .annotateContext(
      Context.make(ConditionsOf, conditions).pipe(
        Context.add(OpenApi.Summary, summary),
        Context.add(OpenApi.Description, description),
      ),
    )
  return made as unknown as HttpApiEndpoint.HttpApiEndpoint<
    Id,
    MethodOf<D>,
    TypeOf<D, "path">,
    QueryOf<D>,
    TypeOf<D, "body">,
    TypeOf<D, "headers">,
    AnswerOf<D>
  >
}

/** A read that anybody may make, from any origin. Caches revalidate it by its `ETag`. */
export const publicRead = { credential: "none", cache: "public, no-cache" } as const
/** A read that some callers may make, of a record that may not exist. */
export const privateRead = { credential: "required", refusals: [403, 404] } as const
/** An act that some callers may do to a record, which may not exist, not allow it now, or not take what is given. */
export const recordAct = { credential: "required", refusals: [403, 404, 409, 422] } as const

/** The operations of one tag, beneath `/api/v1` unless another prefix is stated. */
export const group = <
  const Id extends string,
  const All extends ReadonlyArray<HttpApiEndpoint.HttpApiEndpoint.Any>,
>(
  id: Id,
  { title, description, prefix = "/api/v1" }: Tag,
  ...operations: All
): HttpApiGroup.HttpApiGroup<Id, All[number], never> => {
  const empty: HttpApiGroup.HttpApiGroup<Id, All[number], never> = HttpApiGroup.make(id)
  const filled = operations.reduce((made, one) => made.add(one), empty)
  return (prefix === null ? filled : filled.prefix(prefix))
    .annotate(OpenApi.Title, title)
    .annotate(OpenApi.Description, description)
}

/** A request without a body means an object without members, to the client as to the server. */
export const absentBody: object = {}

/** Whether callers must send a body: they need not if an object without members fits the schema, or if the schema is null. */
export const bodyRequired = (body: Schema.Schema<unknown, unknown> | null): boolean =>
  body !== null && Either.isLeft(Schema.decodeUnknownEither(body)(absentBody))

export const text = Schema.String
export const orNull = Schema.NullOr

export const Markdown = Schema.String.pipe(
  HttpApiSchema.withEncoding({ kind: "Text", contentType: "text/markdown" }),
)

/** The words with which a parameter of a path or a query is refused, whatever is wrong with it. They say what fits, and repeat nothing that was sent. */
export const refuseAs = (message: string) => ({ message: () => ({ message, override: true }) })

/** The text of a proof that the court's log has an event (C2SP tlog-proof). */
export const proof = {
  answer: HttpApiSchema.Text({ contentType: "text/plain" }),
  credential: "none",
  cache: "no-cache",
  description:
    "A C2SP tlog-proof against the published checkpoint of `/log/checkpoint`; its `extra` is the event, as RFC 8785 JSON. It is checked without the court, by the `vkey` of `/.well-known/notary.json`. 503 with `Retry-After` until the log has taken the event, which it does within two seconds.",
  refusals: [404],
} as const

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
      ...refuseAs("must be a whole number from 1 to 100"),
    }),
  ),
  cursor: Schema.optional(
    Schema.NonEmptyString.pipe(Schema.maxLength(2000)).annotations({
      description: "The `nextCursor` of the page before",
      ...refuseAs("must be a nextCursor of this list"),
    }),
  ),
}
export const PageParams = Schema.Struct(pageParams)

/** One page of a list; `nextCursor` is null at the end. */
export const pageOf = <A, I>(item: Schema.Schema<A, I>) =>
  Schema.Struct({ items: Schema.Array(item), nextCursor: Schema.NullOr(Schema.String) })

const pathName = (description: string) =>
  GivenName.annotations({ description, ...refuseAs("must have 1 to 200 characters") })
const idOf = (what: string) => Schema.Struct({ id: pathName(`The id of ${what}`) })
export const MatterId = idOf("the matter")
export const AppealId = idOf("the appeal")
export const QuoteId = idOf("the quote")
export const HoldId = idOf("the hold")
export const DealingId = idOf("the dealing")
export const EntryId = idOf("the compliance entry")
export const InvoiceId = idOf("the invoice")
export const ReferenceId = idOf("the reference")
export const BriefId = idOf("the brief")
export const TextId = idOf("the international instrument")
export const OperatorId = idOf("the operator, or the handle of one of its agents")
export const InstrumentId = idOf("the instrument, such as rules or PD11")
export const HandlePath = Schema.Struct({ handle: pathName("The handle of the agent") })
export const OwnHandlePath = Schema.Struct({ handle: pathName("The handle of your own agent") })
export const CitationPath = Schema.Struct({
  citation: Citation.annotations({
    jsonSchema: {
      type: "string",
      minLength: 1,
      maxLength: 200,
      description: "The citation of the judgment, such as [2026] MC 7",
    },
    ...refuseAs("must have 1 to 200 characters"),
  }),
})
export const InstrumentPath = Schema.Struct({
  instrument: pathName("The id of the instrument, such as rules or PD11"),
})
export const JudgePath = Schema.Struct({ judge: pathName("The kind of the judge, such as papers or panel") })
export const TenderPath = Schema.Struct({
  ...MatterId.fields,
  tenderId: pathName("The id of the tender"),
})

const ofPart = { sha256: pathName("The SHA-256 of the part, as the manifest says it") }
export const BundlePath = Schema.Struct({ ...MatterId.fields, ...ofPart })
export const AppealBundlePath = Schema.Struct({ ...AppealId.fields, ...ofPart })

/** The body of every answer with an error, as the members of RFC 9457 and the court's own code. */
export const Problem = Schema.Struct({
  type: Schema.String,
  title: Schema.String,
  status: Schema.Int,
  detail: Schema.String,
  instance: Schema.String,
  /** The court's own code of the error, in snake_case. It never changes. */
  code: Schema.String,
  rule: Schema.optional(Schema.String),
  /** The places in the request that are wrong, and what is wrong there. */
  errors: Schema.optional(Schema.Array(Schema.Struct({ path: Schema.String, message: Schema.String }))),
}).annotations({ identifier: "Problem" })
export type Problem = typeof Problem.Type

/** The version of the interface, wherever a document of it says one. */
export const interfaceVersion = "0.8.0"
