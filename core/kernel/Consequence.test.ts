/** The loop of the court with a small consequence: each pot that is filled is told in a tally of pots. */
import { Effect, Either, Option, Schema } from "effect"
import { describe, expect, it } from "vitest"
import * as MemoryStore from "../store/MemoryStore.ts"
import { type Driver, Store } from "../store/Store.ts"
import { clock } from "../testing/Actors.ts"
import { anything } from "../testing/Anything.ts"
import { start } from "../testing/Context.ts"
import { put } from "../testing/Put.ts"
import * as Changed from "./Change.ts"
import { command } from "./Command.ts"
import { type Consequence, Consequences, consequence } from "./Consequence.ts"
import * as Court from "./Court.ts"
import * as Kind from "./Kind.ts"
import { Notary, NotaryUnavailable } from "./Notary.ts"
import * as Reader from "./Reader.ts"
import { published } from "./Schedule.ts"

const Counted = Schema.Struct({ id: Schema.String, count: Schema.Int })
const kindOf = (name: string) => Kind.make<typeof Counted.Type>({ name, schema: Counted, id: ({ id }) => id })
const [Pots, Sums, Lids] = [kindOf("pot"), kindOf("sum"), kindOf("lid")]

const countOf = Option.match({ onNone: () => 0, onSome: ({ count }: typeof Counted.Type) => count })
const sumNow = (reader: Reader.Reader) => Effect.map(reader.find(Sums, "all"), countOf)

/** Counts the pots that commands change. `before` runs when it has read the sum. */
const counting = (before: Effect.Effect<void, NotaryUnavailable> = Effect.void) => {
  let asked = 0
  const on: Consequence = consequence({
    on: [Pots, Sums],
    gather: (changes, _context, reader) =>
      Effect.tap(
        Effect.map(sumNow(reader), (sum) => ({ sum, pots: changes.length })),
        () => {
          asked += 1
          return before
        },
      ),
    changes: ({ sum, pots }) => [Changed.put(Sums, { id: "all", count: sum + pots })],
  })
  return { all: [on], asked: () => asked }
}

/** Fills a pot, or closes it with a lid. */
const fill = command({
  name: "fill",
  sections: [],
  input: anything<{ readonly id: string; readonly lid?: true }>(),
  gather: ({ id }: { readonly id: string; readonly lid?: true }, _context, reader) => reader.find(Pots, id),
  decide: (pot, { id, lid }) =>
    Either.right({
      changes: [Changed.put(lid === true ? Lids : Pots, { id, count: countOf(pot) + 1 })],
      reply: null,
    }),
})

let drawn = 0
const envelope = () => ({
  actor: clock,
  now: start,
  seed: (++drawn).toString(16).padStart(20, "5"),
  schedule: published,
})

const run = <A, E>(
  driver: Driver,
  all: ReadonlyArray<Consequence>,
  effect: Effect.Effect<A, E, Court.Ports>,
) =>
  Effect.runPromise(
    effect.pipe(
      Effect.provideService(Store, driver),
      Effect.provideService(Consequences, all),
      Effect.provideService(Notary, Notary.of({ sign: () => Effect.dieMessage("nothing is sealed here") })),
      Effect.either,
    ),
  )
const memory = () => Effect.runSync(MemoryStore.make)
const sumIn = (driver: Driver) => Effect.runPromise(sumNow(Reader.make(driver).reader))

describe("the consequences of a command", () => {
  it("PD2 §6G given a change of a kind that has one, then it is recorded in the same commit, once", async () => {
    const { all, asked } = counting()
    const driver = memory()
    await run(driver, all, Court.execute(fill, { id: "a" }, envelope()))
    expect([await sumIn(driver), asked()]).toEqual([1, 1])
    const preview = await run(driver, all, Court.preview(fill, { id: "b" }, envelope()))
    expect(Either.getOrThrow(preview).changes.puts.map(({ ref }) => ref.kind)).toEqual(["pot", "sum"])
    expect(await sumIn(driver)).toBe(1)
  })

  it("PD2 §6G given a command that changes no such record, then no consequence is asked", async () => {
    const { all, asked } = counting()
    const driver = memory()
    await run(driver, all, Court.execute(fill, { id: "a", lid: true }, envelope()))
    expect([await sumIn(driver), asked()]).toEqual([0, 0])
  })

  it("PD2 §6G given that what it read has changed before the commit, then the command decides again", async () => {
    const driver = memory()
    let other = true
    const { all, asked } = counting(
      Effect.suspend(() => {
        if (!other) return Effect.void
        other = false
        const moved = [Changed.put(Sums, { id: "all", count: 10 })]
        return Effect.promise(() => run(driver, [], Court.execute(put, moved, envelope())))
      }),
    )
    await run(driver, all, Court.execute(fill, { id: "a" }, envelope()))
    expect([await sumIn(driver), asked()]).toEqual([11, 2])
  })

  it("PD2 §6G given that it can't be carried out now, then the command records nothing", async () => {
    const driver = memory()
    const { all } = counting(Effect.fail(new NotaryUnavailable({ cause: "no signer" })))
    const ended = await run(driver, all, Court.execute(fill, { id: "a" }, envelope()))
    expect(Either.isLeft(ended) && ended.left).toBeInstanceOf(NotaryUnavailable)
    const pot = await Effect.runPromise(Reader.make(driver).reader.find(Pots, "a"))
    expect(Option.isNone(pot)).toBe(true)
  })
})
