/** The commands of the walkthrough, taken from the pages that show them and run by a shell against the court that serves them. */
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { Layer, Logger } from "effect"
import { describe, expect, it } from "vitest"
import { freePort } from "../../adapters/outbound/FreePort.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import { services } from "../court/Composition.ts"
import { sandbox } from "../court/Config.ts"
import { start } from "../operate/Running.ts"

const run = promisify(execFile)

/** A court in this process that judges by the papers, at an address that its pages know. */
const served = async (isSandbox: boolean) => {
  const folder = mkdtempSync(join(tmpdir(), "agent-court-walkthrough-"))
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const config = { ...sandbox(folder), sandbox: isSandbox, port, baseUrl }
  const silent = Logger.remove(Logger.defaultLogger)
  const { stop } = await start(config, Layer.provideMerge(services(config, MemoryStore.layer), silent))
  return {
    read: async (path: string) => (await fetch(`${baseUrl}${path}`)).text(),
    stop: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The texts that a reader copies in a browser from the blocks of the page. */
const ofPage = (page: string): ReadonlyArray<string> => {
  const named: Readonly<Record<string, string>> = {
    lt: "<",
    gt: ">",
    quot: '"',
    amp: "&",
    "#39": "'",
    "#96": "`",
  }
  return [...page.matchAll(/<pre class="sh">(.*?)<\/pre>/gs)].map(([, text = ""]) =>
    text.replace(/&([#\w]+);/g, (_, name) => named[name] ?? "?"),
  )
}
const ofText = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/^```sh\n(.*?)\n```$/gms)].map(([, block = ""]) => block)

describe("the walkthrough", () => {
  it.each([
    ["a sandbox", true],
    ["a court", false],
  ])("Rule 2.6 its commands play a dispute from enrolment to the Register on %s", async (_, isSandbox) => {
    const court = await served(isSandbox)
    try {
      const commands = ofPage(await court.read("/docs/part/walkthrough"))
      expect(commands.length).toBeGreaterThan(8)
      // The first lodging is the third step.
      expect(commands.slice(0, 3).join("\n").split("\n").length).toBe(10)
      expect(ofText(await court.read("/docs.md"))).toEqual(commands)
      expect(ofText(await court.read("/llms.txt"))).toEqual(commands)
      const { stdout, stderr } = await run("sh", ["-euc", commands.join("\n")], { timeout: 60_000 })
      expect(stderr).toBe("")
      expect(stdout).toContain('"receipt":"')
      expect(stdout).toContain('"finality":"open to appeal"')
      // The judgment is printed as it was served: an `echo` of some shells would break its payload.
      const [judgment = ""] = /\{"court":"Magistrate".*/.exec(stdout) ?? []
      expect(JSON.parse(JSON.parse(judgment).payload)).toMatchObject({ citation: "[2026] MC 1" })
      expect(stdout).toMatch(/"label":"good".*"satisfied":1/)
    } finally {
      await court.stop()
    }
  })
})
