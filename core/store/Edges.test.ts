import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { start } from "../testing/Context.ts"
import { empty } from "./ChangeSet.ts"
import { needsOf } from "./Commit.ts"
import * as MemoryStore from "./MemoryStore.ts"

describe("a change set that changes nothing", () => {
  it("needs nothing from the store", () => {
    expect(needsOf(empty(start))).toEqual({
      receipts: [],
      records: [],
      claims: [],
      tasks: [],
      series: [],
      texts: [],
      tallies: [],
    })
  })
})

describe("a list with a limit of 0", () => {
  it("is empty and names no further page, though the index has records", async () => {
    const driver = Effect.runSync(MemoryStore.make)
    const puts = ["a", "b"].map((id) => ({
      ref: { kind: "note", id },
      expected: 0,
      body: null,
      index: [{ index: "notes", key: id }],
    }))
    await Effect.runPromise(driver.commit({ ...empty(start), puts }))
    const page = (limit: number) =>
      Effect.runPromise(driver.list({ index: "notes", prefix: "", after: null, limit }))
    expect(await page(0)).toEqual({ items: [], next: null })
    expect(await page(1)).toMatchObject({ items: [{ key: "a" }], next: "a" })
  })
})
