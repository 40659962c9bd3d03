import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { StoreRefused } from "./Kind.ts"
import { loadStore } from "./Loading.ts"
import { missingIn } from "./Optional.ts"

const failing = (message: string) => () => Promise.reject(new Error(message))
const loading = (load: () => Promise<unknown>) =>
  Effect.runPromiseExit(loadStore("the SQLite store", "better-sqlite3", load))

describe("a package that is not installed", () => {
  it.each([
    ["Node", "Cannot find package 'better-sqlite3' imported from /court/Connection.js", "better-sqlite3"],
    [
      "Deno, in a package",
      "Could not find package '@effect/sql' from referrer 'file:///court/a.js'.",
      "@effect/sql",
    ],
    ["Deno", 'Import "nodemailer" not a dependency\n    at file:///court/a.mjs:2:20', "nodemailer"],
    ["Node, of a file", "Cannot find module '/court/a.js' imported from /court/b.js", null],
    ["another error", "the disk is full", null],
  ])("is known by the words of %s", (_, message, name) => {
    expect(missingIn(new Error(message))).toBe(name)
    expect(missingIn(message)).toBeNull()
  })

  it("refuses a store with what to install, and every other failure stays what it was", async () => {
    expect(await loading(() => Promise.resolve(1))).toMatchObject({ value: 1 })
    expect(await loading(failing("Cannot find package 'bindings' imported from /a.js"))).toMatchObject({
      cause: {
        error: new StoreRefused({
          store: "the SQLite store",
          reasons: ["it needs a package that is not installed; run: npm install better-sqlite3"],
        }),
      },
    })
    expect(await loading(failing("the disk is full"))).toMatchObject({
      cause: { defect: new Error("the disk is full") },
    })
  })
})
