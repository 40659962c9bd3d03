/** The operations ready to serve. Each has its compiled schemas, its handler and the store that it reads from, and is found by its path. */
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { Effect, Either, ParseResult, Predicate, Schema, SchemaAST } from "effect"
import * as Router from "find-my-way-ts"
import { Reads } from "../../adapters/store/Reads.ts"
import { fitsOf } from "../../core/kernel/Fits.ts"
import { Store } from "../../core/store/Store.ts"
import type { Problem } from "../api/Operation.ts"
import { type AnySchema, cursorOf, type Operation, operationsOf, readsOnly } from "../api/Operations.ts"
import type { Reply } from "./Answer.ts"
import { type AnyDoes, type AnyRequest, handlerOf, type Services } from "./Handler.ts"
import { tooLong } from "./Lengths.ts"
import type { Failure } from "./Problem.ts"
import { schemaErrors } from "./SchemaErrors.ts"

export interface Parts {
  readonly path: unknown
  readonly query: unknown
  readonly payload: unknown
}
type Errors = NonNullable<Problem["errors"]>

/** The method and the path by which the router finds an operation: `path` has segments as in `/api/v1/agents/:handle`. */
export type Route = Pick<Operation, "method" | "path">

export interface Endpoint extends Operation {
  readonly hasBody: boolean
  readonly acts: boolean
  readonly status: number
  readonly contentType: string
  /** The parts of a request, decoded by their schemas; or the places that do not fit: all of them, or only the first. */
  readonly decode: (raw: Parts, errors: "all" | "first") => Either.Either<Parts, Errors>
  readonly handle: (request: AnyRequest) => Effect.Effect<Reply<unknown>, Failure, Services>
}

// A property that the schema does not name is refused, so that a misspelt property never goes unnoticed.
const strict = { onExcessProperty: "error" } as const
const anything = Schema.Unknown
/** The schema for an act that takes no parameters in its query. Whoever asks to try it would be surprised that it is performed. */
const untried = Schema.Unknown.pipe(
  Schema.filter(
    (query) =>
      !Predicate.hasProperty(query, "dryRun") || {
        path: ["dryRun"],
        message: "is not taken here: this operation can't be tried",
      },
  ),
)
/** An object without members. (An empty `Struct` would accept every value but null.) */
const nothing = Schema.Record({
  key: Schema.String,
  value: Schema.Never.annotations({ message: () => "is unexpected" }),
})

type Decode = (value: unknown, errors: "all" | "first") => Either.Either<unknown, Errors>

const compileDecoder = (schema: AnySchema, root: string): Decode => {
  const decode = ParseResult.decodeUnknownEither(schema, strict)
  const lengths = tooLong(schema.ast)
  const fits = fitsOf(schema)
  return (value, errors) => {
    if (fits(value)) return Either.right(value)
    const long = lengths?.(value) ?? []
    if (long.length > 0) return Either.left(long)
    return Either.mapLeft(decode(value, { errors }), (issue) =>
      schemaErrors(new ParseResult.ParseError({ issue }), root),
    )
  }
}

/** The decoder of a part of a request. The first request compiles it: a start would compile hundreds, and a court is asked for few soon. */
const decoder = (
  schema: AnySchema | null,
  root: string,
  absent: Schema.Schema.AnyNoContext = anything,
): Decode => {
  let compiled: Decode | null = null
  return (value, errors) => {
    // The decoder gives `unknown` in any case, so the types of `absent` don't matter.
    compiled ??= compileDecoder(schema ?? (absent as AnySchema), root)
    return compiled(value, errors)
  }
}

const absent: Either.Either<unknown, Errors> = Either.right(undefined)

/** The names of the path that the body may give again. */
const namesGivenAgain = ({ places, shapes }: Operation): ReadonlyArray<string> =>
  shapes.body === null
    ? []
    : SchemaAST.getPropertySignatures(shapes.body.ast)
        .map(({ name }) => String(name))
        .filter((name) => places.get(name) === "path")

/** Where a body gives a name of the path again and it is another. */
const contradictions = (names: ReadonlyArray<string>, path: unknown, body: unknown): Errors =>
  names
    .filter(
      (name) =>
        Predicate.hasProperty(path, name) && Predicate.hasProperty(body, name) && body[name] !== path[name],
    )
    .map((name) => ({ path: name, message: "must be as in the address, or left out" }))

const compile = (operation: Operation, handle: Endpoint["handle"]): Endpoint => {
  const { shapes, answer, method } = operation
  const path = decoder(shapes.path, "path")
  const query = decoder(shapes.query, "query", untried)
  const payload = decoder(shapes.body, "", nothing)
  const hasBody = method !== "GET"
  const givenAgain = namesGivenAgain(operation)
  return {
    ...operation,
    hasBody,
    acts: !readsOnly(operation),
    status: HttpApiSchema.getStatusSuccess(answer),
    contentType: `${HttpApiSchema.getEncoding(answer.ast).contentType}; charset=utf-8`,
    decode: (raw, errors) => {
      const p = path(raw.path, errors)
      const q = query(raw.query, errors)
      const b = hasBody ? payload(raw.payload, errors) : absent
      if (Either.isRight(p) && Either.isRight(q) && Either.isRight(b)) {
        const wrong = contradictions(givenAgain, p.right, b.right)
        return wrong.length > 0
          ? Either.left(wrong)
          : Either.right({ path: p.right, query: q.right, payload: b.right })
      }
      return Either.left([p, q, b].flatMap((part) => (Either.isLeft(part) ? part.left : [])))
    },
    handle,
  }
}

