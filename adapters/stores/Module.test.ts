/** Anybody's store, by its module: how it is loaded and opened, and what an operator reads if it can't be. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { Effect, Either } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import type { Driver } from "../../core/store/Store.ts"
import * as Module from "./Module.ts"

const folder = mkdtempSync(join(tmpdir(), "agent-court-module-"))
afterAll(() => rmSync(folder, { recursive: true }))
const written = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const problemOf = async (effect: Effect.Effect<unknown, Module.Unusable>): Promise<string> =>
  Either.match(await Effect.runPromise(Effect.either(effect)), {
    onLeft: ({ message }) => message,
    onRight: () => "none",
  })

describe("loading the module of a store", () => {
  it("loads it by its path and by its URL", async () => {
    const path = written("open.mjs", "export const open = (location) => location")
    for (const named of [path, pathToFileURL(path).href]) {
      const { open } = await Effect.runPromise(Module.load(named))
      expect(open("somewhere")).toBe("somewhere")
    }
  })

  it.each([
    [
      "a file that is missing",
      join(folder, "missing.mjs"),
      /there is no file .*missing\.mjs; name the module/,
    ],
    [
      "a module that throws",
      written("throws.mjs", 'throw new Error("no luck")'),
      /can't be loaded: no luck; correct/,
    ],
    [
      "a module without exports",
      written("empty.mjs", ""),
      /exports no function named open \(it exports nothing\)/,
    ],
    [
      "a module that exports something else",
      written("other.mjs", "export const close = 1"),
      /exports no function named open \(it exports close\)/,
    ],
    ["an address that nothing answers", "nowhere:store", /nowhere:store can't be loaded/],
  ] as const)("given %s, then it says what is wrong and what to do", async (_, named, said) => {
    expect(await problemOf(Module.load(named))).toMatch(said)
  })
})

describe("opening the store of a module", () => {
  const opened = (open: Module.StoreModule["open"]) => Effect.scoped(Module.open({ open }, "here"))
  const driver = Effect.runSync(MemoryStore.make)

  it.each([
    ["an effect", () => MemoryStore.make],
    ["a promise", () => Promise.resolve(driver)],
    ["the driver itself", () => driver],
  ] as const)("takes %s", async (_, open) => {
    expect(await Effect.runPromise(opened(open))).toHaveProperty("supports")
  })

  it("closes the store when its scope ends", async () => {
    let closed = false
    const closing = Effect.addFinalizer(() => Effect.sync(() => (closed = true)))
    await Effect.runPromise(opened(() => Effect.zipRight(closing, MemoryStore.make)))
    expect(closed).toBe(true)
  })

  it.each([
    ["throws", () => raise(new Error("locked")), /its open failed: locked; correct the module/],
    ["rejects", () => Promise.reject(new Error("locked")), /its open failed: locked/],
    [
      "fails, with the cause",
      () => Effect.fail(new Error("out", { cause: "of reach" })),
      /failed: out: of reach/,
    ],
    ["dies", () => Effect.die("a defect"), /its open failed: a defect/],
    ["gives nothing", () => Promise.resolve(nothing), /no driver of a store \(without supports, read, list/],
    ["gives a part", () => ({ ...driver, lease: nothing }), /no driver of a store \(without lease\)/],
  ] as const)("given an open that %s, then it says so", async (_, open, said) => {
    expect(await problemOf(opened(open))).toMatch(said)
  })
})

const raise = (error: Error): Driver => {
  throw error
}
/** A value that a module in JavaScript may give although its type is wrong. */
const nothing = null as never

describe("a module as a kind of store", () => {
  it("names the module without its location, which may hold a password", () => {
    expect(Module.kind.name("./my-store.ts#postgres://me:secret@host")).toBe("the module ./my-store.ts")
    expect(Module.kind.name("")).toBe("the module ")
  })
})
