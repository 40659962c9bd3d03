import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { describe, expect, it, onTestFinished } from "vitest"
import { scriptOf } from "./Script.ts"

/** A folder with these files, which know no package. */
const folderWith = (...files: ReadonlyArray<string>) => {
  const folder = mkdtempSync(join(tmpdir(), "court-script-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const file of files) writeFileSync(join(folder, file), "")
  return (file: string) => pathToFileURL(join(folder, file)).href
}

describe("the script of a thread", () => {
  it("is in the language of the file that starts it, and beside it", () => {
    const at = folderWith("ReadingThread.ts", "ReadingThread.js")
    expect(scriptOf("screen/ReadingThread", at("Starting.ts")).href).toBe(at("ReadingThread.ts"))
    expect(scriptOf("screen/ReadingThread", at("Starting.js")).href).toBe(at("ReadingThread.js"))
  })

  it("is not in a bundle, so a program without the package learns what to install", () => {
    const at = folderWith("bundle.mjs")
    expect(() => scriptOf("screen/ReadingThread", at("bundle.mjs"))).toThrow(
      /ReadingThread\.js, is neither beside file:.*bundle\.mjs nor in an installed agent-court.*Install agent-court/,
    )
  })
})
