/** Numbers, receipts, tasks and the journal in the store on PostgreSQL. */
import { Effect } from "effect"
import { Client } from "pg"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import type { Driver, Leased } from "../../core/store/Store.ts"
import { argumentsOf, prepare } from "./Rows.ts"
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

describe("numbers", () => {
  it("are unique and rising in each new series, over two openers", async () => {
    const other = await open(url)
    const results = await all(
      Array.from({ length: 60 }, (_, i) =>
        (i % 2 === 0 ? store : other).commit(
          changes({ puts: [putNote(`n${i}`)], numbers: [{ series: `even ${i % 3}`, ref: note(`n${i}`) }] }),
        ),
      ),
    )
    const drawn = results.map((result) => (result._tag === "Committed" ? result.numbers[0] : null))
    for (const series of [0, 1, 2]) {
      const numbers = drawn.filter((_, i) => i % 3 === series)
      expect(new Set(numbers).size).toBe(20)
      expect(Math.max(...numbers.map(Number))).toBeLessThan(40)
    }
    expect((await run(store.read([note("n7")])))[0]?.number).toBe(drawn[7])
    const later = await run(
      store.commit(
        changes({ puts: [putNote("n-later")], numbers: [{ series: "even 1", ref: note("n-later") }] }),
      ),
    )
    expect(later).toMatchObject({ numbers: [expect.any(Number)] })
    expect(Math.max(...drawn.filter((_, i) => i % 3 === 1).map(Number))).toBeLessThan(
      later._tag === "Committed" ? (later.numbers[0] ?? 0) : 0,
    )
  })

  it("are drawn in the order of the change set, and are kept in the receipt", async () => {
    const set = changes({
      puts: [putNote("m1"), putNote("m2")],
      numbers: [
        { series: "m", ref: note("m2") },
        { series: "m", ref: note("m1") },
      ],
      receipt: { id: "m", fingerprint: "f", reply: "done", expiresAt: 5_000 },
    })
    const first = await run(store.commit(set))
    expect(first).toEqual({ _tag: "Committed", numbers: [1, 2] })
    expect(await run(store.read([note("m1"), note("m2")]))).toMatchObject([{ number: 2 }, { number: 1 }])
    const receipt = { fingerprint: "f", reply: "done", numbers: [1, 2], expiresAt: 5_000 }
    expect(await run(store.commit(set))).toEqual({ _tag: "Replayed", receipt })
    expect(await run(store.receipt("m", 4_999))).toEqual(receipt)
    expect(await run(store.receipt("m", 5_000))).toBeNull()
  })

  it("are one for each record, the last if several are asked for, beside change sets of other series", async () => {
    const asking = (series: string, ...ids: ReadonlyArray<string>) =>
      changes({
        puts: [...new Set(ids)].map((id) => putNote(id)),
        numbers: ids.map((id) => ({ series, ref: note(id) })),
        receipt: { id: `of ${series}`, fingerprint: "f", reply: null, expiresAt: 5_000 },
      })
    const sets = [asking("x", "x1", "x2", "x1"), asking("y", "y1"), asking("z", "z1", "z1", "z2")]
    const numbers = [[3, 2, 3], [1], [2, 2, 3]]
    const results = await all([store.commit(changes({ puts: [putNote("w")] })), ...sets.map(store.commit)])
    expect(results.slice(1)).toEqual(numbers.map((each) => ({ _tag: "Committed", numbers: each })))
    const stored = await run(store.read(["w", "x1", "x2", "y1", "z1", "z2"].map(note)))
    expect(stored.map((each) => each?.number)).toEqual([null, 3, 2, 1, 2, 3])
    const receipts = await all(["x", "y", "z"].map((series) => store.receipt(`of ${series}`, 1_000)))
    expect(receipts.map((each) => each?.numbers)).toEqual(numbers)
  })
})

