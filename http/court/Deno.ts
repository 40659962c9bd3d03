/** The court on Deno: the same interface behind `Deno.serve`. */
import { Effect } from "effect"
import { app } from "../Serve.ts"
import * as Web from "../server/Web.ts"
import type { Config } from "./Config.ts"
import { observeRequests } from "./Telemetry.ts"

interface DenoServer {
  readonly addr: { readonly port: number }
  readonly shutdown: () => Promise<void>
}
declare const Deno: {
  readonly serve: (
    options: { readonly hostname: string; readonly port: number; readonly onListen: () => void },
    handler: (
      request: Request,
      info: { readonly remoteAddr: { readonly hostname: string } },
    ) => Promise<Response>,
  ) => DenoServer
}

/** How long a stop waits for the requests under way; the store is closed in the rest of the ten seconds. */
const drainMs = 7_500

/** Serves until the scope closes; requests that are under way are then finished, for eight seconds at most. Gives the port. */
export const listen = (config: Config) =>
  Effect.gen(function* () {
    const handle = yield* Web.handler(
      app({ ...config, mail: config.mail !== null, observe: observeRequests(config) }),
    )
    const options = { hostname: config.host, port: config.port, onListen: () => {} }
    const server = yield* Effect.acquireRelease(
      Effect.sync(() => Deno.serve(options, (request, info) => handle(request, info.remoteAddr.hostname))),
      (opened) =>
        Effect.timeoutOption(Effect.interruptible(Effect.promise(() => opened.shutdown())), drainMs),
    )
    return server.addr.port
  })
