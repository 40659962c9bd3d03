/** Two processes of one court whose clocks differ by ten minutes: lists are in the order of commits, and a reader that follows a list misses nothing. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Exit, Layer, Scope } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { DenoKvStore } from "../../adapters/denokv/index.ts"
import { PostgresStore } from "../../adapters/postgres/index.ts"
import { freshDatabase } from "../../adapters/postgres/testing/FreshDatabase.ts"
import { SqliteStore } from "../../adapters/sqlite/index.ts"
import { needPresent } from "../../core/kernel/Defect.ts"
import { minutes } from "../../core/kernel/Time.ts"
import { type Driver, Store } from "../../core/store/Store.ts"
import * as Examples from "../api/Examples.ts"
import { keyPair } from "../testing/KeyPair.ts"
import { charge, freshStore } from "../testing/Rails.ts"
import { enrolled, send, startCourt, type TestCourt } from "../testing/TestCourt.ts"

const folder = mkdtempSync(join(tmpdir(), "court-order-"))
const scope = Effect.runSync(Scope.make())
const opened = <E>(driver: Effect.Effect<Driver, E, Scope.Scope>) =>
  Effect.runPromise(Scope.extend(driver, scope))
const memory = freshStore()
const database = freshDatabase()
/** The stores. Each function opens the same store once more. */
const stores: { readonly [name: string]: () => Promise<Driver> } = {
  memory: async () => memory,
  "Deno KV": () => opened(DenoKvStore.make({ location: join(folder, "court.kv") })),
  SQLite: () => opened(SqliteStore.make({ file: join(folder, "court.db") })),
  PostgreSQL: async () => opened(PostgresStore.make({ url: await database, allowUnsafe: true })),
}
afterAll(async () => {
  await Effect.runPromise(Scope.close(scope, Exit.void))
  rmSync(folder, { recursive: true })
})

interface Process {
  readonly court: TestCourt
  readonly driver: Driver
}
type Item = { readonly [member: string]: unknown }
interface Page {
  readonly items: ReadonlyArray<Item>
  readonly nextCursor: string | null
}

