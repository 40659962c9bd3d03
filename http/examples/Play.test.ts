/** The example agents are programs that work: both sides of a dispute, at a court as it is served. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Layer, Logger } from "effect"
import { expect, it } from "vitest"
import { MemoryStore } from "../../adapters/memory/index.ts"
import { services } from "../bin/Composition.ts"
import { start } from "../bin/Running.ts"
import type { Config } from "../Config.ts"
import { play } from "./play.ts"

it("Rule 4.1 a seller and a buyer go from the dealing to an order honoured, each doing what is next for it", async () => {
  const data = mkdtempSync(join(tmpdir(), "agent-court-examples-"))
  const config: Config = {
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
  }
  const quiet = Logger.replace(Logger.defaultLogger, Logger.none)
  const court = await start(config, Layer.provideMerge(services(config, MemoryStore.layer), quiet))
  const told: Array<string> = []
  try {
    await play(court.url, court.registrar, "x", (words) => void told.push(words))
  } finally {
    await court.stop()
    rmSync(data, { recursive: true })
  }
  const by = (name: string) =>
    told.filter((words) => words.startsWith(name)).map((words) => words.slice(name.length + 2))
  expect(by("seller")).toEqual([
    "delivered, dealing 2",
    "filed matter 1",
    "replied",
    "called for judgment",
    "[2026] MC 1 is sealed by the court",
    "confirmed the payment",
  ])
  expect(by("buyer")).toEqual(["enrolled", "defended", "paid, and attested it", "label good, reputation 1"])
})
