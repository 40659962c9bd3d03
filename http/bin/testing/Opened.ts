/** A whole sandbox court in this process for a test: on a given store, with the scheduler inside. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Layer, Logger } from "effect"
import type { Store } from "../../../core/store/Store.ts"
import { services } from "../Composition.ts"
import { type Config, sandbox } from "../Config.ts"
import { start } from "../Running.ts"

/** Starts the court. Gives its address, the credentials of the Registrar and the Judge, every line that it logs, and `stop`. */
export const opened = async (store: Layer.Layer<Store, unknown>, judge: Config["judge"] = "papers") => {
  const folder = mkdtempSync(join(tmpdir(), "agent-court-e2e-"))
  const config = { ...sandbox(folder), judge }
  const log: Array<string> = []
  const logger = Logger.replace(
    Logger.defaultLogger,
    Logger.map(Logger.logfmtLogger, (line) => void log.push(line)),
  )
  const { url, registrar, stop } = await start(config, Layer.provideMerge(services(config, store), logger))
  return {
    url,
    registrar,
    judge: readFileSync(join(folder, "keys", "judge.key"), "utf8").trim(),
    log,
    stop: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
