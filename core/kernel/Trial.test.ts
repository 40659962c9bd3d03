/** `Court.preview`: what a command would do, with nothing done. */

import { Effect, Either, Option, Schema } from "effect"
import { describe, expect, it } from "vitest"
import type { ChangeSet } from "../store/ChangeSet.ts"
import * as MemoryStore from "../store/MemoryStore.ts"
import { type Driver, limits, Store } from "../store/Store.ts"
import { anything } from "../testing/Anything.ts"
import { start } from "../testing/Context.ts"
import type { Change } from "./Change.ts"
import * as Changed from "./Change.ts"
import { command, type Envelope } from "./Command.ts"
import { Consequences } from "./Consequence.ts"
import * as Court from "./Court.ts"
import * as Host from "./Host.ts"
import * as Kind from "./Kind.ts"
import { Notary } from "./Notary.ts"
import { refusal } from "./Refusal.ts"
import { published } from "./Schedule.ts"

const Counter = Schema.Struct({ id: Schema.String, count: Schema.Int })
const Counters = Kind.make<typeof Counter.Type>({ name: "counter", schema: Counter, id: ({ id }) => id })
interface Counting {
  readonly id: string
  readonly cap: number
}

/** Counts up to a cap, and gives the changes that a test adds. */
const counting = (more: ReadonlyArray<Change> = [], { series }: { readonly series?: string } = {}) =>
  command({
    name: "count",
    sections: ["PD1 §2"],
    input: anything<Counting>(),
    gather: ({ id }: Counting, _context, reader) => reader.find(Counters, id),
    decide: (found, { id, cap }, { fresh }) => {
      const count = Option.match(found, { onNone: () => 1, onSome: (counter) => counter.count + 1 })
      if (count > cap) return Either.left(refusal("open_matters", { max: cap }))
      const put = Changed.put(Counters, { id, count }, series === undefined ? {} : { series })
      const told = Changed.event("count.made", id, ["PD1 §2"], { count })
      return Either.right({ changes: [put, told, ...more], reply: { count, id: fresh("count") } })
    },
  })
const count = counting()

const envelope: Envelope = {
  actor: { role: "public" },
  now: start,
  seed: "5".repeat(20),
  schedule: published,
}
const sign = () => Effect.succeed({ publicKey: "k", signature: "s", sha256: "h" })

const run = <A, E>(driver: Driver, effect: Effect.Effect<A, E, Court.Ports>) =>
  Effect.runPromise(
    effect.pipe(
      Effect.provideService(Store, driver),
      Effect.provideService(Consequences, []),
      Effect.provideService(Notary, Notary.of({ sign })),
      Effect.either,
    ),
  )

const watched = () => {
  const inner = Effect.runSync(MemoryStore.make)
  const committed: Array<ChangeSet> = []
  const commit: Driver["commit"] = (set) =>
    Effect.tap(inner.commit(set), () => Effect.sync(() => committed.push(set)))
  return { driver: { ...inner, commit } satisfies Driver, committed }
}

