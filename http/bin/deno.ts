/** The court on Deno: the same interface behind `Deno.serve`. Configured by environment, as `agent-court serve` is. */
import { Effect } from "effect"
import type { Config } from "../Config.ts"
import { app } from "../Serve.ts"
import * as Web from "../Web.ts"
import { configuration, endInTime, running, runOn, stopAsked } from "./Running.ts"
import { print } from "./Terminal.ts"

interface DenoServer {
  readonly addr: { readonly port: number }
  readonly shutdown: () => Promise<void>
}
/** What of Deno is used here. */
declare const Deno: {
  readonly serve: (
    options: { readonly hostname: string; readonly port: number; readonly onListen: () => void },
    handler: (
      request: Request,
      info: { readonly remoteAddr: { readonly hostname: string } },
    ) => Promise<Response>,
  ) => DenoServer
}

const drainMs = 8_000

/** Serves until the scope closes; what is under way is then finished, for eight seconds at most. Gives the port. */
export const listen = (config: Config) =>
  Effect.gen(function* () {
    const handle = yield* Web.handler(app({ ...config, mail: config.mail !== null }))
    const options = { hostname: config.host, port: config.port, onListen: () => {} }
    const server = yield* Effect.acquireRelease(
      Effect.sync(() => Deno.serve(options, (request, info) => handle(request, info.remoteAddr.hostname))),
      (opened) =>
        Effect.timeoutOption(
          Effect.promise(() => opened.shutdown()),
          drainMs,
        ),
    )
    return server.addr.port
  })

const program = (config: Config) =>
  Effect.gen(function* () {
    const port = yield* running(config, listen(config))
    print(`The court is open at http://${config.host}:${port}.`)
    yield* stopAsked
    yield* endInTime
  })

/** Serves a court as the environment describes it, until SIGTERM or SIGINT. */
export const main = (): Promise<void> => {
  const config = configuration()
  return runOn(config, program(config))
}