/** The member of an answer that has the cursor of a list which the answer begins. */
const beginningOf = ({ answer }: Operation): string | null =>
  SchemaAST.getPropertySignatures(answer.ast)
    .map(({ name }) => String(name))
    .find((name) => name.endsWith("Cursor") && name !== "nextCursor") ?? null

/** The operations of a group with what each does, by its id. Whoever calls has checked that each does something, and that it fits. */
export const bind = (
  group: HttpApiGroup.HttpApiGroup.Any,
  doing: { readonly [id: string]: AnyDoes },
): ReadonlyArray<Endpoint> =>
  operationsOf(group).map((operation) => {
    const does = doing[operation.id]
    if (does === undefined) throw new Error(`${operation.id} does nothing`)
    const { tried } = operation.conditions
    const manner = { paged: cursorOf(operation) !== null, tried, begins: beginningOf(operation) }
    return compile(operation, handlerOf(does, manner))
  })

/** The header field that says how far the store was that gave an answer, if the store has replicas. */
const field = "court-read-position"

/**
 * Handles a request. A public read goes to a replica, unless the caller sends a position that no replica has reached. Acts, and reads
 * by a caller with a credential, go to the primary store.
 */
export const handleRequest = (endpoint: Endpoint, request: AnyRequest): ReturnType<Endpoint["handle"]> =>
  Effect.flatMap(Reads, (reads) => {
    const work = endpoint.handle(request)
    if (reads === null) return work
    if (endpoint.hasBody || request.caller !== null)
      return Effect.map(work, (reply) => withPosition(reply, reads.position()))
    return Effect.flatMap(Store, (own) => {
      const { driver, position } = reads.from(request.header(field) ?? null, own)
      return Effect.map(Effect.provideService(work, Store, driver), (reply) =>
        withPosition(reply, position()),
      )
    })
  })

const withPosition = <A>(reply: Reply<A>, position: string | null): Reply<A> =>
  position === null ? reply : { ...reply, headers: { [field]: position, ...reply.headers } }

export type Found<R> =
  | { readonly _tag: "Found"; readonly route: R; readonly params: Readonly<Record<string, string>> }
  | { readonly _tag: "WrongMethod"; readonly allow: ReadonlyArray<string>; readonly routes: ReadonlyArray<R> }
  | { readonly _tag: "Absent" }
  | { readonly _tag: "BadEncoding" }

/**
 * The characters that the package decodes itself, or takes for the end of a path. A path with them is encoded once more before it and
 * decoded after it.
 */
const coded = /[%;#?\0]/
const eachCoded = /[%;#?\0]/g
/** An empty segment isn't a value of a parameter. */
const unfit = /^[^/]|\/\/|.\/$/

const decodeParams = (params: Readonly<Record<string, string>>): Readonly<Record<string, string>> | null => {
  try {
    const values = Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)] as const)
    return values.some(([, value]) => value.includes("\0")) ? null : Object.fromEntries(values)
  } catch {
    return null
  }
}

/** Finds the route of a method and a path. Static segments win over parameters, and `GET` answers `HEAD`. */
export const finder = <R extends Route>(routes: ReadonlyArray<R>) => {
  const paths = new Map<R["path"], Map<string, R>>()
  for (const route of routes)
    paths.set(route.path, (paths.get(route.path) ?? new Map<string, R>()).set(route.method, route))
  // A path has one place whatever its methods are, so that a wrong method is known from an absent path.
  const tree = Router.make<ReadonlyMap<string, R>>({
    caseSensitive: true,
    ignoreDuplicateSlashes: false,
    ignoreTrailingSlash: false,
    maxParamLength: Number.POSITIVE_INFINITY,
  })
  for (const [path, methods] of paths) tree.on("", path, methods)
  return (method: string, path: string): Found<R> => {
    const plain = !coded.test(path)
    const at = unfit.test(path)
      ? undefined
      : tree.find("", plain ? path : path.replace(eachCoded, encodeURIComponent))
    if (at === undefined) return { _tag: "Absent" }
    const route = at.handler.get(method === "HEAD" ? "GET" : method)
    if (route === undefined) {
      const methods = [...at.handler.keys()]
      const allow = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"]
      return { _tag: "WrongMethod", allow, routes: [...at.handler.values()] }
    }
    // Every parameter of a path that is found has a value.
    const values = at.params as Readonly<Record<string, string>>
    const params = plain ? values : decodeParams(values)
    return params === null ? { _tag: "BadEncoding" } : { _tag: "Found", route, params }
  }
}
