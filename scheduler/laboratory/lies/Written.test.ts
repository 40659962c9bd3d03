/** The page of lies and its chart are what is played. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { liars } from "./Lies.ts"
import { writeLies } from "./Write.ts"

const folder = mkdtempSync(join(tmpdir(), "lies-"))
afterAll(() => rmSync(folder, { recursive: true }))

it("PD15 §3 given every lie played anew, then the page and its chart have the same bytes, and the table has a row for each case", async () => {
  await writeLies(folder, folder)
  for (const name of ["lies.md", "lies.svg"])
    expect(readFileSync(join(folder, name), "utf8"), name).toBe(
      readFileSync(join(import.meta.dirname, "../docs", name), "utf8"),
    )
  const [head, ...rows] = readFileSync(join(folder, "lies.csv"), "utf8").trimEnd().split("\n")
  expect(head).toMatch(/^side,lie,measure,paid,by,stake_cents,/)
  expect(rows).toHaveLength(liars.length * 168)
})
