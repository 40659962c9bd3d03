/** The loop of `core/kernel/Court.ts` if it records no decision: the decision is too large, its name was used before, or the store is out of reach. */

import { Effect, Either, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { type Driver, largeLimits, limits, Store, StoreUnavailable } from "../store/Store.ts"
import { anything } from "../testing/Anything.ts"
import { start } from "../testing/Context.ts"
import { stage } from "../testing/Stage.ts"
import * as Changed from "./Change.ts"
import { command, type Envelope } from "./Command.ts"
import { Consequences } from "./Consequence.ts"
import * as Court from "./Court.ts"
import * as Kind from "./Kind.ts"
import { Notary } from "./Notary.ts"
import { published } from "./Schedule.ts"
import { count } from "./Section.ts"

const envelope: Envelope = {
  actor: { role: "public" },
  now: start,
  seed: "00000000000000000001",
  schedule: published,
}
/** Runs a command that seals nothing on a store. Gives its outcome or its failure. */
const ended = <A, E>(driver: Driver, run: Effect.Effect<A, E, Court.Ports>) =>
  Effect.runPromise(
    run.pipe(
      Effect.either,
      Effect.provideService(Store, driver),
      Effect.provideService(Consequences, []),
      Effect.provideService(Notary, Notary.of({ sign: () => Effect.dieMessage("nothing is sealed here") })),
    ),
  )

const Counter = Schema.Struct({ id: Schema.NonEmptyString })
const Counters = Kind.make<typeof Counter.Type>({ name: "counter", schema: Counter, id: ({ id }) => id })

/** Puts as many records as it is told to, in one decision. */
const many = command({
  name: "many",
  sections: ["PD17 §1"],
  input: anything<number>(),
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
  it("PD17 §1 given as many operations as the limit allows, then they are recorded together", async () => {
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

  it.each([
    ["a command that makes many records", { ...many, many: true as const }, true, largeLimits.operations],
    [
      "such a command in a store that takes no large change sets",
      { ...many, many: true as const },
      false,
      limits.operations,
    ],
    ["another command", many, true, limits.operations],
  ])(
    "PD17 §1 given %s, then this is the most that is recorded together",
    async (_what, asked, large, most) => {
      const court = stage()
      const driver: Driver = { ...court.driver, supports: { durable: false, shared: false, large } }
      const run = (count: number) => ended(driver, Court.execute(asked, count, envelope))
      await expect(run(most + 1)).rejects.toThrow(`many: ${most + 1} operations`)
      expect(await run(most)).toMatchObject({ right: { replayed: false } })
    },
  )
})

describe("the records on which a decision rests", () => {
  const reads = command({
    name: "reads",
    sections: ["PD17 §1"],
    input: anything<number>(),
    gather: (count: number, _context, reader) =>
      Effect.forEach(
        Array.from({ length: count }, (_, i) => String(i)),
        (id) => reader.find(Counters, id),
        {
          discard: true,
        },
      ),
    decide: () => Either.right({ changes: [Changed.event("test.read", "test", [], {})], reply: null }),
  })

  it("PD17 §1 given as many as the limit allows, then it is recorded, though it may write far fewer", async () => {
    const court = stage()
    expect(await court.act(reads, limits.checks, { role: "public" })).toBeNull()
  })

  it("PD17 §1 given one more, then it is a defect that names the command", async () => {
    const court = stage()
    await expect(court.act(reads, limits.checks + 1, { role: "public" })).rejects.toThrow(
      `reads: ${count(limits.checks + 1, "check")}`,
    )
  })
})

describe("the size of an event", () => {
  const tells = command({
    name: "tells",
    sections: ["PD17 §1"],
    input: anything<number>(),
    gather: (_bytes: number) => Effect.void,
    decide: (_facts, bytes) =>
      Either.right({
        changes: [
          Changed.put(Counters, { id: "0" }),
          Changed.event("test.told", "test", [], { text: "x".repeat(bytes) }),
        ],
        reply: null,
      }),
  })

  it("PD17 §1 given an event that a log takes, then it is recorded", async () => {
    const court = stage()
    await court.act(tells, limits.eventBytes - 1000, { role: "public" })
    expect(await there(court)).toBe(true)
  })

  it("PD17 §1 given a larger event, then it is a defect that names the event, and nothing is recorded", async () => {
    const court = stage()
    await expect(court.act(tells, limits.eventBytes, { role: "public" })).rejects.toThrow(
      /^test\.told of test has 60\d{3} bytes/,
    )
    expect(await there(court)).toBe(false)
  })
})

describe("a decision that puts a record which nobody could read again", () => {
  it("PD17 §1 is a defect that names the kind, and nothing of the decision is recorded", async () => {
    const court = stage()
    const broken = command({
      name: "broken",
      sections: ["PD17 §1"],
      input: Schema.Void,
      gather: () => Effect.void,
      decide: () =>
        Either.right({
          changes: ["0", ""].map((id) => Changed.put(Counters, { id })),
          reply: null,
        }),
    })
    await expect(court.act(broken, undefined, { role: "public" })).rejects.toThrow(/counter: /)
    expect(await there(court)).toBe(false)
  })
})

describe("a command under a name that was used before", () => {
  const run = (court: ReturnType<typeof stage>, count: number, fingerprint: string) => {
    const idempotency = { id: "k", fingerprint, expiresAt: start + 1000 }
    return ended(court.driver, Court.execute(many, count, { ...envelope, idempotency }))
  }

  it("Rule 2.6 given the same content, then the first answer is repeated, though nothing would refuse it now", async () => {
    const court = stage()
    expect(await run(court, 1, "a")).toMatchObject({ right: { replayed: false } })
    expect(await run(court, 1, "a")).toMatchObject({ right: { replayed: true } })
  })

  it("Rule 2.6 given another content, then the command fails as a mismatch that gives the name", async () => {
    const court = stage()
    await run(court, 1, "a")
    expect(await run(court, 1, "b")).toMatchObject({ left: { _tag: "CommandMismatch", id: "k" } })
  })
})

describe("a store that can't be reached", () => {
  it("PD17 §1 fails the command at once: nothing is read again to see whether a record has changed", async () => {
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
      input: anything<object>(),
      gather: (_: object, _context, reader) => reader.find(Counters, "0"),
      decide: () => Either.right({ changes: [], reply: null }),
    })
    const failed = await ended({ ...court.driver, read }, Court.execute(reading, {}, envelope))
    expect(failed).toMatchObject({ left: { _tag: "StoreUnavailable" } })
    expect(reads).toBe(1)
  })
})
