/** The operations of the interface by plain data: a request is written and an answer is read without the schemas. */
import type { Described, DescribedOperation } from "./Described.ts"
import { type Place, UnexpectedAnswer } from "./Failure.ts"
import { type Callable, headersOf, type Parts, pathOf, queryText, sendNothingWrong } from "./Request.ts"
import { ShapeReader } from "./Shape.ts"

const queryOf = (
  reader: ShapeReader,
  { query, asked }: DescribedOperation,
  given: Parts["urlParams"] = {},
  wrong: Array<Place>,
): string => {
  const members = Object.entries(query).map(([name, shape]) => {
    const value = reader.write(shape, given[name])
    if (value === undefined) {
      if (asked.includes(name)) wrong.push({ path: name, message: "is missing" })
      return [name, undefined] as const
    }
    wrong.push(...reader.misfits(shape, value, true, name))
    return [name, String(value)] as const
  })
  return queryText(Object.fromEntries(members))
}

const bodyOf = (
  reader: ShapeReader,
  { body }: DescribedOperation,
  payload: unknown = {},
  wrong: Array<Place>,
): string | null => {
  if (body === null) return null
  const value = reader.write(body, payload)
  wrong.push(...reader.misfits(body, value, true))
  return JSON.stringify(value)
}

/** Notes what is wrong if a request needs one of some members and no such member is given. */
const seekNeeded = ({ needsOneOf }: DescribedOperation, parts: Parts, wrong: Array<Place>): void => {
  const given: Readonly<Record<string, unknown>> = { ...parts.urlParams, ...Object(parts.payload) }
  if (needsOneOf.length > 0 && needsOneOf.every((name) => given[name] === undefined))
    wrong.push({ path: "", message: `needs one of ${needsOneOf.join(", ")}` })
}

/** The value of a JSON text; undefined if the text isn't JSON. */
const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const callableOf = (reader: ShapeReader, operation: DescribedOperation): Callable => ({
  ...operation,
  request: (parts) => {
    const wrong: Array<Place> = []
    const path = pathOf(operation.path, parts.path, wrong)
    const query = queryOf(reader, operation, parts.urlParams, wrong)
    const body = bodyOf(reader, operation, parts.payload, wrong)
    seekNeeded(operation, parts, wrong)
    sendNothingWrong(operation.name, wrong)
    return { target: `${path}${query}`, headers: headersOf(parts.headers), body }
  },
  answer: (status, text) => {
    const { name, answer } = operation
    if (answer === null) return text
    const value = parseJson(text)
    if (value === undefined && operation.text) return text
    const errors =
      value === undefined
        ? [{ path: "", message: "the answer is not JSON" }]
        : reader.misfits(answer, value, false)
    if (errors.length > 0) throw new UnexpectedAnswer({ operation: name, status, errors })
    return value
  },
})

export const callablesOf = ({ operations, shapes }: Described): ReadonlyArray<Callable> => {
  const reader = new ShapeReader(shapes)
  return operations.map((operation) => callableOf(reader, operation))
}
