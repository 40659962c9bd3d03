/** The loop of `core/kernel/Court.ts` on the memory store, with small commands made for these tests. */

import { Effect, Either, Option, Schema } from "effect"
import { describe, expect, it } from "vitest"
import * as MemoryStore from "../store/MemoryStore.ts"
import { type Driver, Store } from "../store/Store.ts"
import { anything } from "../testing/Anything.ts"
import { contextFor, start } from "../testing/Context.ts"
import { assemble } from "./Assemble.ts"
import * as Changed from "./Change.ts"
import { command, type Envelope } from "./Command.ts"
import { Consequences } from "./Consequence.ts"
import * as Court from "./Court.ts"
import * as Kind from "./Kind.ts"
import { Notary, Seals } from "./Notary.ts"
import type { Versions } from "./Reader.ts"
import { refusal } from "./Refusal.ts"
import { published } from "./Schedule.ts"

const Counter = Schema.Struct({ id: Schema.String, count: Schema.Int })
const Counters = Kind.make<typeof Counter.Type>({ name: "counter", schema: Counter, id: ({ id }) => id })

/** Counts up to a cap, in one record that every caller puts. */
const count = command({
  name: "count",
  sections: ["PD1 §2"],
  input: anything<{ readonly id: string; readonly cap: number }>(),
  gather: ({ id }: { readonly id: string; readonly cap: number }, _context, reader) =>
    reader.find(Counters, id),
  decide: (found, { id, cap }) => {
    const now = Option.match(found, { onNone: () => 0, onSome: (counter) => counter.count })
    if (now >= cap) return Either.left(refusal("open_matters", { max: cap }))
    return Either.right({
      changes: [Changed.put(Counters, { id, count: now + 1 })],
      reply: { count: now + 1 },
    })
  },
})

const sealed = command({
  name: "sealed",
  sections: ["Rule 5.4"],
  input: anything<object>(),
  gather: (_: object) => Effect.void,
  decide: () => Either.right({ changes: [Changed.seal("[2026] MC 1", "words")], reply: {} }),
})

let drawn = 0
const envelope = (given: Partial<Envelope> = {}): Envelope => ({
  actor: { role: "public" },
  now: start,
  seed: (++drawn).toString(16).padStart(6, "0").padEnd(20, "5"),
  schedule: published,
  ...given,
})

const notary = Notary.of({
  sign: (payload) => Effect.succeed({ publicKey: "k", signature: `signed ${payload}`, sha256: "h" }),
})

const run = <A, E>(driver: Driver, effect: Effect.Effect<A, E, Court.Ports>) =>
  Effect.runPromise(
    effect.pipe(
      Effect.provideService(Store, driver),
      Effect.provideService(Consequences, []),
      Effect.provideService(Notary, notary),
      Effect.either,
    ),
  )

/** The change set of one change, which rests on the given versions. */
const setOf = (change: Changed.Change, versions: Versions = new Map()) =>
  assemble({ changes: [change], reply: null }, [], versions, envelope(), contextFor({ role: "public" }))

const memory = () => Effect.runSync(MemoryStore.make)