describe.each(Object.keys(stores))("two processes on %s whose clocks differ by ten minutes", (name) => {
  let ahead: Process
  let behind: Process
  let sellerId = ""
  const keys: Record<string, string> = {}
  const keyOf = (who: string) => needPresent(keys[who], "the key of an agent")
  const counsel = Array.from({ length: 5 }, (_, n) => `counsel-${5 - n}`)

  const done = async ({ court }: Process, who: string, path: string, body: object): Promise<Item> => {
    const answer = await send(court, "POST", `/api/v1${path}`, { key: keyOf(who), body })
    const item = (await answer.json()) as Item
    expect([path, answer.status, item]).toEqual([path, 200, item])
    return item
  }

  beforeAll(async () => {
    const open = needPresent(stores[name], "a store")
    const [one, other] = [await open(), await open()]
    ahead = { driver: one, court: await startCourt({ store: Layer.succeed(Store, one) }) }
    behind = { driver: other, court: await startCourt({ store: Layer.succeed(Store, other) }) }
    ahead.court.clock.now += minutes(10)
    for (const handle of ["seller", "buyer", "client", ...counsel])
      keys[handle] = await enrolled(ahead.court, handle)
    sellerId = String(((await (await send(ahead.court, "GET", "/api/v1/agents/seller")).json()) as Item).id)
  })
  afterAll(async () => {
    await ahead.court.stop()
    await behind.court.stop()
  })

  const read = async (who: string, path: string, cursor: string | null): Promise<Page> => {
    const query = new URLSearchParams({ limit: "1", ...(cursor === null ? {} : { cursor }) })
    const asked = `/api/v1${path}${path.includes("?") ? "&" : "?"}${query}`
    const answer = await send(behind.court, "GET", asked, { key: keyOf(who) })
    return (await answer.json()) as Page
  }

  /** Acts at the two processes in turn while a reader follows the list. Gives what the acts made and what the reader saw, each in order. */
  const followed = async (
    add: (process: Process, n: number) => Promise<unknown>,
    who: string,
    path: string,
    nameOf: (item: Item) => unknown,
  ) => {
    const made = [await add(ahead, 0), await add(ahead, 1)]
    const seen: Array<Item> = []
    let cursor: string | null = null
    for (let n = 2; ; n++) {
      const page: Page = await read(who, path, cursor)
      seen.push(...page.items)
      cursor = page.nextCursor
      if (cursor === null) return { made, seen: seen.map(nameOf) }
      if (n < 5) made.push(await add(n % 2 === 0 ? behind : ahead, n))
    }
  }

  const offer = async (process: Process, supplier: string) => {
    const body = { ...Examples.quote, buyer: "buyer" }
    return (await done(process, supplier, "/quotes", body)).id
  }

  it("Rule 2.7 a reader that follows its inbox sees every notice, in the order in which they were served", async () => {
    const { made, seen } = await followed(
      (process) => offer(process, "seller"),
      "buyer",
      "/inbox",
      ({ subject }) => subject,
    )
    expect(seen).toEqual(made.map((id) => `quote/${id}`))
  })

  it("PD14 §1 a supplier that follows its quotes sees every quote, in the order in which it made them", async () => {
    const { made, seen } = await followed(
      (process) => offer(process, "client"),
      "client",
      "/quotes",
      ({ id }) => id,
    )
    expect(seen).toEqual(made)
  })

  it("Dealings Act 1.3 a reader that follows the dealings of a hash sees every one, in the order in which they were lodged and numbered", async () => {
    const sha256 = "cd".repeat(32)
    const lodge = async (process: Process, n: number) => {
      const who = n % 2 === 0 ? "seller" : "buyer"
      return (await done(process, who, "/notarise", { sha256 })).sequence
    }
    const { made, seen } = await followed(
      lodge,
      "buyer",
      `/dealings?sha256=${sha256}`,
      (item) => item.sequence,
    )
    expect(seen).toEqual(made)
    expect(made).toEqual([...made].sort((a, b) => Number(a) - Number(b)))
  })

  it("Rule 7.3 an agent that follows its references sees every one, in the order in which it made them", async () => {
    const refer = async (process: Process) =>
      (await done(process, "client", "/advisory", Examples.reference)).id
    const { made, seen } = await followed(refer, "client", "/advisory", ({ id }) => id)
    expect(seen).toEqual(made)
  })

  it("PD2 §2 an agent that follows its briefs sees every one, in the order in which it gave them; a brief that is given again moves to the end", async () => {
    const brief = async (process: Process, n: number) => {
      const given = {
        task: "claim",
        instructions: "Get the price back.",
        counsel: needPresent(counsel[n], "a counsel"),
      }
      await done(process, "client", "/counsel/brief", given)
      return `client.${given.counsel}`
    }
    const { made, seen } = await followed(brief, "client", "/counsel/briefs", ({ id }) => id)
    expect(seen).toEqual(made)
    await brief(behind, 0)
    const answer = await send(ahead.court, "GET", "/api/v1/counsel/briefs", { key: keyOf("client") })
    const all = (await answer.json()) as Page
    expect(all.items.map(({ id }) => id)).toEqual([...made.slice(1), ...made.slice(0, 1)])
  })

  it("PD2 §7 an agent that follows its account sees every entry, in the order in which they were made", async () => {
    const enter = async ({ driver, court }: Process, n: number) => {
      await charge(driver, court.clock.now, sellerId, 9 - n, 10)
      return `judgment/[2026] MC ${9 - n}`
    }
    const { made, seen } = await followed(enter, "seller", "/account", ({ subject }) => subject)
    expect(seen).toEqual(made)
  })

  it("PD3 §4 of two agents that prove one key at once, each at its process, the agent whose commit is first has it", async () => {
    const pair = keyPair(7)
    const asked = { method: "did_key", did: pair.did }
    const challenges = [
      { process: ahead, who: "seller" },
      { process: behind, who: "buyer" },
    ].map(async ({ process, who }) => {
      const { id, challenge } = await done(process, who, `/agents/${who}/proofs`, asked)
      const body = { signature: pair.sign(String(challenge)) }
      return () =>
        send(process.court, "POST", `/api/v1/agents/${who}/proofs/${id}`, { key: keyOf(who), body })
    })
    const prove = await Promise.all(challenges)
    const answers = await Promise.all(prove.map((answer) => answer()))
    const codes = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as Item).code ?? "proven"),
    )
    expect(codes.toSorted()).toEqual(["key_taken", "proven"])
    const winner = codes[0] === "proven" ? "seller" : "buyer"
    for (const { court } of [ahead, behind]) {
      const found = await send(court, "GET", `/api/v1/agents?proof=${encodeURIComponent(pair.did)}`)
      expect(((await found.json()) as Page).items).toMatchObject([{ handle: winner, endedAt: null }])
    }
  })
})
