/** Cases of the Deno KV store that the conformance kit can't test: lost answers, too large operations, and rows that are left behind. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Cause, Effect, Exit } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { type ChangeSet, empty } from "../../core/store/ChangeSet.ts"
import type { Driver } from "../../core/store/Store.ts"
import * as DenoKvStore from "./DenoKvStore.ts"
import { type Atomic, type Kv, open } from "./Kv.ts"

const folder = mkdtempSync(join(tmpdir(), "agent-court-"))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0
const newFile = () => join(folder, `${++files}.kv`)

const now = Date.UTC(2031, 4, 5, 12)
const changes = (parts: Partial<ChangeSet>): ChangeSet => ({ ...empty(now), ...parts })
const add = changes({ tallies: [{ name: "t", add: 1 }] })

type Commit = Atomic["commit"]

/** A database that commits by `commit`, which is given the usual way to do so. */
const kvWith = (kv: Kv, commit: (usual: Commit) => ReturnType<Commit>): Kv => ({
  getMany: (keys) => kv.getMany(keys),
  list: (selector, options) => kv.list(selector, options),
  close: () => kv.close(),
  atomic: () => {
    const atomic = kv.atomic()
    const usual = atomic.commit.bind(atomic)
    return Object.assign(atomic, { commit: () => commit(usual) })
  },
})

/** Runs a test on the store of a new file, which commits by `commit` as soon as the store is open. */
const withStore = async (
  commit: (usual: Commit) => ReturnType<Commit>,
  test: (store: Driver, kv: Kv) => Effect.Effect<void, unknown>,
): Promise<void> => {
  const kv = await Effect.runPromise(open(newFile()))
  let opened = false
  const run = Effect.gen(function* () {
    const store = yield* DenoKvStore.on(kvWith(kv, (usual) => (opened ? commit(usual) : usual())))
    opened = true
    yield* test(store, kv)
    opened = false
  })
  await Effect.runPromise(Effect.scoped(run))
}
const usually = (usual: Commit) => usual()

const keysIn = (kv: Kv, ...prefix: ReadonlyArray<string>) =>
  Effect.promise(async () => {
    const found: Array<string> = []
    for await (const { key } of kv.list({ prefix }, { batchSize: 100, reverse: false }))
      found.push(key.join("/"))
    return found
  })

/** Makes the first commit by `first`, and all others as usual. */
const once = (first: (usual: Commit) => ReturnType<Commit>) => {
  let left = 1
  return (usual: Commit) => (left-- > 0 ? first(usual) : usual())
}

describe("a commit whose answer does not tell what was written", () => {
  it("is not repeated when it was written but the answer says that a check failed", () =>
    withStore(
      once(async (usual) => {
        await usual()
        return { ok: false }
      }),
      (store) =>
        Effect.gen(function* () {
          expect((yield* store.commit(add))._tag).toBe("Committed")
          expect(yield* store.tallies(["t"])).toEqual([1])
        }),
    ))

  it("succeeds when it was written but no answer came", () =>
    withStore(
      once(async (usual) => {
        await usual()
        throw new Error("the connection ended")
      }),
      (store) =>
        Effect.gen(function* () {
          expect((yield* store.commit(add))._tag).toBe("Committed")
          expect(yield* store.tallies(["t"])).toEqual([1])
        }),
    ))

  it("fails as an unavailable store when nothing was written, and the next commit succeeds", () =>
    withStore(
      once(async () => {
        throw new Error("the connection ended")
      }),
      (store) =>
        Effect.gen(function* () {
          const failed = yield* Effect.flip(store.commit(add))
          expect(failed).toMatchObject({ _tag: "StoreUnavailable", operation: "commit" })
          expect((yield* store.commit(add))._tag).toBe("Committed")
          expect(yield* store.tallies(["t"])).toEqual([1])
        }),
    ))

  it("is sent again when another process held the lock for writing", () =>
    withStore(
      once(async () => {
        throw new TypeError("database is locked")
      }),
      (store) =>
        Effect.gen(function* () {
          expect((yield* store.commit(add))._tag).toBe("Committed")
          expect(yield* store.tallies(["t"])).toEqual([1])
        }),
    ))
})

