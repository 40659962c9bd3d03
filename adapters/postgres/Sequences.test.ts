/** Numbers, receipts, tasks and the journal where PostgreSQL needs care of its own. The conformance kit tries what every store promises. */
import { Effect } from "effect"
import { Client } from "pg"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import type { Driver, Leased } from "../../core/store/Store.ts"
import { argumentsOf, prepare } from "./Rows.ts"
import { changes, happened, note, putNote } from "./testing/ChangeSets.ts"
import { freshDatabase } from "./testing/FreshDatabase.ts"
import { all, committed, opener } from "./testing/Opened.ts"

const run = Effect.runPromise
const open = opener()

let url: string
let store: Driver
beforeAll(async () => {
  url = await freshDatabase()
  store = await open(url)
})

describe("numbers", () => {
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
  const take = (kinds: ReadonlyArray<string> | null, now: number, limit = 10) =>
    run(store.lease({ kinds, worker: "w", now, until: now + 100, limit }))

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
})

describe("the journal", () => {
  it("takes an unknown cursor for the beginning", async () => {
    await run(store.commit(changes({ events: ["a", "b"].map((id) => happened(id, "journal/1")) })))
    const { items } = await run(store.journal({ subject: "journal/1", after: "nonsense", limit: 9 }))
    expect(items.map(({ id }) => id)).toEqual(["a", "b"])
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
