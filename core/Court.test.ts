/** The loop of `core/Court.ts`, seen on the model store: the rules in play are small ones made for the purpose. */
import { Effect, Either, Option, Schema } from "effect"
import { describe, expect, it } from "vitest"
import * as Changed from "./Change.ts"
import { assemble } from "./ChangeSet.ts"
import { command, type Envelope } from "./Command.ts"
import * as Court from "./Court.ts"
import * as Kind from "./Kind.ts"
import { Notary, Seals } from "./Notary.ts"
import { refusal } from "./Refusal.ts"
import { published } from "./Schedule.ts"
import * as MemoryStore from "./store/MemoryStore.ts"
import { type Driver, Store } from "./store/Store.ts"
import { start } from "./testing/Context.ts"

const Counter = Schema.Struct({ id: Schema.String, count: Schema.Int })
const Counters = Kind.make<typeof Counter.Type>({ name: "counter", schema: Counter, id: ({ id }) => id })

/** Counts up to a cap: one record that every caller puts. */
const count = command({
  name: "count",
  sections: ["PD1 §2"],
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

const run = <A, E>(driver: Driver, effect: Effect.Effect<A, E, Store | Notary>) =>
  Effect.runPromise(
    effect.pipe(Effect.provideService(Store, driver), Effect.provideService(Notary, notary), Effect.either),
  )

const memory = () => Effect.runSync(MemoryStore.make)

describe("Court.execute", () => {
  it("PD1 §2 a hundred at once for ten places: exactly ten get one", async () => {
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

  it("PD1 §4 what takes long is examined once, however often the state moves, and not at all for a replay or a refusal", async () => {
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
    // given a counter that somebody else moves before each of the first three commits
    let moves = 3
    const moving: Driver = {
      ...driver,
      commit: (set) =>
        moves-- > 0
          ? Effect.zipRight(
              Effect.orDie(
                Effect.provideService(
                  Effect.provideService(
                    Court.execute(count, { id: "c", cap: 10 }, envelope()),
                    Store,
                    driver,
                  ),
                  Notary,
                  notary,
                ),
              ),
              driver.commit(set),
            )
          : driver.commit(set),
    }
    const done = await run(moving, Court.execute(examining, { id: "c", cap: 10 }, named))
    expect(done).toMatchObject({ right: { reply: { count: 4 }, replayed: false } })
    expect(examined).toBe(1)
    // when it is asked for again, and when something else refuses
    expect(await run(driver, Court.execute(examining, { id: "c", cap: 10 }, named))).toMatchObject({
      right: { reply: { count: 4 }, replayed: true },
    })
    expect(await run(driver, Court.execute(examining, { id: "c", cap: 4 }, envelope()))).toMatchObject({
      left: { code: "open_matters" },
    })
    expect(examined).toBe(1)
  })

  it("PD1 §2 a refusal that rested on what has moved on is decided again", async () => {
    // given a store whose counter falls between the reading and the refusal
    const driver = memory()
    await run(driver, Court.execute(count, { id: "c", cap: 1 }, envelope()))
    let reads = 0
    const moving: Driver = {
      ...driver,
      read: (refs) =>
        Effect.tap(driver.read(refs), () =>
          reads++ === 0
            ? driver.commit({
                ...assemble(
                  { changes: [Changed.put(Counters, { id: "c", count: 0 })], reply: null },
                  [],
                  new Map([["counter/c", { ref: { kind: "counter", id: "c" }, version: 1 }]]),
                  envelope(),
                  {
                    actor: { role: "public" },
                    now: start,
                    terms: published.at(start),
                    schedule: published,
                    fresh: () => "e",
                  },
                ),
              })
            : Effect.void,
        ),
    }
    const outcome = await run(moving, Court.execute(count, { id: "c", cap: 1 }, envelope()))
    expect(outcome).toMatchObject({ right: { reply: { count: 1 } } })
  })

  it("Rule 4.9 a task whose lease is lost is not completed twice", async () => {
    const driver = memory()
    await Effect.runPromise(
      driver.commit({
        ...assemble(
          { changes: [Changed.task("t", "deadline", start, null)], reply: null },
          [],
          new Map(),
          envelope(),
          {
            actor: { role: "public" },
            now: start,
            terms: published.at(start),
            schedule: published,
            fresh: () => "e",
          },
        ),
      }),
    )
    const query = { kinds: null, worker: "w", now: start, until: start + 10, limit: 1 }
    const [task] = await Effect.runPromise(driver.lease(query))
    if (task === undefined) throw new Error("nothing leased")
    const settles = [{ id: task.id, token: task.token }]
    const once = await run(driver, Court.execute(count, { id: "c", cap: 9 }, envelope({ settles })))
    const twice = await run(driver, Court.execute(count, { id: "c", cap: 9 }, envelope({ settles })))
    expect(Either.isRight(once)).toBe(true)
    expect(twice).toMatchObject({ left: { _tag: "LeaseLost", tasks: ["t"] } })
  })

  it("Rule 5.4 what a decision asks to have sealed stands sealed in the same commit", async () => {
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
      gather: (_: object) => Effect.void,
      decide: () => Either.right({ changes: [Changed.tally("done", 1), ...changes], reply: null }),
    })
    await expect(run(driver, Court.execute(twice, {}, envelope()))).rejects.toThrow(
      /^one decision puts (record counter\/a|task a) twice$/,
    )
    expect(await Effect.runPromise(driver.tallies(["done"]))).toEqual([0])
  })

  it("PD17 §1 of a record that several steps of one decision put as the latest, the last put counts", async () => {
    const driver = memory()
    const steps = command({
      name: "steps",
      sections: ["PD17 §1"],
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

  it("Rule 4.9 ids of one attempt never meet those of another, nor of another command at the same instant", async () => {
    const ids = new Set<string>()
    const many = command({
      name: "many",
      sections: ["Rule 4.9"],
      gather: (_: object) => Effect.void,
      decide: (_facts, _input, { fresh }) => {
        for (let n = 0; n < 200; n++) ids.add(fresh("thing", n))
        return Either.right({ changes: [], reply: null })
      },
    })
    const driver = memory()
    for (let i = 0; i < 20; i++) await run(driver, Court.execute(many, {}, envelope()))
    expect(ids.size).toBe(20 * 200)
  })
})

describe("the records by which whoever acts is known", () => {
  const knownBy = [{ ref: { kind: "counter", id: "credential" }, version: 1 }]
  const credential = (driver: Driver) =>
    run(driver, Court.execute(count, { id: "credential", cap: 9 }, envelope()))

  it("Rule 2.6 an act rests on the credential that was read: where it still stands the act is done", async () => {
    const driver = memory()
    await credential(driver)
    const done = await run(driver, Court.execute(count, { id: "a", cap: 1 }, envelope({ knownBy })))
    expect(done).toMatchObject({ right: { reply: { count: 1 } } })
  })

  it("Rule 2.6 where it has changed nothing is done or refused, and who acts is looked up again", async () => {
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

describe("facts of different instants", () => {
  /** Finds no rule for a counter that isn't there; another act makes one while it reads. */
  const surprised = (driver: Driver, meanwhile: boolean) =>
    command({
      name: "surprised",
      sections: ["PD1 §2"],
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

  it("PD1 §2 a defect that they lead to is none: the act begins again from the reading", async () => {
    const driver = memory()
    const done = await run(driver, Court.execute(surprised(driver, true), {}, envelope()))
    expect(done).toMatchObject({ right: { reply: { count: 1 } } })
  })

  it("PD1 §2 a defect on facts that still stand is one", async () => {
    const driver = memory()
    await expect(run(driver, Court.execute(surprised(driver, false), {}, envelope()))).rejects.toThrow(
      "no rule for this",
    )
  })
})
