/** The table of stores: how `COURT_STORE` names each kind, and what people are told of it. */
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import * as Stores from "./Stores.ts"

const parsed = (text: string) => Either.getOrThrow(Stores.parse(text))

describe("COURT_STORE", () => {
  it.each([
    ["sqlite:/var/court.db", "sqlite", "/var/court.db"],
    ["postgres://me:secret@host/court", "postgres", "postgres://me:secret@host/court"],
    ["denokv:/var/court.kv", "denokv", "/var/court.kv"],
    ["denokv:https://example.com/connect", "denokv", "https://example.com/connect"],
    ["module:./my-store.ts#there", "module", "./my-store.ts#there"],
    ["memory:", "memory", ""],
  ] as const)("given %s, then it is that kind of store, there", (text, kind, at) => {
    expect(parsed(text)).toEqual({ kind, at })
  })

  it("given another text, then it says how each kind is named, and doesn't repeat the text", () => {
    const said = Either.flip(Stores.parse("mysql://me:secret@host")).pipe(Either.getOrThrow)
    expect(said).toContain("sqlite:")
    expect(said).toContain("module:<path>")
    expect(said).not.toContain("secret")
  })

  it("names no store with its password", () => {
    for (const text of [
      "postgres://me:secret@host/court",
      "denokv:https://me:secret@example.com/connect",
      "module:./s.ts#secret",
    ])
      expect(Stores.nameOf(parsed(text))).not.toContain("secret")
    expect(Stores.nameOf(parsed("denokv:/var/court.kv"))).toBe("Deno KV, /var/court.kv")
  })

  it("knows the file of a store that is one", () => {
    expect(Stores.fileOf(parsed("sqlite:/var/court.db"))).toBe("/var/court.db")
    expect(Stores.fileOf(parsed("denokv:/var/court.kv"))).toBe("/var/court.kv")
    for (const text of [
      "denokv:https://example.com/connect",
      "memory:",
      "module:./s.ts",
      "postgres://host/court",
    ])
      expect(Stores.fileOf(parsed(text))).toBeNull()
  })

  it("knows the store that a court has by default", () => {
    expect(Stores.isDefault(Stores.defaultIn("/data"), "/data")).toBe(true)
    expect(Stores.isDefault(Stores.defaultIn("/data"), "/other")).toBe(false)
    expect(Stores.isDefault(parsed("memory:"), "/data")).toBe(false)
  })

  it("takes replicas beside PostgreSQL alone", () => {
    const reads = "postgres://host/replica"
    expect(Either.isRight(Stores.readReplicas(parsed("postgres://host/court"), reads))).toBe(true)
    expect(Either.flip(Stores.readReplicas(parsed("memory:"), reads))).toEqual(
      Either.right("only beside a COURT_STORE on PostgreSQL"),
    )
  })

  it("says after a backup without the store what else to back up", () => {
    for (const kind of ["denokv", "module", "postgres"] as const)
      expect(Stores.kinds[kind].backup?.otherwise("backups/1").join(" ")).toMatch(/keys/)
    expect(Stores.kinds.memory.backup).toBeNull()
  })
})
