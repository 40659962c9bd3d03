import { Effect, Layer } from "effect"
import { expect, it } from "vitest"
import { empty, type Ref } from "../core/store/ChangeSet.ts"
import * as MemoryStore from "../core/store/MemoryStore.ts"
import { type Driver, Store } from "../core/store/Store.ts"
import { remember } from "./Remembered.ts"
import { start } from "./testing/World.ts"

const [one, absent, other]: readonly [Ref, Ref, Ref] = [
  { kind: "note", id: "one" },
  { kind: "note", id: "absent" },
  { kind: "note", id: "other" },
]

/** A store with two records, and the reads that reach it. */
const counted = Effect.map(Store, (store) => {
  const reads: Array<ReadonlyArray<Ref>> = []
  const driver: Driver = {
    ...store,
    read: (refs) => {
      reads.push(refs)
      return store.read(refs)
    },
  }
  const write = (ref: Ref, expected: number, body: string) =>
    store.commit({ ...empty(start), puts: [{ ref, expected, body, index: [] }] })
  return { driver, reads, write }
})

const run = <A, E>(given: Effect.Effect<A, E, Store>) =>
  Effect.runPromise(Effect.provide(given, Layer.fresh(MemoryStore.layer)))

it("Rule 2.7 given records that a work has read, then its command is given them once without a read, and what is there from then on", async () => {
  const { given, later, reads } = await run(
    Effect.gen(function* () {
      const { driver, reads, write } = yield* counted
      yield* write(one, 0, "first")
      const { reading, giving } = remember(driver)
      yield* reading.read([one, absent])
      // when one of the records changes after the reading
      yield* write(one, 1, "second")
      const given = [yield* giving.read([one]), yield* giving.read([absent])]
      const later = [yield* giving.read([one]), yield* giving.read([absent])]
      return { given, later, reads }
    }),
  )
  // then the first attempt sees what was read, whose version its commit checks, and a second attempt reads anew
  expect(given).toMatchObject([[{ version: 1, body: "first" }], [null]])
  expect(later).toMatchObject([[{ version: 2, body: "second" }], [null]])
  expect(reads).toEqual([[one, absent], [one], [absent]])
})

it("Rule 2.7 given a read of records of which only some were read before, then all of them are read together, from one snapshot", async () => {
  const { both, again, reads } = await run(
    Effect.gen(function* () {
      const { driver, reads, write } = yield* counted
      yield* write(one, 0, "first")
      yield* write(other, 0, "other")
      const { reading, giving } = remember(driver)
      yield* reading.read([one])
      yield* write(one, 1, "second")
      const both = yield* giving.read([one, other])
      const again = yield* giving.read([one])
      return { both, again, reads }
    }),
  )
  expect(both).toMatchObject([{ body: "second" }, { body: "other" }])
  expect(again).toMatchObject([{ body: "second" }])
  expect(reads).toEqual([[one], [one, other], [one]])
})
