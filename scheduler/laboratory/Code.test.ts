import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { code, hashOf, script } from "./Code.ts"

let folder = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "code-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const files = {
  "lab/Worker.ts":
    'import { a } from "../core/A.ts"\nimport type { B } from "../core/B.ts"\nawait import("./Late.ts")\n',
  "lab/Late.ts": "export const late = 1\n",
  "core/A.ts": '// See "./Nowhere.ts", or import("./Nowhere.ts").\nexport * from "./B.ts"\nimport "effect"\n',
  "core/B.ts": 'import "./A.ts"\nexport const b = 1\n',
  "core/Unused.ts": "export const c = 1\n",
}
const hash = (name: string, changed: Readonly<Record<string, string>> = {}): string => {
  for (const [path, text] of Object.entries({ ...files, ...changed })) {
    mkdirSync(dirname(join(folder, name, path)), { recursive: true })
    writeFileSync(join(folder, name, path), text)
  }
  return hashOf(pathToFileURL(join(folder, name, "lab/Worker.ts")))
}

describe("the hash of the code that makes runs", () => {
  it("is the same in every folder", () => {
    expect(hash("elsewhere")).toBe(hash("here"))
    expect(code.sha256).toBe(hashOf(script))
    expect(code.sha256).toMatch(/^[0-9a-f]{64}$/)
  })

  it.each(["lab/Worker.ts", "lab/Late.ts", "core/A.ts", "core/B.ts"] as const)("changes with %s", (path) => {
    expect(hash("changed", { [path]: `${files[path]}\n` })).not.toBe(hash("here"))
  })

  it("does not depend on code that runs do not load", () => {
    expect(hash("changed", { "core/Unused.ts": "" })).toBe(hash("here"))
  })
})
