import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { describe as described } from "../api/OpenApi.ts"
import { formats } from "../formats/index.ts"
import { endpoints } from "../handlers/index.ts"
import { parse } from "../server/Body.ts"
import type { Client } from "./Client.ts"
import { operations } from "./Operation.ts"

type Call = (...given: ReadonlyArray<never>) => unknown
type RequestOf<C extends Call> = NonNullable<Parameters<C>[0]>
type MayLeaveOut<R, Part extends string> = Part extends keyof R
  ? Record<never, never> extends Pick<R, Part>
    ? true
    : false
  : false
/** The names of the operations whose body may be left out, as far as the types of the client say. */
type Optional = {
  [G in keyof Client]: {
    [O in keyof Client[G]]: Client[G][O] extends infer C extends Call
      ? MayLeaveOut<RequestOf<C>, "payload"> extends true
        ? O
        : never
      : never
  }[keyof Client[G]]
}[keyof Client]

// The compiler holds this table equal to the types: it refuses a name too many and a name too few.
const optionalByType: Record<Optional, true> = {
  acceptQuote: true,
  endProof: true,
  openList: true,
  patchManifest: true,
  proveOperator: true,
  reportPaidOut: true,
  rotateKey: true,
  setService: true,
}

const baseUrl = "https://court.example"
const document = described({ baseUrl, sandbox: true, formats: true })
const served = endpoints({
  baseUrl,
  sandbox: true,
  mail: false,
  contact: baseUrl,
  formats,
  described: () => document,
})
const published = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

/** The published operation of an act, the endpoint that the server has under its path, and a name for each place in the path. */
const partsOf = (name: string) => {
  const found = published.find(({ operation }) => operation.operationId === name)
  if (found === undefined) throw new Error(`${name} is not published`)
  const pattern = found.path.replace(/\{(\w+)\}/g, ":$1")
  const endpoint = served.find(
    ({ method, path }) => path === pattern && method.toLowerCase() === found.method,
  )
  if (endpoint === undefined) throw new Error(`${name} is not served`)
  const names = [...found.path.matchAll(/\{(\w+)\}/g)].map(([, place = ""]) => [place, "a-name"])
  return { requestBody: found.operation.requestBody, endpoint, path: Object.fromEntries(names) }
}

const empty = Either.getOrThrow(parse(new Uint8Array())).value
const acts = operations
  .filter((operation) => operation.acts)
  .map((operation) => ({ operation, ...partsOf(operation.name) }))

describe("a body", () => {
  it.each(acts)(
    "of $operation.name may be left out for the client, the server and the description alike",
    ({ operation, endpoint, path, requestBody }) => {
      const sent = operation.request({ path })
      const taken = endpoint.decode({ path, query: {}, payload: empty }, "all")
      expect(Either.isRight(sent)).toBe(Either.isRight(taken))
      expect(requestBody).toMatchObject({ required: Either.isLeft(taken) })
    },
  )

  it("may be left out by the types of the client wherever the server takes none, and nowhere else", () => {
    const leftOut = acts
      .filter(({ operation, path }) => {
        const sent = operation.request({ path })
        return Either.isRight(sent) && sent.right.body !== null
      })
      .map(({ operation }) => operation.name)
    expect(leftOut.sort()).toEqual(Object.keys(optionalByType).sort())
  })
})
