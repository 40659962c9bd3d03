/** Checks every answer of a test: the operation documents its status, and its body fits the definition. */

import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { Ajv2020 } from "ajv/dist/2020.js"
import addFormats from "ajv-formats"
import { Either, ParseResult, Schema } from "effect"
import { isOfFormats } from "../api/Formats.ts"
import { describe, refusalsOf } from "../api/OpenApi.ts"
import { Problem } from "../api/Operation.ts"
import { operations } from "../api/Operations.ts"
import { finder, type Route } from "../server/Endpoint.ts"

const strict = { onExcessProperty: "error", errors: "first" } as const
const fitsProblem = Schema.decodeUnknownEither(Problem, strict)

interface Operation extends Route {
  readonly success: number
  readonly statuses: ReadonlySet<number>
  readonly json: boolean
  readonly fits: (body: unknown) => Either.Either<unknown, ParseResult.ParseError>
}

const find = finder(
  operations.map((operation): Operation => {
    const { method, path, answer } = operation
    const success = HttpApiSchema.getStatusSuccess(answer)
    return {
      method,
      path,
      success,
      statuses: new Set([success, 304, ...refusalsOf(operation)]),
      json: HttpApiSchema.getEncoding(answer.ast).kind === "Json",
      fits: Schema.decodeUnknownEither(answer, strict),
    }
  }),
)

/** The description as it is served. Formats such as `date-time` are checked too. */
const served = new Ajv2020({ strict: false })
addFormats.default(served)
served.addSchema({
  $id: "court",
  ...describe({ baseUrl: "http://court.test", sandbox: true, formats: true }),
})

const pointer = (...keys: ReadonlyArray<string>): string =>
  keys.map((key) => encodeURIComponent(key.replace(/~/g, "~0").replace(/\//g, "~1"))).join("/")
const schemaAt = (route: Route, ...keys: ReadonlyArray<string>) => {
  const path = route.path.replace(/:(\w+)/g, "{$1}")
  const content = [...keys, "content", "application/json", "schema"]
  return served.getSchema(`court#/paths/${pointer(path, route.method.toLowerCase(), ...content)}`)
}

/** Whether a body fits the description; true if the path is not part of the interface. */
export const describes = (method: string, path: string, body: unknown): boolean => {
  const found = find(method, path.split("?")[0] ?? "")
  if (found._tag !== "Found") return true
  return schemaAt(found.route, "requestBody")?.(body) !== false
}

const describedWrongly = (route: Operation, body: unknown): string | null => {
  const check = schemaAt(route, "responses", String(route.success))
  if (check === undefined) return "the description says nothing of this answer"
  return check(body) === false ? `not as described: ${served.errorsText(check.errors ?? [])}` : null
}

const violation = (
  method: string,
  path: string,
  status: number,
  type: string,
  text: string,
): string | null => {
  const found = find(method, path.split("?")[0] ?? "")
  if (status >= 400) {
    const problem = fitsProblem(JSON.parse(text))
    if (Either.isLeft(problem)) return `not a problem as RFC 9457 has it: ${problem.left.message}`
  }
  if (found._tag !== "Found") return null
  const { success, statuses, json, fits } = found.route
  // The paths of a sandbox and of the formats are defined, but only a court that has them serves them.
  if (!statuses.has(status) && !(status === 404 && (path.includes("/sandbox/") || isOfFormats(path))))
    return `status ${status} is not documented`
  // An operation that answers in JSON may answer in another form on request.
  if (status !== success || !json || method === "HEAD" || !type.includes("json")) return null
  const body: unknown = JSON.parse(text)
  const defined = fits(body)
  return Either.isLeft(defined)
    ? ParseResult.TreeFormatter.formatErrorSync(defined.left)
    : describedWrongly(found.route, body)
}

export const hold = async (method: string, path: string, response: Response): Promise<void> => {
  const broken = violation(
    method,
    path,
    response.status,
    response.headers.get("content-type") ?? "",
    await response.clone().text(),
  )
  if (broken !== null) throw new Error(`${method} ${path}: ${broken}`)
}