describe("a change set that is too large for one operation", () => {
  const blob = (n: number) => ({ sha256: String(n), text: "x".repeat(400_000) })

  it("is a defect, and the change sets that wait beside it are written", () =>
    withStore(usually, (store) =>
      Effect.gen(function* () {
        const sets = [add, changes({ blobs: [blob(1), blob(2), blob(3)] }), add]
        const [first, large, last] = yield* Effect.all(
          sets.map((set) => Effect.exit(store.commit(set))),
          { concurrency: "unbounded" },
        )
        expect([first, last].map((exit) => exit !== undefined && Exit.isSuccess(exit))).toEqual([true, true])
        expect(large !== undefined && Exit.isFailure(large) && Cause.isDie(large.cause)).toBe(true)
        expect(yield* store.tallies(["t"])).toEqual([2])
        expect(yield* store.blob("1")).toBeNull()
      }),
    ))

  it("is also a defect if one of its keys is too long", () =>
    withStore(usually, (store) =>
      Effect.gen(function* () {
        const exit = yield* Effect.exit(
          store.commit(changes({ claims: [{ claim: "x".repeat(2_100), holder: "us" }] })),
        )
        expect(Exit.isFailure(exit) && Cause.isDie(exit.cause)).toBe(true)
      }),
    ))

  it("does not arise from several small ones, which are written in as many operations as they need", () =>
    withStore(usually, (store) =>
      Effect.gen(function* () {
        const all = [1, 2, 3, 4, 5].map((n) => store.commit(changes({ blobs: [blob(n)] })))
        const results = yield* Effect.all(all, { concurrency: "unbounded" })
        expect(results.map(({ _tag }) => _tag)).toEqual(Array(5).fill("Committed"))
        expect((yield* store.blob("5"))?.length).toBe(400_000)
      }),
    ))
})

describe("rows that are no longer needed", () => {
  const receipt = (id: string, expiresAt: number, reply: string = id) =>
    changes({ receipt: { id, fingerprint: "f", reply, expiresAt } })

  it("the pieces of a long text are deleted when a short text replaces it", () =>
    withStore(usually, (store, kv) =>
      Effect.gen(function* () {
        yield* store.commit(receipt("a", now, "x".repeat(200_000)))
        expect((yield* store.receipt("a", now - 1))?.reply).toHaveLength(200_000)
        expect(yield* keysIn(kv, "piece")).toHaveLength(4)
        yield* store.commit(receipt("a", now + 1, "short"))
        expect((yield* store.receipt("a", now))?.reply).toBe("short")
        expect(yield* keysIn(kv, "piece")).toEqual([])
      }),
    ))

  it("some expired receipts are deleted by later commits, and all others stay", () =>
    withStore(usually, (store, kv) =>
      Effect.gen(function* () {
        for (let i = 0; i < 60; i++) yield* store.commit(receipt(`old ${i}`, now))
        for (let i = 0; i < 60; i++) yield* store.commit(receipt(`new ${i}`, now + 1))
        const left = yield* keysIn(kv, "court", "receipt")
        expect(left.filter((key) => key.includes("new"))).toHaveLength(60)
        expect(left.filter((key) => key.includes("old")).length).toBeLessThan(60)
        expect(yield* keysIn(kv, "court", "expiring")).toHaveLength(left.length)
      }),
    ))

  it("a store deletes its writer rows when it closes", async () => {
    const location = newFile()
    const committed = Effect.flatMap(DenoKvStore.make({ location }), (store) => store.commit(add))
    await Effect.runPromise(Effect.scoped(committed))
    const kv = await Effect.runPromise(open(location))
    expect(await Effect.runPromise(keysIn(kv, "court", "own", "writer"))).toEqual([])
    kv.close()
  })
})

describe("a database that can't be a court's store", () => {
  const refusal = (location: string) =>
    Effect.runPromise(Effect.flip(Effect.scoped(DenoKvStore.make({ location }))))

  it.each(["", ":memory:"])("one in memory (%j) is refused", async (location) => {
    expect((await refusal(location)).message).toContain("a database in memory ends with its process")
  })

  it("one whose rows have the form of another version is refused", async () => {
    const location = newFile()
    const kv = await Effect.runPromise(open(location))
    await kv.atomic().set(["court", "form"], Buffer.from("2")).commit()
    kv.close()
    expect((await refusal(location)).message).toContain("its rows are of form 2")
  })

  it("a file that is not a database is unavailable", async () => {
    expect(await refusal(new URL(import.meta.url).pathname)).toMatchObject({
      _tag: "StoreUnavailable",
      operation: "open",
    })
  })
})