describe("receipts", () => {
  const receipt = { id: "r", fingerprint: "f", reply: { at: 1 }, expiresAt: 2_000 }

  it("answer a repetition until they expire, and refuse another command under the same id", async () => {
    const set = changes({ puts: [putNote("r1")], receipt })
    expect(await run(store.commit(set))).toEqual(committed)
    expect(await run(store.commit({ ...set, receipt: { ...receipt, fingerprint: "g" } }))).toEqual({
      _tag: "Mismatch",
    })
    expect(tags([await run(store.commit({ ...set, at: 1_999 }))])).toEqual(["Replayed"])
    const late = { ...receipt, fingerprint: "late", expiresAt: 9_000 }
    expect(await run(store.commit(changes({ at: 2_000, receipt: late })))).toEqual(committed)
    expect(await run(store.receipt("r", 2_000))).toMatchObject({ fingerprint: "late" })
  })

  it("let one of 50 concurrent commits with the same id take effect", async () => {
    const other = await open(url)
    const results = await all(
      Array.from({ length: 50 }, (_, i) =>
        (i % 2 === 0 ? store : other).commit(
          changes({ tallies: [{ name: "once", add: 1 }], receipt: { ...receipt, id: "once" } }),
        ),
      ),
    )
    expect(tags(results).sort()).toEqual(["Committed", ...Array(49).fill("Replayed")])
    expect(await run(store.tallies(["once"]))).toEqual([1])
  })

  it("are deleted a few at a time once they have been expired for an hour", async () => {
    const rows = async () => {
      const client = new Client({ connectionString: url })
      await client.connect()
      const { rows } = await client.query(
        "select count(*)::int as n from agent_court.receipts where id like 'old/%'",
      )
      await client.end()
      return rows[0].n
    }
    const old = Array.from({ length: 20 }, (_, i) => ({ ...receipt, id: `old/${i}`, expiresAt: 1_500 }))
    await all(old.map((each) => store.commit(changes({ receipt: each }))))
    const before = await rows()
    await run(
      store.commit(changes({ at: 10_000_000, receipt: { ...receipt, id: "sweep", expiresAt: 20_000_000 } })),
    )
    const after = await rows()
    expect(before).toBe(20)
    expect(after).toBeLessThan(20)
    expect(after).toBeGreaterThan(10)
  })
})

describe("tasks", () => {
  const clients: Array<Client> = []
  const connected = async (): Promise<Client> => {
    const client = new Client({ connectionString: url })
    await client.connect()
    clients.push(client)
    return client
  }
  afterAll(() => Promise.all(clients.map((client) => client.end())))
  const due = (id: string, dueAt: number, kind = "t") => ({ id, kind, dueAt, body: { id } })
  const tokenOf = (task: Leased | undefined): string => {
    if (task === undefined) throw new Error("no task was leased")
    return task.token
  }
  const take = (kinds: ReadonlyArray<string> | null, now: number, limit = 10, driver = store) =>
    run(driver.lease({ kinds, worker: "w", now, until: now + 100, limit }))

  it("are leased when due, earliest first, to one worker at a time, and settled with the token", async () => {
    await run(
      store.commit(changes({ tasks: [due("t2", 20), due("t1", 10), due("t3", 31), due("u", 5, "u")] })),
    )
    const leased = await take(["t"], 30)
    expect(leased.map(({ id, dueAt, body }) => ({ id, dueAt, body }))).toEqual([
      { id: "t1", dueAt: 10, body: { id: "t1" } },
      { id: "t2", dueAt: 20, body: { id: "t2" } },
    ])
    expect(await take(["t"], 30)).toEqual([])
    const [first, second] = leased
    const settles = [{ id: "t1", token: tokenOf(first) }]
    expect(await run(store.commit(changes({ settles })))).toEqual(committed)
    expect(await run(store.commit(changes({ settles })))).toMatchObject({ _tag: "Conflict", lost: ["t1"] })
    // The lease of the second task has run out, and another worker gets it.
    expect((await take(["t"], 130, 1)).map(({ id }) => id)).toEqual(["t2"])
    const late = changes({ settles: [{ id: "t2", token: tokenOf(second) }] })
    expect(await run(store.commit(late))).toMatchObject({ _tag: "Conflict", lost: ["t2"] })
    await run(store.commit(changes({ cancels: ["t2", "t3", "u", "not-there"] })))
    expect(await take(null, 1_000)).toEqual([])
  })

  it("lose their lease when they are put again, and can be settled and put in one commit", async () => {
    await run(store.commit(changes({ tasks: [due("again", 10)] })))
    const [first] = await take(["t"], 10)
    await run(store.commit(changes({ tasks: [due("again", 12)] })))
    const settles = [{ id: "again", token: tokenOf(first) }]
    expect(await run(store.commit(changes({ settles })))).toMatchObject({ lost: ["again"] })
    const [second] = await take(["t"], 12)
    const both = { settles: [{ id: "again", token: tokenOf(second) }], tasks: [due("again", 40)] }
    expect(await run(store.commit(changes(both)))).toEqual(committed)
    expect((await take(["t"], 40)).map(({ dueAt }) => dueAt)).toEqual([40])
  })

  it("lose their lease when they are put again just as they were", async () => {
    await run(store.commit(changes({ tasks: [due("same", 10)] })))
    const [leased] = await take(["t"], 10)
    await run(store.commit(changes({ tasks: [due("same", 10)] })))
    const settles = [{ id: "same", token: tokenOf(leased) }]
    expect(await run(store.commit(changes({ settles })))).toMatchObject({ lost: ["same"] })
    expect((await take(["t"], 10)).map(({ id }) => id)).toEqual(["same"])
    await run(store.commit(changes({ cancels: ["same"] })))
  })

  it("that many change sets put at once, each the same one, hold none of them back: the sets share transactions", async () => {
    const sets = Array.from({ length: 64 }, (_, i) =>
      changes({ tasks: [due("shared", 10)], events: [happened(`shared/${i}`, "shared")] }),
    )
    expect(await all(sets.map((set) => store.commit(set)))).toEqual(sets.map(() => committed))
    const client = await connected()
    const { rows } = await client.query(
      "select count(distinct tx)::int as transactions from agent_court.events where subject = 'shared'",
    )
    expect(rows[0].transactions).toBeLessThan(10)
    // Of one transaction the last set counts, as if the sets had come one after the other.
    await Promise.all([11, 12, 13].map((at) => run(store.commit(changes({ tasks: [due("shared", at)] })))))
    expect((await take(["t"], 100)).map(({ dueAt }) => dueAt)).toEqual([13])
    await run(store.commit(changes({ cancels: ["shared"] })))
  })

  it("aren't leased while a commit that puts them again is under way, since the worker would not see what it writes", async () => {
    await run(store.commit(changes({ tasks: [due("straggler", 10)] })))
    const args = argumentsOf([prepare(changes({ tasks: [due("straggler", 10)] }))])
    const client = await connected()
    await client.query("begin")
    await client.query(`select agent_court.commit(${args.map((_, i) => `$${i + 1}`).join(", ")})`, [...args])
    expect(await take(["t"], 10)).toEqual([])
    await client.query("commit")
    expect((await take(["t"], 10)).map(({ id }) => id)).toEqual(["straggler"])
    await run(store.commit(changes({ cancels: ["straggler"] })))
  })

  it("go to one of several workers that ask at once", async () => {
    const other = await open(url)
    await run(
      store.commit(changes({ tasks: Array.from({ length: 60 }, (_, i) => due(`many${i}`, i, "many")) })),
    )
    const leases = await Promise.all(
      Array.from({ length: 12 }, (_, i) => take(["many"], 100, 10, i % 2 === 0 ? store : other)),
    )
    const ids = leases.flat().map(({ id }) => id)
    const rest = (await take(["many"], 100, 60)).map(({ id }) => id)
    expect([...ids, ...rest]).toHaveLength(60)
    expect(new Set([...ids, ...rest]).size).toBe(60)
  })
})

