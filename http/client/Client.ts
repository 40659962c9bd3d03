/** A client of a court, derived from the same definitions that the server serves. Runs wherever `fetch` does. */
import {
  HttpApiClient,
  HttpClient,
  HttpClientError,
  HttpClientRequest,
  HttpClientResponse,
} from "@effect/platform"
import { Effect } from "effect"
import { Api } from "../Api.ts"
import { Problem } from "../api/Problem.ts"

export interface Options {
  /** Address of the court, without `/api/v1`. */
  readonly baseUrl: string
  /** The key that enrolment showed; reads that anybody may make need none. */
  readonly apiKey?: string
}

/** What the court refused, as the failure of the call: its `cause` is the `Problem`, its description says what to do. */
const refused = (response: HttpClientResponse.HttpClientResponse) =>
  HttpClientResponse.schemaBodyJson(Problem)(response).pipe(
    Effect.option,
    Effect.flatMap((read) => {
      const problem = read._tag === "Some" ? read.value : null
      return new HttpClientError.ResponseError({
        request: response.request,
        response,
        reason: "StatusCode",
        cause: problem,
        description:
          problem === null
            ? `answered ${response.status}`
            : `${problem.code}${problem.rule === undefined ? "" : ` (${problem.rule})`}: ${problem.detail}`,
      })
    }),
  )

/**
 * The operations of the interface, by group and name: `client.dealings.notarise({ payload })`. A call fails with
 * `ResponseError` where the court refuses, with `RequestError` where it can't be reached, with `ParseError` where an answer
 * is not of its shape. Needs an `HttpClient` (`FetchHttpClient.layer`).
 */
export const make = ({ baseUrl, apiKey }: Options) =>
  HttpApiClient.make(Api, {
    baseUrl,
    transformClient: (client) =>
      client.pipe(
        apiKey === undefined ? (it) => it : HttpClient.mapRequest(HttpClientRequest.bearerToken(apiKey)),
        HttpClient.transformResponse(
          Effect.flatMap((response) =>
            response.status >= 400 ? refused(response) : Effect.succeed(response),
          ),
        ),
      ),
  })
