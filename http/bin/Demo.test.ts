/** The court from end to end, over HTTP, on each store: the demo is what must work. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Layer, Logger } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import type { Store } from "../../core/Store.ts"
import { stores } from "../../scheduler/testing/Stores.ts"
import type { Config } from "../Config.ts"
import * as Client from "./Client.ts"
import { services } from "./Composition.ts"
import { play } from "./demo/Play.ts"
import { start } from "./Running.ts"
import { command as replay } from "./replay.ts"
import { command as verify } from "./verify.ts"

const folders: Array<string> = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const configuration = (data: string): Config => ({
  host: "127.0.0.1",
  port: 0,
  baseUrl: "http://127.0.0.1",
  data,
  store: { _tag: "Memory" },
  scheduler: "embedded",
  judge: "papers",
  model: null,
  sandbox: true,
  rateLimit: null,
  mail: null,
  localServices: false,
})

/** A court on a store, and every line that it logs. */
const opened = async (store: Layer.Layer<Store, unknown>) => {
  const folder = mkdtempSync(join(tmpdir(), "agent-court-e2e-"))
  folders.push(folder)
  const config = configuration(folder)
  const log: Array<string> = []
  const logger = Logger.replace(
    Logger.defaultLogger,
    Logger.map(Logger.logfmtLogger, (line) => void log.push(line)),
  )
  return { running: await start(config, Layer.provideMerge(services(config, store), logger)), log }
}

const given = (source: string) => ({ positionals: [source], text: () => undefined, on: () => false })

for (const { name, layer } of stores) {
  describe(`the demo on the ${name} store`, () => {
    it("Rule 4.1 goes from enrolment to sealed judgments and the Register of Compliance, as the Rules say", async () => {
      const { running, log } = await opened(layer)
      const shown: Array<string> = []
      const tell = (...words: ReadonlyArray<string>) => void shown.push(words.join(" "))
      try {
        await play({
          act: tell,
          step: tell,
          show: tell,
          quote: tell,
          base: running.url,
          registrar: running.registrar,
          suffix: "e2e",
        })
        // the registers as served are those that the public journal gives
        expect(await replay.run(given(running.url))).toBe(0)
        // anybody checks a seal by its address
        const { items } = (await Client.call(running.url, "GET", "/api/v1/judgments")) as {
          readonly items: ReadonlyArray<{ readonly citation: string }>
        }
        expect(items).toHaveLength(2)
        for (const { citation } of items) {
          const address = `${running.url}/api/v1/judgments/${encodeURIComponent(citation)}`
          expect(await verify.run(given(address))).toBe(0)
        }
      } finally {
        await running.stop()
      }
      // nothing that opens a door is shown or logged
      expect([...shown, ...log].join("\n")).not.toMatch(/adc_[A-Za-z0-9_-]{10}|BEGIN PRIVATE/)
      expect(log.join("\n")).not.toContain(running.registrar)
    })
  })
}
