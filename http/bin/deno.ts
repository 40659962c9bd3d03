/** The court on Deno: the same interface behind `Deno.serve`. Configured by environment, as `agent-court serve` is. */

import process from "node:process"
import { Effect } from "effect"
import { app } from "../Serve.ts"
import * as Web from "../server/Web.ts"
import { Failure } from "./Cli.ts"
import type { Config } from "./Config.ts"
import { configuration, endInTime, running, runOn, stopAsked } from "./Running.ts"
import { observing } from "./Telemetry.ts"
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

/** With what is left of the ten seconds the store is closed. */
const drainMs = 7_500

/** Serves until the scope closes; what is under way is then finished, for eight seconds at most. Gives the port. */
export const listen = (config: Config) =>
  Effect.gen(function* () {
    const handle = yield* Web.handler(
      app({ ...config, mail: config.mail !== null, observe: observing(config) }),
    )
    const options = { hostname: config.host, port: config.port, onListen: () => {} }
    const server = yield* Effect.acquireRelease(
      Effect.sync(() => Deno.serve(options, (request, info) => handle(request, info.remoteAddr.hostname))),
      (opened) =>
        Effect.timeoutOption(Effect.interruptible(Effect.promise(() => opened.shutdown())), drainMs),
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

const flags = ["--new", "--new-keys"] as const

/** Serves a court as the environment describes it, until SIGTERM or SIGINT. It takes the two flags of `serve` about keys and stores. */
export const main = (given: ReadonlyArray<string> = process.argv.slice(2)): Promise<void> => {
  const unknown = given.find((one) => !flags.some((flag) => flag === one))
  if (unknown !== undefined) throw new Failure(`${unknown} is not known here; ${flags.join(" and ")} are`)
  const config = configuration()
  const meant = { newStore: given.includes("--new"), newKeys: given.includes("--new-keys") }
  return runOn(config, program(config), meant)
}
