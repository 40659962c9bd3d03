import { Effect, Either, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as ApiKey from "../../adapters/keys/ApiKey.ts"
import type { Agent } from "../../core/agents/index.ts"
import { needPresent } from "../../core/kernel/Defect.ts"
import { minutes } from "../../core/kernel/Time.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import { type Driver, Store } from "../../core/store/Store.ts"
import { enrolmentBody } from "../testing/Bodies.ts"
import { enrolled, send, startCourt, type TestCourt } from "../testing/TestCourt.ts"
import * as Admission from "./Admission.ts"
import { rememberCredentials } from "./Admission.ts"
import type { Caller } from "./Caller.ts"

// Two processes of one court, which share a store.
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
/** Tries everything that a key allows at a court: an act, a read, and a new key. */
const uses = async (court: TestCourt, handle: string, key: string) => [
  (await lodging(court, key)).status,
  (await send(court, "GET", "/api/v1/inbox", { key })).status,
  (await rotation(court, handle, key, false)).status,
]
const ended = [401, 401, 401]

describe("keys that this process has looked up before", () => {
  it("Rule 2.6 once another process has ended a key, this one refuses its acts, its repeated requests and its reads", async () => {
    const old = await enrolled(one, "mover")
    const headers = { "idempotency-key": "once" }
    // given a process that has just read the key
    expect((await lodging(other, old, headers)).status).toBe(200)
    // when another process rotates it away
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

  it("Rule 2.6 a key that is still valid after a rotation goes on working", async () => {
    const first = await enrolled(one, "keeper")
    expect((await lodging(other, first)).status).toBe(200)
    // given an overlap: the key is still valid, and this process has not read when it ends
    const answer = await send(one, "POST", "/api/v1/agents/keeper/keys", { key: first })
    expect(answer.status).toBe(200)
    expect((await lodging(other, first)).status).toBe(200)
  })

  it("a credential is read once in five seconds, and an unknown one with each request", async () => {
    let reads = 0
    let now = 0
    const counting: Driver = {
      ...driver,
      read: (refs) => {
        reads += 1
        return driver.read(refs)
      },
    }
    const known = rememberCredentials(() => now)
    const id = needPresent(ApiKey.parse(await enrolled(one, "reader")), "the hash of a key")
    const lookUp = async (wanted: string) => {
      const { remembered } = await Effect.runPromise(known.lately(counting, wanted))
      return { remembered, reads }
    }
    // The credential and its keyring are read, and then the keyring alone.
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

  it("Rule 2.6 lets a key that the Registrar has revoked neither read, nor act, nor make another key", async () => {
    const handle = name("revoked")
    const key = await enrolled(one, handle)
    expect(await uses(other, handle, key)).toEqual([200, 200, 200])
    const body = { handle, reasons: "The key was published." }
    const revocation = await send(one, "POST", "/api/v1/registrar/keys/revoke", { key: one.registrar, body })
    expect(revocation.status).toBe(200)
    expect(await uses(other, handle, key)).toEqual(ended)
  })

  it("Rule 2.6 refuses a key that was replaced, and a key whose overlap a second rotation has ended", async () => {
    const handle = name("replaced")
    const first = await enrolled(one, handle)
    const second = await rotated(one, handle, first)
    expect(await uses(other, handle, first)).toEqual(ended)
    // given an overlap that another rotation ends
    const third = await rotated(one, handle, second, false)
    expect((await lodging(other, second)).status).toBe(200)
    await rotated(one, handle, third, false)
    expect(await uses(other, handle, second)).toEqual(ended)
    expect((await lodging(other, third)).status).toBe(200)
  })
})

const limit = { perSecond: 0.001, burst: 2 }
const fiveTimes = 5 * limit.burst

const agent = (id: string, operatorId: string, status: "stated" | "proven"): Agent.Agent => {
  const { handle, manifest, provenance, stakeCents } = enrolmentBody(id)
  const of = { id, handle, manifest, provenance, stakeCents, operatorId, enrolledAt: 0, manifestVersion: 1 }
  const none = {
    did: null,
    operatorMovedAt: null,
    serviceUrl: null,
    serviceAnsweredAt: null,
    amendments: { day: 0, count: 0 },
    profileHandle: null,
  }
  return { ...of, ...none, identity: { status, by: null, at: null }, limited: false }
}

/** A store that holds these agents and counts how often it is read. */
const holding = (agents: ReadonlyArray<Agent.Agent>, reads: { count: number }): Driver => ({
  ...Effect.runSync(MemoryStore.make),
  read: (refs) => {
    reads.count += 1
    return Effect.succeed(
      refs.map((ref) => {
        const found = agents.find(({ id }) => id === ref.id)
        return found === undefined ? null : { ref, version: 1, number: null, body: { ...found } }
      }),
    )
  },
})

const caller = (id: string): Caller => ({
  actor: { role: "agent", id, handle: id },
  owner: `agent/${id}`,
  secret: "",
  knownBy: [],
  remembered: false,
})

/** Which of these agents are let in, if each asks from an address of its own. */
const admitted = async (store: Driver, ids: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const { count } = Admission.make(limit, "http://court.test")
  const ask = (id: string, i: number) =>
    Effect.map(Effect.either(count(caller(id), { address: `192.0.2.${i}`, bytes: 0 })), (answer) =>
      Either.isRight(answer) ? [id] : [],
    )
  const all = Effect.forEach(ids, ask, { concurrency: "unbounded" })
  return (await Effect.runPromise(Effect.provideService(all, Store, store))).flat()
}

describe("the bucket of an operator", () => {
  const names = Array.from({ length: 9 }, (_, i) => `agent-${i}`)

  it("lets five times as many requests through as the bucket of a key, for all agents of the operator together, and none of them counts against another operator", async () => {
    const reads = { count: 0 }
    const agents = [...names.map((id) => agent(id, "many", "proven")), agent("other", "one", "proven")]
    const passed = await admitted(holding(agents, reads), [...names, ...names, "other"])
    expect(passed.filter((id) => id !== "other")).toHaveLength(fiveTimes)
    expect(passed).toContain("other")
  })

  it("is not used up by agents that only state the operator's address", async () => {
    const reads = { count: 0 }
    const agents = [...names.map((id) => agent(id, "victim", "stated")), agent("own", "victim", "proven")]
    const passed = await admitted(holding(agents, reads), [...names, ...names, "own", "own"])
    expect(passed.filter((id) => id === "own")).toHaveLength(2)
    expect(passed).toHaveLength(fiveTimes + 2)
  })

  it("is found without a read of the store for each request", async () => {
    const reads = { count: 0 }
    const { count } = Admission.make({ perSecond: 1_000, burst: 1_000 }, "http://court.test")
    const ask = count(caller("agent-0"), { address: "192.0.2.1", bytes: 0 })
    const store = holding([agent("agent-0", "many", "proven")], reads)
    await Effect.runPromise(Effect.provideService(Effect.replicateEffect(ask, 50), Store, store))
    expect(reads.count).toBe(1)
  })
})
