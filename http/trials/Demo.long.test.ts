/** The demo, which plays the court from end to end over HTTP, on each store. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { stores } from "../../scheduler/testing/Stores.ts"
import * as Client from "../audit/Client.ts"
import { compareCourt } from "../audit/replay/Compare.ts"
import { command as verify } from "../bin/verify.ts"
import { play } from "../examples/demo/Play.ts"
import { opened } from "../operate/testing/Opened.ts"

const given = (source: string) => ({ positionals: [source], text: () => undefined, on: () => false })

beforeEach(() => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true)
})
afterEach(() => vi.restoreAllMocks())

for (const { name, layer } of stores) {
  describe(`the demo on the ${name} store`, () => {
    it("Rule 4.1 goes from enrolment to sealed judgments and the Register of Compliance, and prints no key", async () => {
      const running = await opened(layer)
      const shown: Array<string> = []
      const tell = (...words: ReadonlyArray<string>) => void shown.push(words.join(" "))
      try {
        await play({
          act: tell,
          step: tell,
          show: tell,
          quote: tell,
          leave: ({ title, path }) => tell(title, path),
          base: running.url,
          registrar: running.registrar,
          suffix: "e2e",
        })
        // the court serves the registers that its public journal gives
        expect((await compareCourt(running.url, 1_000)).found).toEqual([])
        // anybody can check a seal by the address of its judgment
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

      expect([...shown, ...running.log].join("\n")).not.toMatch(/adc_[A-Za-z0-9_-]{10}|BEGIN PRIVATE/)
      expect(running.log.join("\n")).not.toContain(running.registrar)
    })
  })
}
