/** The operations of the interface as a caller uses them: a request is made from its parts and an answer is read, by the definition. */
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { Either, ParseResult, Schema } from "effect"
import { absentBody } from "../api/Operation.ts"
import {
  type AnySchema,
  cursorOf,
  type Operation as Defined,
  operations as defined,
  isKeyed,
  readsOnly,
} from "../api/Operations.ts"
import { InvalidRequest, type Place, UnexpectedAnswer } from "./Failure.ts"

/** The parts of a request, as a caller gives them. */
export interface Parts {
  readonly path?: { readonly [name: string]: string }
  readonly urlParams?: { readonly [name: string]: unknown }
  readonly headers?: { readonly [name: string]: string | undefined }
  readonly payload?: unknown
}

/** What goes over the wire. */
export interface Sent {
  /** Path and query, from the root of the court. */
  readonly target: string
  readonly headers: { readonly [name: string]: string }
  readonly body: string | null
}

export interface Operation {
  readonly group: string
  readonly name: string
  readonly method: string
  /** Whether it is an act, which carries an idempotency key. */
  readonly acts: boolean
  /** Whether it is an act of a caller with a credential. The court keeps first answers only for these, so others could act twice. */
  readonly keyed: boolean
  /** How long its answer may take. */
  readonly answerSeconds: number
  /** The query parameter that asks for the next page; null if the operation is no listing. */
  readonly cursor: "cursor" | "after" | null
  /** Whether it is an act that can be tried, with nothing recorded. */
  readonly tried: boolean
  readonly request: (parts: Parts) => Either.Either<Sent, InvalidRequest>
  readonly answer: (status: number, text: string) => Either.Either<unknown, UnexpectedAnswer>
}

const places = (error: ParseResult.ParseError): ReadonlyArray<Place> =>
  ParseResult.ArrayFormatter.formatErrorSync(error).map(({ path, message }) => ({
    path: path.map(String).join("."),
    message,
  }))

/** Whether a name can stand in a path: `.` and `..` would be resolved away, and a lone surrogate can't be encoded. */
const canStand = (name: string): boolean => !/^\.{0,2}$|\p{Surrogate}/u.test(name)

const pathOf = (pattern: string, names: Parts["path"] = {}): Either.Either<string, ReadonlyArray<Place>> => {
  const wrong: Array<Place> = []
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => {
    const value = names[name] ?? ""
    if (canStand(value)) return encodeURIComponent(value)
    wrong.push({ path: `path.${name}`, message: "must be a name" })
    return ""
  })
  return wrong.length === 0 ? Either.right(path) : Either.left(wrong)
}

const queryOf = (schema: AnySchema | null, given: Parts["urlParams"] = {}) => {
  if (schema === null) return Either.right("")
  return Either.map(Either.mapLeft(Schema.encodeUnknownEither(schema)(given), places), (encoded) => {
    const query = new URLSearchParams()
    // The members of a query are encoded as texts.
    for (const [name, value] of Object.entries(encoded as Record<string, string | undefined>))
      if (value !== undefined) query.set(name, value)
    return query.size === 0 ? "" : `?${query}`
  })
}

/** The text of a body, whose instants may be as on the wire (`2026-11-20T09:00:00.000Z`) or in milliseconds. */
const bodyOf = (schema: AnySchema | null, payload: unknown = absentBody) => {
  if (schema === null) return Either.right(null)
  const strict = { onExcessProperty: "error" } as const
  const asWritten = Schema.decodeUnknownEither(schema, strict)(payload)
  if (Either.isRight(asWritten)) return Either.right(JSON.stringify(payload))
  const encoded = Schema.encodeUnknownEither(schema, strict)(payload)
  return Either.isRight(encoded)
    ? Either.right(JSON.stringify(encoded.right))
    : Either.left(places(asWritten.left))
}

const headersOf = (given: Parts["headers"] = {}) =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

const answerReader = (name: string, schema: AnySchema): Operation["answer"] => {
  const json = HttpApiSchema.getEncoding(schema.ast).kind === "Json"
  const decode = Schema.decodeUnknownEither(schema, { onExcessProperty: "preserve" })
  return (status, text) => {
    const unexpected = (errors: ReadonlyArray<Place>) =>
      new UnexpectedAnswer({ operation: name, status, errors })
    if (!json) return Either.right(text)
    const body = Either.try({
      try: (): unknown => JSON.parse(text),
      catch: () => unexpected([{ path: "", message: "the answer is not JSON" }]),
    })
    // Some operations answer with text if they are asked to. The text is then the answer.
    if (Either.isLeft(body)) return Either.isRight(decode(text)) ? Either.right(text) : body
    return Either.mapLeft(decode(body.right), (error) => unexpected(places(error)))
  }
}

const makeCall = (operation: Defined): Operation => {
  const { group, id: name, method, path, shapes, answer, conditions } = operation
  const acts = !readsOnly(operation)
  return {
    group,
    name,
    method,
    acts,
    keyed: isKeyed(operation),
    answerSeconds: conditions.answerSeconds,
    cursor: cursorOf(operation),
    tried: conditions.tried,
    request: (parts) =>
      Either.all([
        pathOf(path, parts.path),
        queryOf(shapes.query, parts.urlParams),
        bodyOf(shapes.body, parts.payload),
      ]).pipe(
        Either.map(([at, query, body]) => ({
          target: `${at}${query}`,
          headers: headersOf(parts.headers),
          body,
        })),
        Either.mapLeft((errors) => new InvalidRequest({ operation: name, errors })),
      ),
    answer: answerReader(name, answer),
  }
}

/** Every operation of the interface. */
export const operations: ReadonlyArray<Operation> = defined.map(makeCall)
