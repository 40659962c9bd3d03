/** Commits to the store on PostgreSQL where the statements of several commits are one. The conformance kit tries what every store promises. */
import { Cause, Effect, Exit } from "effect"
import * as fc from "fast-check"
import { Client } from "pg"
import { beforeAll, describe, expect, it } from "vitest"
import type { Json } from "../../core/kernel/Json.ts"
import type { Driver } from "../../core/store/Store.ts"
import { changes, happened, note, putNote } from "./testing/ChangeSets.ts"
import { freshDatabase } from "./testing/FreshDatabase.ts"
import { all, committed, opener, tags } from "./testing/Opened.ts"

const run = Effect.runPromise
const open = opener()

let url: string
let store: Driver
beforeAll(async () => {
  url = await freshDatabase()
  store = await open(url)
})

describe("what is kept", () => {
  it("is given back unchanged, whatever the JSON value or the text, even NUL and lone surrogates", async () => {
    const odd = fc.string({
      unit: fc.constantFrom("a", "\\", '"', "u", "0", "\0", "\u0001", "\ud800", "\udc00", "\n", "é", "😀"),
      maxLength: 12,
    })
    const value = fc.letrec<{ json: Json }>((tie) => ({
      json: fc.oneof(
        { maxDepth: 3 },
        odd,
        fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Object.is(n, -0)),
        fc.constantFrom<Json>(null, true, 2 ** 53 + 2, 1e300, 5e-324),
        fc.array(tie("json"), { maxLength: 4 }),
        fc.dictionary(odd, tie("json"), { maxKeys: 4, noNullPrototype: true }),
      ),
    })).json
    let n = 0
    await fc.assert(
      fc.asyncProperty(value, odd, async (body, text) => {
        const ref = { kind: "odd", id: `${text}/${n++}` }
        const index = [{ index: `odd/${text}`, key: `${text}${n}` }]
        const at = { claim: `odd/${text}/${n}`, holder: text }
        const set = changes({
          puts: [{ ref, expected: 0, body, index }],
          claims: [at],
          events: [{ ...happened(text, ref.id), data: body }],
          blobs: [{ sha256: ref.id, text }],
          tallies: [{ name: ref.id, add: 1 }],
          receipt: { id: ref.id, fingerprint: text, reply: body, expiresAt: 2_000 },
        })
        expect(await run(store.commit(set))).toEqual(committed)
        expect(await run(store.read([ref]))).toEqual([{ ref, version: 1, number: null, body }])
        const listed = await run(store.list({ index: `odd/${text}`, prefix: text, after: null, limit: 1000 }))
        expect(listed.items.map(({ ref: found }) => found)).toContainEqual(ref)
        expect(await run(store.holder(at.claim))).toBe(text)
        expect(await run(store.blob(ref.id))).toBe(text)
        expect(await run(store.tallies([ref.id]))).toEqual([1])
        // A long transaction of another test on this server may hold the journal back for a time.
        const journalled = async () => {
          const { items } = await run(store.journal({ subject: ref.id, after: null, limit: 10 }))
          return items.map(({ id, data }) => ({ id, data }))
        }
        await expect.poll(journalled, { timeout: 10_000 }).toEqual([{ id: text, data: body }])
        expect(await run(store.commit(set))).toMatchObject({ _tag: "Replayed", receipt: { reply: body } })
      }),
      { numRuns: 60 },
    )
  })

  it("is listed in many pages at once, each of which has its own records and its own end", async () => {
    const keys = Array.from({ length: 40 }, (_, i) => `many/${i % 20}/${i}`)
    await run(store.commit(changes({ puts: [putNote("many", 0, null, keys)] })))
    // when more pages are asked for at once than one statement may have
    const pages = await Promise.all(
      Array.from({ length: 21 }, (_, i) =>
        run(
          store.list({ index: "notes", prefix: `many/${i}/`, after: null, limit: i % 2 === 0 ? 1 : 1_000 }),
        ),
      ),
    )
    const found = pages.map(({ items, next }) => ({ keys: items.map(({ key }) => key), next }))
    expect(found).toEqual([
      ...Array.from({ length: 20 }, (_, i) => {
        const own = [`many/${i}/${i}`, `many/${i}/${i + 20}`].sort()
        return i % 2 === 0 ? { keys: own.slice(0, 1), next: own[0] } : { keys: own, next: null }
      }),
      { keys: [], next: null },
    ])
  })

  it("is listed once under a key that a new record names twice", async () => {
    await run(store.commit(changes({ puts: [putNote("twice", 0, null, ["twice/1", "twice/1", "twice/2"])] })))
    const { items } = await run(store.list({ index: "notes", prefix: "twice/", after: null, limit: 9 }))
    expect(items.map(({ key }) => key)).toEqual(["twice/1", "twice/2"])
  })
})

