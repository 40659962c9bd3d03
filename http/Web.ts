/** The interface as a function from a `Request` to a `Response`, for runtimes that serve such functions. */
import { Effect, Exit, Runtime } from "effect"
import type { Answer } from "./Answer.ts"
import type { App } from "./App.ts"
import { bodyBytesMax } from "./Body.ts"
import { Faulted } from "./Faulted.ts"
import type { Services } from "./Handler.ts"
import type { Incoming } from "./Incoming.ts"

const tooLarge = new Faulted({ code: "body_too_large" })

const readBody = async (request: Request): Promise<Uint8Array> => {
  const chunks: Array<Uint8Array> = []
  let size = 0
  if (request.body !== null) {
    for await (const chunk of request.body) {
      size += chunk.length
      if (size > bodyBytesMax) throw tooLarge
      chunks.push(chunk)
    }
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
}

const incomingOf = (request: Request, address: string): Incoming => ({
  method: request.method,
  // The address as the runtime normalised it, without its origin.
  target: request.url.slice(request.url.indexOf("/", request.url.indexOf("//") + 2)),
  header: (name) => request.headers.get(name) ?? undefined,
  address,
  body: Effect.tryPromise({
    try: () => readBody(request),
    catch: (error) => (error === tooLarge ? tooLarge : new Faulted({ code: "invalid_json" })),
  }),
})

const responseOf = ({ status, headers, body }: Answer, method: string): Response =>
  new Response(method === "HEAD" ? null : body, { status, headers })

export type WebHandler = (request: Request, address: string) => Promise<Response>

/** The handler over services that run for as long as the effect's scope. */
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
