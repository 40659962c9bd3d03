/** What the loop takes for a fault of our own, and never for an answer to a client. */
import { Effect, Either, Schema } from "effect"
import { describe, expect, it } from "vitest"
import * as Changed from "./Change.ts"
import { command } from "./Command.ts"
import * as Court from "./Court.ts"
import * as Kind from "./Kind.ts"
import { Notary } from "./Notary.ts"
import { published } from "./Schedule.ts"
import { limits, Store, StoreUnavailable } from "./store/Store.ts"
import { start } from "./testing/Context.ts"
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

describe("a command that was named before", () => {
  const named = (fingerprint: string) => ({ id: "k", fingerprint, expiresAt: start + 1000 })
  const run = (court: ReturnType<typeof stage>, count: number, fingerprint: string) =>
    Effect.runPromise(
      Court.execute(many, count, {
        actor: { role: "public" },
        now: start,
        seed: "00000000000000000001",
        schedule: published,
        idempotency: named(fingerprint),
      }).pipe(
        Effect.either,
        Effect.provideService(Store, court.driver),
        Effect.provideService(Notary, Notary.of({ sign: () => Effect.dieMessage("nothing is sealed here") })),
      ),
    )

  it("Rule 2.6 given the same content, then the first answer is repeated, though nothing would refuse it now", async () => {
    const court = stage()
    expect(await run(court, 1, "a")).toMatchObject({ right: { replayed: false } })
    expect(await run(court, 1, "a")).toMatchObject({ right: { replayed: true } })
  })

  it("Rule 2.6 given another content, then it is a mismatch that names the command, though nothing would refuse it now", async () => {
    const court = stage()
    await run(court, 1, "a")
    expect(await run(court, 1, "b")).toMatchObject({ left: { _tag: "CommandMismatch", id: "k" } })
  })
})

describe("a store that can't be reached", () => {
  it("PD17 §1 fails the act as it is: nothing is read again to see whether something has moved", async () => {
    const court = stage()
    let reads = 0
    const read = () =>
      Effect.suspend(() => {
        reads += 1
        return Effect.fail(new StoreUnavailable({ operation: "read", cause: "away" }))
      })
    const reading = command({
      name: "reading",
      sections: [],
      gather: (_: object, _context, reader) => reader.find(Counters, "0"),
      decide: () => Either.right({ changes: [], reply: null }),
    })
    const failed = Court.execute(
      reading,
      {},
      {
        actor: { role: "public" },
        now: start,
        seed: "00000000000000000001",
        schedule: published,
      },
    ).pipe(
      Effect.either,
      Effect.provideService(Store, { ...court.driver, read }),
      Effect.provideService(Notary, Notary.of({ sign: () => Effect.dieMessage("nothing is sealed here") })),
    )
    expect(await Effect.runPromise(failed)).toMatchObject({ left: { _tag: "StoreUnavailable" } })
    expect(reads).toBe(1)
  })
})