describe("preconditions", () => {
  it("let only one of two commits pass that each rest on a record that the other writes", async () => {
    const other = await open(url)
    for (let round = 0; round < 20; round++) {
      const [a, b] = [note(`skew-a${round}`), note(`skew-b${round}`)]
      const crossed = (mine: typeof a, yours: typeof a) =>
        changes({
          checks: [{ ref: yours, version: 0 }],
          puts: [{ ref: mine, expected: 0, body: 1, index: [] }],
        })
      const results = await all([store.commit(crossed(a, b)), other.commit(crossed(b, a))])
      expect(tags(results).sort()).toEqual(["Committed", "Conflict"])
    }
  })

  it("fail if one commit claims a name for two holders", async () => {
    const claims = ["a", "b"].map((holder) => ({ claim: "torn", holder }))
    const torn = await run(store.commit(changes({ claims })))
    expect(torn).toMatchObject({ _tag: "Conflict", taken: ["torn"] })
  })
})

describe("group commit", () => {
  it("answers each change set by itself, whatever the outcome of the others", async () => {
    await run(store.commit(changes({ puts: [putNote("group")] })))
    const tooLong = "x".repeat(20_000).replace(/x/g, () => String.fromCharCode(97 + Math.random() * 26))
    const exits = await all(
      [
        changes({ puts: [putNote("g1")], tallies: [{ name: "g", add: 1 }] }),
        changes({ puts: [putNote("group", 0)], tallies: [{ name: "g", add: 10 }] }),
        changes({ puts: [putNote(tooLong)], tallies: [{ name: "g", add: 100 }] }),
        changes({ puts: [putNote("g2")], tallies: [{ name: "g", add: 1000 }] }),
      ].map((set) => Effect.exit(store.commit(set))),
    )
    expect(exits.map((exit) => (Exit.isSuccess(exit) ? exit.value._tag : Cause.isDie(exit.cause)))).toEqual([
      "Committed",
      "Conflict",
      true,
      "Committed",
    ])
    expect(await run(store.tallies(["g"]))).toEqual([1001])
  })

  it("writes change sets of one record in the order in which they came", async () => {
    const results = await all(
      Array.from({ length: 20 }, (_, version) =>
        store.commit(changes({ puts: [putNote("line", version, version)] })),
      ),
    )
    expect(tags(results)).toEqual(Array(20).fill("Committed"))
    expect(await run(store.read([note("line")]))).toMatchObject([{ version: 20, body: 19 }])
  })
})

describe("tasks", () => {
  const digest = { id: "digest", kind: "digest", dueAt: 5_000, body: { to: "a" } }
  const moved = { ...digest, id: "moved", dueAt: 6_000 }
  /** The places of the rows of the two tasks. A row that is written again has another place. */
  const places = async (): Promise<ReadonlyArray<string>> => {
    const client = new Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query(
      "select ctid::text as place from agent_court.tasks where id in ('digest', 'moved') order by id",
    )
    await client.end()
    return rows.map(({ place }) => place)
  }

  it("are written again only if they don't wait already as they are asked for", async () => {
    // given two tasks
    await run(store.commit(changes({ tasks: [digest, moved] })))
    const [first, second] = await places()
    // when other commits, written together, ask for both again, in the other order
    await all([
      store.commit(changes({ tasks: [moved] })),
      store.commit(changes({ tasks: [moved, digest] })),
      store.commit(changes({ tasks: [digest] })),
    ])
    // then neither is written
    expect(await places()).toEqual([first, second])
    // when one is asked for at another time, beside a commit that asks for the other as it waits
    await all([
      store.commit(changes({ tasks: [digest] })),
      store.commit(changes({ tasks: [digest, { ...moved, dueAt: 7_000 }] })),
    ])
    // then that one alone is written
    const [still, then] = await places()
    expect(still).toBe(first)
    expect(then).not.toBe(second)
    // when a worker holds both and they are asked for again
    const lease = { kinds: ["digest"], worker: "w", now: 7_000, until: 90_000, limit: 9 }
    const [leased] = await run(store.lease(lease))
    await run(store.commit(changes({ tasks: [digest, { ...moved, dueAt: 7_000 }] })))
    // then the worker has lost them, and they can be leased
    const settles = [{ id: "digest", token: leased?.token ?? "" }]
    expect(await run(store.commit(changes({ settles })))).toMatchObject({
      _tag: "Conflict",
      lost: ["digest"],
    })
    expect((await run(store.lease(lease))).map(({ id, dueAt }) => [id, dueAt])).toEqual([
      ["digest", 5_000],
      ["moved", 7_000],
    ])
  })
})
