import { Effect, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as ApiKey from "../adapters/keys/ApiKey.ts"
import { MemoryStore } from "../adapters/memory/index.ts"
import { type Driver, Store } from "../core/Store.ts"
import * as Known from "./Known.ts"
import { enrolled, send, startCourt, type TestCourt } from "./testing/TestCourt.ts"

// Two processes of one court.
let driver: Driver
let one: TestCourt
let other: TestCourt
beforeAll(async () => {
  driver = await Effect.runPromise(MemoryStore.make)
  const store = Layer.succeed(Store, driver)
  one = await startCourt({ store })
  other = await startCourt({ store })
})
afterAll(async () => {
  await one.stop()
  await other.stop()
})

const sha256 = "ab".repeat(32)
const lodging = (court: TestCourt, key: string, headers: Record<string, string> = {}) =>
  send(court, "POST", "/api/v1/notarise", { key, body: { sha256 }, headers })
const rotated = async (court: TestCourt, handle: string, key: string): Promise<string> => {
  const body = { revokePrevious: true }
  const answer = await send(court, "POST", `/api/v1/agents/${handle}/keys`, { key, body })
  return ((await answer.json()) as { apiKey: string }).apiKey
}

describe("keys that were looked up a moment ago", () => {
  it("Rule 2.6 a key that another process ends opens nothing here from then on, neither an act nor an earlier answer", async () => {
    const old = await enrolled(one, "mover")
    const headers = { "idempotency-key": "once" }
    // given a process that has just read the key
    expect((await lodging(other, old, headers)).status).toBe(200)
    // when it is rotated away at another
    const fresh = await rotated(one, "mover", old)
    // then
    expect((await lodging(other, old, headers)).status).toBe(401)
    expect((await lodging(other, old)).status).toBe(401)
    expect((await send(other, "GET", "/api/v1/account", { key: old })).status).toBe(401)
    expect((await lodging(other, fresh)).status).toBe(200)
    const dealings = (await (await send(one, "GET", `/api/v1/dealings?sha256=${sha256}`)).json()) as {
      readonly items: ReadonlyArray<object>
    }
    expect(dealings.items).toHaveLength(2)
  })

  it("Rule 2.6 a key that stays while the other is rotated acts on, without the caller noticing", async () => {
    const first = await enrolled(one, "keeper")
    expect((await lodging(other, first)).status).toBe(200)
    // given an overlap: the key still serves, with an end that the process has not read
    const answer = await send(one, "POST", "/api/v1/agents/keeper/keys", { key: first })
    expect(answer.status).toBe(200)
    expect((await lodging(other, first)).status).toBe(200)
  })

  it("a credential is read once in five seconds, and one that is not there each time", async () => {
    let reads = 0
    let now = 0
    const counting: Driver = {
      ...driver,
      read: (refs) => {
        reads += 1
        return driver.read(refs)
      },
    }
    const known = Known.make(() => now)
    const id = ApiKey.parse(await enrolled(one, "reader")) ?? ""
    const lookUp = async (wanted: string) => {
      const { remembered } = await Effect.runPromise(known.lately(counting, wanted))
      return { remembered, reads }
    }
    expect(await lookUp(id)).toEqual({ remembered: false, reads: 1 })
    now = 4_999
    expect(await lookUp(id)).toEqual({ remembered: true, reads: 1 })
    now = 5_000
    expect(await lookUp(id)).toEqual({ remembered: false, reads: 2 })
    expect(await lookUp("nobody")).toEqual({ remembered: false, reads: 3 })
    expect(await lookUp("nobody")).toEqual({ remembered: false, reads: 4 })
  })
})
