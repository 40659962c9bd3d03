/** A whole sandbox court in this process for a test: on a given store, with the scheduler inside. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { Layer, Logger } from "effect"
import type { Store } from "../../../core/store/Store.ts"
import { services } from "../../court/Composition.ts"
import { type Config, sandbox } from "../../court/Config.ts"
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

/** The addresses of the proofs of what a public list of a court has. */
const proofsOf = async (url: string, list: string, key: string): Promise<ReadonlyArray<string>> => {
  const { items } = (await (await fetch(`${url}/api/v1/${list}`)).json()) as {
    readonly items: ReadonlyArray<Readonly<Record<string, string>>>
  }
  return items.map((item) => `${url}/api/v1/${list}/${encodeURIComponent(item[key] ?? "")}/proof`)
}

/** Waits until the log of a court has every judgment and every entry. Its integrator comes each second. */
export const integrated = async (url: string): Promise<void> => {
  const lists = await Promise.all([proofsOf(url, "judgments", "citation"), proofsOf(url, "compliance", "id")])
  for (const proof of lists.flat())
    for (let attempts = 100; (await fetch(proof)).status !== 200; attempts--) {
      if (attempts === 0) throw new Error(`${proof} is not answered with a proof`)
      await sleep(100)
    }
}
