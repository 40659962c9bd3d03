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
import { type Callable, type Facts, headersOf, type Parts, pathOf, queryText, type Sent } from "./Request.ts"

export interface Operation extends Facts {
  readonly request: (parts: Parts) => Either.Either<Sent, InvalidRequest>
  readonly answer: (status: number, text: string) => Either.Either<unknown, UnexpectedAnswer>
}

export const placesOf = (error: ParseResult.ParseError): ReadonlyArray<Place> =>
  ParseResult.ArrayFormatter.formatErrorSync(error).map(({ path, message }) => ({
    path: path.map(String).join("."),
    message,
  }))

const pathEither = (pattern: string, names: Parts["path"]): Either.Either<string, ReadonlyArray<Place>> => {
  const wrong: Array<Place> = []
  const path = pathOf(pattern, names, wrong)
  return wrong.length === 0 ? Either.right(path) : Either.left(wrong)
}

const queryOf = (schema: AnySchema | null, given: Parts["urlParams"] = {}) => {
  if (schema === null) return Either.right("")
  // The members of a query are encoded as texts.
  return Either.map(Either.mapLeft(Schema.encodeUnknownEither(schema)(given), placesOf), (encoded) =>
    queryText(encoded as Record<string, string | undefined>),
  )
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
    : Either.left(placesOf(asWritten.left))
}

const answerReader = (name: string, schema: AnySchema): Operation["answer"] => {
  const json = HttpApiSchema.getEncoding(schema.ast).kind === "Json"
  const decode = Schema.decodeUnknownEither(schema, { onExcessProperty: "preserve" })
  return (status, text) => {
    const answerFault = (errors: ReadonlyArray<Place>) =>
      new UnexpectedAnswer({ operation: name, status, errors })
    if (!json) return Either.right(text)
    const body = Either.try({
      try: (): unknown => JSON.parse(text),
      catch: () => answerFault([{ path: "", message: "the answer is not JSON" }]),
    })
    // Some operations answer with text if they are asked to. The text is then the answer.
    if (Either.isLeft(body)) return Either.isRight(decode(text)) ? Either.right(text) : body
    return Either.mapLeft(decode(body.right), (error) => answerFault(placesOf(error)))
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
        pathEither(path, parts.path),
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

export const operations: ReadonlyArray<Operation> = defined.map(makeCall)

/** The operation for a call, which throws its failures. */
export const callable = (operation: Operation): Callable => ({
  ...operation,
  request: (parts) => Either.getOrThrowWith(operation.request(parts), (failure) => failure),
  answer: (status, text) => Either.getOrThrowWith(operation.answer(status, text), (failure) => failure),
})