describe("Court.preview", () => {
  it("PD1 §2 says what the command would record, and records nothing; executed, the command records just that", async () => {
    const { driver, committed } = watched()
    const tried = await run(driver, Court.preview(count, { id: "c", cap: 3 }, envelope))
    expect(committed).toEqual([])
    // when the same command is executed in the same envelope
    const done = await run(driver, Court.execute(count, { id: "c", cap: 3 }, envelope))
    expect(Either.map(tried, ({ reply }) => reply)).toEqual(Either.map(done, ({ reply }) => reply))
    expect(tried).toMatchObject({ right: { changes: committed[0], numbers: [] } })
  })

  it("PD1 §2 a host fills the envelope, at its own time if no other is given", async () => {
    const { driver } = watched()
    const host = Host.Host.of({
      now: Effect.succeed(start),
      seed: Effect.succeed(envelope.seed),
      schedule: Effect.succeed(published),
    })
    const tried = (at: { readonly at?: number }) =>
      run(
        driver,
        Host.attempt(count, { id: "c", cap: 3 }, { actor: envelope.actor, ...at }).pipe(
          Effect.provideService(Host.Host, host),
        ),
      )
    expect(await tried({})).toMatchObject({ right: { changes: { at: start } } })
    expect(await tried({ at: start + 1 })).toMatchObject({ right: { changes: { at: start + 1 } } })
  })

  it("PD1 §2 takes no name that is free", async () => {
    const { driver } = watched()
    const naming = counting([Changed.claim("name", "me")])
    expect(await run(driver, Court.preview(naming, { id: "c", cap: 3 }, envelope))).toMatchObject({
      right: { changes: { claims: [{ claim: "name", holder: "me" }] } },
    })
    expect(await Effect.runPromise(driver.holder("name"))).toBeNull()
  })

  it("Rule 2.6 leaves no receipt: the command acts afterwards under the same name", async () => {
    const { driver, committed } = watched()
    await run(driver, Court.preview(count, { id: "c", cap: 1 }, envelope))
    const idempotency = { id: "k", fingerprint: "f", expiresAt: start + 1_000 }
    const done = await run(driver, Court.execute(count, { id: "c", cap: 1 }, { ...envelope, idempotency }))
    expect(done).toMatchObject({ right: { replayed: false } })
    expect(committed).toHaveLength(1)
  })

  it("Rule 5.5 says null for a number that only the store gives", async () => {
    const { driver } = watched()
    const numbered = counting([], { series: "counts" })
    const tried = await run(driver, Court.preview(numbered, { id: "c", cap: 1 }, envelope))
    expect(tried).toMatchObject({ right: { numbers: [null] } })
    // The store draws the number when the command is executed.
    const done = await run(driver, Court.execute(numbered, { id: "c", cap: 1 }, envelope))
    expect(done).toMatchObject({ right: { numbers: [1] } })
  })

  it("Rule 5.4 signs nothing: a decision that seals a text is shown without a seal", async () => {
    const { driver } = watched()
    const asked: Array<string> = []
    const notary = Notary.of({
      sign: (payload) =>
        Effect.zipRight(
          Effect.sync(() => asked.push(payload)),
          sign(),
        ),
    })
    const sealing = counting([Changed.seal("[2026] MC 1", "words")])
    const tried = await run(
      driver,
      Effect.provideService(Court.preview(sealing, { id: "c", cap: 1 }, envelope), Notary, notary),
    )
    expect(tried).toMatchObject({ right: { changes: { puts: [{ ref: { kind: "counter" } }] } } })
    expect(asked).toEqual([])
  })

  it("PD1 §4 examines what the command examines, once, and only if nothing else refuses", async () => {
    const { driver } = watched()
    let examined = 0
    const examining = {
      ...count,
      examine: () =>
        Effect.suspend(() => {
          examined += 1
          return Effect.fail(refusal("natural_person", {}))
        }),
    }
    const late = await run(driver, Court.preview(examining, { id: "c", cap: 1 }, envelope))
    const early = await run(driver, Court.preview(examining, { id: "c", cap: 0 }, envelope))
    expect(late).toMatchObject({ left: { code: "natural_person" } })
    expect(early).toMatchObject({ left: { code: "open_matters" } })
    expect(examined).toBe(1)
  })

  it("PD1 §2 starts again if a record that was read has changed meanwhile", async () => {
    const { driver } = watched()
    let reads = 0
    const another = Effect.promise(() => run(driver, Court.execute(count, { id: "c", cap: 9 }, envelope)))
    const moving: Driver = {
      ...driver,
      read: (refs) => Effect.tap(driver.read(refs), () => (reads++ === 0 ? another : Effect.void)),
    }
    const tried = await run(moving, Court.preview(count, { id: "c", cap: 9 }, envelope))
    expect(tried).toMatchObject({ right: { reply: { count: 2 } } })
  })

  it("Rule 2.6 fails as an act does if the credential of the actor has changed", async () => {
    const { driver } = watched()
    await run(driver, Court.execute(count, { id: "credential", cap: 9 }, envelope))
    const knownBy = [{ ref: { kind: "counter", id: "credential" }, version: 0 }]
    const tried = await run(driver, Court.preview(count, { id: "c", cap: 9 }, { ...envelope, knownBy }))
    expect(tried).toMatchObject({ left: { _tag: "ActorChanged" } })
  })
})

describe("every failure of a command", () => {
  const claims = counting([Changed.claim("name", "me")])
  const large = counting(Array.from({ length: limits.operations }, (_, i) => Changed.tally(`t${i}`, 1)))
  const twice = counting([Changed.put(Counters, { id: "c", count: 7 })])
  const dying = { ...count, gather: () => Effect.dieMessage("no rule for this") }
  const typed = { ...count, input: Schema.Struct({ id: Schema.String }) }
  const away = { ...count, gather: () => Effect.fail(refusal("agents_only", {})) }

  /** How a run ends: the code, the tag or the words of its failure. */
  const endOf = (driver: Driver, effect: Effect.Effect<unknown, Court.ExecuteError, Court.Ports>) =>
    run(driver, effect).then(
      Either.match({
        onLeft: (failure) => (failure._tag === "Refusal" ? failure.code : failure._tag),
        onRight: () => "done",
      }),
      (error: unknown) => String(error),
    )

  it.each([
    ["a refusal of the rules", count, 0, "open_matters"],
    ["a refusal while facts are gathered", away, 1, "agents_only"],
    ["an input that does not fit", typed, 1, "InvalidInput"],
    ["a name that another holder has", claims, 1, "contention"],
    ["a decision that is too large", large, 1, /operations/],
    ["a record that is put twice", twice, 1, /twice/],
    ["a defect", dying, 1, /no rule for this/],
    ["none", count, 1, "done"],
  ])("PD1 §2 %s ends the trial as it ends the command", async (_what, tried, cap, expected) => {
    const { driver, committed } = watched()
    await run(
      driver,
      Court.execute(
        command({
          name: "take",
          sections: [],
          input: anything<object>(),
          gather: (_: object) => Effect.void,
          decide: () => Either.right({ changes: [Changed.claim("name", "another")], reply: null }),
        }),
        {},
        envelope,
      ),
    )
    const before = committed.length
    const trial = await endOf(driver, Court.preview(tried, { id: "c", cap }, envelope))
    expect(committed).toHaveLength(before)
    const act = await endOf(driver, Court.execute(tried, { id: "c", cap }, envelope))
    expect(trial).toBe(act)
    if (typeof expected === "string") expect(trial).toBe(expected)
    else expect(trial).toMatch(expected)
  })
})