describe("Court.execute", () => {
  it("PD1 §2 of a hundred commands at once for ten places, exactly ten get one", async () => {
    const driver = memory()
    const all = await Promise.all(
      Array.from({ length: 100 }, () => run(driver, Court.execute(count, { id: "c", cap: 10 }, envelope()))),
    )
    expect(all.filter(Either.isRight)).toHaveLength(10)
    const codes = all
      .filter(Either.isLeft)
      .map(({ left }) => (left._tag === "Refusal" ? left.code : left._tag))
    expect(new Set(codes)).toEqual(new Set(["open_matters"]))
  })

  it("Rule 2.6 a command named twice acts once and answers the same; other content under the name is a mismatch", async () => {
    const driver = memory()
    const named = (fingerprint: string) => ({
      idempotency: { id: "k", fingerprint, expiresAt: start + 1000 },
    })
    const first = await run(driver, Court.execute(count, { id: "c", cap: 1 }, envelope(named("a"))))
    // when the same command comes again, though its rule would now refuse it
    const second = await run(driver, Court.execute(count, { id: "c", cap: 1 }, envelope(named("a"))))
    const other = await run(driver, Court.execute(count, { id: "c", cap: 1 }, envelope(named("b"))))
    expect(first).toMatchObject({ right: { reply: { count: 1 }, replayed: false } })
    expect(second).toMatchObject({ right: { reply: { count: 1 }, replayed: true } })
    expect(other).toMatchObject({ left: { _tag: "CommandMismatch" } })
  })

  it("PD1 §4 an examination is made once, however often the command starts again, and not at all for a replay or a refusal", async () => {
    const driver = memory()
    let examined = 0
    const examining = {
      ...count,
      examine: () =>
        Effect.sync(() => {
          examined += 1
        }),
    }
    const named = envelope({ idempotency: { id: "k", fingerprint: "a", expiresAt: start + 1000 } })
    // given a counter that another command moves before each of the first three commits
    let moves = 3
    const another = Effect.promise(() => run(driver, Court.execute(count, { id: "c", cap: 10 }, envelope())))
    const moving: Driver = {
      ...driver,
      commit: (set) => (moves-- > 0 ? Effect.zipRight(another, driver.commit(set)) : driver.commit(set)),
    }
    const done = await run(moving, Court.execute(examining, { id: "c", cap: 10 }, named))
    expect(done).toMatchObject({ right: { reply: { count: 4 }, replayed: false } })
    expect(examined).toBe(1)
    // when the command is repeated under its name, and when another one is refused
    expect(await run(driver, Court.execute(examining, { id: "c", cap: 10 }, named))).toMatchObject({
      right: { reply: { count: 4 }, replayed: true },
    })
    expect(await run(driver, Court.execute(examining, { id: "c", cap: 4 }, envelope()))).toMatchObject({
      left: { code: "open_matters" },
    })
    expect(examined).toBe(1)
  })

  it("PD1 §2 a command is decided again if a record on which its refusal rests has changed", async () => {
    // given a counter that falls between the reading and the refusal
    const driver = memory()
    await run(driver, Court.execute(count, { id: "c", cap: 1 }, envelope()))
    let reads = 0
    const falls = driver.commit(
      setOf(
        Changed.put(Counters, { id: "c", count: 0 }),
        new Map([["counter/c", { ref: { kind: "counter", id: "c" }, version: 1 }]]),
      ),
    )
    const moving: Driver = {
      ...driver,
      read: (refs) => Effect.tap(driver.read(refs), () => (reads++ === 0 ? falls : Effect.void)),
    }
    const outcome = await run(moving, Court.execute(count, { id: "c", cap: 1 }, envelope()))
    expect(outcome).toMatchObject({ right: { reply: { count: 1 } } })
  })

  it("Rule 4.9 a task whose lease is lost is not completed twice", async () => {
    const driver = memory()
    await Effect.runPromise(driver.commit(setOf(Changed.task("t", "deadline", start, null))))
    const query = { kinds: null, worker: "w", now: start, until: start + 10, limit: 1 }
    const [task] = await Effect.runPromise(driver.lease(query))
    if (task === undefined) throw new Error("nothing leased")
    const settles = [{ id: task.id, token: task.token }]
    const once = await run(driver, Court.execute(count, { id: "c", cap: 9 }, envelope({ settles })))
    const twice = await run(driver, Court.execute(count, { id: "c", cap: 9 }, envelope({ settles })))
    expect(Either.isRight(once)).toBe(true)
    expect(twice).toMatchObject({ left: { _tag: "LeaseLost", tasks: ["t"] } })
  })

  it("Rule 5.4 the commit of a decision that seals a text records the seal", async () => {
    const driver = memory()
    await run(driver, Court.execute(sealed, {}, envelope()))
    const [stored] = await Effect.runPromise(driver.read([{ kind: Seals.name, id: "[2026] MC 1" }]))
    expect(Seals.decode(stored?.body ?? null)).toMatchObject({ signature: "signed words", sealedAt: start })
  })

  it.each([
    ["one record", [1, 2].map((n) => Changed.put(Counters, { id: "a", count: n }))],
    ["one task", [1, 2].map((due) => Changed.task("a", "deadline", start + due, null))],
  ])("PD17 §1 a decision that puts %s twice is a defect, and nothing is recorded", async (_what, changes) => {
    const driver = memory()
    const twice = command({
      name: "twice",
      sections: ["PD17 §1"],
      input: anything<object>(),
      gather: (_: object) => Effect.void,
      decide: () => Either.right({ changes: [Changed.tally("done", 1), ...changes], reply: null }),
    })
    await expect(run(driver, Court.execute(twice, {}, envelope()))).rejects.toThrow(
      /^one decision puts (record counter\/a|task a) twice$/,
    )
    expect(await Effect.runPromise(driver.tallies(["done"]))).toEqual([0])
  })

  it("PD17 §1 if one decision puts the latest state of a record several times, the last put counts", async () => {
    const driver = memory()
    const steps = command({
      name: "steps",
      sections: ["PD17 §1"],
      input: anything<object>(),
      gather: (_: object) => Effect.void,
      decide: () => {
        const changes = [1, 2].map((n) => Changed.putLatest(Counters, { id: "a", count: n }))
        return Either.right({ changes, reply: null })
      },
    })
    await run(driver, Court.execute(steps, {}, envelope()))
    const [stored] = await Effect.runPromise(driver.read([{ kind: "counter", id: "a" }]))
    expect(stored).toMatchObject({ version: 1, body: { count: 2 } })
  })

  it("Rule 4.9 no two attempts give the same id, whether of one command or of several at the same instant", async () => {
    const ids = new Set<string>()
    const many = command({
      name: "many",
      sections: ["Rule 4.9"],
      input: anything<object>(),
      gather: (_: object) => Effect.void,
      decide: (_facts, _input, { fresh }) => {
        for (let n = 0; n < 200; n++) ids.add(fresh("thing", n))
        return Either.right({ changes: [], reply: null })
      },
    })
    // given a store that answers the first commit of every command with a conflict
    const driver = memory()
    let commits = 0
    const moving: Driver = {
      ...driver,
      commit: (set) =>
        commits++ % 2 === 0
          ? Effect.succeed({ _tag: "Conflict", stale: [], taken: [], lost: [] })
          : driver.commit(set),
    }
    for (let i = 0; i < 20; i++) await run(moving, Court.execute(many, {}, envelope()))
    expect(commits).toBe(2 * 20)
    expect(ids.size).toBe(2 * 20 * 200)
  })
})

