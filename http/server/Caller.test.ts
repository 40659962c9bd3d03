import { Effect, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as ApiKey from "../../adapters/keys/ApiKey.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import { type Driver, Store } from "../../core/store/Store.ts"
import { minutes } from "../../core/Time.ts"
import { enrolled, send, startCourt, type TestCourt } from "../testing/TestCourt.ts"
import { knownCredentials } from "./Caller.ts"

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
const rotation = (court: TestCourt, handle: string, key: string, revokePrevious: boolean) =>
  send(court, "POST", `/api/v1/agents/${handle}/keys`, { key, body: { revokePrevious } })
const rotated = async (court: TestCourt, handle: string, key: string, alone = true): Promise<string> => {
  const answer = await rotation(court, handle, key, alone)
  return ((await answer.json()) as { apiKey: string }).apiKey
}
/** What a key can do at a court: act, read, and make itself another. */
const uses = async (court: TestCourt, handle: string, key: string) => [
  (await lodging(court, key)).status,
  (await send(court, "GET", "/api/v1/inbox", { key })).status,
  (await rotation(court, handle, key, false)).status,
]
const ended = [401, 401, 401]

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
    const known = knownCredentials(() => now)
    const id = ApiKey.parse(await enrolled(one, "reader")) ?? ""
    const lookUp = async (wanted: string) => {
      const { remembered } = await Effect.runPromise(known.lately(counting, wanted))
      return { remembered, reads }
    }
    // the credential and its keyring, and then the keyring alone
    expect(await lookUp(id)).toEqual({ remembered: false, reads: 2 })
    now = 4_999
    expect(await lookUp(id)).toEqual({ remembered: true, reads: 2 })
    now = 5_000
    expect(await lookUp(id)).toEqual({ remembered: false, reads: 3 })
    expect(await lookUp("nobody")).toEqual({ remembered: false, reads: 4 })
    expect(await lookUp("nobody")).toEqual({ remembered: false, reads: 5 })
  })
})

describe.each([
  ["five minutes behind", -minutes(5)],
  ["five minutes ahead", minutes(5)],
])("a process whose clock is %s", (where, skew) => {
  const name = (what: string) => `${what}-${where.replaceAll(" ", "-")}`
  beforeAll(() => {
    other.clock.now = one.clock.now + skew
  })

  it("Rule 2.6 a key that the Registrar has revoked reads nothing, does nothing and makes no other key", async () => {
    const handle = name("revoked")
    const key = await enrolled(one, handle)
    expect(await uses(other, handle, key)).toEqual([200, 200, 200])
    const body = { handle, reasons: "The key was published." }
    const revocation = await send(one, "POST", "/api/v1/registrar/keys/revoke", { key: one.registrar, body })
    expect(revocation.status).toBe(200)
    expect(await uses(other, handle, key)).toEqual(ended)
  })

  it("Rule 2.6 a key that was replaced, or that a second rotation left behind, has ended there too", async () => {
    const handle = name("replaced")
    const first = await enrolled(one, handle)
    const second = await rotated(one, handle, first)
    expect(await uses(other, handle, first)).toEqual(ended)
    // given an overlap, which another rotation ends
    const third = await rotated(one, handle, second, false)
    expect((await lodging(other, second)).status).toBe(200)
    await rotated(one, handle, third, false)
    expect(await uses(other, handle, second)).toEqual(ended)
    expect((await lodging(other, third)).status).toBe(200)
  })
})
