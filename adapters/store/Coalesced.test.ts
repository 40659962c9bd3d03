import { Effect, Exit } from "effect"
import { describe, expect, it } from "vitest"
import { empty } from "../../core/ChangeSet.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import { type Driver, type Ref, StoreUnavailable } from "../../core/store/Store.ts"
import { coalesced } from "./Coalesced.ts"

const ref = (id: string): Ref => ({ kind: "note", id })

/** A store with notes "0" to "4", and the reads that reach it. */
const given = Effect.gen(function* () {
  const memory = yield* MemoryStore.make
  const puts = ["0", "1", "2", "3", "4"].map((id) => ({
    ref: ref(id),
    expected: 0,
    body: `note ${id}`,
    index: [],
  }))
  yield* memory.commit({
    ...empty(1),
    puts,
  })
  const reads: Array<number> = []
  const watched: Driver = {
    ...memory,
    read: (refs) => {
      reads.push(refs.length)
      return memory.read(refs)
    },
  }
  return { reads, watched }
})

const bodies = (found: ReadonlyArray<{ readonly body: unknown } | null>) =>
  found.map((one) => one?.body ?? null)

describe("reads that go together", () => {
  it("Rule 4.9 each gets its own records, in the order asked, whoever asked at the same time", async () => {
    const { reads, found } = await Effect.runPromise(
      Effect.gen(function* () {
        const { reads, watched } = yield* given
        const store = coalesced(watched)
        const found = yield* Effect.all(
          [
            store.read([ref("3"), ref("1")]),
            store.read([]),
            store.read([ref("none")]),
            store.read([ref("1")]),
          ],
          { concurrency: "unbounded" },
        )
        return { reads, found }
      }),
    )
    expect(found.map(bodies)).toEqual([["note 3", "note 1"], [], [null], ["note 1"]])
    expect(reads).toEqual([4])
  })

  it("Rule 4.9 a later read sees what was written after an earlier one", async () => {
    const versions = await Effect.runPromise(
      Effect.gen(function* () {
        const { watched } = yield* given
        const store = coalesced(watched)
        const before = yield* store.read([ref("0")])
        yield* store.commit({
          ...empty(2),
          puts: [{ ref: ref("0"), expected: 1, body: "changed", index: [] }],
        })
        const after = yield* store.read([ref("0")])
        return [before, after].map(([one]) => one?.version)
      }),
    )
    expect(versions).toEqual([1, 2])
  })

  it("Rule 4.9 where the store is away, everybody who asked hears of it", async () => {
    const exits = await Effect.runPromise(
      Effect.gen(function* () {
        const { watched } = yield* given
        const away = new StoreUnavailable({ operation: "read", cause: null })
        const store = coalesced({ ...watched, read: () => Effect.fail(away) })
        return yield* Effect.all([Effect.exit(store.read([ref("0")])), Effect.exit(store.read([ref("1")]))], {
          concurrency: "unbounded",
        })
      }),
    )
    expect(exits.map(Exit.isFailure)).toEqual([true, true])
  })

  it("Rule 4.9 a crowd is asked for in several reads", async () => {
    const reads = await Effect.runPromise(
      Effect.gen(function* () {
        const { reads, watched } = yield* given
        const store = coalesced(watched)
        const one = store.read([ref("0"), ref("1")])
        const found = yield* Effect.all(
          Array.from({ length: 300 }, () => one),
          { concurrency: "unbounded" },
        )
        expect(found).toHaveLength(300)
        return reads
      }),
    )
    expect(reads).toEqual([512, 88])
  })
})