describe("the records by which the actor is known", () => {
  const knownBy = [{ ref: { kind: "counter", id: "credential" }, version: 1 }]
  const credential = (driver: Driver) =>
    run(driver, Court.execute(count, { id: "credential", cap: 9 }, envelope()))

  it("Rule 2.6 given a credential that has not changed since it was read, then the command is done", async () => {
    const driver = memory()
    await credential(driver)
    const done = await run(driver, Court.execute(count, { id: "a", cap: 1 }, envelope({ knownBy })))
    expect(done).toMatchObject({ right: { reply: { count: 1 } } })
  })

  it("Rule 2.6 given a credential that has changed, then the command is neither done nor refused: the actor must be looked up again", async () => {
    const driver = memory()
    await credential(driver)
    await credential(driver)
    for (const cap of [1, 0]) {
      const lost = await run(driver, Court.execute(count, { id: "a", cap }, envelope({ knownBy })))
      expect(lost).toMatchObject({ left: { _tag: "ActorChanged" } })
    }
    expect(await run(driver, driver.read([{ kind: "counter", id: "a" }]))).toMatchObject({ right: [null] })
  })
})

describe("a defect on facts of different instants", () => {
  /** A command that dies if it finds no counter. If `meanwhile` is true, another command makes the counter during the reading. */
  const surprised = (driver: Driver, meanwhile: boolean) =>
    command({
      name: "surprised",
      sections: ["PD1 §2"],
      input: anything<object>(),
      gather: (_: object, _context, reader) =>
        Effect.tap(reader.find(Counters, "a"), () =>
          meanwhile
            ? Effect.promise(() => run(driver, Court.execute(count, { id: "a", cap: 1 }, envelope())))
            : Effect.void,
        ),
      decide: (found) => {
        if (Option.isNone(found)) throw new Error("no rule for this")
        return Either.right({ changes: [], reply: { count: found.value.count } })
      },
    })

  it("PD1 §2 given facts that have changed meanwhile, then the defect does not count and the command starts again", async () => {
    const driver = memory()
    const done = await run(driver, Court.execute(surprised(driver, true), {}, envelope()))
    expect(done).toMatchObject({ right: { reply: { count: 1 } } })
  })

  it("PD1 §2 given facts that still hold, then the defect counts", async () => {
    const driver = memory()
    await expect(run(driver, Court.execute(surprised(driver, false), {}, envelope()))).rejects.toThrow(
      "no rule for this",
    )
  })
})
