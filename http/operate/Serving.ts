/** A court that serves until it is asked to stop: what it says as it opens, and how it ends. */
import { resolve } from "node:path"
import { Effect } from "effect"
import { Keys } from "../../adapters/keys/Keys.ts"
import { Stores } from "../../adapters/stores/index.ts"
import { announce } from "../court/Announcement.ts"
import { type Config, isLoopback } from "../court/Config.ts"
import { linesOfOpening } from "./Banner.ts"
import { noteServing, wordsOf } from "./Beside.ts"
import * as Filing from "./Filing.ts"
import { endStart } from "./Heap.ts"
import { endInTime, serveCourt, stopAsked } from "./Running.ts"

/** The warning to the operator of a court that other machines reach; null if only this machine or a named proxy reaches it. */
const warnOfExposure = ({ host, trustedProxies }: Config): string | null =>
  isLoopback(host) || trustedProxies.length > 0
    ? null
    : `HOST=${host}: other machines reach the court without TLS, so whoever stands between can read keys, and no proxy is named. Put a proxy with TLS before it and name it in COURT_TRUSTED_PROXIES (http/docs/operating.md), or listen on 127.0.0.1.`

/** Notes that this process serves the file of its store, if a file holds it, and says who else does. */
const besideOn = (config: Config, port: number) => {
  const file = Stores.fileOf(config.store)
  if (file === null) return Effect.succeed(null)
  const { host, baseUrl: url } = config
  const since = new Date().toISOString()
  return Effect.map(noteServing({ file: resolve(file), pid: process.pid, host, port, url, since }), wordsOf)
}

/** Serves the court of a configuration until the process is asked to stop. */
export const serveUntilStopped = (config: Config) =>
  Effect.gen(function* () {
    const port = yield* serveCourt(config)
    const opened = {
      port,
      filingOpen: yield* Filing.isOpen,
      keys: yield* Keys,
      beside: yield* besideOn(config, port),
    }
    for (const line of linesOfOpening(config, opened)) announce(config, line)
    const warning = warnOfExposure(config)
    if (warning !== null) announce(config, warning, "warn")
    endStart()
    yield* stopAsked
    announce(config, "Stopping: requests and tasks that are under way are finished first.")
    yield* endInTime
  })
