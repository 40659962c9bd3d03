import { describe, expect, it } from "vitest"
import { contextFor, start } from "../testing/Context.ts"
import { assemble } from "./Assemble.ts"
import * as Changed from "./Change.ts"
import type { Json } from "./Json.ts"
import { published } from "./Schedule.ts"

const actor = { role: "agent", id: "1", handle: "seller" } as const
const eventOf = (data: Json, signatureBase?: string) =>
  assemble(
    { changes: [Changed.event("x", "agent/seller", [], data)], reply: null },
    [],
    new Map(),
    {
      actor,
      now: start,
      seed: "0".repeat(20),
      schedule: published,
      ...(signatureBase === undefined ? {} : { signatureBase }),
    },
    contextFor(actor),
  ).events[0]?.data

describe("the events of an act whose request was signed", () => {
  it("Rule 2.6 keep the hash of what was signed, and those of other acts stay as they were", () => {
    expect(eventOf({ a: 1 }, "ab")).toEqual({ a: 1, signatureBase: "sha-256=ab" })
    expect(eventOf({ a: 1 })).toEqual({ a: 1 })
  })

  it.each([[null], [[1]], ["text"]])("Rule 2.6 data that is not an object stays as it is: %j", (data) => {
    expect(eventOf(data, "ab")).toEqual(data)
  })
})
