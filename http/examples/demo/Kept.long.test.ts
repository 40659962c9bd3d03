/** A demo that leaves its court open: in 80 columns, with links that open, until Ctrl-C, and with nothing left afterwards. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { command } from "../../operate/testing/Process.ts"

const folder = mkdtempSync(join(tmpdir(), "kept-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it("Rule 4.1 the demo fits 80 columns, leaves its pages open at links until Ctrl-C, and then leaves nothing behind", async () => {
  const court = command(["demo", "--keep"], { TMPDIR: folder })
  try {
    await expect.poll(() => court.written.out, { timeout: 120_000 }).toMatch(/agent-court open \S+ --url/)
    const [play = "", pages = ""] = court.written.out.split("The court stays open until you press Ctrl-C")
    expect(play).toContain("The play is over: every step went as the Rules require.")
    expect(play).toMatch(/^seller {6}enrols under the Rules .*USD 500\.00\.$/m)
    expect(play).toMatch(/order 1: seller pays buyer USD 80\.00\./)
    // An address is one word, which is not broken, so that it can be copied.
    const wide = play.split("\n").filter((line) => line.length > 80 && !/\S{60}/.test(line))
    expect(wide).toEqual([])
    expect(play).not.toContain("\u001b[")
    const addresses = [...pages.matchAll(/^ {2}\S.*? {2}(http:\S+)$/gm)].map(([, address = ""]) => address)
    expect(addresses.length).toBeGreaterThanOrEqual(8)
    for (const address of addresses) expect([address, (await fetch(address)).status]).toEqual([address, 200])
    court.child.kill("SIGINT")
    expect(await court.ended).toBe(0)
    expect(readdirSync(folder)).toEqual([])
  } finally {
    court.child.kill("SIGKILL")
  }
}, 180_000)
