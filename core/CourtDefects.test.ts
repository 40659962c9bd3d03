/** What the loop takes for a fault of our own, and never for an answer to a client. */
import { Effect, Either, Schema } from "effect"
import { describe, expect, it } from "vitest"
import * as Changed from "./Change.ts"
import { command } from "./Command.ts"
import * as Kind from "./Kind.ts"
import { limits } from "./store/Store.ts"
import { stage } from "./testing/Stage.ts"

const Counter = Schema.Struct({ id: Schema.String })
const Counters = Kind.make<typeof Counter.Type>({ name: "counter", schema: Counter, id: ({ id }) => id })

/** Puts so many records in one decision. */
const many = command({
  name: "many",
  sections: ["PD17 §1"],
  gather: (_count: number) => Effect.void,
  decide: (_facts, count) =>
    Either.right({
      changes: Array.from({ length: count }, (_, i) => Changed.put(Counters, { id: String(i) })),
      reply: null,
    }),
})
const there = (court: ReturnType<typeof stage>) =>
  Effect.runPromise(
    Effect.map(court.driver.read([{ kind: "counter", id: "0" }]), ([found]) => found !== null),
  )

describe("the size of a decision", () => {
  it("PD17 §1 given as many operations as every store takes, then they are recorded together", async () => {
    const court = stage()
    await court.act(many, limits.operations, { role: "public" })
    expect(await there(court)).toBe(true)
  })

  it("PD17 §1 given one operation more, then it is a defect that names the command, and nothing is recorded", async () => {
    const court = stage()
    await expect(court.act(many, limits.operations + 1, { role: "public" })).rejects.toThrow(
      `many: ${limits.operations + 1} operations`,
    )
    expect(await there(court)).toBe(false)
  })
})
