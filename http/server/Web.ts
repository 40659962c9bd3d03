/** The interface as a function from a `Request` to a `Response`, for runtimes that serve such functions. */
import { Effect, Exit, Runtime } from "effect"
import type { Answer } from "./Answer.ts"
import type { App } from "./App.ts"
import type { Services } from "./Handler.ts"
import type { Incoming, Take } from "./Incoming.ts"
import { Faulted } from "./Problem.ts"

const bodyMs = 30_000

const readBody = async (request: Request, take: Take, signal: AbortSignal): Promise<Uint8Array> => {
  if (request.body === null) return new Uint8Array()
  const chunks: Array<Uint8Array> = []
  const reader = request.body.getReader()
  const stop = () => void reader.cancel().catch(() => {})
  signal.addEventListener("abort", stop)
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
    const refusal = take(value.length)
    if (refusal !== null) {
      stop()
      throw refusal
    }
    chunks.push(value)
  }
}

/** The body. Where it does not arrive whole and in time, the request fails. */
const bodyOf = (request: Request, take: Take): Effect.Effect<Uint8Array, Faulted> =>
  Effect.tryPromise({
    try: (signal) => readBody(request, take, signal),
    catch: (error) => (error instanceof Faulted ? error : new Faulted({ code: "invalid_json" })),
  }).pipe(Effect.timeoutFail({ duration: bodyMs, onTimeout: () => new Faulted({ code: "request_timeout" }) }))

const incomingOf = (request: Request, address: string): Incoming => ({
  method: request.method,
  // The URL as the runtime normalised it, without its origin.
  target: request.url.slice(request.url.indexOf("/", request.url.indexOf("//") + 2)),
  header: (name) => request.headers.get(name) ?? undefined,
  address,
  body: (take) => bodyOf(request, take),
})

const responseOf = ({ status, headers, body }: Answer, method: string): Response =>
  new Response(method === "HEAD" ? null : body, { status, headers })

/** Answers a `Request` from an address, for servers of the Fetch API. */
export type WebHandler = (request: Request, address: string) => Promise<Response>

/** The handler of `Request`s over the services of the effect's context. */
export const handler = (app: App): Effect.Effect<WebHandler, never, Services> =>
  Effect.map(Effect.runtime<Services>(), (runtime) => {
    const run = Runtime.runPromiseExit(runtime)
    return async (request, address) => {
      const exit = await run(app(incomingOf(request, address)))
      return Exit.isSuccess(exit)
        ? responseOf(exit.value, request.method)
        : new Response(null, { status: 500 })
    }
  })