describe("the journal", () => {
  it("goes on from every cursor, for one subject or for all, and takes an unknown cursor for the beginning", async () => {
    const events = ["a", "b", "c"].map((id) => happened(id, "journal/1"))
    await run(store.commit(changes({ events: [...events, happened("x", "journal/2")] })))
    const page = (after: string | null, limit: number) =>
      run(store.journal({ subject: "journal/1", after, limit }))
    const { items, next } = await page(null, 2)
    expect(items.map(({ cursor: _, ...event }) => event)).toEqual(events.slice(0, 2))
    expect((await page(next, 2)).items.map(({ id }) => id)).toEqual(["c"])
    const end = (await page(next, 2)).next
    expect(await page(end, 2)).toEqual({ items: [], next: end })
    expect((await page("nonsense", 9)).items).toHaveLength(3)
    const everything = await run(store.journal({ subject: null, after: null, limit: 1000 }))
    expect(everything.items.map(({ id }) => id).slice(-4)).toEqual(["a", "b", "c", "x"])
  })

  it("shows every event to a reader that follows several writers", async () => {
    const openers = [store, await open(url), await open(url)]
    const writers = 24
    const each = 12
    const start = (await run(store.journal({ subject: null, after: null, limit: 1000 }))).next
    let writing = true
    const writer = (w: number) =>
      Effect.forEach(Array.from({ length: each }), (_, i) =>
        (openers[w % openers.length] ?? store).commit(
          changes({ events: [happened(`${w}/${i}`, "followed")] }),
        ),
      )
    const reader = async () => {
      const seen: Array<string> = []
      let after = start
      for (let last = false; ; ) {
        const { items, next } = await run(store.journal({ subject: null, after, limit: 7 }))
        seen.push(...items.map(({ id }) => id))
        after = next
        if (last && items.length === 0) return seen
        last = !writing
      }
    }
    const reading = reader()
    await all(Array.from({ length: writers }, (_, w) => writer(w)))
    writing = false
    const seen = await reading
    expect(seen).toHaveLength(writers * each)
    expect(new Set(seen).size).toBe(writers * each)
  })

  it("shows new events after the old ones in a database that was moved to a server with lower transaction ids", async () => {
    const moved = await freshDatabase()
    const before = await open(moved)
    await run(before.commit(changes({ events: [happened("old")] })))
    const client = new Client({ connectionString: moved })
    await client.connect()
    await client.query("set session_replication_role = replica")
    await client.query("update agent_court.events set tx = tx + 1000000000")
    const after = await open(moved)
    await run(after.commit(changes({ events: [happened("new")] })))
    // An event stays hidden while an older transaction is open in any database of the server.
    await vi.waitFor(async () => {
      const { items } = await run(after.journal({ subject: null, after: null, limit: 9 }))
      expect(items.map(({ id }) => id)).toEqual(["old", "new"])
    }, 10_000)
    await client.end()
  })
})
